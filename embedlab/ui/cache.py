"""What many sessions share, by fingerprint and bounded: tables after their steps, and what queries need."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
import streamlit as st

from embedlab.jobs.apart import TableApart
from embedlab.neighbours import METRICS, Neighbours, TokenIndex, Usable, scan
from embedlab.neighbours.search import search_all
from embedlab.neighbours.similarity import random_pairs
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable

_SMALL = 64 * 2**20  # bytes of a derived table; of these many are kept, of larger ones two


def derived(table: EmbeddingTable, steps: tuple[str, ...]) -> EmbeddingTable:
    """The table after the steps, computed once per server. Raises EmbedlabError as `preprocessing.apply`."""
    if not steps:
        return table
    if isinstance(table, TableApart):
        return table.derived(steps)  # its process keeps the rows
    keep = _small if table.vectors.size * 4 <= _SMALL else _large
    return keep(table.fingerprint, steps, table)


def usable(table: EmbeddingTable) -> Usable:
    """Which rows can be compared, and all norms: `neighbours.scan`, once per server."""
    return _usable(table.fingerprint, table)


def nearest(table: EmbeddingTable, query: int, metrics: Iterable[str], k: int) -> dict[str, Neighbours]:
    """The k nearest rows under each metric, in one pass. Raises EmbedlabError as `neighbours.search_all`."""
    if isinstance(table, TableApart):
        return table.search(query, metrics, k)
    return search_all(table, query, metrics, k, usable(table))


def spread(table: EmbeddingTable) -> tuple[float, float, float]:
    """The least, the median and the largest norm of the finite rows; NaN where there are none."""
    norms = usable(table).norms
    finite = norms[np.isfinite(norms)]
    low, median, high = np.quantile(finite, (0, 0.5, 1)) if len(finite) else (np.nan, np.nan, np.nan)
    return float(low), float(median), float(high)


def index(table: EmbeddingTable) -> TokenIndex:
    """What finding tokens needs, once per server."""
    return _index(table.fingerprint, table)


def pairs(table: EmbeddingTable, metric: str) -> np.ndarray:
    """The values of random pairs of rows, `similarity.random_pairs`, once per server."""
    return _pairs(table.fingerprint, metric, table)


def prepared(table: EmbeddingTable, steps: tuple[str, ...], ids: np.ndarray, metric: str) -> np.ndarray:
    """The rows `ids` after the steps, (n, n_dims) float64 as the metric prepares them, kept for the next question."""
    digest = hashlib.sha256(np.ascontiguousarray(ids, dtype=np.int64).tobytes()).hexdigest()
    return _prepared(table.fingerprint, steps, digest, metric, table, ids)


@st.cache_resource(max_entries=32, show_spinner=False)
def _small(fingerprint: str, steps: tuple[str, ...], _table: EmbeddingTable) -> EmbeddingTable:
    return apply(_table, steps)


@st.cache_resource(max_entries=2, show_spinner=False)
def _large(fingerprint: str, steps: tuple[str, ...], _table: EmbeddingTable) -> EmbeddingTable:
    return apply(_table, steps)


@st.cache_resource(max_entries=64, show_spinner=False)
def _usable(fingerprint: str, _table: EmbeddingTable) -> Usable:
    return _table.usable() if isinstance(_table, TableApart) else scan(_table)


@st.cache_resource(max_entries=16, show_spinner=False)
def _index(fingerprint: str, _table: EmbeddingTable) -> TokenIndex:
    return TokenIndex.of(_table)


@st.cache_resource(max_entries=256, show_spinner=False)
def _pairs(fingerprint: str, metric: str, _table: EmbeddingTable) -> np.ndarray:
    return random_pairs(_table, metric)


@st.cache_resource(max_entries=4, show_spinner=False)
def _prepared(
    fingerprint: str, steps: tuple[str, ...], digest: str, metric: str, _table: EmbeddingTable, _ids: np.ndarray
) -> np.ndarray:
    return METRICS[metric].prepare(derived(_table, steps).rows64(_ids))
