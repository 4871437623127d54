"""A histogram with marked values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.palette import Colours
from embedlab.wording import Language

_BINS = 48
_SEPARATORS = {"en": ".,", "pt": ",."}  # decimal sign, then the sign between thousands


@dataclass(frozen=True)
class Marker:
    """A value to mark with a line, or a band from `value` on where it has a `width`.

    `label` is shown on top as plotly text, so it comes escaped.
    """

    value: float
    label: str
    width: float = 0


def histogram(
    values: np.ndarray, markers: Sequence[Marker], x_title: str, y_title: str, language: Language, colours: Colours
) -> go.Figure:
    """Counts of the finite values (n,) in even bins; the bins are counted here, so few numbers travel.

    Markers outside the values widen the axis. Titles and labels are plotly text and come escaped.
    """
    finite = values[np.isfinite(values)]
    counts, edges = _counted(finite)
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
        colour = colours.ink if marker.width else colours.accent
        annotation = {
            "text": marker.label,
            "font": {"size": 14, "color": colour},
            "x": marker.value + marker.width / 2,
            "xanchor": "auto",
            "y": 1 + 0.1 * level,
            "yref": "paper",
            "yanchor": "bottom",
            "showarrow": False,
        }
        figure.add_annotation(annotation)
        edge = {"color": colour, "width": 1 if marker.width else 3, "dash": "dot" if marker.width else "solid"}
        figure.add_vrect(
            marker.value, marker.value + marker.width, line=edge, fillcolor=colour, opacity=0.16 if marker.width else 1
        )

    def title(words: str) -> dict[str, Any]:
        return {"text": words, "font": {"color": colours.ink}}

    figure.update_layout(
        height=330,
        margin={"l": 8, "r": 8, "t": 24 + 26 * len(markers), "b": 8},
        bargap=0,
        showlegend=False,
        dragmode=False,
        separators=_SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        xaxis={"title": title(x_title), "tickfont": {"color": colours.muted}, "fixedrange": True, "zeroline": False},
        yaxis={
            "title": title(y_title),
            "tickfont": {"color": colours.muted},
            "fixedrange": True,
            "gridcolor": colours.line,
        },
    )
    return figure


def _counted(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Counts and edges of even bins; one bin where the values differ by no more than rounding."""
    try:
        return np.histogram(values, bins=_BINS)
    except ValueError:  # fewer floats than bins lie between the least and the largest
        middle = float(values[0])
        margin = abs(middle) / 2 or 0.5
        return np.array([len(values)]), np.array([middle - margin, middle + margin])
