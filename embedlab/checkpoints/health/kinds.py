"""What a row's token is, as far as its name tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import numpy as np

from embedlab.pieces import bytes_of, is_byte_level

Kind = Literal["ordinary", "unused", "padding", "special", "byte", "partial", "not_usable"]
KINDS: tuple[Kind, ...] = ("ordinary", "unused", "padding", "special", "byte", "partial", "not_usable")

# BERT [unused7], Gemma <unused7>, Llama 3 <|reserved_special_token_7|>, Phi <|dummy_7|>, Mistral <SPECIAL_7>,
# Qwen <|extra_7|>, fairseq madeupword0007, llama.cpp [PAD151669].
_UNUSED = re.compile(
    r"[\[<]\|?(unused|reserved|dummy|placeholder|SPECIAL|extra)(_special_token|_token)?_?\d+\|?[\]>]"
    r"|madeupword\d+|[\[<]\|?(PAD|pad)_?\d+\|?[\]>]"
)
_SPECIAL = re.compile(r"<\|[^<>|]+\|>|\[[A-Z]{2,}\]|</?(s|unk|pad|bos|eos|mask|cls|sep|start_of_turn|end_of_turn)>")
_BYTE = re.compile(r"<0x[0-9A-Fa-f]{2}>")


def kinds_of(tokens: Sequence[str]) -> np.ndarray:
    """The kind of each token, (n,) int8, as places in KINDS; "#7" at row 7 is a row without a token.

    Where no row has a token there is no vocabulary, and all are ordinary.
    """
    byte_level = is_byte_level(tokens)
    places = {kind: place for place, kind in enumerate(KINDS)}
    kinds = np.fromiter((places[_kind(*pair, byte_level)] for pair in enumerate(tokens)), np.int8, len(tokens))
    return np.zeros_like(kinds) if (kinds == places["padding"]).all() else kinds


def _kind(row: int, token: str, byte_level: bool) -> Kind:
    if token.startswith("#") and token == f"#{row}":
        return "padding"
    if token[:1] in ("<", "[", "m"):
        if _UNUSED.fullmatch(token):
            return "unused"
        if _BYTE.fullmatch(token):
            return "byte"
        if _SPECIAL.fullmatch(token):
            return "special"
    if byte_level and not token.isascii():
        return _of_bytes(bytes_of(token))
    return "ordinary"


def _of_bytes(raw: bytes | None) -> Kind:
    try:
        if raw is not None:
            raw.decode()
    except UnicodeDecodeError:
        return "byte" if len(raw or b"") == 1 else "partial"
    return "ordinary"
