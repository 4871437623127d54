"""Puts a figure on the page together with what it must say about itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from embedlab.declaration import Declaration
from embedlab.findings import Finding, by_severity
from embedlab.text.declaration import say_declaration
from embedlab.text.pages import shell
from embedlab.ui.escaping import markdown
from embedlab.ui.session import language
from embedlab.wording import Language, number

if TYPE_CHECKING:  # home shows figures and has no plotly
    import plotly.graph_objects as go

_BOXES = {"error": st.error, "warning": st.warning, "info": st.info}
Rows = Mapping[str, Sequence[Any]]
_CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def show(figure: go.Figure | Rows | str, declaration: Declaration, findings: Iterable[Finding], alt: str) -> None:
    """Draw a figure, its findings and its declaration. No defaults.

    figure: of plotly; an SVG; or the columns of a list, whose texts are markdown and come escaped.
    alt: the same content in words, for a reader who does not see the figure.
    """
    if isinstance(figure, str):
        st.image(figure, width="stretch", alt=alt)
    elif isinstance(figure, Mapping):
        list_rows(figure, alt)
    else:
        st.plotly_chart(figure, width="stretch", config=_CONFIG, alt=alt)
    show_findings(findings)
    declare(declaration)


def list_rows(columns: Rows, alt: str | None = None) -> None:
    """A list by its columns, whose texts are markdown and come escaped.

    Handed over as Arrow: Streamlit takes a dict by way of pandas, which is half of what such a page costs.
    """
    import pyarrow as pa  # home lists nothing, and stands sooner without it

    st.table(pa.table(dict(columns)), border="horizontal", hide_index=True, alt=alt)


def written(value: float, spec: str, language: Language) -> str:
    """A number as the language writes it; a dash where there is none."""
    return "–" if value != value else number(value, spec, language)


def declare(declaration: Declaration) -> None:
    """The declaration as one caption."""
    st.caption(markdown(say_declaration(declaration, language()), limit=None))


def show_findings(findings: Iterable[Finding]) -> None:
    """Each finding as a box of its severity, most serious first; the severity is also a word."""
    reader = language()
    words = shell.TEXT[reader].severities
    for finding in by_severity(list(findings)):
        _BOXES[finding.severity](f"**{words[finding.severity]}.** {markdown(finding.say(reader), limit=None)}")
