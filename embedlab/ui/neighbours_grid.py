"""The same query under every metric after five preparations, and how much the lists share (C10)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import streamlit as st

from embedlab.charts.shared import shared
from embedlab.claims import Outcome
from embedlab.claims.metrics import PREPARATIONS, Lists
from embedlab.declaration import Declaration
from embedlab.neighbours import METRICS, Neighbours, overlap
from embedlab.table import EmbeddingTable
from embedlab.text.pages import neighbours as words
from embedlab.ui import cache, cards, session, settings
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.show import list_rows
from embedlab.ui.show import show as show_figure
from embedlab.wording import Language, fill

_LISTED = 10  # tokens of one cell
_WIDTH = 640  # pixels of the matrix
_DRAWN = "grid_of"  # the token that the grid on the page is about


def show(table: EmbeddingTable, k: int, language: Language) -> None:
    """The card, and after the guess the grid. It is drawn for the token that stands in the box."""
    st.session_state.pop(_DRAWN, None)
    _shown(table, k, language)


def renew() -> None:
    """Draw the page anew where the grid is about another token than the lists, which have just been drawn alone."""
    if st.session_state.get(_DRAWN, _token()) != _token():
        del st.session_state[_DRAWN]
        st.rerun()


def _token() -> str | None:
    return st.session_state.get("token")


@st.fragment
def _shown(table: EmbeddingTable, k: int, language: Language) -> None:
    def run() -> Outcome | None:
        st.session_state[_DRAWN] = _token()
        with told(language):
            return _asked(table, k, language)

    cards.show("C10", words.TEXT[language].cards["C10"], language, run)


def _asked(table: EmbeddingTable, k: int, language: Language) -> Outcome | None:
    typed = _token() or settings.familiar(table, language)[0]
    query = settings.match(table, typed)
    derived = {name: cache.derived(table, steps) for name, steps in PREPARATIONS.items()}
    found = Lists({name: cache.nearest(one, query.id, METRICS, k) for name, one in derived.items()}, k)
    _pairs(found, language)
    _grid(table, found, visible(query.token), language)
    _matrix(table, found, language)
    return found.outcome()


def _pairs(found: Lists, language: Language) -> None:
    """A line per preparation: how many neighbours the lists of two metrics share, and all of them."""
    text = words.TEXT[language]
    short = {key: metric.short.say(language) for key, metric in METRICS.items()}
    columns = {text.preparation: [text.preparations[name] for name in found.found]}
    columns[text.all_lists] = [f"**{_common(found, *lists.values())}**" for lists in found.found.values()]
    for a, b in combinations(METRICS, 2):
        columns[f"{short[a]} – {short[b]}"] = [
            f"{_common(found, lists[a], lists[b])}" for lists in found.found.values()
        ]
    st.markdown(fill(text.common, language, k=found.k))
    list_rows(columns, fill(text.common, language, k=found.k))


def _common(found: Lists, *lists: Neighbours) -> int:
    return round(overlap(*lists) * found.k)


def _grid(table: EmbeddingTable, found: Lists, query: str, language: Language) -> None:
    """A line per preparation; what is not in all three lists of a line is bold."""
    text = words.TEXT[language]
    columns = {text.preparation: [text.preparations[name] for name in found.found]}
    for metric in METRICS:
        columns[METRICS[metric].short.say(language)] = [
            " · ".join(_cell(table, row, lists) for row in lists[metric].ids[:_LISTED].tolist())
            for lists in found.found.values()
        ]
    st.markdown(fill(text.grid, language, token=markdown(query)))
    show_figure(columns, _declared(table, found), (), fill(text.grid_alt, language, token=query))


def _cell(table: EmbeddingTable, row: int, lists: Mapping[str, Neighbours]) -> str:
    name = markdown(table.tokens[row])
    return name if all(row in one.ids for one in lists.values()) else f"**{name}**"


def _matrix(table: EmbeddingTable, found: Lists, language: Language) -> None:
    """Each of the lists against each, across preparations too."""
    text = words.TEXT[language]
    counts = (found.overlaps() * found.k).round()
    short = [metric.short.say(language) for metric in METRICS.values()]
    groups = {text.preparations[name]: short for name in found.found}
    st.markdown(fill(text.overlaps, language, k=found.k))
    alt = fill(text.overlaps_alt, language, k=found.k, low=int(counts.min()))
    with st.container(width=_WIDTH):
        show_figure(shared(counts, groups, found.k, session.colours()), _declared(table, found), (), alt)


def _declared(table: EmbeddingTable, found: Lists) -> Declaration:
    """Every metric and every preparation: they are in the figure itself."""
    every = {
        "metrics": ", ".join(METRICS),
        "preparations": "; ".join(", ".join(steps) or "raw" for steps in PREPARATIONS.values()),
    }
    searched = min(one.searched for _, _, one in found.each())
    return Declaration.of(table, k=found.k, rows_shown=searched, parameters=every)
