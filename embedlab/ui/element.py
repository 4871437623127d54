"""Defines an element of ours from the files of its folder: they are joined, nothing is built."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from streamlit.components import v2
from streamlit.components.v2.types import ComponentRenderer

# Comment lines and indentation are for people; without them a quarter less travels to each browser.
_FOR_PEOPLE = re.compile(r"^(?:[ \t]*(?://[^\n]*|/\*\*.*?\*/)\n)*[ \t]*", re.MULTILINE | re.DOTALL)
_SHARED = Path(__file__).with_name("element.js")


def script(folder: Path, names: Sequence[str]) -> str:
    """The element's one JavaScript module: what all elements share, then its own files in this order."""
    return "\n".join(path.read_text("utf-8") for path in (_SHARED, *(folder / f"{name}.js" for name in names)))


def define(name: str, folder: Path, names: Sequence[str]) -> ComponentRenderer:
    """The element, with `style.css` where there is one. Call once, at import: each call registers the name again."""
    style = folder / "style.css"
    css = style.read_text("utf-8") if style.exists() else None
    return v2.component(name, js=_FOR_PEOPLE.sub("", script(folder, names)), css=css)
