"""What the page Lookup computes with: tables that its experiments can bear, and their results, once per server."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import streamlit as st

from embedlab.claims import Outcome, lookup, one_step
from embedlab.claims.one_step import Batch, Moved
from embedlab.errors import EmbedlabError
from embedlab.neighbours import find_token
from embedlab.table import EmbeddingTable
from embedlab.text.pages import lookup as words
from embedlab.training.corpus import from_text
from embedlab.training.gpt import Model
from embedlab.training.objectives import next_token
from embedlab.ui import cache, session
from embedlab.wording import LANGUAGES, Language, fill

ROWS = 2048  # random rows that are drawn
Case = tuple[str, str, str]  # head, step, optimiser
_MULTIPLIED = 2**24  # values of a table that is multiplied: 64 MB in float32
_TRAINED = 1000  # rows of a table that is trained, and drawn cell by cell


def bearable(table: EmbeddingTable, language: Language) -> EmbeddingTable:
    """The table in use, or the shipped one where it is too large to be read whole; the page says so."""
    if table.vectors.size <= _MULTIPLIED:
        return table
    st.info(words.TEXT[language].too_large)
    return session.opened(session.shipped(language))


def in_float32(table: EmbeddingTable) -> EmbeddingTable:
    """The table as it is multiplied."""
    return table if table.vectors.dtype == np.float32 else _float32(table.fingerprint, table)


def with_classes(table: EmbeddingTable, language: Language) -> EmbeddingTable:
    """The table in use, or the shipped one where it has no classes, no sentence or too many rows; the page says so."""
    if table.n_rows <= _TRAINED and len(lookup.classed(table)) > 1 and reads(table, language):
        return table
    st.info(fill(words.TEXT[language].no_classes, language, limit=_TRAINED))
    return session.opened(session.shipped(language))


def reads(table: EmbeddingTable, language: Language) -> Language | None:
    """The language whose sentences a table has the words of, that of the page before others; None if there is none."""
    for known in (language, *LANGUAGES):
        text = words.TEXT[known]
        if all(word in table.ids_by_token for word in f"{text.sentence_default} {text.before_text}".split()):
            return known
    return None


def sentences(table: EmbeddingTable, typed: str) -> list[list[int]]:
    """The ids of each sentence of a text that has two tokens or more.

    Raises CorpusError as `from_text` does; QueryError `query.token_unknown`.
    """
    index = cache.index(table)
    read = [sentence for sentence in from_text(typed).sentences if len(sentence) > 1]
    return [[find_token(table, token, index).id for token in sentence] for sentence in read]


def copies(table: EmbeddingTable) -> Outcome:
    """C01 of every row."""
    return _copies(table.fingerprint, table)


def work(table: EmbeddingTable) -> lookup.Work:
    """C02's counts and times of a table."""
    return _work(table.fingerprint, table)


@st.cache_data(max_entries=4, show_spinner=False)
def work_of_shape(rows: int, dims: int) -> lookup.Work:
    """C02's counts and times of any table of this shape: they do not depend on its numbers."""
    return lookup.measure(np.ones((rows, dims), np.float32), rows // 2)


def guesses(table: EmbeddingTable) -> lookup.Guesses:
    """C03 (a)."""
    return _guesses(table.fingerprint, table)


def small_gpt(source: session.Source, language: Language) -> tuple[EmbeddingTable, Model]:
    """A GPT of ours and its table: that in use, if it is one that knows the page's sentences, else the shipped."""
    with suppress(EmbedlabError):
        model, table = _model(source.path, session.stamps(source)), session.opened(source)
        if reads(table, language):
            return table, model
    shipped = session.Source(str(session.SHIPPED / f"positions_{language}.safetensors"))
    return session.opened(shipped), _model(shipped.path, session.stamps(shipped))


def relabelled(table: EmbeddingTable, model: Model, ids: Sequence[int], along: bool) -> lookup.Relabelled:
    """C03 (b) of one sentence. Raises what `Model.states` does."""
    return _relabelled(table.fingerprint, tuple(ids), along, model)


@st.cache_data(max_entries=16, show_spinner=False)
def numbers(spread: float) -> np.ndarray:
    """As many single numbers as rows are drawn, N(0, spread)."""
    return np.random.default_rng(0).normal(0, spread, ROWS)


@st.cache_data(max_entries=16, show_spinner=False)
def norms(spread: float, dims: int) -> np.ndarray:
    """C04: the norms of random rows."""
    return lookup.norms(spread, ROWS, dims)


def steps(table: EmbeddingTable, typed: Sequence[Sequence[int]], language: Language) -> dict[Case, Moved]:
    """C05 in every case, by (head, step, optimiser); a first step reads the sentences, a second one another before."""
    before = words.TEXT[reads(table, language) or language].before_text
    earlier, now = Batch.of(sentences(table, before)), Batch.of(typed)
    read = (earlier.ids.tobytes(), now.ids.tobytes(), now.targets.tobytes())
    return _steps(table.n_rows, table.n_dims, read, earlier, now)


@st.cache_resource(max_entries=64, show_spinner=False)
def _steps(rows: int, dims: int, read: tuple[bytes, ...], _earlier: Batch, _now: Batch) -> dict[Case, Moved]:
    batches = {"1": [_now], "2": [_earlier, _now]}
    return {
        (head, step, optimiser): one_step.train(batches[step], rows, dims, optimiser, head)
        for head, step, optimiser in product(one_step.HEADS, batches, one_step.OPTIMISERS)
    }


@st.cache_resource(max_entries=4, show_spinner=False)
def _float32(fingerprint: str, _table: EmbeddingTable) -> EmbeddingTable:
    return replace(_table, vectors=_table.vectors.astype(np.float32))


@st.cache_data(max_entries=16, show_spinner=False)
def _copies(fingerprint: str, _table: EmbeddingTable) -> Outcome:
    return lookup.copies(_table.vectors)


@st.cache_data(max_entries=16, show_spinner=False)
def _work(fingerprint: str, _table: EmbeddingTable) -> lookup.Work:
    return lookup.measure(_table.vectors, _table.n_rows // 2)


@st.cache_resource(max_entries=16, show_spinner=False)
def _guesses(fingerprint: str, _table: EmbeddingTable) -> lookup.Guesses:
    return lookup.guess_classes(_table)


@st.cache_resource(max_entries=8, show_spinner=False)
def _model(path: str, stamps: tuple[tuple[int, int], ...]) -> Model:
    return next_token.model(Path(path))


@st.cache_resource(max_entries=64, show_spinner=False)
def _relabelled(fingerprint: str, ids: tuple[int, ...], along: bool, _model: Model) -> lookup.Relabelled:
    return lookup.relabel(_model, ids, rows_along=along)
