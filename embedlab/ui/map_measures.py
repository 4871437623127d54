"""The measures of the maps in words: the headline under a map, and the table of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embedlab.distortion import MEASURES
from embedlab.distortion.results import JudgedMap, Maps
from embedlab.projection import METHODS
from embedlab.text.pages.maps import TEXT
from embedlab.ui.show import written
from embedlab.wording import Language, fill

HEADLINE = "neighbourhood_kept"
_SHARES = {HEADLINE, "triplet_accuracy"}  # said in percent; the others are no shares of anything


def headline(judged: JudgedMap, language: Language) -> str:
    """Neighbourhood kept, with its interval, noise and chance."""
    label = MEASURES[HEADLINE].label.say(language)
    found = judged.measures[HEADLINE]
    return fill(TEXT[language].headline, language, label=label, k=found["k"], **_numbers(HEADLINE, found, language))


def every(maps: Maps, language: Language, plain: bool = False) -> dict[str, list[str]]:
    """All measures as columns of markdown, or of plain text: their names, then a column for each map."""
    text = TEXT[language]
    columns = {text.of_measure: [_name(key, maps, language) for key in MEASURES]}
    cell = text.cell.replace("*", "") if plain else text.cell
    for key, judged in maps.maps.items():
        columns[METHODS[key].label.say(language)] = [
            fill(cell, language, **_numbers(name, judged.measures[name], language)) if name in judged.measures else "–"
            for name in MEASURES
        ]
    return columns


def said(key: str, value: float | None, language: Language) -> str:
    """A value of the measure `key`, small shares to a tenth of a percent; a dash where there is none."""
    if value is None:
        return written(float("nan"), "", language)
    share = "z.1%" if 0 < value < 0.095 else "z.0%"
    return written(value, share if key in _SHARES else "z.2f", language)


def _numbers(key: str, found: Mapping[str, Any], language: Language) -> dict[str, str]:
    numbers = {name: said(key, found[name], language) for name in ("value", "low", "high", "chance", "null")}
    noise = "" if found["null"] is None else fill(TEXT[language].noise, language, null=numbers["null"])
    return {**numbers, "noise": noise}


def _name(key: str, maps: Maps, language: Language) -> str:
    measure = MEASURES[key]
    found = next((judged.measures[key] for judged in maps.maps.values() if key in judged.measures), {"k": None})
    label = measure.label.say(language)
    parts = [label] if found["k"] is None else [f"{label} ({found['k']})"]
    return ", ".join(parts if measure.larger_is_better else [*parts, TEXT[language].smaller])
