"""Other runs on the page: how much of each map comes back, on the whole, row by row and class by class."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import streamlit as st

from embedlab.distortion.checks.seed_unstable import SAME
from embedlab.distortion.results import Maps
from embedlab.distortion.stability import Stability
from embedlab.projection import METHODS
from embedlab.table import EmbeddingTable
from embedlab.text.pages.maps_doubt import TEXT
from embedlab.ui.escaping import markdown
from embedlab.ui.map_measures import HEADLINE, said
from embedlab.ui.map_scene import by_class
from embedlab.ui.show import show, written
from embedlab.wording import Language, fill

SEEDS = "seeds"
_LEAST, _SHORT = 8, 24  # rows and classes listed, and characters of each


def show_stability(maps: Maps, table: EmbeddingTable, language: Language) -> None:
    """What the other runs say of every map."""
    text = TEXT[language]
    columns: dict[str, list[str]] = {
        name: [] for name in (text.on_map, text.what_changed, text.runs, text.back, text.ari, text.procrustes)
    }
    for key, changed, found in _each(maps):
        ari = "–" if found.ari is None else written(found.ari, "z.2f", language)
        cells = (
            METHODS[key].label.say(language),
            text.changed[changed],
            str(found.runs),
            written(_mean(found.overlap), ".0%", language),
            ari,
            written(found.procrustes, ".2f", language),
        )
        for column, cell in zip(columns.values(), cells, strict=True):
            column.append(cell)
    left, right = st.columns([6, 5], gap="large")
    with left:
        rows = zip(columns[text.on_map], columns[text.what_changed], columns[text.back], strict=True)
        parts = "; ".join(f"{method}, {changed}: {back}" for method, changed, back in rows)
        show(columns, maps.declaration, (), fill(text.stability_alt, language, parts=parts))
        chance = next(iter(maps.maps.values())).measures[HEADLINE]["chance"]
        st.caption(fill(text.back_help, language, chance=said(HEADLINE, chance, language), line=SAME))
        st.caption(text.procrustes_help)
    with right:
        _rows(maps, table, language)
        _classes(maps, table, language)


def _each(maps: Maps) -> Iterator[tuple[str, str, Stability]]:
    for key, judged in maps.maps.items():
        for changed, found in judged.stability.items():
            yield key, changed, found


def _mean(overlap: np.ndarray) -> float:
    known = overlap[np.isfinite(overlap)]
    return float(known.mean()) if len(known) else float("nan")


def _rows(maps: Maps, table: EmbeddingTable, language: Language) -> None:
    """The rows whose neighbours on the map come back least, for every map."""
    for key, changed, found in _each(maps):
        if changed != SEEDS:
            continue
        order = np.argsort(np.nan_to_num(found.overlap, nan=np.inf), kind="stable")[:_LEAST]
        listed = ", ".join(
            f"{markdown(table.tokens[maps.ids[row]], _SHORT)} ({written(float(found.overlap[row]), '.0%', language)})"
            for row in order
        )
        st.markdown(fill(TEXT[language].least_rows, language, method=METHODS[key].label.say(language), listed=listed))


def _classes(maps: Maps, table: EmbeddingTable, language: Language) -> None:
    """The same as means of classes: those that come back least first."""
    text = TEXT[language]
    overlaps = {key: found.overlap for key, changed, found in _each(maps) if changed == SEEDS}
    if table.classes is None or not overlaps:
        return
    means = {
        name: {key: _mean(overlap[places]) for key, overlap in overlaps.items()}
        for name, places in by_class(maps, table).items()
    }
    least = sorted(means, key=lambda name: sum(means[name].values()))[:_LEAST]
    columns = {text.class_: [markdown(name, _SHORT) for name in least]}
    columns |= {
        METHODS[key].label.say(language): [written(means[name][key], ".0%", language) for name in least]
        for key in overlaps
    }
    st.markdown(text.by_class)
    show(columns, maps.declaration, (), f"{text.by_class}: {', '.join(columns[text.class_])}")
