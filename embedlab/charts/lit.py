"""Every row of a table as a cell, lit up by what has happened to it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.palette import Colours

STILL, READ, MOVED, MOVED_UNREAD = range(4)
_ACROSS = 36
_LINE = 22  # pixels


def lit(states: np.ndarray, names: Sequence[str], labels: Sequence[str], colours: Colours) -> go.Figure:
    """Cells of all rows in the order of their ids, line by line.

    states: (V,) of STILL, READ, MOVED, MOVED_UNREAD; labels: what each of the four means, in this order. Names and
    labels are plotly text and come escaped.
    """
    lines = -(-len(states) // _ACROSS)
    grid = np.full(lines * _ACROSS, np.nan)
    grid[: len(states)] = states
    said = [f"{row}  {name}<br>{labels[state]}" for row, (name, state) in enumerate(zip(names, states, strict=True))]
    said += [""] * (lines * _ACROSS - len(said))
    fills = (colours.line, colours.muted, colours.kept, colours.false_)
    figure = go.Figure(
        go.Heatmap(
            z=grid.reshape(lines, _ACROSS),
            text=np.array(said).reshape(lines, _ACROSS),
            hovertemplate="%{text}<extra></extra>",
            hoverongaps=False,
            colorscale=[[(state + edge) / 4, fill] for state, fill in enumerate(fills) for edge in (0, 1)],
            zmin=-0.5,
            zmax=3.5,
            xgap=2,
            ygap=2,
            showscale=False,
        )
    )
    for state in sorted(set(states.tolist())):
        mark = {"symbol": "square", "size": 14, "color": fills[state]}
        count = int((states == state).sum())
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=mark, name=f"{labels[state]}: {count}")
    hidden = {"visible": False, "fixedrange": True}
    figure.update_layout(
        height=lines * _LINE + 60,
        margin={"l": 0, "r": 0, "t": 8, "b": 8},
        dragmode=False,
        plot_bgcolor="rgba(0,0,0,0)",
        font={"size": 15, "color": colours.ink},
        legend={
            "orientation": "h",
            "x": 0,
            "y": 1.02,
            "yanchor": "bottom",
            "bgcolor": "rgba(0,0,0,0)",
            "font": {"size": 15, "color": colours.ink},
            "itemclick": False,
            "itemdoubleclick": False,
        },
        xaxis=hidden,
        yaxis={**hidden, "autorange": "reversed"},
    )
    return figure
