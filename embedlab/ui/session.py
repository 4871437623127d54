"""What one person's session holds: the language, the theme, and the table in use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from embedlab import tablefile
from embedlab.charts.palette import DARK, LIGHT, Colours
from embedlab.errors import EmbedlabError, FileError
from embedlab.jobs import apart
from embedlab.shipped import DATA as SHIPPED
from embedlab.table import EmbeddingTable
from embedlab.wording import LANGUAGES, Language

_OPEN_TABLES = 16  # per server, over all sessions; one above 256 MB costs its vocabulary and a process


@dataclass(frozen=True)
class Source:
    """Where a table is read from, so that a job can open it too. `name` is what the person called it."""

    path: str
    tensor: str | None = None
    vocabulary: str | None = None
    name: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The `table` entry of a job's settings."""
        return asdict(self)


@dataclass(frozen=True)
class Held:
    """The table in use and where it comes from. `lost` is the error that ended the one before it."""

    source: Source
    table: EmbeddingTable
    lost: EmbedlabError | None = None


def language() -> Language:
    """The language of the page: what the reader or the link chose, else the browser's."""
    return st.session_state.get("language") or browsers_language()


def choose_language(chosen: str) -> Language:
    """Make a language the one of the page; one that we do not have leaves the browser's."""
    wanted: Language = chosen if chosen in LANGUAGES else browsers_language()
    st.session_state["language"] = wanted
    return wanted


def browsers_language() -> Language:
    """The first of our languages that the browser asks for, else English."""
    locale = (st.context.locale or "").lower()
    for known in LANGUAGES:
        if locale.startswith(known):
            return known
    return "en"


def colours() -> Colours:
    """The colours of the page as the reader sees it, light or dark."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def shipped(reader: Language) -> Source:
    """The trained table of our own toy corpus in one language."""
    return Source(str(SHIPPED / f"table_{reader}.safetensors"))


def current() -> Held:
    """The table in use: the one last taken by `use`, else the shipped one of the language.

    A table whose file is gone or broken since is given up, and `lost` says why.
    """
    source = st.session_state.get("table_in_use")
    if source is not None:
        try:
            return Held(source, opened(source))
        except EmbedlabError as error:
            del st.session_state["table_in_use"]
            default = shipped(language())
            return Held(default, opened(default), lost=error)
    default = shipped(language())
    return Held(default, opened(default))


def use(source: Source) -> EmbeddingTable:
    """Make a table the one in use on every page. It is opened first: an error leaves the old one in use."""
    table = opened(source)
    st.session_state["table_in_use"] = source
    return table


def opened(source: Source) -> EmbeddingTable:
    """The table of a source, opened once per server for as long as its file stays the same.

    Raises EmbedlabError as `apart.open_table` does.
    """
    return _open(source, stamps(source))


def stands(source: Source, table: EmbeddingTable) -> bool:
    """Whether a table is still what its source holds: a part of a page that runs alone asks before it reads rows."""
    try:
        return opened(source) is table
    except EmbedlabError:
        return False


def stamps(source: Source) -> tuple[tuple[int, int], ...]:
    """Size and time of a source's files: with the source, what a cached result of it stands for."""
    return tuple(_stamp(path) for path in (source.path, source.vocabulary) if path)


@st.cache_resource(max_entries=_OPEN_TABLES, show_spinner=False, validate=apart.answers)
def _open(source: Source, stamps_: tuple[tuple[int, int], ...]) -> EmbeddingTable:
    if source in map(shipped, LANGUAGES):
        return tablefile.read(Path(source.path))
    vocabulary = Path(source.vocabulary) if source.vocabulary else None
    return apart.open_table(Path(source.path), source.tensor, vocabulary, source.name)


def _stamp(path: str) -> tuple[int, int]:
    """Every source was named without links. One on the way now was put there since, and may lead anywhere."""
    place = Path(path)
    try:
        facts = place.stat()
    except OSError as error:
        raise FileError("file.not_found", name=place.name) from error
    if place.resolve() != place:
        raise FileError("file.not_found", name=place.name)
    return facts.st_size, facts.st_mtime_ns
