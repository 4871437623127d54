"""A run played back: words on a map that moves, and cosines over the steps, of one run or of several as bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.axis import axis
from embedlab.charts.palette import Colours
from embedlab.wording import SEPARATORS, Language

_TICKS = (0, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
_MOVES = 180  # milliseconds from one snapshot to the next


@dataclass(frozen=True)
class Group:
    """Some of the dots, drawn alike. label: plotly text, escaped. places: which dots."""

    label: str
    places: Sequence[int]


@dataclass(frozen=True)
class Curve:
    """A number over the steps, (F,) each. low, high: its band; without one it is a line. dashed: the same, centred."""

    label: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    dashed: bool = False


def moving_map(
    points: np.ndarray,
    names: Sequence[str],
    said: Sequence[int],
    groups: Sequence[Group],
    reach: float,
    colours: Colours,
    glide: bool = False,
) -> go.Figure:
    """Dots (n, 2) in a square from -reach to reach. The first group is grey, the next two are in colour.

    names: plotly text, escaped; those of the dots `said` stand beside them. glide: drawn again, the dots move to their
    places. Not for a chart that may vanish meanwhile: plotly then stumbles over what is gone.
    """
    figure = go.Figure()
    for place, (group, colour) in enumerate(zip(groups, (colours.muted, colours.accent, colours.false_), strict=False)):
        chosen = list(group.places)
        figure.add_scatter(
            x=points[chosen, 0].tolist(),
            y=points[chosen, 1].tolist(),
            mode="markers",
            text=[names[at] for at in chosen],
            name=group.label,
            marker={
                "color": colour,
                "size": 10 if place else 6,
                "opacity": 1 if place else 0.45,
                "symbol": ("circle", "circle", "diamond")[place],
            },
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    for place, at in enumerate(said):  # below and above in turn: the first two may stand together
        x, y = points[at].tolist()
        shift = 14 if place % 2 else -14
        figure.add_annotation(x=x, y=y, text=f"<b>{names[at]}</b>", showarrow=False, yshift=shift)
    axis = {"range": [-1.08 * reach, 1.08 * reach], "fixedrange": True, "showticklabels": False, "zeroline": False}
    axis["showgrid"] = False
    figure.update_layout(
        height=380,
        margin={"l": 4, "r": 4, "t": 8, "b": 8},
        dragmode=False,
        font={"size": 14, "color": colours.ink},
        transition={"duration": _MOVES if glide else 0, "easing": "linear"},
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "x": 0},
        xaxis=axis,
        yaxis={**axis, "scaleanchor": "x", "constrain": "domain"},
    )
    return figure


def curves(
    steps: Sequence[int],
    drawn: Sequence[Curve],
    chance: float,
    at: int | None,
    titles: tuple[str, str],
    language: Language,
    colours: Colours,
) -> go.Figure:
    """Cosines over log(1 + step), with a grey strip of +- chance around 0, and a mark at one of the steps.

    drawn: the first, and its dashed twin, in one colour; the others in the second.
    """
    x = np.log1p(np.asarray(steps, dtype=float)).tolist()
    figure = go.Figure()
    figure.add_hrect(y0=-chance, y1=chance, fillcolor=colours.muted, opacity=0.15, line_width=0)
    solid = [curve.label for curve in drawn if not curve.dashed]
    for place, curve in enumerate(drawn):
        first = place == 0 or (curve.dashed and place == len(solid))
        colour = colours.accent if first else colours.false_
        if curve.low:
            _band(figure, x, curve, colour)
        figure.add_scatter(
            x=x,
            y=list(curve.values),
            mode="lines",
            name=curve.label,
            line={"color": colour, "width": 3, "dash": "dot" if curve.dashed else "solid"},
            customdata=list(steps),
            hovertemplate="%{customdata:,}: %{y:.2f}<extra></extra>",
        )
    if at is not None:
        figure.add_vline(x=x[at], line={"color": colours.ink, "width": 1.5})
    ticks = [tick for tick in _TICKS if tick <= steps[-1]]
    figure.update_layout(
        height=380,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        dragmode=False,
        separators=SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        legend={"orientation": "h", "y": -0.2, "yanchor": "top", "x": 0},
        xaxis=axis(
            titles[0],
            colours,
            tickvals=np.log1p(ticks).tolist(),
            ticktext=[f"{tick:,}".replace(",", SEPARATORS[language][1]) for tick in ticks],
            showgrid=False,
        ),
        yaxis=axis(
            titles[1],
            colours,
            range=[min(-0.6, *(min(curve.low or curve.values) for curve in drawn)), 1.05],
            zeroline=True,
            zerolinecolor=colours.line,
        ),
    )
    return figure


def _band(figure: go.Figure, x: Sequence[float], curve: Curve, colour: str) -> None:
    figure.add_scatter(
        x=[*x, *reversed(x)],
        y=[*curve.high, *reversed(curve.low)],
        fill="toself",
        fillcolor=colour,
        opacity=0.18,
        mode="none",
        showlegend=False,
        hoverinfo="skip",
    )
