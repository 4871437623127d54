"""The small GPT that the page of positions runs: the shipped one, or the one that this session trained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import streamlit as st

from embedlab import settings as settings_of
from embedlab import tablefile
from embedlab.claims import Outcome, positions
from embedlab.claims.positions import Orders, Recovery
from embedlab.declaration import Declaration
from embedlab.errors import EmbedlabError
from embedlab.jobs import Job
from embedlab.table import EmbeddingTable
from embedlab.training import checkpoint, gpt, orders
from embedlab.training.gpt import Model
from embedlab.training.objectives import next_token
from embedlab.ui import jobs, session, trained
from embedlab.wording import Language

KIND = "positions"
ANDREA = (8449, 768, 1024)  # rows, dimensions, positions, as the lesson states them
RATIOS = tuple(2.0**power for power in range(-4, 5))


@dataclass(frozen=True, eq=False)
class Held:
    """A model and the sentence it reads. start: its position table before training, (T, d)."""

    table: EmbeddingTable
    model: Model
    seed: int
    start: np.ndarray
    ids: tuple[int, ...]

    @property
    def places(self) -> np.ndarray:
        """The learned position table, (T, d)."""
        return self.model.tensors[gpt.POSITIONS]

    @property
    def names(self) -> list[str]:
        """The words of the sentence."""
        return [self.table.tokens[row] for row in self.ids]

    def declared(self, layer: str = "input", **choices: object) -> Declaration:
        """What a figure of this model declares; `choices` are its parameters."""
        made = Declaration.of(self.table, method=next_token.KEY, parameters=choices, seed=self.seed)
        return replace(made, layer=layer)


def held(language: Language) -> Held:
    """The model that this session trained, where it is done and reads the language; else the shipped one."""
    path = trained.file_of(jobs.of(KIND, language))
    own = opened(path, language) if path else None
    if own is not None:
        return own
    shipped = opened(session.SHIPPED / f"positions_{language}.safetensors", language)
    assert shipped is not None
    return shipped


def opened(path: Path, language: Language) -> Held | None:
    """The model of a file; None where it is gone, or does not know the words of the language's sentence."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return None
    return _open(path, stamp, language)


def train(language: Language, seed: int) -> None:
    """Train the same model from another start."""
    trained.submit(KIND, orders.asked(language, seed))


def panel(language: Language) -> Job | None:
    """The panel of this session's training, if there is one."""
    job = jobs.of(KIND, language)
    if job is not None:
        jobs.panel(job, language)
    return job


def every_switch(held: Held) -> dict[tuple[str, bool, int], Orders]:
    """`positions.every_switch`, once per model."""
    return _every_switch(held.table.fingerprint, held)


def recoveries(held: Held) -> list[Recovery]:
    """`positions.recovery` over RATIOS, once per model."""
    return _recoveries(held.table.fingerprint, held)


def learned(held: Held) -> Outcome:
    """`positions.learned`, once per model."""
    return _learned(held.table.fingerprint, held)


def added(held: Held) -> Outcome:
    """`positions.added`, once per model."""
    return _added(held.table.fingerprint, held)


@st.cache_resource(show_spinner=False)
def embedded() -> Outcome:
    """What leaves ANDREA's embedding layer for as many ids as it has positions. The tables are drawn by chance."""
    rows, dims, context = ANDREA
    state = positions.embedding(rows, dims, context).states(range(context))[0]
    return positions.out_of_embedding(state, context, rows, dims)


@st.cache_resource(max_entries=16, show_spinner=False)
def _open(path: Path, stamp: int, language: Language) -> Held | None:
    try:
        table, model, (state, _) = tablefile.read(path), next_token.model(path), checkpoint.read(path)
    except (EmbedlabError, OSError):
        return None
    words = orders.SENTENCE[language].split()
    if not all(word in table.ids_by_token for word in words):
        return None
    settings = settings_of.build(next_token.Settings, state.settings)
    start = next_token.beginning(model.architecture, settings, state.seed)[gpt.POSITIONS]
    return Held(table, model, state.seed, start, tuple(table.ids_by_token[word][0] for word in words))


@st.cache_resource(max_entries=16, show_spinner=False)
def _every_switch(fingerprint: str, _held: Held) -> dict[tuple[str, bool, int], Orders]:
    return positions.every_switch(_held.model, _held.ids)


@st.cache_resource(max_entries=16, show_spinner=False)
def _recoveries(fingerprint: str, _held: Held) -> list[Recovery]:
    return [positions.recovery(_held.table.vectors, _held.places, ratio) for ratio in RATIOS]


@st.cache_resource(max_entries=16, show_spinner=False)
def _learned(fingerprint: str, _held: Held) -> Outcome:
    return positions.learned(_held.start, _held.places)


@st.cache_resource(max_entries=16, show_spinner=False)
def _added(fingerprint: str, _held: Held) -> Outcome:
    return positions.added(_held.table.vectors, _held.places)
