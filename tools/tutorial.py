"""Reads a tutorial of docs/ as steps, so that a test can follow it.

What a person does there is written in five ways:
    [a page](http://127.0.0.1:8501/maps?doubt=twins)   opens a page with what its link presets
    **a label**                                        presses a button or link, or chooses the answer of that label
    type `a text`                                      into the first box of the page
    > a sentence                                       stands on the page then; "..." stands for anything
    ![what it shows](pictures/lesson_maps.png)         is a picture, by `python -m tools.screenshots`
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

Kind = Literal["open", "press", "type", "read", "look"]
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(
    r"\]\((?P<open>http://127\.0\.0\.1:8501/[^)]*)\)"
    r"|\*\*(?P<press>[^*]+)\*\*"
    r"|\btype `(?P<type>[^`]+)`"
    r"|(?P<read>(?:^> .+\n)+)"
    r"|^!\[[^\]]*\]\((?P<look>[^)]+)\)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Step:
    """One thing to do: open an address, press a label, type a text, read a sentence, look at a picture (its path)."""

    kind: Kind
    text: str

    @property
    def page(self) -> str:
        """The page that an address opens; home has an empty path."""
        return urlsplit(self.text).path.strip("/") or "home"

    @property
    def query(self) -> dict[str, str]:
        """What an address presets."""
        return dict(parse_qsl(urlsplit(self.text).query))


def steps(document: Path) -> list[Step]:
    """The steps of a tutorial in the order written. Code is left out, and a quotation is one line."""
    found = []
    for match in _STEP.finditer(_FENCED.sub("", document.read_text("utf-8"))):
        kind = str(match.lastgroup)
        text = " ".join(line.removeprefix("> ") for line in match[kind].splitlines())
        found.append(Step(kind, text))  # pyright: ignore[reportArgumentType]  # the groups are named after the kinds
    return found
