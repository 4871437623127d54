"""A triangle whose sides are three distances: the one picture of three rows that distorts nothing."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embedlab.charts.palette import Colours

_WIDTH, _SIDE = 640, 80  # the drawing's width, unless words need more; margins in which names stand
_EDGE = 6  # around all words
_TALLEST = 300  # height of the triangle at most; a tall one is drawn narrower
_PAIRS = ((0, 1), (0, 2), (1, 2))
_GLYPH = 0.31  # half of a letter's width, in font sizes; system fonts are narrower


def corners(sides: Sequence[float]) -> np.ndarray:
    """Corners (3, 2) of the triangle with the sides |01|, |02|, |12|, the longest one level and below.

    Three distances always fit in a plane: the sides of the drawing are the distances in n_dims.
    """
    length = {(0, 1): sides[0], (0, 2): sides[1], (1, 2): sides[2]}
    left, right = max(length, key=lambda pair: length[pair])
    apex = 3 - left - right
    base, to_left = length[left, right], length[min(left, apex), max(left, apex)]
    to_right = length[min(right, apex), max(right, apex)]
    along = 0.0 if base == 0 else (base**2 + to_left**2 - to_right**2) / (2 * base)
    placed = np.zeros((3, 2))
    placed[right] = base, 0
    placed[apex] = along, math.sqrt(max(0.0, to_left**2 - along**2))
    return placed


def triangle(names: Sequence[str], sides: Sequence[float], labels: Sequence[str], colours: Colours) -> str:
    """An SVG of three named rows; `sides` are |01|, |02|, |12| and `labels` their numbers as text.

    Names are escaped here and only here; they are cut and made visible by whoever knows the reader.
    """
    longest = int(np.argmax(sides))
    points = _points(sides)
    texts: list[_Text] = []
    for row, name in enumerate(names):  # the corner across the longest side is on top
        _put(texts, name, points[row], np.array([0.0, -1 if row == 2 - longest else 1]), 28, 650, gap=13)
    for place, (pair, label) in enumerate(zip(_PAIRS, labels, strict=True)):
        way = _outward(points[list(pair)], points[2 - place], down=place == longest)
        _put(texts, label, points[list(pair)].mean(axis=0), way, 22, 400, gap=11)
    centres, halves = (np.array([getattr(text, part) for text in texts]) for part in ("centre", "half"))
    corner = np.minimum((centres - halves).min(axis=0) - _EDGE, 0)
    width, height = np.maximum((centres + halves).max(axis=0) + _EDGE, [_WIDTH, 0]) - corner
    moved = points - corner
    parts = [f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in moved)}" fill="{colours.accent}1f" '
             f'stroke="{colours.accent}" stroke-width="2.5" stroke-linejoin="round"/>']  # fmt: skip
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{colours.accent}"/>' for x, y in moved]
    parts += [_drawn(text, corner, colours) for text in texts]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


@dataclass(frozen=True)
class _Text:
    """Words on the drawing: their centre and half of the box they fill, both (2,)."""

    words: str
    centre: np.ndarray
    half: np.ndarray
    size: int
    weight: int


def _points(sides: Sequence[float]) -> np.ndarray:
    """The corners (3, 2) on the drawing, y downwards, the longest side at 0."""
    placed = corners(sides)
    extent = placed.max(axis=0) - placed.min(axis=0)
    scale = min((_WIDTH - 2 * _SIDE) / (extent[0] or 1), _TALLEST / (extent[1] or 1))
    return (placed - [extent[0] / 2, 0]) * [scale, -scale] + [_WIDTH / 2, 0]


def _outward(side: np.ndarray, across: np.ndarray, *, down: bool) -> np.ndarray:
    """The direction (2,) that leaves the triangle at right angles to a side; `down` decides where it is flat."""
    x, y = side[1] - side[0]
    normal = np.array([-y, x]) / (math.hypot(x, y) or 1) if x or y else np.array([0.0, 1])
    away = normal @ (side.mean(axis=0) - across)
    if abs(away) < 1e-3:
        away = normal[1] if down else -normal[1]
    return normal if away > 0 else -normal


def _put(
    texts: list[_Text], words: str, point: np.ndarray, way: np.ndarray, size: int, weight: int, *, gap: float
) -> None:
    """Add words at a gap from a point, further along the way where other words stand already."""
    half = np.array([_GLYPH * len(words), 0.5]) * size
    while True:
        # The box then lies beyond the line through the point at right angles to the way.
        centre = point + way * (gap + abs(way) @ half)
        if not any((abs(centre - other.centre) < half + other.half).all() for other in texts):
            break
        gap += 4
    texts.append(_Text(words, centre, half, size, weight))


def _drawn(text: _Text, corner: np.ndarray, colours: Colours) -> str:
    x, y = text.centre - corner
    style = f'font-size="{text.size}" font-weight="{text.weight}" fill="{colours.ink}" text-anchor="middle"'
    return f'<text x="{x:.1f}" y="{y:.1f}" dominant-baseline="central" {style}>{html.escape(text.words)}</text>'
