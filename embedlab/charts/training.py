"""The loss of a training run, while it runs and afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from embedlab.charts.axis import axis
from embedlab.charts.palette import Colours
from embedlab.wording import SEPARATORS, Language


def loss_curve(
    points: Sequence[Sequence[float]], total: int, x_title: str, y_title: str, language: Language, colours: Colours
) -> go.Figure:
    """Loss over steps. points: [step, loss], oldest first; total: steps of the whole run, the width of the axis."""
    figure = go.Figure(
        go.Scatter(
            x=[step for step, _ in points],
            y=[loss for _, loss in points],
            mode="lines" if len(points) > 1 else "markers",
            line={"color": colours.accent, "width": 3},
            hovertemplate="%{x:,}: %{y:.3f}<extra></extra>",
        )
    )
    figure.update_layout(
        height=300,
        margin={"l": 8, "r": 8, "t": 16, "b": 8},
        showlegend=False,
        dragmode=False,
        separators=SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        xaxis=axis(x_title, colours, range=[0, total], showgrid=False),
        yaxis=axis(y_title, colours, rangemode="tozero", zeroline=True),
    )
    return figure
