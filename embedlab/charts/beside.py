"""Values on short tracks, each beside what twins get: the picture behind "more than noise"."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embedlab.charts.palette import Colours

_WIDTH, _ROW, _LEFT, _RIGHT = 480, 62, 8, 472
_Mark = Callable[[float, int, Colours], str]
_HEAD, _TRACK, _ENDS = 18, 36, 55  # within a row: baseline of its words, middle of its track, baseline of the ends


@dataclass(frozen=True)
class Track:
    """One value. Texts are plain and are escaped here.

    label: whose value; written: the value as text. twins: what each twin gets. between: the value's interval.
    chance: what random places get. low, high: the ends of the track, and `ends` the same as text.
    """

    label: str
    written: str
    value: float
    twins: Sequence[float] = ()
    between: tuple[float, float] | None = None
    chance: float | None = None
    low: float = 0.0
    high: float = 1.0
    ends: tuple[str, str] = ("0", "1")


def beside(tracks: Sequence[Track], legend: tuple[str, str, str], colours: Colours) -> str:
    """An SVG of the tracks, one below the other, and what the marks mean: the value, a twin, chance."""
    parts = [_track(track, at * _ROW, colours) for at, track in enumerate(tracks)]
    bottom = len(tracks) * _ROW
    there = (True, any(track.twins for track in tracks), any(track.chance is not None for track in tracks))
    shown = [(mark, words) for mark, words, drawn in zip(_MARKS, legend, there, strict=True) if drawn]
    parts.append(_legend(shown, bottom + 20, colours))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 30}" font-size="14" '
        f'font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


def _track(track: Track, top: int, colours: Colours) -> str:
    middle, ends = top + _TRACK, top + _ENDS

    def across(value: float) -> float:
        share = (value - track.low) / (track.high - track.low)
        return _LEFT + (_RIGHT - _LEFT) * min(max(share, 0.0), 1.0)

    parts = [
        _text(_LEFT, top + _HEAD, track.label, "start", colours.ink),
        _text(_RIGHT, top + _HEAD, track.written, "end", colours.accent, weight=650),
        f'<path d="M{_LEFT} {middle}H{_RIGHT}" stroke="{colours.line}" stroke-width="2"/>',
        _text(_LEFT, ends, track.ends[0], "start", colours.muted, size=11),
        _text(_RIGHT, ends, track.ends[1], "end", colours.muted, size=11),
    ]
    if track.chance is not None:
        parts.append(_chance(across(track.chance), middle, colours))
    parts += [_twin(across(value), middle, colours) for value in track.twins]
    if track.between is not None:
        low, high = map(across, track.between)
        parts.append(f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="{colours.accent}" stroke-width="4"/>')
    parts.append(_value(across(track.value), middle, colours))
    return "".join(parts)


def _legend(marks: Sequence[tuple[_Mark, str]], y: int, colours: Colours) -> str:
    parts, x = [], _LEFT + 6.0
    for mark, text in marks:
        parts += [mark(x, y, colours), _text(x + 12, y + 4.5, text, "start", colours.muted, size=12)]
        x += 40 + 6.6 * len(text)
    return "".join(parts)


def _value(x: float, y: float, colours: Colours) -> str:
    return f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{colours.accent}"/>'


def _twin(x: float, y: float, colours: Colours) -> str:
    return f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="none" stroke="{colours.muted}" stroke-width="1.6"/>'


def _chance(x: float, y: float, colours: Colours) -> str:
    return f'<path d="M{x:.1f} {y - 8}V{y + 8}" stroke="{colours.false_}" stroke-width="2"/>'


_MARKS: tuple[_Mark, ...] = (_value, _twin, _chance)


def _text(x: float, y: float, words: str, anchor: str, fill: str, size: int = 14, weight: int = 400) -> str:
    style = f'font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y}" {style}>{html.escape(words)}</text>'
