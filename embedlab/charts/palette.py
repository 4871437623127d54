"""Colours of every figure, for a light and a dark page. No figure invents its own.

The classes wear the eight colours of Petroff (2021, arXiv 2107.02270, the eight-colour sequence). Three are darkened
on white and two lightened on the dark page, so that every dot stands 3:1 from its background (WCAG 2.2, 1.4.11) and
no two colours come nearer than a CIE 1976 difference of 16, also for protanopes, deuteranopes and tritanopes
(tests/charts/test_palette.py computes both).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Colours:
    """The colours of one theme, as #rrggbb.

    `ink` is text, `muted` secondary text (4.5:1), `line` borders and grid, `accent` the one emphasis.
    `kept` marks a true neighbour, `false_` one that only the map makes; their shapes differ too.
    `series` are seven classes; `other` is for all further classes, `bare` for rows without one.
    `ramp` goes from the nearest rank to the farthest; its lightness alone tells the order, for every eye.
    """

    background: str
    surface: str
    ink: str
    muted: str
    line: str
    accent: str
    kept: str
    false_: str
    series: tuple[str, ...]
    other: str
    bare: str
    ramp: tuple[str, str, str, str, str]


LIGHT = Colours(
    background="#ffffff",
    surface="#f5f5f3",
    ink="#1f2328",
    muted="#5d636b",
    line="#d9dbde",
    accent="#1845fb",
    kept="#0059a8",
    false_="#b84700",
    series=("#1845fb", "#ff5e02", "#c91f16", "#c849a9", "#969768", "#349ecd", "#7f8af9"),
    other="#656364",
    bare="#b4b6b9",
    ramp=("#5c0a2e", "#b3202c", "#e0692f", "#dba671", "#cfd1d4"),
)

DARK = Colours(
    background="#171614",
    surface="#23221f",
    ink="#f0efec",
    muted="#a9a7a2",
    line="#3b3935",
    accent="#578dff",
    kept="#6db8ff",
    false_="#ffa24d",
    series=("#3f4bff", "#ff5e02", "#c91f16", "#c849a9", "#adad7d", "#86c8dd", "#578dff"),
    other="#696667",
    bare="#4b4945",
    ramp=("#fff2b0", "#fdb44b", "#e2662f", "#a3514a", "#403e44"),
)


def written_on(colour: str) -> str:
    """Black or white, whichever stands out more on a colour (#rrggbb): one of them always stands 4.58:1 (WCAG 2.2)."""
    levels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels]
    luminance = sum(weight * level for weight, level in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#ffffff" if (luminance + 0.05) ** 2 < 0.05 * 1.05 else "#000000"


MOST_CLASSES = len(LIGHT.series)  # the largest classes that get a colour; never cycle
