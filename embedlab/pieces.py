"""What a raw vocabulary piece says: '▁dog' and 'Ġdog' are ' dog', '##ing' is 'ing'."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")


@cache
def _byte_of_letter() -> dict[str, int]:
    """The letters by which byte-level vocabularies write bytes: printable ones stand for themselves,
    the others follow from U+0100 (Radford et al. 2019)."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}


@cache
def _letter_of_byte() -> dict[int, str]:
    return {byte: letter for letter, byte in _byte_of_letter().items()}


def is_byte_level(tokens: Sequence[str]) -> bool:
    """Whether a vocabulary writes bytes as letters: one token in fifty at least starts with Ġ, its space.

    A piece alone cannot tell: "wrocław" is a word in one vocabulary, and "ł" the byte A0 in another.
    """
    return 50 * sum(token.startswith("Ġ") for token in tokens) >= len(tokens) > 0


def bytes_of(piece: str) -> bytes | None:
    """The bytes of a byte-level piece, which may be a part of a UTF-8 sequence; None for one not written so.

    >>> bytes_of("Ġdog"), bytes_of("ł"), bytes_of("狗")
    (b' dog', b'\\xa0', None)
    """
    letters = _byte_of_letter()
    return bytes(letters[letter] for letter in piece) if all(letter in letters for letter in piece) else None


def piece_of(raw: bytes) -> str:
    """The byte-level piece of these bytes, the inverse of `bytes_of`.

    >>> piece_of(b" dog"), piece_of(b"\\xa0")
    ('Ġdog', 'ł')
    """
    letters = _letter_of_byte()
    return "".join([letters[byte] for byte in raw])


def text_of(piece: str, byte_level: bool = False) -> str:
    """The text a piece stands for, with its space; a partial UTF-8 sequence is shown as \\xNN.

    byte_level: how the piece's vocabulary writes bytes, from `is_byte_level`.

    >>> text_of("▁dog"), text_of("Ġdog", byte_level=True), text_of("##ing"), text_of("<0x0A>")
    (' dog', ' dog', 'ing', '\\n')
    """
    if byte_level and (raw := bytes_of(piece)) is not None:
        return raw.decode("utf-8", "backslashreplace")
    if match := _BYTE.fullmatch(piece):
        return bytes([int(match[1], 16)]).decode("utf-8", "backslashreplace")
    if piece.startswith("##") and len(piece) > 2:
        return piece[2:]
    return piece.replace("▁", " ")
