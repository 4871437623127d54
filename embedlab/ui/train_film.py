"""The map of a table while it is trained, and afterwards at every moment of the run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from embedlab.charts.film import Curve, Group, curves, moving_map
from embedlab.claims.film import Film
from embedlab.declaration import Declaration
from embedlab.jobs import Job
from embedlab.neighbours.similarity import chance_cosine
from embedlab.table import EmbeddingTable
from embedlab.text.pages import train as words
from embedlab.ui import session
from embedlab.ui.escaping import markdown, plotly, visible
from embedlab.ui.show import declare
from embedlab.wording import Language, fill, number

PACE = 0.25  # seconds from one snapshot to the next while it plays
_QUIET = {"displayModeBar": False}


def live(job: Job, step: int, of: int, language: Language) -> None:
    """The map of a run under way, at this step of so many."""
    seen = job.progress
    points = seen.get("arrays", {}).get("points")
    if points is None:
        return
    tokens = seen["tokens"]
    anchors = [word for text in words.TEXT.values() for word in text.anchors if word in tokens]
    figure = _map(points, tokens, seen["classes"], float(np.abs(points).max()) or 1.0, anchors, language)
    alt = _in_words(anchors, len(tokens), step, of, language)
    st.plotly_chart(figure, width="stretch", key="live_map", config=_QUIET, alt=alt)


def _in_words(anchors: Sequence[str], rows: int, step: int, of: int, language: Language) -> str:
    """The map in words."""
    named = ", ".join(map(visible, anchors)) or str(rows)
    return fill(words.TEXT[language].map_alt, language, step=step, of=of, words=named)


def show(film: Film, table: EmbeddingTable, made: Declaration, language: Language) -> None:
    """The map at any moment of the run, and beside it the cosines."""
    if st.session_state.get("film_of") != table.fingerprint:  # another film starts at its end, and stands
        st.session_state["film_of"] = table.fingerprint
        st.session_state.pop("frame", None)
        st.session_state["playing"] = False
    playing = st.session_state["playing"]
    st.fragment(_scene, run_every=PACE if playing else None)(film, table, language)
    text = words.TEXT[language]
    told = {text.snapshots: len(film.steps), text.variance: round(film.share, 2)}
    declare(replace(made, steps=("centred",), method="pca", parameters=told, rows_shown=len(film.rows)))


def _scene(film: Film, table: EmbeddingTable, language: Language) -> None:
    text, last = words.TEXT[language], len(film.steps) - 1
    at = _advance(last)
    left, right = st.columns(2, gap="medium")
    names = [table.tokens[row] for row in film.rows]
    classes = [table.classes[row] if table.classes else None for row in film.rows]
    reach = float(np.abs(film.points).max()) or 1.0
    anchors = [table.tokens[row] for row in film.words]
    figure = _map(film.points[at], names, classes, reach, anchors, language, glide=st.session_state["playing"])
    step, of = int(film.steps[at]), int(film.steps[last])
    alt = _in_words(anchors, len(names), step, of, language)
    with left:
        st.plotly_chart(figure, width="stretch", key="film_map", config=_QUIET, alt=alt)
    with right:
        if film.words:
            _cosines(film, table, at, anchors, language)
        else:
            st.info(text.no_words)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        playing = st.session_state["playing"]
        label = text.pause if playing else text.play
        if st.button(label, icon=f":material/{'pause' if playing else 'play_arrow'}:", key="play"):
            st.session_state["playing"] = not playing
            if not playing and at == last:
                st.session_state["start_over"] = True
            st.rerun()
        st.session_state.setdefault("frame", last)
        labels = [number(int(step), ",", language) for step in film.steps]
        moments, shown = range(last + 1), labels.__getitem__
        st.select_slider(text.moment, moments, format_func=shown, help=text.moment_help, key="frame")
    st.markdown(_said(film, at, anchors, step, of, language))


def _advance(last: int) -> int:
    """The snapshot to show; the next one while it plays, until the last."""
    if st.session_state.pop("start_over", False):
        st.session_state["frame"] = 0
        return 0
    at = int(st.session_state.get("frame", last))
    if not st.session_state["playing"]:
        return at
    if at >= last:
        st.session_state["playing"] = False
        st.rerun()
    st.session_state["frame"] = at + 1
    return at + 1


def _said(film: Film, at: int, anchors: Sequence[str], step: int, of: int, language: Language) -> str:
    text = words.TEXT[language]
    if not film.words:
        return fill(text.at_step, language, step=step, of=of)
    (raw_dog, raw_tuesday), (dog, tuesday) = film.cosines[at].tolist()
    values = {"raw_dog": raw_dog, "raw_tuesday": raw_tuesday, "dog": dog, "tuesday": tuesday}
    a, b, c = map(markdown, anchors)
    return fill(text.cosines_at, language, step=step, of=of, a=a, b=b, c=c, **values)


def _cosines(film: Film, table: EmbeddingTable, at: int, anchors: Sequence[str], language: Language) -> None:
    text, (a, b, c) = words.TEXT[language], map(plotly, anchors)
    drawn = [
        Curve(f"cos({a}, {other}){end}", film.cosines[:, kind, place].tolist(), dashed=bool(kind))
        for kind, end in enumerate(("", f", {text.centred}"))
        for place, other in enumerate((b, c))
    ]
    chance = chance_cosine(table.n_dims)
    figure = curves(film.steps.tolist(), drawn, chance, at, (text.step, text.cosine), language, session.colours())
    alt = fill(text.cosines_alt, language, a=visible(anchors[0]), b=visible(anchors[1]), c=visible(anchors[2]))
    st.plotly_chart(figure, width="stretch", key="film_cosines", config=_QUIET, alt=alt)


def _map(
    points: np.ndarray,
    names: Sequence[str],
    classes: Sequence[str | None],
    reach: float,
    anchors: Sequence[str],
    language: Language,
    glide: bool = False,
) -> go.Figure:
    """Grey dots, and in colour the classes of the first and the last of the words, which are named."""
    text, places = words.TEXT[language], {name: at for at, name in enumerate(names)}
    kinds = list(dict.fromkeys(classes[places[a]] for a in anchors if a in places and classes[places[a]]))
    other = [at for at, kind in enumerate(classes) if kind is None or kind not in kinds]
    groups = [Group(text.other_words if kinds else text.all_words, other)]
    groups += [Group(plotly(kind or ""), [at for at, found in enumerate(classes) if found == kind]) for kind in kinds]
    said = [places[name] for name in dict.fromkeys(anchors) if name in places]
    return moving_map(points, [plotly(name) for name in names], said, groups, reach, session.colours(), glide)
