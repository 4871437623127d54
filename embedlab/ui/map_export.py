"""The maps as files: rows for a spreadsheet, and one page of HTML. Both say how the maps were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from embedlab.charts.dots import named_dots
from embedlab.charts.palette import LIGHT
from embedlab.charts.report import Section, page
from embedlab.checkpoints.export import csv_lines
from embedlab.distortion.results import JudgedMap, Maps
from embedlab.findings import Finding
from embedlab.projection import METHODS
from embedlab.table import EmbeddingTable
from embedlab.text.declaration import say_declaration
from embedlab.text.pages import shell
from embedlab.text.pages.maps import TEXT
from embedlab.ui import map_measures
from embedlab.ui.linked_maps import Scene
from embedlab.wording import Language, fill

NAMED = 10_000  # rows whose dots carry a name in the page: about a megabyte a map


def buttons(maps: Maps, table: EmbeddingTable, scene: Scene, found: Sequence[Finding], language: Language) -> None:
    """Both downloads; a file is made when it is asked for."""
    text = TEXT[language]

    def button(label: str, help: str, make: Callable[[], bytes], ending: str, mime: str) -> None:
        name = f"maps.{ending}"
        st.download_button(label, make, name, mime, help=help, on_click="ignore", key=f"export_{ending}")

    with st.container(horizontal=True):
        button(text.csv, text.csv_help, lambda: rows(maps, table, language), "csv", "text/csv")
        button(text.html, text.html_help, lambda: one_page(maps, scene, found, language), "html", "text/html")


def rows(maps: Maps, table: EmbeddingTable, language: Language) -> bytes:
    """A CSV of one line per row drawn: id, token, class, and for each map where it lies and what is wrong with it.

    The first line says how the maps were made, the second names the columns. UTF-8 with the mark that spreadsheets
    need; a text that one would run begins with an apostrophe.
    """
    columns: dict[str, Sequence[Any]] = {"id": maps.ids.tolist()}
    columns["token"] = [table.tokens[row] for row in maps.ids.tolist()]
    if table.classes is not None:
        columns["class"] = [table.classes[row] or "" for row in maps.ids.tolist()]
    columns["in_degree"] = maps.in_degree.tolist()
    for key, judged in maps.maps.items():
        columns |= {f"{key}_{name}": _cells(values) for name, values in _of_map(judged).items()}
    made = [say_declaration(judged.declaration, language) for judged in maps.maps.values()]
    lines = [*csv_lines([f"# {' | '.join(made)}"], ()), *csv_lines(list(columns), zip(*columns.values(), strict=True))]
    return b"\xef\xbb\xbf" + b"".join(lines)


def _of_map(judged: JudgedMap) -> dict[str, np.ndarray]:
    x, y = judged.projection.coordinates.T
    columns = {
        "x": x,
        "y": y,
        "kept": judged.kept,
        "trustworthiness": judged.trust,
        "continuity": judged.continuity,
        "worst_true_rank": judged.worst,
        "stretch": judged.stretch,
    }
    return columns | {f"{changed}_come_back": found.overlap for changed, found in judged.stability.items()}


def _cells(values: np.ndarray) -> list[Any]:
    """The values of a column to the seven digits of a float32; nothing where there is none."""
    return [
        "" if value != value else float(f"{value:.7g}") if values.dtype.kind == "f" else value
        for value in values.tolist()
    ]


def one_page(maps: Maps, scene: Scene, found: Sequence[Finding], language: Language) -> bytes:
    """One HTML file: findings, each map with its dots, headline and declaration, and all measures."""
    text, words = TEXT[language], shell.TEXT[language].severities
    sections = [_map(key, judged, scene, language) for key, judged in maps.maps.items()]
    table = map_measures.every(maps, language, plain=True)
    cells = [list(row) for row in zip(*table.values(), strict=True)]
    sections.append(Section(text.all_measures, (text.measures_help,), columns=list(table), rows=cells))
    said = [f"{words[one.severity]}. {one.say(language)}" for one in found]
    named = len(scene.tokens) <= NAMED
    lines = [*said, text.html_names if named else fill(text.html_nameless, language, limit=NAMED)]
    title = fill(text.html_title, language, name=maps.declaration.table)
    first = Section(text.findings, lines, note=say_declaration(maps.declaration, language))
    return page(title, [first, *sections], language).encode("utf-8", "backslashreplace")


def _map(key: str, judged: JudgedMap, scene: Scene, language: Language) -> Section:
    groups, names = scene.grouping
    fills = [*LIGHT.series[: len(names)], *[LIGHT.other] * (len(LIGHT.series) + 1 - len(names)), LIGHT.bare]
    of_row = scene.classes or [None] * len(scene.tokens)
    labels = [token if name is None else f"{token} · {name}" for token, name in zip(scene.tokens, of_row, strict=True)]
    if len(labels) > NAMED:
        labels = None
    drawn = named_dots(judged.projection.coordinates, labels, [fills[group] for group in groups], LIGHT)
    label, summary = METHODS[key].label.say(language), METHODS[key].summary.say(language)
    lines = (summary, map_measures.headline(judged, language))
    return Section(label, lines, figure=drawn, note=say_declaration(judged.declaration, language))
