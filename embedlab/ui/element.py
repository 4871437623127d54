"""Defines an element of ours from the files of its folder: they are joined, nothing is built."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from streamlit.components import v2
from streamlit.components.v2.types import ComponentRenderer

_SHARED = Path(__file__).with_name("element.js")


def script(folder: Path, names: Sequence[str]) -> str:
    """The element's one JavaScript module: what all elements share, then its own files in this order."""
    return "\n".join(path.read_text("utf-8") for path in (_SHARED, *(folder / f"{name}.js" for name in names)))


def define(name: str, folder: Path, names: Sequence[str]) -> ComponentRenderer:
    """The element, styled by `style.css`. Call once, at import: each call registers the name again."""
    return v2.component(name, js=script(folder, names), css=(folder / "style.css").read_text("utf-8"))
