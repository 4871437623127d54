"""The small figure of a finding."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

from embedlab.charts.palette import Colours
from embedlab.findings import Evidence
from embedlab.wording import Language

_SEPARATORS = {"en": ".,", "pt": ",."}  # decimal sign, then the sign between thousands
_FAINT = 0.02  # of the tallest bar: where all beyond the line are lower, the axis is logarithmic, or none were seen
_WIDE = 36  # characters of a title's line: a phone shows so many


def evidence_figure(evidence: Evidence, language: Language, colours: Colours) -> go.Figure:
    """Bars, points or a curve with the check's line, if it draws one."""
    figure = go.Figure(_trace(evidence, language, colours))
    axis = {"fixedrange": True, "zeroline": False, "gridcolor": colours.line, "tickfont": {"color": colours.muted}}
    titles = [{"text": "<br>".join(wrap(title.say(language), _WIDE))} for title in (evidence.x_title, evidence.y_title)]
    figure.update_layout(
        height=300,
        margin={"l": 8, "r": 8, "t": 16, "b": 8},
        bargap=0.5 if evidence.names else 0.06,
        showlegend=False,
        dragmode=False,
        separators=_SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        xaxis={**axis, "title": titles[0], "showgrid": evidence.drawing == "points"},
        yaxis={**axis, "title": titles[1], "type": "log" if _faint(evidence) else "linear"},
    )
    if evidence.line is not None:
        edge = {"color": colours.accent, "width": 2, "dash": "dot"}
        (figure.add_hline if evidence.names else figure.add_vline)(evidence.line, line=edge)
    return figure


def _faint(evidence: Evidence) -> bool:
    if evidence.drawing != "bars" or evidence.names or evidence.line is None:
        return False
    beyond = (y for x, y in zip(evidence.x, evidence.y, strict=True) if x > evidence.line)
    return max(beyond, default=0) < _FAINT * max(evidence.y)


def _trace(evidence: Evidence, language: Language, colours: Colours) -> Any:
    hover = {"hovertemplate": "%{x:.3g}: %{y:.3g}<extra></extra>"}
    if evidence.drawing == "curve":
        return go.Scatter(x=evidence.x, y=evidence.y, mode="lines+markers", line={"color": colours.accent}, **hover)
    if evidence.drawing == "points":
        fills = [colours.accent if place == evidence.own else colours.muted for place in range(len(evidence.x))]
        sizes = [14 if place == evidence.own else 7 for place in range(len(evidence.x))]
        marker = {"color": fills, "size": sizes, "opacity": 0.7}
        return go.Scatter(x=evidence.x, y=evidence.y, mode="markers", marker=marker, **hover)
    if evidence.names:
        names = [name.say(language) for name in evidence.names]
        return go.Bar(
            x=names, y=evidence.y, marker={"color": colours.muted}, hovertemplate="%{x}: %{y:.0%}<extra></extra>"
        )
    return go.Bar(x=evidence.x, y=evidence.y, marker={"color": colours.muted}, **hover)
