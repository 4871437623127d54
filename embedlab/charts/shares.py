"""One bar, cut into the parts of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from embedlab.charts.axis import axis
from embedlab.charts.palette import Colours, written_on
from embedlab.wording import SEPARATORS, Language


@dataclass(frozen=True)
class Part:
    """A part of the bar: what it is, how much, and what is written in it, as plotly text that comes escaped.

    colour: one of `Colours`. doubtful: hatched, for a part that may not be there.
    """

    label: str
    value: int
    written: str
    colour: str
    doubtful: bool = False


def shares(parts: Sequence[Part], x_title: str, language: Language, colours: Colours) -> go.Figure:
    """A level bar of the parts, in their order from the left; a part of 0 is left out."""
    whole = sum(part.value for part in parts)
    figure = go.Figure([_bar(part, colours) for part in parts if part.value])
    figure.update_layout(
        height=230,
        barmode="stack",
        bargap=0.1,
        uniformtext={"mode": "hide", "minsize": 13},  # a number that does not fit is read by hovering
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        dragmode=False,
        separators=SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        legend={
            "orientation": "h",
            "x": 0,
            "y": 1.15,  # on a phone it is four lines high, and the bar low
            "yanchor": "bottom",
            "bgcolor": "rgba(0,0,0,0)",
            "traceorder": "normal",
            "font": {"size": 14, "color": colours.ink},
            "itemclick": False,
            "itemdoubleclick": False,
        },
        xaxis=axis(x_title, colours, range=[0, whole]),
        yaxis={"visible": False, "fixedrange": True},
    )
    return figure


def _bar(part: Part, colours: Colours) -> go.Bar:
    hatched = {"shape": "/", "fgcolor": part.colour, "bgcolor": colours.background, "size": 7, "solidity": 0.35}
    return go.Bar(
        x=[part.value],
        y=[""],
        name=part.label,
        orientation="h",
        text=part.written,
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"size": 14, "color": colours.ink if part.doubtful else written_on(part.colour)},
        marker={
            "color": part.colour,
            "line": {"width": 1, "color": colours.ink if part.doubtful else colours.background},
            **({"pattern": hatched} if part.doubtful else {}),
        },
        hovertemplate=f"{part.label}: %{{x:,}} ({part.written})<extra></extra>",
        showlegend=True,
    )
