"""Two arrows to drag in the plane, and their measures beside those of two rows: mouse, touch and arrow keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from embedlab.ui import element
from embedlab.wording import Language

FOLDER = Path(__file__).parent
SCRIPTS = ("plane", "main")
_element = element.define("embedlab_arrows", FOLDER, SCRIPTS)


@dataclass(frozen=True)
class Column:
    """The measures of two rows as they are written, in the order of the labels: of u and v, and of 10 u and v."""

    title: str
    once: Sequence[str]
    longer: Sequence[str]


@dataclass(frozen=True)
class Words:
    """What the element says.

    measures: labels of |u|, |v|, u.v, cosine, angle and distance.
    drag:     how an arrow is moved; arrow: what it is called, with its `{name}`, `{x}` and `{y}`.
    longer:   the switch that makes u ten times as long. signs: by "+", "0" and "-", what the sign of u.v says.
    """

    measures: Sequence[str]
    measure: str
    arrows: str
    drag: str
    arrow: str
    longer: str
    signs: Mapping[str, str]


def show(words: Words, rows: Column, may_lengthen: bool, language: Language, key: str) -> None:
    """Show the arrows; with `may_lengthen`, a switch makes u ten times as long, the row's too."""
    data = {"words": asdict(words), "rows": asdict(rows), "may_lengthen": may_lengthen, "language": language}
    _element(key=key, data=data)
