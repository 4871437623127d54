"""Twins on the page: the measures of noise beside the map's, and the line-up, a guess which map is the real one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

import numpy as np
import streamlit as st

from embedlab.charts.beside import Track, beside
from embedlab.charts.dots import cloud
from embedlab.declaration import Declaration
from embedlab.distortion import MEASURES
from embedlab.distortion.results import JudgedMap, Maps
from embedlab.distortion.twins import usual
from embedlab.projection import METHODS
from embedlab.text.pages.maps_doubt import TEXT
from embedlab.ui import session, settings
from embedlab.ui.map_measures import HEADLINE, said
from embedlab.ui.show import declare, show
from embedlab.wording import Language, fill

WIDTH = 480  # pixels of a figure of tracks
_SMALL = 164  # and of a map of the line-up: two beside each other on a phone
FEW = 3  # twins where `usual` draws none by itself


def count(maps: Maps) -> int:
    """How many twins the page draws."""
    return usual(len(maps.ids)) or FEW


def show_twins(maps: Maps, language: Language) -> None:
    """What the twins of every map get, and the line-up. The maps must have twins."""
    compared = {key: judged for key, judged in maps.maps.items() if judged.twins is not None}
    left, right = st.columns([5, 6], gap="large")
    with left:
        _strip(maps, compared, language)
    with right:
        _line_up(compared, language)


def _strip(maps: Maps, compared: dict[str, JudgedMap], language: Language) -> None:
    text = TEXT[language]
    known = [key for key in MEASURES if any(key in judged.measures for judged in compared.values())]
    names = {key: MEASURES[key].label.say(language) for key in known}
    chosen = settings.one_of_many(text.twins_measure, "measure", names, HEADLINE)
    found = {key: judged.measures[chosen] for key, judged in compared.items() if chosen in judged.measures}
    ends = _ends([value for one in found.values() for value in _all(one)])
    tracks = [
        Track(
            _label(language)(key),
            said(chosen, one["value"], language),
            one["value"],
            one["twins"],
            (one["low"], one["high"]),
            one["chance"],
            *ends,
            ends=(said(chosen, ends[0], language), said(chosen, ends[1], language)),
        )
        for key, one in found.items()
    ]
    parts = "; ".join(f"{track.label} {track.written} ({_twins(chosen, track, language)})" for track in tracks)
    alt = fill(text.twins_alt, language, label=MEASURES[chosen].label.say(language), parts=parts)
    with st.container(width=WIDTH):
        show(beside(tracks, text.twins_legend, session.colours()), _declared(maps), (), alt)


def _declared(maps: Maps) -> Declaration:
    """How the maps were made, and with how many twins they are compared."""
    counts = [len(judged.twins.coordinates) for judged in maps.maps.values() if judged.twins is not None]
    declared = maps.declaration
    return replace(declared, parameters={**declared.parameters, "twins": max(counts)})


def _all(one: Mapping[str, Any]) -> list[float]:
    return [
        value for value in (one["value"], one["low"], one["high"], one["chance"], *one["twins"]) if value is not None
    ]


def _ends(values: list[float]) -> tuple[float, float]:
    """The ends of a track that holds the values: 0 and 1 unless they go below."""
    return (0.0 if min(values) >= 0 else -1.0), max(1.0, *values)


def _twins(key: str, track: Track, language: Language) -> str:
    return f"{TEXT[language].twins_legend[1]}: {', '.join(said(key, value, language) for value in track.twins)}"


@dataclass
class _Lot:
    """Where the real map stands among its twins, and the reader's guess."""

    real: int
    guess: int | None = None


_Lots = dict[tuple[str | float, ...], _Lot]  # by method and what its twins get: other twins are another line-up


@st.fragment
def _line_up(compared: dict[str, JudgedMap], language: Language) -> None:
    """One real map among those of its twins, all alike."""
    text = TEXT[language]
    st.markdown(f"**{text.line_up}**")
    key = st.segmented_control(
        text.on_map,
        list(compared),
        default=list(compared)[-1],
        required=True,
        format_func=_label(language),
        key="line_up_of",
        label_visibility="collapsed",
    )
    judged = compared[key]
    lots: _Lots = st.session_state.setdefault("line_up_lots", {})
    of = (key, *judged.measures[HEADLINE]["twins"])
    maps = [] if judged.twins is None else [*judged.twins.coordinates]
    lot = lots.setdefault(of, _Lot(secrets.randbelow(len(maps) + 1)))
    maps.insert(lot.real, judged.projection.coordinates)
    if lot.guess is None:
        st.markdown(fill(text.line_up_lead, language, count=len(maps)))
    else:
        _reveal(judged, lot, len(maps), language)
    _small_maps(judged, maps, lot, language)
    if lot.guess is not None:
        st.button(text.line_up_again, on_click=_shuffle, args=(lots, of), key="line_up_again")
    declare(judged.declaration)


def _small_maps(judged: JudgedMap, maps: list[np.ndarray], lot: _Lot, language: Language) -> None:
    """The small maps, each with the button that picks it."""
    text, name = TEXT[language], _label(language)(judged.projection.method)
    with st.container(horizontal=True):
        for place, (letter, dots) in enumerate(zip(ascii_uppercase, maps, strict=False)):
            with st.container(width=_SMALL, gap="xxsmall"):
                picture = cloud(dots, session.colours(), chosen=lot.guess is not None and place == lot.real)
                alt = fill(text.line_up_alt, language, letter=letter, method=name, rows=len(dots))
                st.image(picture, width="stretch", alt=alt)
                picked = "primary" if place == lot.guess else "secondary"
                st.button(
                    letter,
                    on_click=_guess,
                    args=(lot, place),
                    disabled=lot.guess is not None,
                    type=picked,
                    width="stretch",
                    key=f"line_up_{letter}",
                )


def _guess(lot: _Lot, place: int) -> None:
    lot.guess = place


def _shuffle(lots: _Lots, of: tuple[str | float, ...]) -> None:
    del lots[of]


def _reveal(judged: JudgedMap, lot: _Lot, count: int, language: Language) -> None:
    """Which it is, and whether the numbers of the map differ from those of noise."""
    text, found = TEXT[language], judged.measures[HEADLINE]
    letters = {"letter": ascii_uppercase[lot.real], "guess": ascii_uppercase[lot.guess or 0], "count": count}
    st.markdown(fill(text.right if lot.guess == lot.real else text.wrong, language, **letters))
    low, high = found["null_low"], found["null_high"]
    if low is None:
        return
    # The check has the last word: it asks two measures, and its band is wider.
    noisy = any(finding.code == "map.noise_like" for finding in judged.findings)
    sentence = text.as_noise if noisy or low <= found["value"] <= high else text.differs
    values = {
        name: said(HEADLINE, value, language)
        for name, value in (("value", found["value"]), ("low", low), ("high", high))
    }
    st.markdown(fill(sentence, language, method=_label(language)(judged.projection.method), **values))


def _label(language: Language) -> Callable[[str], str]:
    return lambda key: METHODS[key].label.say(language)
