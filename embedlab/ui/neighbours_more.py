"""Below the lists: the neighbours of a mean or of a pasted vector, and lists, rows and the table as files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import streamlit as st

from embedlab.checkpoints.export import csv_lines, table_as_csv, write_npy
from embedlab.declaration import Declaration
from embedlab.errors import QueryError
from embedlab.jobs.apart import TableApart
from embedlab.neighbours import METRICS, Neighbours, search
from embedlab.neighbours.several import read_vector, search_mean
from embedlab.table import EmbeddingTable
from embedlab.text.declaration import say_declaration
from embedlab.text.pages import neighbours as words
from embedlab.ui import cache, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

QUERIES = ("mean", "vector")
MOST = 12  # tokens of one mean
_WHOLE = 2**26  # bytes of a table that is offered whole: the file is made in memory
_MARK = b"\xef\xbb\xbf"  # spreadsheets need it to read UTF-8


def more(table: EmbeddingTable, k: int, steps: tuple[str, ...], language: Language) -> None:
    """A quiet box; what is in it costs nothing while it is shut."""
    text = words.TEXT[language]
    box = st.expander(text.more, key="neighbours_more", on_change="rerun")
    if not box.open:
        return
    with box, told(language):
        if isinstance(table, TableApart):
            st.markdown(text.more_large)
            return
        _opened(cache.derived(table, steps), table, k, language)


def _opened(derived: EmbeddingTable, table: EmbeddingTable, k: int, language: Language) -> None:
    text = words.TEXT[language]
    asked = settings.one_of(text.query, "query", {name: text.queries[name] for name in QUERIES})
    ids = settings.tokens(table, language, text.tokens, text.tokens_help, MOST)
    vector = st.text_area(text.vector, help=text.vector_help, key="vector", height=80) if asked == "vector" else ""
    metric = settings.metric(language)
    with told(language):
        found = _found(derived, asked, ids, vector, metric, k)
        if found is not None:
            _show(derived, found, language)
    _downloads(derived, ids, k, language)


def _found(table: EmbeddingTable, asked: str, ids: list[int], vector: str, metric: str, k: int) -> Neighbours | None:
    usable = cache.usable(table)
    if asked == "mean":
        return search_mean(table, ids, metric, k, usable) if ids else None
    return search(table, read_vector(vector), metric, k, usable) if vector.strip() else None


def _show(table: EmbeddingTable, found: Neighbours, language: Language) -> None:
    text = words.TEXT[language]
    columns = {
        text.rank: [str(rank) for rank in range(1, len(found.ids) + 1)],
        text.token: [markdown(table.tokens[row]) for row in found.ids],
        text.order[METRICS[found.metric].larger_is_nearer]: [
            written(value, "z,.3f", language) for value in found.values.tolist()
        ],
    }
    alt = fill(text.more_alt, language, tokens=", ".join(columns[text.token]))
    show(columns, Declaration.of(table, metric=found.metric, k=found.k, rows_shown=found.searched), (), alt)


def _downloads(table: EmbeddingTable, ids: list[int], k: int, language: Language) -> None:
    """Files are made when they are asked for."""
    text = words.TEXT[language]

    def button(label: str, make: Callable[[], bytes], name: str, mime: str = "text/csv") -> None:
        st.download_button(label, make, name, mime, on_click="ignore", key=f"export {name}")

    with st.container(horizontal=True):
        if ids:
            button(text.lists_csv, lambda: lists_csv(table, ids, k, language), "neighbours.csv")
            button(text.rows_csv, lambda: _MARK + b"".join(table_as_csv(table, ids)), "rows.csv")
            button(text.rows_npy, lambda: _npy(table, ids), "rows.npy", "application/octet-stream")
        if table.vectors.nbytes <= _WHOLE:
            button(text.table_csv, lambda: _MARK + b"".join(table_as_csv(table)), "table.csv")
            button(text.table_npy, lambda: _npy(table, None), "table.npy", "application/octet-stream")


def lists_csv(table: EmbeddingTable, ids: Iterable[int], k: int, language: Language) -> bytes:
    """The lists of every row of `ids` under every metric; the first line says how they were made.

    UTF-8 with the mark that spreadsheets need; a text that one would run begins with an apostrophe. A row that a
    metric cannot compare has no list under it.
    """
    declared = say_declaration(Declaration.of(table, k=k), language)
    header = ["query_id", "query", "metric", "rank", "id", "token", "value"]
    return _MARK + b"".join([*csv_lines([f"# {declared}"], ()), *csv_lines(header, _lines(table, ids, k))])


def _lines(table: EmbeddingTable, ids: Iterable[int], k: int) -> Iterator[list[Any]]:
    for query in ids:
        for metric in METRICS:
            try:
                found = cache.nearest(table, query, [metric], k)[metric]
            except QueryError:
                continue
            for rank, (row, value) in enumerate(zip(found.ids.tolist(), found.values.tolist(), strict=True), 1):
                yield [query, table.tokens[query], metric, rank, row, table.tokens[row], value]


def _npy(table: EmbeddingTable, ids: list[int] | None) -> bytes:
    file = io.BytesIO()
    write_npy(table, file, ids)
    return file.getvalue()
