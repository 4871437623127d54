"""The toy world in pictures: its words as sprites in a grid, in a list, and on a map with their captions."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from embedlab.charts.palette import Colours
from embedlab.wording import SEPARATORS, Language

_CELL, _LINE, _SPRITE, _LEFT, _TOP = 112, 84, 52, 88, 32  # of the grid
_ROW, _WIDE = 58, 330  # of a list


@dataclass(frozen=True)
class Entry:
    """One line of a list: a picture (8, 8, 3), its word, and what it shares with the word asked for; texts are plain.

    own: whether what it shares is what the objective is about.
    """

    picture: np.ndarray
    word: str
    note: str
    own: bool


def grid(pictures: np.ndarray, words: Sequence[str], kinds: Sequence[str], topics: Sequence[str], ink: Colours) -> str:
    """An SVG of all words, one class a column and one topic a row.

    pictures: (kinds * topics, 8, 8, 3), class by class. All names are plain texts and are escaped here.
    """
    width, height = _LEFT + _CELL * len(kinds), _TOP + _LINE * len(topics)
    parts = [_text(_LEFT + _CELL * (at + 0.5), 18, kind, ink.muted, 17) for at, kind in enumerate(kinds)]
    parts += [_text(0, _TOP + _LINE * at + 32, topic, ink.muted, 17, "start") for at, topic in enumerate(topics)]
    for number, (picture, word) in enumerate(zip(pictures, words, strict=True)):
        column, row = divmod(number, len(topics))
        middle, top = _LEFT + _CELL * (column + 0.5), _TOP + _LINE * row
        parts.append(_sprite(picture, middle - _SPRITE / 2, top, _SPRITE))
        parts.append(_text(middle, top + _SPRITE + 18, word, ink.ink, 17))
    return _svg(width, height, "".join(parts))


def ranked(entries: Sequence[Entry], colours: Colours) -> str:
    """An SVG of a list, the nearest on top. What is shared in the objective's own way stands in the accent."""
    parts = []
    for at, entry in enumerate(entries):
        top = _ROW * at + 5
        parts.append(_sprite(entry.picture, 4, top, _SPRITE))
        parts.append(_text(66, top + 20, entry.word, colours.ink, 20, "start", 600))
        parts.append(_text(66, top + 41, entry.note, colours.accent if entry.own else colours.muted, 15, "start"))
    return _svg(_WIDE, _ROW * len(entries) + 4, "".join(parts))


def one_space(
    captions: np.ndarray, patches: np.ndarray, pictures: np.ndarray, words: Sequence[str], names: tuple[str, str],
    language: Language, colours: Colours,
) -> go.Figure:  # fmt: skip
    """Captions (n, 2) as dots and pictures (n, 2) as themselves on one map, each pair joined by a line.

    names: what captions and pictures are called. words: of the items, as plotly text.
    """
    size = float(np.ptp(np.concatenate([captions, patches]), axis=0).max()) / 22
    pairs = np.stack([captions, patches, np.full_like(captions, np.nan)], axis=1).reshape(-1, 2)
    hover = [f"{word}: %{{fullData.name}}<extra></extra>" for word in words]
    figure = go.Figure(
        [
            go.Scatter(x=pairs[:, 0], y=pairs[:, 1], mode="lines", line={"color": colours.muted, "width": 1.2},
                       hoverinfo="skip", showlegend=False),
            go.Scatter(x=patches[:, 0], y=patches[:, 1], mode="markers", name=names[1], hovertemplate=hover,
                       marker={"symbol": "square", "size": 18, "opacity": 0}, showlegend=False),
            go.Scatter(x=[None], y=[None], mode="markers", name=names[1],
                       marker={"symbol": "square", "size": 12, "color": colours.other}),
            go.Scatter(x=captions[:, 0], y=captions[:, 1], mode="markers", name=names[0], hovertemplate=hover,
                       marker={"size": 8, "color": colours.accent, "line": {"color": colours.background, "width": 1}}),
        ]
    )  # fmt: skip
    for (x, y), picture in zip(patches.tolist(), pictures, strict=True):
        figure.add_layout_image(source=_uri(picture), x=x, y=y, sizex=size, sizey=size, xref="x", yref="y",
                                xanchor="center", yanchor="middle", layer="below")  # fmt: skip
    figure.update_layout(
        height=560,
        margin={"l": 4, "r": 4, "t": 8, "b": 8},
        separators=SEPARATORS[language],
        font={"size": 14, "color": colours.ink},
        legend={"orientation": "h", "y": 1.06, "x": 0},
        dragmode=False,
    )
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, scaleanchor="x")
    return figure


def _sprite(picture: np.ndarray, x: float, y: float, side: float) -> str:
    """A picture of two colours as a square and the runs of its ink."""
    ground = picture[0, 0]
    inked = (picture != ground).any(axis=2)
    ink = picture[inked][0] if inked.any() else ground
    pixel = side / len(picture)
    runs = [
        f"M{x + start * pixel:.1f} {y + row * pixel:.1f}h{(stop - start) * pixel:.1f}v{pixel:.1f}"
        f"h{(start - stop) * pixel:.1f}z"
        for row, line in enumerate(inked)
        for start, stop in np.flatnonzero(np.diff(line, prepend=False, append=False)).reshape(-1, 2).tolist()
    ]
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{side}" height="{side}" fill="{_hex(ground)}"/>'
        f'<path d="{"".join(runs)}" fill="{_hex(ink)}" shape-rendering="crispEdges"/>'
    )


def _uri(picture: np.ndarray) -> str:
    drawn = _svg(8, 8, _sprite(picture, 0, 0, 8))
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.encode()).decode()


def _hex(colour: np.ndarray) -> str:
    return "#" + bytes((colour * 255).round().astype(np.uint8)).hex()


def _svg(width: float, height: float, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'font-family="system-ui, sans-serif">{content}</svg>'
    )


def _text(x: float, y: float, words: str, fill: str, size: int, anchor: str = "middle", weight: int = 400) -> str:
    style = f'font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{html.escape(words)}</text>'
