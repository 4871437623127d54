"""The test of a group on the page: which one, its verdict in a sentence, and the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from embedlab.charts.beside import Track, beside
from embedlab.distortion.groups import RARE, Compared, GroupTest, LabelsTest
from embedlab.distortion.results import Maps
from embedlab.projection import METHODS
from embedlab.table import EmbeddingTable
from embedlab.text.pages.maps_doubt import TEXT
from embedlab.ui import session
from embedlab.ui.escaping import markdown, visible
from embedlab.ui.map_scene import by_class
from embedlab.ui.map_twins import WIDTH
from embedlab.ui.show import declare, show, show_findings, written
from embedlab.wording import Language, fill

_NAMED, _SHORT = 12, 24  # tokens of one list in a sentence, and characters of each


@dataclass(frozen=True)
class Asked:
    """What the reader wants tested, and the map on which it was seen."""

    method: str
    groups: list[dict[str, Any]] | str

    def to_json(self, maps: Maps) -> dict[str, Any]:
        """The settings of the job besides those of the maps."""
        dots = maps.maps[self.method].projection.coordinates
        return {"method": self.method, "groups": self.groups, "coordinates": dots.tolist()}


def ask(maps: Maps, selected: Sequence[int], table: EmbeddingTable, language: Language) -> Asked | None:
    """Which group on which map, once the button is pressed. selected: rows of the scene."""
    text = TEXT[language]
    st.markdown(text.group_lead)
    left, middle, right = st.columns([5, 5, 2], vertical_alignment="bottom", gap="medium")
    with left:
        source = st.segmented_control(
            text.source, list(text.sources), default="selected", required=True,
            format_func=text.sources.__getitem__, key="group_source",
        )  # fmt: skip
    with middle:
        method = st.segmented_control(
            text.on_map, list(maps.maps), default=list(maps.maps)[-1], required=True,
            format_func=lambda key: METHODS[key].label.say(language), key="group_map",
        )  # fmt: skip
    groups = _chosen(source, maps, selected, table, language)
    with right:
        pressed = st.button(text.test, type="primary", disabled=not groups, width="stretch", key="group_test")
    return Asked(method, groups) if pressed and groups else None


def _chosen(
    source: str, maps: Maps, selected: Sequence[int], table: EmbeddingTable, language: Language
) -> list[dict[str, Any]] | str:
    """The groups as the job takes them; empty where there are none yet."""
    text = TEXT[language]
    if source == "screen":
        return "screen"
    if source == "class":
        classes = by_class(maps, table)
        if not classes:
            st.caption(text.no_classes)
            return []
        name = st.selectbox(text.class_label, list(classes), format_func=visible, key="group_class")
        return [{"ids": maps.ids[classes[name]].tolist(), "name": name, "grouped_by": "class"}]
    if not selected:
        st.caption(text.nothing_selected)
        return []
    ids = maps.ids[list(selected)].tolist()
    st.caption(fill(text.selected, language, count=len(ids), listed=_listed(ids, table, language)))
    with st.container(width=WIDTH):
        name = st.text_input(text.name, help=text.name_help, max_chars=60, key="group_name")
    return [{"ids": ids, "name": name, "grouped_by": "lasso"}]


def show_result(result: dict[str, Any], table: EmbeddingTable, language: Language) -> None:
    """What the job found: the verdict on one group, or on all that were seen."""
    tested = [GroupTest.from_json(one) for one in result["groups"]]
    if result["labels"] is None:
        _one(tested[0], table, language)
        return
    _several(LabelsTest.from_json(result["labels"]), tested, table, language)


def _one(test: GroupTest, table: EmbeddingTable, language: Language) -> None:
    """The sentence, then its evidence: tracks beside the rows that do not fit."""
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.markdown(f"**{markdown(test.name) if test.name else _listed(test.ids, table, language, most=5)}**")
        show_findings([test.finding])
        for line in _misfits(test, table, language):
            st.markdown(line)
    tracks = _tracks(test, language)
    with right, st.container(width=WIDTH):
        if tracks:
            alt = "; ".join(f"{track.label}: {track.written}" for track in tracks)
            show(beside(tracks, TEXT[language].group_legend, session.colours()), test.declaration, (), alt)
        else:
            declare(test.declaration)


def _tracks(test: GroupTest, language: Language) -> list[Track]:
    """Silhouette on the map and in the table, and the links across the border, each beside the twins' best groups."""
    text = TEXT[language]
    found: list[tuple[str, Compared, float]] = [
        ("map", test.map, -1.0), ("table", test.table, -1.0), ("conductance", test.conductance, 0.0),
    ]  # fmt: skip
    tracks = []
    for key, one, low in found:
        if one.value is None or not one.twins:
            continue
        spec = "z.0%" if key == "conductance" else "z.2f"
        # Three twins are drawn: among four, no p is small enough to tell anything.
        p = "" if one.p is None or key == "map" else f" · {fill(text.p, language, p=written(one.p, '.2f', language))}"
        ends = (written(low, spec, language), written(1.0, spec, language))
        number = written(one.value, spec, language) + p
        tracks.append(Track(text.tracks[key], number, one.value, one.twins, low=low, ends=ends))
    return tracks


def _misfits(test: GroupTest, table: EmbeddingTable, language: Language) -> list[str]:
    """Sentences that list the rows missing, the strange ones, and those that were not drawn."""
    text, k, lines = TEXT[language], test.declaration.k, []
    if test.missing:
        one_by_one = [_said(text.missing_one, one, table, language) for one in test.missing]
        lines.append(
            fill(text.missing, language, count=test.n_missing, listed=_cut(one_by_one, test.n_missing, language))
        )
    if test.strangers:
        one_by_one = [_said(text.strangers_one, {**one, "k": k}, table, language) for one in test.strangers]
        listed = _cut(one_by_one, test.n_strangers, language)
        lines.append(fill(text.strangers, language, count=test.n_strangers, listed=listed))
    if test.left_out:
        lines.append(fill(text.left_out, language, listed=_listed(test.left_out, table, language)))
    return lines


def _several(labels: LabelsTest, tested: Sequence[GroupTest], table: EmbeddingTable, language: Language) -> None:
    """All groups at once: one line each."""
    text = TEXT[language]
    if not tested:
        st.info(text.screen_none)
        return
    if labels.map.value is not None:
        numbers = {"map": labels.map, "table": labels.table}
        values = {f"{key}_value": _silhouette(one.value, language) for key, one in numbers.items()}
        twins = {
            f"{key}_twins": ", ".join(_silhouette(v, language) for v in one.twins)
            or ("–" if one.value is None else text.unseen)
            for key, one in numbers.items()
        }
        st.markdown(fill(text.labels, language, groups=labels.groups, **values, **twins))
    columns = {
        text.group: [_listed(test.ids, table, language, most=4) for test in tested],
        text.rows: [written(len(test.ids), ",", language) for test in tested],
        text.verdict: [text.verdicts[test.verdict] for test in tested],
        text.crossing: [_crossing(test.conductance, language) for test in tested],
    }
    parts = "; ".join(
        f"{name}: {verdict}" for name, verdict in zip(columns[text.group], columns[text.verdict], strict=True)
    )
    st.caption(fill(text.by_chance, language, rare=written(RARE, ".2f", language)))
    show(columns, tested[0].declaration, (), fill(text.screen_alt, language, parts=parts))


def _silhouette(value: float | None, language: Language) -> str:
    return "–" if value is None else written(value, "z.2f", language)


def _crossing(one: Compared, language: Language) -> str:
    """The share of links across the border beside the median of the twins' best groups, and its p."""
    if one.value is None or one.p is None:
        return "–"
    p = fill(TEXT[language].p, language, p=written(one.p, ".2f", language))
    return f"{written(one.value, '.0%', language)} · {p}"


def _said(template: str, one: Mapping[str, Any], table: EmbeddingTable, language: Language) -> str:
    return fill(template, language, token=markdown(table.tokens[one["id"]], _SHORT), **one)


def _listed(ids: Sequence[int], table: EmbeddingTable, language: Language, most: int = _NAMED) -> str:
    return _cut([markdown(table.tokens[row], _SHORT) for row in ids[: most + 1]], len(ids), language, most)


def _cut(names: Sequence[str], count: int, language: Language, most: int = _NAMED) -> str:
    """The first names, and how many more there are."""
    more = fill(TEXT[language].more, language, count=count - most) if count > most else ""
    return ", ".join(names[:most]) + more
