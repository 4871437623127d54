"""A token is hostile text: three escapers, one per surface.

`visible` is for surfaces that show text as it is (data frames, text inputs, textContent), `markdown`
for everything Streamlit renders as markdown (labels, captions, titles), `plotly` for figures.
"""

from __future__ import annotations

import html
import re
import unicodedata

CUT = 80  # characters of a token on screen
_JOINER = "\u2060"  # draws nothing; breaks what a backslash does not
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"  # letters and symbols that draw nothing
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# Streamlit finds icons, emoji and directives (":name"), and links ("://", "www.", "a@b"), after
# markdown has removed the backslashes. A joiner inside them is what stops it.
_FOUND_LATER = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)", re.IGNORECASE)


def visible(text: str, limit: int | None = CUT) -> str:
    """The text with everything that hides or moves written out, at most `limit` characters.

    Controls, bidi marks, zero widths, blank letters, odd spaces and lone surrogates become escapes;
    an empty text is shown as "", one of spaces alone as open boxes.

    >>> visible("a\\u202eb\\n"), visible(""), visible("  ")
    ('a\\\\u202eb\\\\n', '""', '␣␣')
    """
    if not text:
        return '""'
    if not text.strip(" "):
        text = "␣" * len(text)
    cut = text if limit is None or len(text) <= limit else text[: limit - 1] + "…"
    if cut.isascii() and cut.isprintable():
        return cut  # nearly every text, at a fraction of the price
    return "".join(_escape(letter) if _hides(letter) else letter for letter in cut)


def markdown(text: str, limit: int | None = CUT) -> str:
    """The text as Streamlit's markdown draws it literally: no icon, link, formula or directive.

    >>> markdown(":red[x] $a$")
    '\\\\:\\u2060red\\\\[x\\\\] \\\\$a\\\\$'
    """
    return _PUNCTUATION.sub(r"\\\1", _FOUND_LATER.sub(_JOINER, visible(text, limit)))


def plotly(text: str, limit: int | None = CUT) -> str:
    """The text as plotly draws it literally: its HTML subset and its formulas are switched off.

    >>> plotly("<b>$x$</b>")
    '&lt;b&gt;&#36;x&#36;&lt;/b&gt;'
    """
    return html.escape(visible(text, limit), quote=False).replace("$", "&#36;")  # it does not know &quot;


def _hides(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category[0] == "C" or (category[0] == "Z" and letter != " ") or letter in _BLANK_LETTERS


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
