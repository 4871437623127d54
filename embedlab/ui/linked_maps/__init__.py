"""Linked maps: up to three maps of the same rows in one element, drawn by one WebGL2 context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import streamlit as st

from embedlab.charts.palette import DARK, LIGHT
from embedlab.text.linked_maps import WORDS
from embedlab.ui import element
from embedlab.ui.linked_maps.scene import Distortion, Panel, Scene
from embedlab.wording import Language

__all__ = ["Distortion", "Panel", "Scene", "Touched", "mark", "show"]

FOLDER = Path(__file__).parent
# One module in this order: a class stands before those that extend it.
SCRIPTS = (
    "letters", "data", "geometry", "look", "dots", "gl", "marks", "lens", "overlay", "svg", "sheet",
    "page", "legend", "chips", "keys", "events", "probe", "shown", "view", "main",
)  # fmt: skip
_element = element.define("embedlab_linked_maps", FOLDER, SCRIPTS)
_MARKED = "{}_marked"  # where rows wait for the maps of a key
# The ranks travel alone: an element is sent whole when anything in it changes, and the maps are large.
_mail = element.define("embedlab_linked_maps_mail", FOLDER / "mail", ("../letters", "main"))


@dataclass(frozen=True)
class Touched:
    """What the reader has done: the row picked, or None; the rows selected by lasso, box or class, ascending."""

    picked: int | None = None
    selected: tuple[int, ...] = ()


def mark(rows: Sequence[int], key: str) -> None:
    """Select these rows of the scene on the maps when they are shown next, as if by lasso."""
    st.session_state[_MARKED.format(key)] = list(rows)


def show(scene: Scene, language: Language, key: str, ranks: Callable[[int], np.ndarray]) -> Touched:
    """Show the maps and say what the reader has picked and selected, as rows of the scene.

    ranks: the true rank of every row seen from a picked one, (n,) whole numbers, 0 for that row itself. The maps wear
    them as soon as they arrive.

    Zoom, selection and pick live in the browser and survive reruns; another `scene.digest` clears
    selection and pick, other coordinates reset the zoom of their panel.
    """
    facts = scene.facts(language)
    facts |= {
        "address": key,
        "words": asdict(WORDS[language]),
        "language": language,
        "palettes": {"light": asdict(LIGHT), "dark": asdict(DARK)},
    }
    with st.container(gap=None):  # the second element shows nothing and takes no room
        answer = _element(
            key=key,
            data={"scene": facts, **scene.tables},
            on_picked_change=lambda: None,
            on_selected_change=lambda: None,
        )
        touched = _read(answer, scene)
        marked = st.session_state.pop(_MARKED.format(key), None)
        _mail(key=f"{key}_mail", data=_letter(scene, key, touched.picked, ranks, marked))
    return touched


def _letter(
    scene: Scene, address: str, picked: int | None, ranks: Callable[[int], np.ndarray], marked: list[int] | None
) -> dict[str, Any]:
    if marked is not None:
        return {"address": address, "digest": scene.digest, "marked": marked}
    if picked is None:
        return {"address": address}
    whole = np.uint16 if len(scene.tokens) < 2**16 else np.int32
    column = pa.table({"rank": ranks(picked).astype(whole)})
    return {"address": address, "digest": scene.digest, "row": picked, "ranks": column}


def _read(answer: Any, scene: Scene) -> Touched:
    """What the browser says, as far as it is about these rows."""
    n = len(scene.tokens)
    known = [part if isinstance(part, dict) and part.get("digest") == scene.digest else {} for part in
             (answer.get("picked"), answer.get("selected"))]  # fmt: skip
    row, rows = known[0].get("row"), known[1].get("rows")
    listed = rows if isinstance(rows, list) else []
    return Touched(
        picked=row if _is_row(row, n) else None,
        selected=tuple(sorted(listed)) if all(_is_row(one, n) for one in listed) else (),
    )


def _is_row(value: object, n: int) -> bool:
    return type(value) is int and 0 <= value < n
