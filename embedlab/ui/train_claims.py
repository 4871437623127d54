"""The experiments of C06 to C08 on the train page: jobs that train several tables, and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from embedlab.charts.film import Curve, curves
from embedlab.claims import Outcome, geometry
from embedlab.claims.geometry import Band, band
from embedlab.declaration import Declaration
from embedlab.text.pages import train as words
from embedlab.training import lexicon
from embedlab.training.job import OBJECTIVES
from embedlab.ui import jobs, session, trained
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.show import show, written
from embedlab.wording import LANGUAGES, Language, fill

FIVE, THREE = [0, 1, 2, 3, 4], [0, 1, 2]
_JOB = "embedlab.claims.geometry_job:run"


def corpus_of(chosen: Mapping[str, Any], reader: Language) -> Language:
    """The toy corpus of an experiment: the chosen one, else that of the reader's language."""
    for known in LANGUAGES:
        if chosen.get("corpus") == known:
            return known
    return reader


def together(chosen: Mapping[str, Any], language: Language) -> Outcome | None:
    """C06: the text and settings of the page, trained from five seeds."""
    objective = OBJECTIVES[chosen.get("objective", "skipgram")]
    asked: dict[str, Any] = {"corpus": corpus_of(chosen, language), "seeds": FIVE}
    if not objective.about_the_world:
        own = {name: chosen[name] for name in objective.Settings.__dataclass_fields__ if name in chosen}
        asked |= {"objective": objective.key, "own": own}
    found = _runs("train.seeds", asked, language)
    if found is None or len(found["runs"]) < 2:
        return None
    outcome = geometry.together(found["runs"])
    left, right = st.columns([6, 5], gap="large")
    with left:
        _draw_bands(found["runs"], asked, language)
    with right:
        _list_cosines(found["runs"], outcome, asked, language)
    return outcome


def residue(chosen: Mapping[str, Any], language: Language) -> Outcome | None:
    """C07: contexts swapped, contexts shuffled, and a table turned."""
    changes = ["swapped", "shuffled"]
    asked = {"corpus": corpus_of(chosen, language), "changes": changes, "seeds": THREE}
    found = _runs("train.changed", asked, language)
    if found is None or len(found["runs"]) < len(changes) * len(THREE):
        return None
    swapped, shuffled = (geometry.of_change(found["runs"], change) for change in changes)
    return geometry.residue(swapped, shuffled, found["turn"])


def shared_strength(chosen: Mapping[str, Any], language: Language) -> Outcome | None:
    """C08: pairs held out."""
    asked = {"corpus": corpus_of(chosen, language), "changes": ["held_out"], "seeds": THREE}
    found = _runs("train.held_out", asked, language)
    if found is None or not found["runs"]:
        return None
    outcome = geometry.shared_strength(found["runs"])
    _list_pairs(found["runs"], asked, language)
    return outcome


def _runs(kind: str, asked: dict[str, Any], language: Language) -> dict[str, Any] | None:
    """The answer of the job, which is asked for where this session has not yet; None while it is under way."""
    job = jobs.beside(kind)
    if job is None or job.settings != asked:
        job = jobs.submit(kind, _JOB, asked, seconds=1800.0, grace=5.0)
    jobs.panel(job, language)
    if job.state in ("stopped", "failed") and st.button(words.TEXT[language].again, key=f"again_{kind}"):
        jobs.submit(kind, _JOB, asked, seconds=1800.0, grace=5.0)
        st.rerun()
    return None if job.active or job.state == "failed" else job.result()


def _draw_bands(runs: Sequence[Mapping[str, Any]], asked: Mapping[str, Any], language: Language) -> None:
    """The two cosines over the steps: mean and band over the seeds."""
    text = words.TEXT[language]
    a, b, c = words.TEXT[asked["corpus"]].anchors
    series = np.array([run["raw"] for run in runs])  # (S, F, 3)
    drawn = []
    for place, other in enumerate((b, c)):
        bands = [band(values) for values in series[:, :, place].T]
        drawn.append(_curve(f"cos({plotly(a)}, {plotly(other)})", bands))
    titles, chance = (text.step, text.cosine), runs[0]["dims"] ** -0.5
    figure = curves(runs[0]["steps"], drawn, chance, None, titles, language, session.colours())
    alt = fill(text.bands_alt, language, runs=len(runs), a=visible(a), b=visible(b), c=visible(c))
    show(figure, _declared(runs, asked, language), (), alt)


def _list_cosines(
    runs: Sequence[Mapping[str, Any]], outcome: Outcome, asked: Mapping[str, Any], language: Language
) -> None:
    """The mean cosines at the end, raw and centred, beside two random rows."""
    text, (cat, dog, tuesday, xylophone) = words.TEXT[language], map(markdown, lexicon.ANCHORS[asked["corpus"]])
    names = {"dog": dog, "tuesday": tuesday, "xylophone": xylophone}
    lines = {key: f"{cat}, {name}" for key, name in names.items()} | {"pairs": text.any_rows}
    rows = {
        text.words: list(lines.values()),
        **{
            head: [written(float(outcome.values[f"{kind}_{key}"]), "z.2f", language) for key in lines]
            for head, kind in ((text.raw, "raw"), (text.centred, "centred"))
        },
    }
    alt = "; ".join(", ".join(line) for line in zip(*rows.values(), strict=True))
    show(rows, _declared(runs, asked, language), (), alt)


def _curve(label: str, bands: Sequence[Band]) -> Curve:
    low, high = [max(-1.0, one.low) for one in bands], [min(1.0, one.high) for one in bands]
    return Curve(label, [one.mean for one in bands], low, high)


def _list_pairs(runs: Sequence[Mapping[str, Any]], asked: Mapping[str, Any], language: Language) -> None:
    """Every held-out pair: what the counts say, what the table says, what the verb's frequency says."""
    text, held = words.TEXT[language], [run["held_out"] for run in runs]
    predicted = np.exp(np.log([one["predicted"] for one in held]).mean(0)).tolist()
    columns = {
        text.pair: [" – ".join(map(visible, pair)) for pair in held[0]["pairs"]],
        text.by_counts: [_share(value, language) for value in held[0]["counted"]],
        text.by_table: [_share(value, language) for value in predicted],
        text.by_frequency: [_share(value, language) for value in np.mean([one["frequency"] for one in held], axis=0)],
    }
    alt = "; ".join(", ".join(line) for line in zip(*columns.values(), strict=True))
    show(columns, _declared(runs, asked, language), (), alt)


def _share(value: float, language: Language) -> str:
    return fill("{value:.2%}", language, value=float(value))


def _declared(runs: Sequence[Mapping[str, Any]], asked: Mapping[str, Any], language: Language) -> Declaration:
    """What several tables of one text declare; they have no fingerprint of their own."""
    table = trained.shipped(asked["corpus"]).table
    seeds = ", ".join(str(run["seed"]) for run in runs)
    return Declaration(
        table=f"{len(runs)} × corpus_{asked['corpus']} / {table.provenance.tensor}",
        fingerprint="",
        rows=table.n_rows,
        dims=runs[0]["dims"],
        metric="cosine",
        method=asked.get("objective", "skipgram"),
        parameters={words.TEXT[language].seeds: seeds},
    )
