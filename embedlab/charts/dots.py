"""A map as a small still picture: all its dots in a square, with or without their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from embedlab.charts.palette import Colours
from embedlab.charts.report import safe

SIDE, _MARGIN = 400, 12


def cloud(points: np.ndarray, colours: Colours, chosen: bool = False) -> str:
    """An SVG of nameless dots (n, 2), all alike: shape alone is to be compared. chosen: framed in the accent."""
    n = len(points)
    path = _path(np.ascontiguousarray(points, dtype=np.float64).tobytes())
    wide = 7 if n <= 600 else 5 if n <= 2_500 else 3.5
    edge, line = (colours.accent, 8) if chosen else (colours.line, 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{_frame(edge, line)}'
        f'<path d="{path}" fill="none" stroke="{colours.ink}" stroke-width="{wide}" stroke-linecap="round" '
        f'opacity="0.55"/></svg>'
    )


def named_dots(points: np.ndarray, names: Sequence[str] | None, fills: Sequence[str], colours: Colours) -> str:
    """An SVG of dots (n, 2) that say their names when pointed at; names are raw and are escaped here.

    names: None for dots that say nothing. fills: a colour for each dot.
    """
    radius = 4 if len(points) <= 600 else 3 if len(points) <= 2_500 else 2
    dots = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}">{f"<title>{safe(name)}</title>" if name else ""}'
        "</circle>"
        for (x, y), name, fill in zip(_placed(points).tolist(), names or [""] * len(points), fills, strict=True)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{_frame(colours.line, 2)}'
        f"{''.join(dots)}</svg>"
    )


@lru_cache(maxsize=32)
def _path(points: bytes) -> str:
    """The dots of float64 pairs. Kept, since every reader of a page sees the same ones at every run."""
    placed = _placed(np.frombuffer(points).reshape(-1, 2))
    return "".join(f"M{x} {y}h0" for x, y in placed.round().astype(int).tolist())


def _placed(points: np.ndarray) -> np.ndarray:
    """Places (n, 2) in the square, y downwards, both axes in one scale."""
    points = np.asarray(points, dtype=np.float64)
    low, high = points.min(axis=0), points.max(axis=0)
    scale = (SIDE - 2 * _MARGIN) / (float((high - low).max()) or 1.0)
    return (points - (low + high) / 2) * [scale, -scale] + SIDE / 2


def _frame(colour: str, width: float) -> str:
    inner = SIDE - width
    return (
        f'<rect x="{width / 2}" y="{width / 2}" width="{inner}" height="{inner}" rx="8" fill="none" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )
