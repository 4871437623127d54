"""A report as one HTML file that asks for nothing, and the drawings in it: bars and a curve as SVG."""

from __future__ import annotations

import html
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from embedlab.charts.palette import Colours
from embedlab.wording import Language, number

_WIDTH, _HEIGHT = 640, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 12, 628, 34, 206  # the frame of a drawing
_CUT = 200  # characters of one text
_LETTER = 9  # width of a letter at most


@dataclass(frozen=True)
class Section:
    """A part of a report. Every text is plain and is escaped here.

    columns and rows: a table; figure: an SVG of this module, which carries its own escaped texts; note: small print.
    """

    title: str
    lines: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    figure: str = ""
    note: str = ""


def page(title: str, sections: Sequence[Section], language: Language) -> str:
    """The whole file. Its policy forbids every request and every script, whatever a token may hold."""
    body = "\n".join(map(_section, sections))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!DOCTYPE html>\n<html lang="{"pt-BR" if language == "pt" else "en"}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{safe(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{safe(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def safe(text: str, limit: int = _CUT) -> str:
    """The text as HTML shows it literally; what hides or moves other letters is written out.

    >>> safe("<b>" + chr(0x202E))
    '&lt;b&gt;\\\\u202e'
    """
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    shown = "".join(
        letter.encode("unicode_escape").decode() if unicodedata.category(letter)[0] == "C" else letter for letter in cut
    )
    return html.escape(shown)


def _section(section: Section) -> str:
    parts = [f"<h2>{safe(section.title)}</h2>", *(f"<p>{safe(line, 2000)}</p>" for line in section.lines)]
    if section.figure:
        parts.append(f"<figure>{section.figure}</figure>")
    if section.columns:
        head = "".join(f"<th>{safe(name)}</th>" for name in section.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{safe(cell, 2000)}</td>" for cell in row) + "</tr>" for row in section.rows
        )
        parts.append(f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>')
    if section.note:
        parts.append(f'<p class="note">{safe(section.note, 2000)}</p>')
    return f"<section>{''.join(parts)}</section>"


def bars(
    counts: Sequence[int], edges: Sequence[float], mark: tuple[float, str] | None, title: str, alt: str,
    language: Language, colours: Colours,
) -> str:  # fmt: skip
    """A histogram: counts (n,) between edges (n + 1,), `title` below it; a value may be marked with its label.

    Every bin is as wide as the next: bins of equal ratio make a logarithmic axis, which the title should say.
    """
    low, high, most = edges[0], edges[-1], max(counts)
    parts = []
    for place, count in enumerate(counts):
        x, x_end = (_across(end, 0, len(counts)) for end in (place, place + 1))
        tall = (_BOTTOM - _TOP) * count / most
        size = f'width="{max(x_end - x - 0.5, 0.5):.1f}" height="{tall:.1f}"'
        parts.append(f'<rect x="{x:.1f}" y="{_BOTTOM - tall:.1f}" {size} fill="{colours.muted}" opacity="0.6"/>')
    if mark is not None and low <= mark[0] <= high:
        at = min(bisect_right(edges, mark[0]), len(counts)) - 1
        x = _across(at + (mark[0] - edges[at]) / (edges[at + 1] - edges[at]), 0, len(counts))
        side = "end" if x > _WIDTH / 2 else "start"
        parts.append(f'<path d="M{x:.1f} {_TOP - 8}V{_BOTTOM}" stroke="{colours.accent}" stroke-width="2.5"/>')
        parts.append(_text(x, _TOP - 16, mark[1], side, colours.accent))
    return _drawing(parts, (low, high), title, alt, language, colours)


def curve(
    values: Sequence[float], marks: Sequence[tuple[int, str]], title: str, alt: str,
    language: Language, colours: Colours,
) -> str:  # fmt: skip
    """Values (n,) between 0 and 1 over 1 ... n, as a line; marked places, counted from 1, have a dot and a label."""
    last = max(len(values), 2)

    def up(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * value

    line = "L".join(f"{_across(place, 1, last):.1f} {up(value):.1f}" for place, value in enumerate(values, 1))
    parts = [
        f'<path d="M{_LEFT} {up(level):.1f}H{_RIGHT}" stroke="{colours.line}"/>' for level in (0.25, 0.5, 0.75, 1.0)
    ]
    parts.append(f'<path d="M{line}" fill="none" stroke="{colours.accent}" stroke-width="3"/>')
    for place, label in marks:
        x, y = _across(place, 1, last), up(values[place - 1])
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colours.accent}"/>')
        # To the right and below, where the curve is not; above it where there is no room.
        if x + 9 + _LETTER * len(label) < _RIGHT:
            parts.append(_text(x + 9, y + 20, label, "start", colours.ink))
        else:
            parts.append(_text(x, y - 10, label, "end", colours.ink))
    return _drawing(parts, (1, len(values)), title, alt, language, colours)


def lines(
    series: Sequence[Sequence[float]], ends: tuple[float, float], title: str, alt: str,
    language: Language, colours: Colours,
) -> str:  # fmt: skip
    """Series of n values each over evenly spaced places from one end to the other; the first is the one that counts.

    NaN is passed over. The least and the largest value are written beside the curve, at the left.
    """
    known = [value for values in series for value in values if value == value]
    low, high = min(known), max(known)
    said = [number(value, ",.3g", language) for value in (high, low)]
    left = _LEFT + _LETTER * max(map(len, said))

    def up(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / ((high - low) or 1)

    parts = []
    for values in reversed(series):
        main = values is series[0]
        places = [
            f"{_across(place, 0, max(len(values) - 1, 1), left):.1f} {up(value):.1f}"
            for place, value in enumerate(values)
            if value == value
        ]
        style = f'stroke="{colours.accent if main else colours.muted}" stroke-width="{3 if main else 1.2}"'
        parts.append(f'<path d="M{"L".join(places)}" fill="none" {style}/>')
    parts += [
        _text(left - 6, y, value, "end", colours.muted) for y, value in zip((_TOP + 6, _BOTTOM), said, strict=True)
    ]
    return _drawing(parts, ends, title, alt, language, colours, left)


def _across(value: float, low: float, high: float, left: float = _LEFT) -> float:
    return left + (_RIGHT - left) * (value - low) / ((high - low) or 1)


def _drawing(
    parts: Sequence[str], ends: tuple[float, float], title: str, alt: str, language: Language, colours: Colours,
    left: float = _LEFT,
) -> str:  # fmt: skip
    low, high = (number(end, ",.0f" if abs(end) >= 1000 else ",.4g", language) for end in ends)
    frame = [
        f'<path d="M{left} {_BOTTOM}H{_RIGHT}" stroke="{colours.muted}"/>',
        _text(left, _BOTTOM + 20, low, "start", colours.muted),
        _text(_RIGHT, _BOTTOM + 20, high, "end", colours.muted),
        _text((_LEFT + _RIGHT) / 2, _BOTTOM + 36, title, "middle", colours.ink),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="15"><title>{safe(alt, 2000)}</title>'
        f"{''.join([*parts, *frame])}</svg>"
    )


def _text(x: float, y: float, words: str, anchor: str, colour: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{safe(words)}</text>'


_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem}h1{font-size:1.8rem;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2rem 0 .5rem}"
    "table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0;"
    "border-bottom:1px solid #d9dbde;overflow-wrap:break-word}th{font-weight:400;color:#5d636b}.note{color:#5d636b;"
    "font-size:.9rem}.wide{overflow-x:auto}figure{margin:0;max-width:40rem}svg{width:100%;height:auto}"
    "@media print{section{break-inside:avoid}}"
)
