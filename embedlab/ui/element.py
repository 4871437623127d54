"""Defines an element of ours from the files of its folder: they are joined, nothing is built."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Sequence
from pathlib import Path

from streamlit.components import v2
from streamlit.components.v2.types import ComponentRenderer

# Comment lines and indentation are for people: they do not travel to each browser.
_FOR_PEOPLE = re.compile(r"^(?:[ \t]*(?://[^\n]*|/\*\*.*?\*/)\n)*[ \t]*", re.MULTILINE | re.DOTALL)
_SHARED = Path(__file__).with_name("element.js")
_UNPACK = Path(__file__).with_name("packed.js")


def script(folder: Path, names: Sequence[str]) -> str:
    """The element's one JavaScript module: what all elements share, then its own files in this order."""
    return "\n".join(path.read_text("utf-8") for path in (_SHARED, *(folder / f"{name}.js" for name in names)))


def packed(module: str) -> str:
    """The module as it travels: compressed, in another that unpacks and imports it, where that is shorter. The server
    sends an element's script as it is, with every session's first look at it."""
    plain = _FOR_PEOPLE.sub("", module)
    content = base64.b64encode(gzip.compress(plain.encode(), mtime=0)).decode()
    return min(plain, _UNPACK.read_text("utf-8").replace("PACKED", content), key=len)


def define(name: str, folder: Path, names: Sequence[str]) -> ComponentRenderer:
    """The element, with `style.css` where there is one. Call once, at import: each call registers the name again."""
    style = folder / "style.css"
    css = style.read_text("utf-8") if style.exists() else None
    return v2.component(name, js=packed(script(folder, names)), css=css)
