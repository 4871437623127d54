"""The health of a table on a page: at once where it is small, else as a job with progress and Stop."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import streamlit as st

from embedlab.checkpoints import Checkpoint, job
from embedlab.checkpoints.ids import IdReport, counted, id_report
from embedlab.errors import QueryError
from embedlab.jobs import Job
from embedlab.table import SAMPLED_ABOVE, EmbeddingTable
from embedlab.text.overview import ASKED
from embedlab.text.pages import checkpoint as words
from embedlab.ui import cache, jobs
from embedlab.ui.session import Source
from embedlab.wording import LANGUAGES, Language, fill

KIND, FUNCTION = "checkpoint", "embedlab.checkpoints.job:run"
_AT_ONCE = 2**18  # values: about a fifth of a second
_WORDS, _NEAREST = 3, 3  # shown before anybody asks: words, and neighbours of each
_SECONDS = 3600.0  # of a job: tables of several GB


def health(source: Source, found: Checkpoint, table: EmbeddingTable, language: Language) -> dict[str, Any] | None:
    """The document of `checkpoints.job` about the table; None while it is made, and that is shown here.

    A table above 256 MB waits for a button. A run that ended without a result offers it again.
    """
    if table.vectors.size <= _AT_ONCE:
        return _at_once(table.fingerprint, found.path, found.tied, table, found)

    def fits(job: Job) -> bool:
        return job.settings["fingerprint"] == table.fingerprint

    job, text = jobs.of(KIND, language, fits), words.TEXT[language]
    if job is not None and fits(job):
        jobs.panel(job, language)
        made = None if job.active or job.state == "failed" else job.result()
        if made is not None:
            return made["document"]
        if not job.active and st.button(text.examine_again):
            _submit(source, table)
            st.rerun()
        return None
    if not large(table):
        _submit(source, table)
        st.rerun()
    label = fill(text.examine, language, rows=table.n_rows, gigabytes=table.vectors.nbytes / 1e9)
    if st.button(label, help=text.examine_help):
        _submit(source, table)
        st.rerun()
    return None


def large(table: EmbeddingTable) -> bool:
    """Whether the rows of a table are read only when a person asks for it."""
    return table.vectors.nbytes > SAMPLED_ABOVE


def sick(table: EmbeddingTable) -> dict[str, Any]:
    """Zero and non-finite rows, counted as in a document; for tables that are not large."""
    usable = cache.usable(table)
    return {**counted("zero_rows", usable.zero_ids), **counted("non_finite_rows", usable.non_finite_ids)}


def ids(found: Checkpoint, table: EmbeddingTable) -> IdReport:
    """The rows against the ids of the vocabulary, found once per server."""
    return _ids(table.fingerprint, found.vocabulary.source, table.n_rows, found)


def near(table: EmbeddingTable, language: Language) -> list[tuple[str, list[tuple[str, float]]]]:
    """Well-known words among the tokens, with a space before them where that is a token, and who is nearest to each by
    the cosine of the raw rows. Nothing where no such word is a token, or its row cannot be compared.
    """
    firsts, found = cache.index(table).firsts, []
    lists = [ASKED[one] for one in sorted(LANGUAGES, key=lambda one: one != language)]  # the reader's first
    spoken = (words for words in lists if words[0] in firsts or f" {words[0]}" in firsts)
    for word in next(spoken, ()):
        row = next((firsts[text] for text in (f" {word}", word) if text in firsts), None)
        with contextlib.suppress(QueryError):
            if row is not None and table.n_rows > _NEAREST and len(found) < _WORDS:
                seen = cache.nearest(table, row, ["cosine"], _NEAREST)["cosine"]
                others = zip(seen.ids.tolist(), seen.values.tolist(), strict=True)
                found.append((table.tokens[row], [(table.tokens[other], value) for other, value in others]))
    return found


def _submit(source: Source, table: EmbeddingTable) -> None:
    jobs.submit(KIND, FUNCTION, {"table": source.to_json(), "fingerprint": table.fingerprint}, seconds=_SECONDS)


@st.cache_resource(max_entries=32, show_spinner=False)
def _at_once(
    fingerprint: str, path: Path, tied: bool | None, _table: EmbeddingTable, _found: Checkpoint
) -> dict[str, Any]:
    health = job.examined(_found, _table, _unwatched, lambda: False)
    assert health is not None
    return job.document(_table, health, **job.companions(_found, _table, _unwatched, lambda: False))


def _unwatched(done: int, total: int, sentence: str) -> None:
    """It is done before anybody could look."""


@st.cache_resource(max_entries=32, show_spinner=False)
def _ids(fingerprint: str, vocabulary: str | None, rows: int, _found: Checkpoint) -> IdReport:
    return id_report(_found.vocabulary, rows)
