"""The part of the page below the maps that doubts them: choose one of three ways, ask, and read what it means."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from embedlab.distortion.results import Maps
from embedlab.distortion.selection import MapsSettings
from embedlab.text.pages.maps_doubt import TEXT
from embedlab.ui import drawn_maps, jobs, map_groups, map_stability, map_twins
from embedlab.ui import settings as settings_of
from embedlab.ui.page import Context
from embedlab.wording import fill

# The work of each part.
OWN = {"twins": drawn_maps.TWINS, "stability": drawn_maps.STABILITY, "group": drawn_maps.GROUPS}


def doubt(context: Context, maps: Maps, settings: MapsSettings, selected: Sequence[int]) -> None:
    """The three parts, of which one is open. selected: rows of the scene that the reader has selected."""
    language = context.language
    text = TEXT[language]
    st.subheader(text.title, anchor=False)
    st.markdown(text.lead)
    names = {name: text.parts[name] for name in OWN}
    part = settings_of.one_of(text.choose, "doubt", names, label_visibility="collapsed")
    for kind in OWN.values():  # work of a part that is not open goes on in sight
        job = drawn_maps.beside(kind, context, settings)
        if job is not None and (job.active or kind == OWN[part]):
            jobs.panel(job, language)
    if part == "twins":
        _twins(context, maps, settings)
    elif part == "stability":
        _stability(context, maps, settings)
    else:
        _group(context, maps, settings, selected)


def _twins(context: Context, maps: Maps, settings: MapsSettings) -> None:
    text = TEXT[context.language]
    st.markdown(text.twins_lead)
    job = drawn_maps.beside(drawn_maps.TWINS, context, settings)
    whole = job is None or job.state == "done"  # after a stop fewer twins stand, and the others may be asked for
    if whole and all(judged.twins is not None for judged in maps.maps.values()):
        map_twins.show_twins(maps, context.language)
        return
    count = map_twins.count(maps)
    label = fill(text.twins_start, context.language, count=count)
    if _asked(drawn_maps.TWINS, label, text.twins_wait, context, settings):
        drawn_maps.ask_beside(drawn_maps.TWINS, context, settings, twins=count)
        st.rerun()
    if any(judged.twins is not None for judged in maps.maps.values()):
        map_twins.show_twins(maps, context.language)


def _stability(context: Context, maps: Maps, settings: MapsSettings) -> None:
    text = TEXT[context.language]
    st.markdown(text.stability_lead)
    if any(judged.stability for judged in maps.maps.values()):
        map_stability.show_stability(maps, context.table, context.language)
        job = drawn_maps.beside(drawn_maps.STABILITY, context, settings)
        if job is None or job.state == "done":
            return
    if _asked(drawn_maps.STABILITY, text.stability_start, text.stability_wait, context, settings):
        drawn_maps.ask_beside(drawn_maps.STABILITY, context, settings)
        st.rerun()


def _asked(kind: str, label: str, wait: str, context: Context, settings: MapsSettings) -> bool:
    """A button that asks for work, and how long it will take; whether it was pressed."""
    job = drawn_maps.beside(kind, context, settings)
    busy, key = job is not None and job.active, f"{kind.partition('.')[2]}_start"
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button(label, type="primary", disabled=busy, key=key)
        st.caption(wait)
    return pressed


def _group(context: Context, maps: Maps, settings: MapsSettings, selected: Sequence[int]) -> None:
    asked = map_groups.ask(maps, selected, context.table, context.language)
    if asked is not None:
        drawn_maps.ask_beside(drawn_maps.GROUPS, context, settings, **asked.to_json(maps))
        st.rerun()
    job = drawn_maps.beside(drawn_maps.GROUPS, context, settings)
    if job is not None and not job.active and job.work.result is not None:
        map_groups.show_result(job.work.result, context.table, context.language)
