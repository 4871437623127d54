"""What many sessions share: tables after their steps, by fingerprint, and bounded."""

from __future__ import annotations

import streamlit as st

from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable

_SMALL = 64 * 2**20  # bytes of a derived table; of these many are kept, of larger ones two


def derived(table: EmbeddingTable, steps: tuple[str, ...]) -> EmbeddingTable:
    """The table after the steps, computed once per server. Raises EmbedlabError as `preprocessing.apply`."""
    if not steps:
        return table
    keep = _small if table.vectors.size * 4 <= _SMALL else _large
    return keep(table.fingerprint, steps, table)


@st.cache_resource(max_entries=32, show_spinner=False)
def _small(fingerprint: str, steps: tuple[str, ...], _table: EmbeddingTable) -> EmbeddingTable:
    return apply(_table, steps)


@st.cache_resource(max_entries=2, show_spinner=False)
def _large(fingerprint: str, steps: tuple[str, ...], _table: EmbeddingTable) -> EmbeddingTable:
    return apply(_table, steps)
