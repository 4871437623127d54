"""The pictures of positions: heat maps, bars of tokens, lines over distances, and arrows that turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.axis import axis
from embedlab.charts.palette import Colours
from embedlab.wording import SEPARATORS, Language

_DASHES, _SYMBOLS = ("solid", "dash", "dot", "dashdot"), ("circle", "diamond", "square", "x")


@dataclass(frozen=True)
class Axis:
    """What an axis is called (plotly text, escaped), and its range where it is not that of the values."""

    title: str
    range: tuple[float, float] | None = None
    format: str = ""


def heat(
    values: np.ndarray, x: Axis, y: Axis, limit: float, language: Language, colours: Colours, height: int = 380
) -> go.Figure:
    """A heat map of values (rows, columns), row 0 on top, from -limit (orange) over 0 (ground) to limit (blue)."""
    figure = go.Figure(
        go.Heatmap(
            z=np.round(values, 4),
            zmin=-limit,
            zmax=limit,
            colorscale=[[0, colours.false_], [0.5, colours.background], [1, colours.kept]],
            colorbar={"thickness": 12, "len": 0.9, "tickfont": {"color": colours.muted}, "outlinewidth": 0},
            hovertemplate=f"{x.title} %{{x}}<br>{y.title} %{{y}}<br>%{{z:.3f}}<extra></extra>",
        )
    )
    _lay_out(figure, x, y, language, colours, height)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    figure.update_xaxes(showgrid=False)
    return figure


def bars(names: Sequence[str], values: Sequence[float], y: Axis, language: Language, colours: Colours) -> go.Figure:
    """One bar per token in the order of the sentence, its number on top; names are plotly text, and may repeat."""
    places = list(range(len(names)))
    figure = go.Figure(
        go.Bar(
            x=places,
            y=list(values),
            marker={"color": colours.accent},
            texttemplate=f"%{{y:{y.format}}}",
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    _lay_out(figure, Axis(""), y, language, colours, 320)
    figure.update_xaxes(tickmode="array", tickvals=places, ticktext=list(names), tickfont={"size": 16}, showgrid=False)
    # Plotly leaves out names that meet, or that end beyond the figure.
    figure.update_xaxes(autotickangles=[0, 60, 90], ticklabeloverflow="allow")
    figure.update_layout(margin_r=20)
    figure.update_yaxes(tickformat=y.format)
    return figure


@dataclass(frozen=True)
class Line:
    """One line of a figure: what it is called (plotly text, escaped), and its values (n,)."""

    label: str
    values: Sequence[float]


def lines(
    at: Sequence[float],
    drawn: Sequence[Line],
    x: Axis,
    y: Axis,
    language: Language,
    colours: Colours,
    mark: float | None = None,
    halving: bool = False,
) -> go.Figure:
    """Up to four lines over `at` (n,), told apart by colour, dash and mark; `mark` is a vertical line.

    halving: `at` doubles from point to point, and so does the axis.
    """
    figure = go.Figure()
    hues = (colours.accent, colours.false_, colours.muted, colours.ink)
    for line, hue, dash, symbol in zip(drawn, hues, _DASHES, _SYMBOLS, strict=False):
        style = {"color": hue, "dash": dash, "width": 3}
        figure.add_scatter(
            x=list(at),
            y=list(line.values),
            name=line.label,
            mode="lines+markers",
            line=style,
            marker={"symbol": symbol, "size": 7, "color": hue},
            hovertemplate=f"%{{x:.3~g}}: %{{y:{y.format or '.3f'}}}<extra>{line.label}</extra>",
        )
    if mark is not None:
        figure.add_vline(mark, line={"color": colours.ink, "width": 2, "dash": "dot"})
    _lay_out(figure, x, y, language, colours, 360)
    if halving:
        ticks = list(at)[::2]
        written = [f"{tick:g}" if tick >= 1 else f"1/{1 / tick:g}" for tick in ticks]
        figure.update_xaxes(type="log", tickmode="array", tickvals=ticks, ticktext=written)
    figure.update_yaxes(tickformat=y.format)
    figure.update_layout(
        showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 14}}
    )
    return figure


def arrows(
    turned: Sequence[np.ndarray], still: Sequence[np.ndarray], labels: Sequence[str], colours: Colours
) -> go.Figure:
    """Vectors (2,) from one origin, each beside where it stood before it was turned; labels are plotly text."""
    figure = go.Figure()
    reach = 1.25 * max(float(np.linalg.norm(vector)) for vector in (*turned, *still)) or 1.0
    circle = np.linspace(0, 2 * np.pi, 90)
    for now, before, label, hue in zip(turned, still, labels, (colours.accent, colours.false_), strict=True):
        radius = float(np.linalg.norm(now))
        ring = {"x": radius * np.cos(circle), "y": radius * np.sin(circle), "mode": "lines"}
        figure.add_scatter(**ring, line={"color": colours.line, "width": 1}, hoverinfo="skip")
        _arrow(figure, before, "", hue, 2, 0.35)
        _arrow(figure, now, label, hue, 4, 1.0)
    span = {"range": [-reach, reach], "fixedrange": True, "visible": False}
    figure.update_layout(
        height=380,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        showlegend=False,
        dragmode=False,
        plot_bgcolor="rgba(0,0,0,0)",
        xaxis=span,
        yaxis={**span, "scaleanchor": "x"},
    )
    return figure


def _arrow(figure: go.Figure, vector: np.ndarray, label: str, hue: str, width: int, opacity: float) -> None:
    x, y = map(float, vector)
    head = {"showarrow": True, "arrowhead": 3, "arrowwidth": width, "arrowcolor": hue, "opacity": opacity}
    tail = {"x": x, "y": y, "ax": 0, "ay": 0, "xref": "x", "yref": "y", "axref": "x", "ayref": "y"}
    figure.add_annotation(text="", **tail, **head)
    if label:
        shift = {"xshift": 14 if x >= 0 else -14, "yshift": 12 if y >= 0 else -12}
        figure.add_annotation(x=x, y=y, text=label, showarrow=False, font={"size": 18, "color": hue}, **shift)


def _lay_out(figure: go.Figure, x: Axis, y: Axis, language: Language, colours: Colours, height: int) -> None:
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 24, "b": 8},
        showlegend=False,
        dragmode=False,
        separators=SEPARATORS[language],
        plot_bgcolor="rgba(0,0,0,0)",
        font={"size": 15, "color": colours.ink},
        xaxis=axis(x.title, colours, range=x.range),
        yaxis=axis(y.title, colours, range=y.range),
    )
