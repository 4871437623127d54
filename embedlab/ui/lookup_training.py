"""The page Lookup, parts Start and One step: how long random rows are (C04), and which rows a step moves (C05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np
import streamlit as st

from embedlab.charts.histogram import Marker, histogram
from embedlab.charts.lit import MOVED, MOVED_UNREAD, READ, STILL, lit
from embedlab.claims import Outcome, lookup, one_step
from embedlab.claims.one_step import Moved
from embedlab.declaration import Declaration
from embedlab.table import EmbeddingTable
from embedlab.text.pages import lookup as words
from embedlab.ui import cards, lookup_held, session, settings
from embedlab.ui.escaping import plotly
from embedlab.ui.lookup_labels import name_rows, type_sentences
from embedlab.ui.show import list_rows, show, written
from embedlab.wording import Language, fill

_DIMS = {"768": "768", "64": "64", "5120": "5120"}


def show_start(language: Language) -> None:
    """Left, one number of a row; right, a guess at the length of the whole row."""
    text = words.TEXT[language]
    left, right = st.columns(2, gap="large")
    with left:
        key = settings.one_of(text.start, "start", text.starts)
        st.caption(text.start_notes[key])
        dims = int(settings.one_of(text.dims, "dims", _DIMS))
        spread = lookup.SPREADS[key](dims)
        _draw_numbers(spread, dims, language)
    with right:
        card, known = text.cards["C04"], {"dims": dims, "spread": spread, **lookup.lengths(dims)}
        choices = {name: fill(label, language, **known) for name, label in card.choices.items()}
        card = replace(card, question=fill(card.question, language, **known), choices=choices)
        cards.show(f"C04 {key}", card, language, lambda: _draw_norms(spread, dims, language))


def _draw_numbers(spread: float, dims: int, language: Language) -> None:
    text, said = words.TEXT[language], written(spread, ".3g", language)
    markers = [Marker(-spread, f"± σ = ± {said}", width=2 * spread)]
    values = lookup_held.numbers(spread)
    figure = histogram(values, markers, text.one_number, text.how_many, language, session.colours())
    show(figure, _declared(spread, dims, language), (), fill(text.numbers_alt, language, spread=said))


def _draw_norms(spread: float, dims: int, language: Language) -> Outcome:
    """The norms of random rows, and which length that is."""
    text, found = words.TEXT[language], lookup_held.norms(spread, dims)
    outcome = lookup.length_of(found, dims)
    facts = {name: written(float(outcome.values[name]), ".3f", language) for name in ("rms", "theory")}
    markers = [Marker(float(outcome.values["rms"]), facts["rms"])]
    figure = histogram(found, markers, text.one_norm, text.how_many, language, session.colours())
    alt = fill(text.norms_alt, language, rows=len(found), **facts)
    show(figure, _declared(spread, dims, language), (), alt)
    return outcome


def _declared(spread: float, dims: int, language: Language) -> Declaration:
    named = f"N(0, σ = {written(spread, '.3g', language)})"
    return Declaration(table=named, fingerprint="", rows=lookup_held.ROWS, dims=dims, seed=0)


def show_step(table: EmbeddingTable, language: Language) -> None:
    """A sentence, an optimiser and a head; which rows moved is drawn after the guess."""
    text, table = words.TEXT[language], lookup_held.with_classes(table, language)
    sentences = type_sentences(table, language)
    with st.container(horizontal=True, gap="medium"):
        optimiser = settings.one_of(text.optimiser, "optimiser", text.optimisers)
        head = settings.one_of(text.head, "head", text.heads)
        step = settings.one_of(text.step, "step", text.steps)
    if not sentences:
        return
    runs = lookup_held.steps(table, sentences, language)
    if step == "2":
        st.caption(
            fill(text.before, language, text=words.TEXT[lookup_held.reads(table, language) or language].before_text)
        )
    place = st.container()
    run = runs[head, step, optimiser]
    asked = {"optimiser": text.optimisers[optimiser], "head": text.heads[head], "step": text.steps[step]}
    card = replace(text.cards["C05"], question=fill(text.cards["C05"].question, language, **asked))
    drawn: list[Outcome] = []

    def tell() -> Outcome:
        drawn.append(run.outcome())
        return drawn[0]

    cards.show(f"C05 {optimiser} {head} {step}", card, language, tell)
    with place:
        _draw_step(table, run, bool(drawn), {"optimiser": optimiser, "head": head}, language)
    if drawn:
        with st.expander(text.cases):
            _list_cases(runs, language)


def _draw_step(table: EmbeddingTable, run: Moved, told: bool, chosen: Mapping[str, str], language: Language) -> None:
    """All rows as cells: those read, and after the guess those that moved."""
    text = words.TEXT[language]
    states = np.where(run.read, READ, STILL)
    if told:
        states[run.read & run.changed], states[~run.read & run.changed] = MOVED, MOVED_UNREAD
    figure = lit(states, [plotly(token) for token in table.tokens], text.states, session.colours())
    counts = [written(int((states == state).sum()), ",", language) for state in range(len(text.states))]
    said = "; ".join(f"{label}: {count}" for label, count in zip(text.states, counts, strict=True))
    read = name_rows(table, np.flatnonzero(run.read))
    alt = fill(text.states_alt, language, rows=table.n_rows, counts=said, read=read)
    declared = Declaration(
        table=f"N(0, σ = {written(one_step.SPREAD, 'g', language)})",
        fingerprint="",
        rows=table.n_rows,
        dims=table.n_dims,
        parameters={**chosen, "learning_rate": one_step.RATES[chosen["optimiser"]]},
        seed=0,
    )
    show(figure, declared, (), alt)
    others = np.flatnonzero(states == MOVED_UNREAD)
    if len(others):
        st.caption(fill(text.others, language, tokens=name_rows(table, others)))


def _list_cases(runs: Mapping[lookup_held.Case, Moved], language: Language) -> None:
    """How many rows move in each of the twelve cases."""
    text = words.TEXT[language]
    columns: dict[str, list[str]] = {"": [], **{name: [] for name in text.optimisers.values()}}
    for head, step in product(text.heads, text.steps):
        columns[""].append(f"{text.heads[head]}, {text.steps[step]}")
        for optimiser, name in text.optimisers.items():
            columns[name].append(_counted(runs[head, step, optimiser].outcome(), language))
    list_rows(columns)
    read = int(next(iter(runs.values())).read.sum())
    st.caption(fill(text.cases_said, language, read=read))


def _counted(outcome: Outcome, language: Language) -> str:
    said = written(float(outcome.values["changed"]), ",.0f", language)
    return f"**{said}**" if outcome.verdict == "batch" else said
