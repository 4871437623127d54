"""Linked maps: up to three maps of the same rows in one element, drawn by one WebGL2 context."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from embedlab.charts.palette import DARK, LIGHT
from embedlab.text.linked_maps import WORDS
from embedlab.ui import element
from embedlab.ui.linked_maps.scene import Panel, Scene
from embedlab.wording import Language

__all__ = ["Panel", "Scene", "show"]

FOLDER = Path(__file__).parent
# One module in this order: a class stands before those that extend it.
SCRIPTS = ("data", "geometry", "gl", "marks", "overlay", "page", "events", "shown", "view", "main")
_element = element.define("embedlab_linked_maps", FOLDER, SCRIPTS)


def show(scene: Scene, language: Language, key: str) -> int | None:
    """Show the maps; the row of the scene that the reader has picked, or None.

    Zoom, selection and pick live in the browser and survive reruns; another `scene.digest` clears
    selection and pick, other coordinates reset the zoom of their panel.
    """
    facts = scene.facts(language)
    facts |= {
        "words": asdict(WORDS[language]),
        "language": language,
        "palettes": {"light": asdict(LIGHT), "dark": asdict(DARK)},
    }
    answer = _element(key=key, data={"scene": facts, **scene.tables()}, on_picked_change=lambda: None)
    picked = answer.get("picked")
    if not isinstance(picked, dict) or picked.get("digest") != scene.digest:
        return None
    row = picked.get("row")
    return row if isinstance(row, int) and 0 <= row < len(scene.tokens) else None
