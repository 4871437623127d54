"""A histogram with marked values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.palette import Colours
from embedlab.wording import Language

_BINS = 48
_SEPARATORS = {"en": ".,", "pt": ",."}  # decimal sign, then the sign between thousands


@dataclass(frozen=True)
class Marker:
    """A value to mark with a line; `label` is shown on top as plotly text, so it comes escaped."""

    value: float
    label: str
    strong: bool = True


def histogram(
    values: np.ndarray, markers: Sequence[Marker], x_title: str, y_title: str, language: Language, colours: Colours
) -> go.Figure:
    """Counts of the finite values (n,) in even bins; the bins are counted here, so few numbers travel.

    Markers outside the values widen the axis. Titles and labels are plotly text and come escaped.
    """
    finite = values[np.isfinite(values)]
    counts, edges = np.histogram(finite, bins=_BINS)
    figure = go.Figure(
        go.Bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts,
            width=np.diff(edges),
            marker={"color": colours.muted, "opacity": 0.55, "line": {"width": 0}},
            hovertemplate="%{x:.3g}: %{y:,}<extra></extra>",
        )
    )
    for level, marker in enumerate(markers):
        figure.add_vline(
            marker.value,
            line={"color": colours.accent if marker.strong else colours.ink, "width": 3 if marker.strong else 1.5,
                  "dash": "solid" if marker.strong else "dot"},
            annotation={"text": marker.label, "yref": "paper", "y": 1 + 0.09 * level, "yanchor": "bottom",
                        "font": {"size": 14, "color": colours.accent if marker.strong else colours.ink}},
        )  # fmt: skip
    figure.update_layout(
        height=330,
        margin={"l": 8, "r": 8, "t": 24 + 26 * len(markers), "b": 8},
        bargap=0,
        showlegend=False,
        dragmode=False,
        separators=_SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        xaxis={"title": {"text": x_title}, "fixedrange": True, "zeroline": False},
        yaxis={"title": {"text": y_title}, "fixedrange": True, "gridcolor": colours.line},
    )
    return figure
