"""Sentences in the two languages of the app, and numbers written as each language writes them."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import Any, Literal

Language = Literal["en", "pt"]
LANGUAGES: tuple[Language, ...] = ("en", "pt")

# Portuguese swaps the two signs: 1,234.5 is written 1.234,5.
_SWAP = str.maketrans(",.", ".,")
SEPARATORS: dict[Language, str] = {"en": ".,", "pt": ",."}  # decimal sign, then the sign between thousands


class _Formatter(string.Formatter):
    """`str.format` whose formatted numbers follow the language."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        written = super().format_field(value, format_spec)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return written.translate(_SWAP) if is_number and self.language == "pt" else written


def fill(template: str, language: Language, **fields: Any) -> str:
    """Fill a template in the manner of `str.format`; numbers are written in the language.

    >>> fill("{share:.1%} of {rows:,} rows", "pt", share=0.25, rows=2000)
    '25,0% of 2.000 rows'
    """
    return _Formatter(language).vformat(template, (), fields)


def number(value: float, spec: str, language: Language) -> str:
    """One number in the language: `number(0.5, ".2f", "pt")` is '0,50'."""
    return fill("{value:" + spec + "}", language, value=value)


@dataclass(frozen=True)
class Sentence:
    """The same sentence in both languages; `{name}` and `{name:.0%}` are filled when it is said."""

    en: str
    pt: str

    def say(self, language: Language, **fields: Any) -> str:
        """The sentence in one language. Raises KeyError for a field that is not given."""
        return fill(self.pt if language == "pt" else self.en, language, **fields)
