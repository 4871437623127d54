"""The run behind the page of positions: a small GPT that knows every word of "the cat sat on a mat"."""

from __future__ import annotations

from typing import Any

from embedlab.training import corpus
from embedlab.wording import Language

SENTENCE: dict[Language, str] = {"en": "the cat sat on a mat", "pt": "o gato sentou em um tapete"}
_REPEATED = 5  # a word of the toy corpora occurs about a hundred times
# The toy corpora know no mat: a few animals sit and rest on one.
_MATS: dict[Language, tuple[tuple[str, ...], ...]] = {
    "en": (("the cat", "the dog", "the rabbit"), ("sat", "rested"), ("on a mat", "on the mat")),
    "pt": (("o gato", "o cachorro", "o coelho"), ("sentou", "descansou"), ("em um tapete", "no tapete")),
}


def text(language: Language) -> str:
    """The toy corpus of a language and the sentences with a mat, one sentence a line."""
    who, does, where = _MATS[language]
    added = [f"{a} {b} {c} .\n" for a in who for b in does for c in where]
    return corpus.build(language).text() + "".join(added * _REPEATED)


def asked(language: Language, seed: int = 0) -> dict[str, Any]:
    """The settings of the run but for its file: about 4 seconds of one core.

    Three layers, so that a page may take one or two of them; learned positions, whose table becomes banded.
    """
    size = {"dims": 32, "layers": 3, "context": 16, "learning_rate": 0.005}
    return {"corpus": {"text": text(language)}, "objective": "next_token", "seed": seed, "device": "cpu", **size}
