"""How a probe sorts sentences into two senses, layer over layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.palette import Colours

_REACH = 8.0  # log-odds drawn; what is surer stands at the edge
_TURN = 0.618033988749895  # spreads marks evenly over their band, in any number
_LANE = 92  # pixels of a layer


@dataclass(frozen=True, eq=False)
class Lane:
    """One layer: its name, what is written beside it, and the log-odds (n,) of the second sense."""

    name: str
    note: str
    scores: np.ndarray


def sides(
    lanes: Sequence[Lane], second: np.ndarray, names: tuple[str, str], ticks: tuple[str, str, str], colours: Colours
) -> go.Figure:
    """Marks of n sentences in each lane, the first lane below, as it is the layer that all others stand on.

    second: (n,) whether a sentence has the second sense. names: of the senses. ticks: what stands below the left, the
    middle and the right. Names, notes and ticks are plotly text and come escaped.
    """
    figure = go.Figure()
    spread = np.arange(len(second)) * _TURN % 1 * 0.34 + 0.06  # from the lane's middle: the second sense above it
    for sense, symbol, colour in ((False, "circle", colours.series[5]), (True, "diamond", colours.series[1])):
        chosen = second == sense
        x = [np.clip(lane.scores[chosen], -_REACH, _REACH) for lane in lanes]
        y = [at + (spread if sense else -spread)[chosen] for at in range(len(lanes))]
        mark = {"symbol": symbol, "size": 7, "color": colour, "opacity": 0.75}
        figure.add_scatter(
            x=np.concatenate(x), y=np.concatenate(y), mode="markers", marker=mark, name=names[sense], hoverinfo="skip"
        )
    figure.add_vline(0, line={"color": colours.ink, "width": 1, "dash": "dot"})
    figure.update_layout(
        height=_LANE * len(lanes) + 110,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        dragmode=False,
        font={"size": 14, "color": colours.ink},
        legend={
            "orientation": "h",
            "x": 0,
            "y": 1.02,
            "yanchor": "bottom",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        xaxis={
            "range": [-_REACH - 0.5, _REACH + 0.5],
            "tickvals": [-_REACH * 0.75, 0, _REACH * 0.75],
            "ticktext": list(ticks),
            "tickfont": {"color": colours.ink},
            "fixedrange": True,
            "zeroline": False,
            "showgrid": False,
        },
        yaxis={
            "range": [-0.5, len(lanes) - 0.5],
            "tickvals": list(range(len(lanes))),
            "ticktext": [f"{lane.name}<br><b>{lane.note}</b>" for lane in lanes],
            "tickfont": {"color": colours.ink},
            "fixedrange": True,
            "zeroline": False,
            "showgrid": False,
        },
    )
    for edge in range(1, len(lanes)):
        figure.add_hline(edge - 0.5, line={"color": colours.line, "width": 1})
    return figure
