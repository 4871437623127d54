"""Ranked lists: what one query found under several metrics, side by side in one element.

Streamlit renders every cell of a table and every button as markdown: three lists and eight offers take a browser
longer than an answer may take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from embedlab.declaration import Declaration
from embedlab.text.declaration import say_declaration
from embedlab.ui import element
from embedlab.ui.escaping import visible
from embedlab.wording import Language

FOLDER = Path(__file__).parent
SCRIPTS = ("lists", "main")
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
class Answer:
    """All that stands below a question.

    offers: other texts that may have been meant, `offers_label` before them.
    lead, lists, legend, shared: which row the query is, the lists, what their marks mean. Empty without a row.
    """

    offers_label: str
    offers: tuple[str, ...]
    lead: str = ""
    lists: tuple[RankedList, ...] = ()
    legend: str = ""
    shared: Shared | None = None

    def facts(self, language: Language) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "offersLabel": self.offers_label,
            "offers": [{"text": text, "label": visible(text)} for text in self.offers],
            "lead": self.lead,
            "lists": [one.facts(language) for one in self.lists],
            "legend": self.legend,
            "shared": self.shared and asdict(self.shared),
        }


def show(answer: Answer, language: Language, key: str, take: Callable[[str], None]) -> None:
    """Show the answer; `take` is called, before the next run, with the offer that the reader has chosen."""

    def chosen() -> None:
        offer = st.session_state[key].offer
        if isinstance(offer, str):
            take(offer)

    _element(key=key, data=answer.facts(language), on_offer_change=chosen)
