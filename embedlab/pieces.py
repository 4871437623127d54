"""What a raw vocabulary piece says: '▁dog' and 'Ġdog' are ' dog', '##ing' is 'ing'."""

from __future__ import annotations

import re
from functools import cache

_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")


@cache
def _byte_of_letter() -> dict[str, int]:
    """The letters by which byte-level vocabularies write bytes: printable ones stand for themselves,
    the others follow from U+0100 (Radford et al. 2019)."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}


def text_of(piece: str) -> str:
    """The text a piece stands for, with its space; a partial UTF-8 sequence is shown as \\xNN.

    A piece counts as byte-level when it holds a letter that only such vocabularies use (U+0100 to U+0143).

    >>> text_of("▁dog"), text_of("Ġdog"), text_of("##ing"), text_of("<0x0A>")
    (' dog', ' dog', 'ing', '\\n')
    """
    letters = _byte_of_letter()
    if any("\u0100" <= letter <= "\u0143" for letter in piece) and all(letter in letters for letter in piece):
        return bytes(letters[letter] for letter in piece).decode("utf-8", "backslashreplace")
    if match := _BYTE.fullmatch(piece):
        return bytes([int(match[1], 16)]).decode("utf-8", "backslashreplace")
    if piece.startswith("##") and len(piece) > 2:
        return piece[2:]
    return piece.replace("▁", " ")
