"""A triangle whose sides are three distances: the one picture of three rows that distorts nothing."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

import numpy as np

from embedlab.charts.palette import Colours

_WIDTH, _SIDE, _TOP = 640, 80, 50  # the drawing's width; margins in which names stand
_TALLEST = 300  # height of the triangle at most; a tall one is drawn narrower
_FLATTEST = 120  # height of the drawing at least, so that a flat triangle has room for its numbers


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
    placed = corners(sides)
    extent = placed.max(axis=0) - placed.min(axis=0)
    scale = min((_WIDTH - 2 * _SIDE) / (extent[0] or 1), _TALLEST / (extent[1] or 1))
    height = max(_FLATTEST, extent[1] * scale + 2 * _TOP)
    points = (placed - placed.min(axis=0) - extent / 2) * [scale, -scale] + [_WIDTH / 2, height / 2]
    middle = points.mean(axis=0)
    parts = [f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="{colours.accent}1f" '
             f'stroke="{colours.accent}" stroke-width="2.5" stroke-linejoin="round"/>']  # fmt: skip
    for (a, b), label in zip(((0, 1), (0, 2), (1, 2)), labels, strict=True):
        parts.append(_text((points[a] + points[b]) / 2, middle, label, 22, 400, colours))
    for point, name in zip(points, names, strict=True):
        parts.append(f'<circle cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="7" fill="{colours.accent}"/>')
        parts.append(_text(point, middle, name, 28, 650, colours))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" '
        f'font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


def _text(point: np.ndarray, middle: np.ndarray, words: str, size: int, weight: int, colours: Colours) -> str:
    """Words beside a point, on the side away from the middle of the drawing; a name stands above or below."""
    away = (point - middle) / (np.linalg.norm(point - middle) or 1)
    name = weight > 400
    x, y = point + ([0, math.copysign(size, away[1])] if name else away * [12, 8 + size * 0.7])
    anchor = "middle" if name or abs(away[0]) < 0.5 else "start" if away[0] > 0 else "end"
    style = f'font-size="{size}" font-weight="{weight}" fill="{colours.ink}" text-anchor="{anchor}"'
    halo = f'stroke="{colours.background}" stroke-width="5" paint-order="stroke" stroke-linejoin="round"'
    return f'<text x="{x:.1f}" y="{y:.1f}" dominant-baseline="central" {style} {halo}>{html.escape(words)}</text>'
