"""Maps: the same rows drawn by three methods and linked, and what each map gets wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

import embedlab.ui.start as start
from embedlab.distortion.check import foremost
from embedlab.distortion.results import Maps
from embedlab.distortion.selection import MapsSettings
from embedlab.findings import Finding
from embedlab.jobs import Job
from embedlab.projection import METHODS
from embedlab.settings import parameters
from embedlab.text.pages import shell
from embedlab.text.pages.maps import TEXT
from embedlab.ui import (
    drawn_maps,
    jobs,
    linked_maps,
    map_doubt,
    map_evidence,
    map_export,
    map_measures,
    map_scene,
    settings,
)
from embedlab.ui.errors import told
from embedlab.ui.escaping import markdown
from embedlab.ui.show import show
from embedlab.wording import Language, fill

OF_ALL = ("rows", "seed")


def ask() -> MapsSettings:
    """Metric and steps in sight; rows, seed and what each method has to set behind one button."""
    left, middle, right = st.columns([5, 5, 2], vertical_alignment="bottom")
    values: dict[str, Any] = {}
    with left:
        values["metric"] = settings.metric(language)
    with middle:
        values["steps"] = settings.steps(language)
    with right, st.popover(text.settings, width="stretch"):
        columns = st.columns(1 + len(METHODS))
        with columns[0]:
            known = [found for found in parameters(MapsSettings) if found.name in OF_ALL]
            values |= {found.name: settings.parameter(found, language, found.name) for found in known}
        values["parameters"] = {}
        for column, (key, method) in zip(columns[1:], METHODS.items(), strict=True):
            with column:
                st.markdown(f"**{method.label.say(language)}**")
                chosen = settings.widgets(method.Settings, language, key)
                if not chosen:
                    st.caption(text.nothing_to_set)
            defaults = {found.name: found.default for found in parameters(method.Settings)}
            changed = {name: value for name, value in chosen.items() if value != defaults[name]}
            values["parameters"] |= {key: changed} if changed else {}
    return MapsSettings.of(values)


def follow(job: Job, shown: int) -> None:
    """Progress and Stop. The maps themselves stand outside this part of the page, so that they are never redrawn
    for a number; when another map stands, the whole page runs again."""

    def look(job: Job) -> None:
        if len(job.progress.get("document", {}).get("maps", ())) > shown:
            st.rerun()

    jobs.panel(job, language, look)
    if job.state in ("stopped", "failed") and st.button(text.again):
        drawn_maps.again(job.work.settings)
        st.rerun()


def say(finding: Finding) -> str:
    """A finding in one line, and the rows it is about."""
    severity = shell.TEXT[language].severities[finding.severity]
    line = f"**{severity}.** {markdown(finding.say(language), limit=None)}"
    ids = finding.values.get("ids")
    if not ids:
        return line
    names = ", ".join(markdown(table.tokens[row], 24) for row in ids)
    return f"{line} {fill(text.rows_of, language, listed=names)}"


def say_all(findings: Sequence[Finding], maps: Maps, key: str) -> None:
    """Findings one below the other, each with a way to what shows it."""
    with st.container(gap=None):
        for place, finding in enumerate(findings):
            rows = map_scene.drawn_rows(finding, maps)
            said, way = (
                st.columns([12, 1], vertical_alignment="center") if rows or finding.evidence else (st.container(), None)
            )
            said.markdown(say(finding))
            if way is None:
                continue
            with way, st.container(horizontal=True, horizontal_alignment="right"):
                lead_to(finding, rows, maps, f"see_{key}_{place}")


def lead_to(finding: Finding, rows: Sequence[int], maps: Maps, key: str) -> None:
    """A button: to the figure of a finding, from which the way to its rows goes on; else to its rows at once."""
    if not finding.evidence:
        # Before the run that draws the maps: they stand above some of the findings.
        mark = {"on_click": linked_maps.mark, "args": (rows, "maps")}
        st.button(text.rows, type="tertiary", icon=":material/my_location:", key=key, **mark)
    elif st.button(text.see, type="tertiary", icon=":material/bar_chart:", key=key):
        map_evidence.open_window(finding, rows, maps, language)


def draw(maps: Maps, wanted: MapsSettings, waiting: str) -> None:
    """Findings, the linked maps, the list of the row that was picked, all measures, files to take along, and doubts."""
    found = map_scene.findings(maps)
    first, rest = foremost(found)
    say_all(first, maps, "first")
    scene = map_scene.scene(maps, table, wanted.methods, language, waiting)
    touched = linked_maps.show(scene, language, "maps", map_scene.ranks(maps, table))
    if touched.picked is not None:
        list_neighbours(touched.picked, maps)
    with st.container(gap="xsmall"):
        with st.expander(text.all_measures):
            st.caption(text.measures_help)
            show(map_measures.every(maps, language), maps.declaration, (), text.measures_alt)
        if rest:
            with st.expander(fill(text.more, language, count=len(rest))):
                say_all(rest, maps, "rest")
    map_export.buttons(maps, table, scene, found, language)
    map_doubt.doubt(context, maps, wanted, touched.selected)


def list_neighbours(picked: int, maps: Maps) -> None:
    """The true neighbours of the row that was picked, and who keeps them."""
    listed = map_scene.neighbours_of(picked, maps, table, language)
    names = {"k": maps.graph.ids.shape[1], "token": markdown(table.tokens[maps.ids[picked]])}
    st.subheader(fill(text.picked, language, **names), anchor=False)
    show(listed, maps.declaration, (), fill(text.alt, language, **names, names=", ".join(listed[text.token])))


context = start.page("maps")
table = context.table
language: Language = context.language
text = TEXT[language]
st.markdown(text.lead)
with told(language):
    wanted = ask()
    progress = st.container()  # always there, so that the maps below keep their place on the page
    drawn = drawn_maps.find(context, wanted)
    if drawn.job is not None:
        with progress:
            follow(drawn.job, len(drawn.maps.maps) if drawn.maps else 0)
    if drawn.maps is not None:
        waiting = {"coming": text.waiting, "stopped": text.stopped, "failed": text.failed}[drawn.rest]
        draw(drawn_maps.compared(drawn.maps, context, wanted), wanted, waiting)
