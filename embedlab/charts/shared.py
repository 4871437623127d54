"""How much lists have in common: a square of numbers, each list against each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.palette import Colours

_PIXELS = 36  # of a line


def shared(counts: np.ndarray, groups: Sequence[str], names: Sequence[str], most: int, colours: Colours) -> go.Figure:
    """Counts (m, m) from 0 to `most`; each list has the name of its group and its own, plotly text that comes escaped.

    The numbers stand in the cells and the strength of the colour repeats them.
    """
    axis = [list(groups), list(names)]
    figure = go.Figure(
        go.Heatmap(
            x=axis,
            y=axis,
            z=counts,
            zmin=0,
            zmax=most,
            colorscale=[[0, colours.surface], [1, colours.kept]],
            showscale=False,
            xgap=1,
            ygap=1,
            text=counts,
            texttemplate="%{text}",
            hovertemplate=f"%{{y}}<br>%{{x}}<br>%{{z}} / {most}<extra></extra>",
        )
    )
    axes = {"fixedrange": True, "tickfont": {"color": colours.ink}, "showgrid": False}
    figure.update_layout(
        height=_PIXELS * len(counts) + 150,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        dragmode=False,
        font={"size": 13, "color": colours.ink},
        xaxis=axes,
        yaxis={**axes, "autorange": "reversed"},
    )
    return figure
