"""The frame of every page: title, links, language, and the table in use."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import streamlit as st

from embedlab.jobs.apart import TableApart
from embedlab.shipped import ROOT
from embedlab.table import EmbeddingTable
from embedlab.text.pages import shell
from embedlab.ui import classroom, jobs, links, reach, session
from embedlab.ui.errors import sentence, told
from embedlab.ui.escaping import markdown, visible
from embedlab.wording import LANGUAGES, Language, fill

PAGES = {
    "home": "app.py",
    "train": "pages/train.py",
    "lookup": "pages/lookup.py",
    "similarity": "pages/similarity.py",
    "neighbours": "pages/neighbours.py",
    "maps": "pages/maps.py",
    "positions": "pages/positions.py",
    "contexts": "pages/contexts.py",
    "objectives": "pages/objectives.py",
    "checkpoint": "pages/checkpoint.py",
    "compare": "pages/compare.py",
    "ledger": "pages/ledger.py",
    "class": "pages/classroom.py",
}


@dataclass(frozen=True)
class Context:
    """What a page works with: the reader's language, the table in use, and where it is read from."""

    language: Language
    source: session.Source
    table: EmbeddingTable


def page(name: str) -> Context:
    """Draw the frame of a page, its heading included, and say what it works with. First call of every page.

    Stops the script, with a sentence, where even the shipped table cannot be read.
    """
    reach.enforce()
    links.enter(name)
    classroom.enter()
    language = session.choose_language(links.take("lang", LANGUAGES, session.browsers_language()))
    text = shell.TEXT[language]
    st.set_page_config(page_title=f"{text.titles[name]} · embedlab", layout="wide")
    with st.container(horizontal=True, vertical_alignment="center"):
        for key in existing():
            st.page_link(PAGES[key], label=label(key, language), width="content")
        st.space("stretch")
        _language_switch(text)
    st.title(text.titles[name], anchor=False)
    jobs.notice(name, language, link)
    held = None
    with told(language):
        held = session.current()
    if held is None:
        st.stop()
    return _introduced(held, language, text)


def stand(context: Context) -> None:
    """Draw the whole page anew where the table is no longer what its source holds.

    First call of a part of a page that runs alone and reads rows: to read a mapped file where it was cut would end
    the server. A large table is read by a process of its own, which says so itself.
    """
    if not session.stands(context.source, context.table) and not isinstance(context.table, TableApart):
        st.rerun()


def existing() -> list[str]:
    """The keys of the pages that exist for this reader, in their order: that of the class is the teacher's."""
    return [key for key in _there() if key != "class" or classroom.teaching()]


@functools.cache
def _there() -> tuple[str, ...]:
    return tuple(key for key, path in PAGES.items() if (ROOT / path).exists())


def link(name: str, words: str, **query: str) -> None:
    """A link to a page, where it exists; `query` presets its widgets."""
    if name in existing():
        st.page_link(PAGES[name], label=words, query_params=query or None)


def label(name: str, language: Language) -> str:
    """What a page is called in its links."""
    return shell.TEXT[language].links[name]


def _language_switch(text: shell.Shell) -> None:
    st.segmented_control(
        text.language,
        LANGUAGES,
        required=True,
        format_func=str.upper,
        key="lang",
        persist_state="session",
        label_visibility="collapsed",
    )


def _introduced(held: session.Held, language: Language, text: shell.Shell) -> Context:
    if held.lost is not None:
        st.warning(f"{sentence(held.lost, language)} {text.table_gone}")
    table = held.table
    facts = {"name": visible(table.name), "rows": table.n_rows, "dims": table.n_dims, "dtype": str(table.vectors.dtype)}
    line, run = fill(text.table, language, **facts), table.provenance.settings
    if "steps" in run:  # two tables of one corpus differ in how long they were trained
        line += fill(text.trained, language, steps=run["steps"], seed=table.provenance.seed)
    st.caption(markdown(line, limit=None))
    return Context(language, held.source, table)
