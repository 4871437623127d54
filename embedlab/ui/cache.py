"""What many sessions share, by fingerprint and bounded: tables after their steps, and what queries need."""

from __future__ import annotations

import numpy as np
import streamlit as st

from embedlab.neighbours import TokenIndex, Usable, scan
from embedlab.neighbours.similarity import random_pairs
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable

_SMALL = 64 * 2**20  # bytes of a derived table; of these many are kept, of larger ones two


def derived(table: EmbeddingTable, steps: tuple[str, ...]) -> EmbeddingTable:
    """The table after the steps, computed once per server. Raises EmbedlabError as `preprocessing.apply`."""
    if not steps:
        return table
    keep = _small if table.vectors.size * 4 <= _SMALL else _large
    return keep(table.fingerprint, steps, table)


def usable(table: EmbeddingTable) -> Usable:
    """Which rows can be compared, and all norms: `neighbours.scan`, once per server."""
    return _usable(table.fingerprint, table)


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


@st.cache_resource(max_entries=32, show_spinner=False)
def _small(fingerprint: str, steps: tuple[str, ...], _table: EmbeddingTable) -> EmbeddingTable:
    return apply(_table, steps)


@st.cache_resource(max_entries=2, show_spinner=False)
def _large(fingerprint: str, steps: tuple[str, ...], _table: EmbeddingTable) -> EmbeddingTable:
    return apply(_table, steps)


@st.cache_resource(max_entries=64, show_spinner=False)
def _usable(fingerprint: str, _table: EmbeddingTable) -> Usable:
    return scan(_table)


@st.cache_resource(max_entries=16, show_spinner=False)
def _index(fingerprint: str, _table: EmbeddingTable) -> TokenIndex:
    return TokenIndex.of(_table)


@st.cache_resource(max_entries=256, show_spinner=False)
def _pairs(fingerprint: str, metric: str, _table: EmbeddingTable) -> np.ndarray:
    return random_pairs(_table, metric)
