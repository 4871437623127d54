"""A square of numbers, each name against each, as an SVG that a phone can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from embedlab.charts.palette import Colours
from embedlab.charts.report import safe

_SIDE, _LEFT, _LINE = 27, 172, 25  # a cell's width, the names' width, a line's height
_FEWEST = 15  # cells of a line, drawn or not: numbers are of one size however few they are
_STRONGEST = 0.55  # of the colour: the number on it stands 4.6:1 in the dark


def shared(counts: np.ndarray, groups: Mapping[str, Sequence[str]], most: int, colours: Colours) -> str:
    """An SVG of whole numbers (m, m) from 0 to `most`, NaN for none, with the strength of the colour saying the same.

    groups: names by the name of their group, m in all, in the order of the counts; a group without a name has no line.
    They are numbered,
    and columns go by these numbers. Names are raw and are escaped here.
    """
    m, top, parts, number = len(counts), _LINE, [], 0
    parts += [_text(_LEFT + (at + 0.5) * _SIDE, top, str(at + 1), colours.muted) for at in range(m)]
    for group, names in groups.items():
        if group:
            top += _LINE
            parts.append(_text(2, top, group, colours.ink, "start", 650))
        for name in names:
            top += _LINE
            parts.append(_text(22, top, str(number + 1), colours.muted))
            parts.append(_text(38, top, name, colours.ink, "start"))
            parts += [_cell(at, top, float(count), most, colours) for at, count in enumerate(counts[number])]
            number += 1
    wide = _LEFT + max(m, _FEWEST) * _SIDE + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {top + 10}" font-size="16" '
        f'font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


def _cell(at: int, top: float, count: float, most: int, colours: Colours) -> str:
    if count != count:
        return ""
    x = _LEFT + at * _SIDE
    box = f'x="{x}" y="{top - 18}" width="{_SIDE - 1}" height="{_LINE - 1}" rx="2"'
    fill = f'<rect {box} fill="{colours.kept}" fill-opacity="{_STRONGEST * count / most:.2f}"/>'
    return fill + _text(x + _SIDE / 2, top, f"{count:.0f}", colours.ink)


def _text(x: float, y: float, words: str, colour: str, anchor: str = "middle", weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">{safe(words)}</text>'
    )
