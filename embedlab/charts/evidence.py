"""The small figure of a finding."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

from embedlab.charts.axis import axis
from embedlab.charts.palette import Colours
from embedlab.findings import Evidence
from embedlab.wording import SEPARATORS, Language

_WIDE = 36  # characters of a title's line: a phone shows so many


def evidence_figure(evidence: Evidence, language: Language, colours: Colours) -> go.Figure:
    """Bars, points or a curve with the check's line, if it draws one."""
    x_title, y_title = ("<br>".join(wrap(title.say(language), _WIDE)) for title in (evidence.x_title, evidence.y_title))
    layout = {
        "height": 300,
        "margin": {"l": 8, "r": 8, "t": 16, "b": 8},
        "bargap": 0.5 if evidence.names else 0.06,
        "showlegend": False,
        "dragmode": False,
        "separators": SEPARATORS[language],
        "font": {"size": 14, "color": colours.ink},
        "xaxis": axis(x_title, colours, showgrid=evidence.drawing == "points"),
        "yaxis": axis(y_title, colours, type="log" if evidence.steep else "linear"),
        "shapes": [] if evidence.line is None else [_line(evidence.line, bool(evidence.names), colours)],
    }
    return go.Figure(_trace(evidence, language, colours), layout)


def _line(at: float, level: bool, colours: Colours) -> dict[str, Any]:
    ends = {"x0": 0, "x1": 1, "y0": at, "y1": at} if level else {"x0": at, "x1": at, "y0": 0, "y1": 1}
    refs = {"xref": "x domain", "yref": "y"} if level else {"xref": "x", "yref": "y domain"}
    return {"type": "line", "line": {"color": colours.accent, "width": 2, "dash": "dot"}, **ends, **refs}


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
        names, share = [name.say(language) for name in evidence.names], "%{x}: %{y:.0%}<extra></extra>"
        return go.Bar(x=names, y=evidence.y, marker={"color": colours.muted}, hovertemplate=share)
    return go.Bar(x=evidence.x, y=evidence.y, marker={"color": colours.muted}, **hover)
