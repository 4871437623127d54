"""Rows of a table as lines of coloured cells, one of them picked out and written once more below."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

import numpy as np

from embedlab.charts.palette import Colours

SHOWN = 16  # numbers of a row that are drawn
_WIDTH, _LEFT, _RIGHT, _LINE = 480, 156, 474, 29
_NAME = 10  # letters of a token


def cells(values: np.ndarray, ids: Sequence[int], names: Sequence[str], picked: int | None, colours: Colours) -> str:
    """An SVG of rows (n, d) with their ids and names; the `picked` one, a place in them, stands again at the bottom.

    A cell's hue is the sign of its number, its strength the size; a number that is not finite is a cross. The first
    SHOWN numbers of a row are drawn. Names are raw and are escaped here.
    """
    drawn = np.asarray(values, np.float64)[:, :SHOWN]
    largest = float(np.abs(drawn[np.isfinite(drawn)]).max(initial=0)) or 1.0
    parts = [
        _line(row, at * _LINE, str(number), name, at == picked, largest, colours)
        for at, (row, number, name) in enumerate(zip(drawn, ids, names, strict=True))
    ]
    height = len(drawn) * _LINE
    if picked is not None:
        middle = (_LEFT + _RIGHT) / 2
        parts.append(f'<path d="M{middle} {height + 4}v16m-7 -8l7 9l7 -9" stroke="{colours.accent}" stroke-width="3"/>')
        parts.append(_line(drawn[picked], height + 26, "", names[picked], True, largest, colours))
        height += 26 + _LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height + 4}" font-size="17" '
        f'font-family="system-ui, sans-serif" fill="none">{"".join(parts)}</svg>'
    )


def _line(
    row: np.ndarray, top: float, number: str, name: str, picked: bool, largest: float, colours: Colours
) -> str:  # fmt: skip
    wide = (_RIGHT - _LEFT) / len(row)
    baseline, weight = top + 21, 650 if picked else 400
    shown = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
    parts = [
        f'<text x="52" y="{baseline}" text-anchor="end" fill="{colours.muted}" font-weight="{weight}">{number}</text>',
        f'<text x="60" y="{baseline}" fill="{colours.ink}" font-weight="{weight}">{html.escape(shown)}</text>',
    ]
    if picked:
        box = f'x="4" y="{top + 1}" width="{_WIDTH - 8}" height="{_LINE - 2}" rx="5"'
        parts.insert(0, f'<rect {box} stroke="{colours.accent}" stroke-width="3"/>')
    for at, value in enumerate(row.tolist()):
        parts.append(_cell(_LEFT + at * wide, top + 5, wide - 2, value, largest, colours))
    return "".join(parts)


def _cell(x: float, y: float, wide: float, value: float, largest: float, colours: Colours) -> str:
    tall = _LINE - 10
    if not math.isfinite(value):
        path = f"M{x:.1f} {y}l{wide:.1f} {tall}m0 -{tall}l-{wide:.1f} {tall}"
        return f'<path d="{path}" stroke="{colours.ink}" stroke-width="2"/>'
    colour, strength = colours.kept if value > 0 else colours.false_, abs(value) / largest
    return (
        f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{tall}" fill="{colour}" '
        f'fill-opacity="{0.06 + 0.94 * strength:.2f}"/>'
    )
