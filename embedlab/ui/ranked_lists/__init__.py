"""Ranked lists: a question and what it found under several metrics, side by side, in one element.

Streamlit renders every cell of a table and every button as markdown, and draws a box anew before it sends what was
typed: three lists, eight offers and a box take a browser longer than an answer may take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from embedlab.declaration import Declaration
from embedlab.findings import Severity
from embedlab.text.declaration import say_declaration
from embedlab.ui import element
from embedlab.ui.escaping import visible
from embedlab.wording import Language

FOLDER = Path(__file__).parent
SCRIPTS = ("lists", "question", "main")
_element = element.define("embedlab_ranked_lists", FOLDER, SCRIPTS)


@dataclass(frozen=True)
class Row:
    """One row of a list. token: raw, it is made visible on the way out; mark: a sign, and `said` what it means."""

    id: int
    token: str
    value: str
    mark: str
    said: str

    def facts(self, rank: int) -> dict[str, Any]:
        """The row as JSON."""
        cells = [str(rank), visible(self.token), self.value]
        return {"id": self.id, "cells": cells, "mark": self.mark, "said": self.said}


@dataclass(frozen=True)
class RankedList:
    """One list, nearest first.

    summary:  the help behind the title.
    name:     what the table is called by a screen reader.
    headings: of rank, token, value and mark.
    own, left_out: sentences below the declaration.
    """

    title: str
    summary: str
    name: str
    headings: tuple[str, str, str, str]
    rows: tuple[Row, ...]
    declaration: Declaration
    own: str
    left_out: tuple[str, ...]

    def facts(self, language: Language) -> dict[str, Any]:
        """The list as JSON."""
        lines = [("declaration", visible(say_declaration(self.declaration, language), None)), ("own", self.own)]
        lines += [("left-out", sentence) for sentence in self.left_out]
        return {
            "title": self.title,
            "summary": self.summary,
            "name": self.name,
            "headings": self.headings,
            "rows": [row.facts(rank) for rank, row in enumerate(self.rows, 1)],
            "lines": [{"kind": kind, "text": text} for kind, text in lines if text],
        }


@dataclass(frozen=True)
class Shared:
    """How much the lists share: pairs of a name and a count."""

    title: str
    headings: tuple[str, str]
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Question:
    """The box for the query.

    label, help: of the box.
    text:   what stands in it: raw, for it is what will be asked.
    offers: other texts that may have been meant, `offers_label` before them.
    """

    label: str
    help: str
    text: str
    offers_label: str
    offers: tuple[str, ...]

    def facts(self) -> dict[str, Any]:
        """The question as JSON."""
        return asdict(self) | {"offers": [{"text": text, "label": visible(text)} for text in self.offers]}


@dataclass(frozen=True)
class Answer:
    """All that stands below a question. Empty without a row.

    lead, lists, legend, shared: which row the query is, the lists, what their marks mean.
    """

    lead: str = ""
    lists: tuple[RankedList, ...] = ()
    legend: str = ""
    shared: Shared | None = None

    def facts(self, language: Language) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "lead": self.lead,
            "lists": [one.facts(language) for one in self.lists],
            "legend": self.legend,
            "shared": self.shared and asdict(self.shared),
        }


def show(
    question: Question,
    notes: Sequence[tuple[Severity, str]],
    answer: Answer,
    language: Language,
    key: str,
    take: Callable[[str], None],
) -> None:
    """Show question and answer; `take` is called, before the next run, with what the reader asks.

    notes: what must be said of the question, as plain text.
    """

    def chosen() -> None:
        asked = getattr(st.session_state.get(key), "asked", None)  # a busy server may have forgotten the element
        if isinstance(asked, str):
            take(asked)

    said = [{"kind": kind, "text": text} for kind, text in notes]
    data = {"question": question.facts(), "notes": said, **answer.facts(language)}
    _element(key=key, data=data, on_asked_change=chosen)
