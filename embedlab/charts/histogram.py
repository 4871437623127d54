"""A histogram with marked values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.axis import axis
from embedlab.charts.palette import Colours
from embedlab.wording import SEPARATORS, Language

_BINS = 48


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
    bars = go.Bar(
        x=(edges[:-1] + edges[1:]) / 2,
        y=counts,
        width=np.diff(edges),
        marker={"color": colours.muted, "opacity": 0.55, "line": {"width": 0}},
        hovertemplate="%{x:.3g}: %{y:,}<extra></extra>",
    )
    # All at once: plotly checks the whole figure again at every addition, which takes longer than the rest of a page.
    layout = {
        "height": 330,
        "margin": {"l": 8, "r": 8, "t": 24 + 26 * len(markers), "b": 8},
        "bargap": 0,
        "showlegend": False,
        "dragmode": False,
        "separators": SEPARATORS[language],
        "font": {"size": 14, "color": colours.ink},
        "xaxis": axis(x_title, colours, showgrid=False),
        "yaxis": axis(y_title, colours, zeroline=True),
        "shapes": [_shape(marker, colours) for marker in markers],
        "annotations": [_note(level, marker, colours) for level, marker in enumerate(markers)],
    }
    return go.Figure(bars, layout)


def _shape(marker: Marker, colours: Colours) -> dict[str, Any]:
    """A line, or a band, from the bottom of the figure to its top."""
    colour = colours.ink if marker.width else colours.accent
    return {
        "type": "rect",
        "x0": marker.value,
        "x1": marker.value + marker.width,
        "xref": "x",
        "y0": 0,
        "y1": 1,
        "yref": "y domain",
        "line": {"color": colour, "width": 1 if marker.width else 3, "dash": "dot" if marker.width else "solid"},
        "fillcolor": colour,
        "opacity": 0.16 if marker.width else 1,
    }


def _note(level: int, marker: Marker, colours: Colours) -> dict[str, Any]:
    """The label of a marker, above the figure; each stands a line higher than the one before."""
    return {
        "text": marker.label,
        "font": {"size": 14, "color": colours.ink if marker.width else colours.accent},
        "x": marker.value + marker.width / 2,
        "xanchor": "auto",
        "y": 1 + 0.1 * level,
        "yref": "paper",
        "yanchor": "bottom",
        "showarrow": False,
    }


def _counted(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Counts and edges of even bins; one bin where the values differ by no more than rounding."""
    try:
        return np.histogram(values, bins=_BINS)
    except ValueError:  # fewer floats than bins lie between the least and the largest
        middle = float(values[0])
        margin = abs(middle) / 2 or 0.5
        return np.array([len(values)]), np.array([middle - margin, middle + margin])
