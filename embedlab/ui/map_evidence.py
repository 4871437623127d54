"""The figure of a finding, in a window above the page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from embedlab.charts.evidence import evidence_figure
from embedlab.distortion.results import Maps
from embedlab.findings import Evidence, Finding
from embedlab.text.pages import shell
from embedlab.text.pages.maps import TEXT
from embedlab.ui import linked_maps, session
from embedlab.ui.escaping import markdown
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

_TOLD = 10  # values that a figure's words name


def open_window(finding: Finding, rows: Sequence[int], maps: Maps, language: Language) -> None:
    """Open the window. The finding must have evidence; rows: those of the scene that a button in it leads to."""
    title = shell.TEXT[language].severities[finding.severity]
    st.dialog(title, width="medium")(_draw)(finding, rows, maps, language)


def _draw(finding: Finding, rows: Sequence[int], maps: Maps, language: Language) -> None:
    evidence = finding.evidence
    assert evidence is not None
    st.markdown(markdown(finding.say(language), limit=None))
    judged = maps.maps.get(finding.values.get("map", ""))
    declaration = maps.declaration if judged is None else judged.declaration
    titles = {"x": evidence.x_title.say(language), "y": evidence.y_title.say(language)}
    alt = fill(TEXT[language].evidence_alt, language, parts=_parts(evidence, language), **titles)
    show(evidence_figure(evidence, language, session.colours()), declaration, (), alt)
    if evidence.line is not None:
        st.caption(fill(TEXT[language].evidence_line, language, line=evidence.line))
    if rows and st.button(TEXT[language].mark, icon=":material/my_location:"):
        linked_maps.mark(rows, "maps")
        st.rerun()


def _parts(evidence: Evidence, language: Language) -> str:
    """The values in words; of many, those at even steps."""
    places = range(0, len(evidence.x), max(1, len(evidence.x) // _TOLD))
    names = [name.say(language) for name in evidence.names] or [written(x, ".3g", language) for x in evidence.x]
    return "; ".join(f"{names[at]}, {written(evidence.y[at], '.3g', language)}" for at in places)
