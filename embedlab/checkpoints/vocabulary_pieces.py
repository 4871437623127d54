"""Vocabularies that are no JSON and no plain list: SentencePiece models and tiktoken's ranks, without a library."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator

from embedlab.checkpoints.unusable import UnusableError
from embedlab.pieces import piece_of

SUFFIXES = (".model", ".spm", ".tiktoken")
_RANK = re.compile(rb"((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?) (\d{1,9})\r?")
_VARINT, _BYTES = 0, 2
_FIXED = {1: 8, 5: 4}  # bytes of a field
# Fields of sentencepiece_model.proto: ModelProto.pieces, .trainer_spec, .normalizer_spec; SentencePiece.piece.
_PIECES, _TRAINER, _NORMALIZER, _PIECE = 1, 2, 3, 1


def pieces(raw: bytes) -> dict[int, str]:
    """The tokens of a file with one of the suffixes: Llama 3's tokenizer.model holds ranks, others' a model.

    Raises UnusableError.
    """
    return ranks(raw) if _RANK.fullmatch(raw[:1024].partition(b"\n")[0]) else dict(enumerate(sentencepiece(raw)))


def ranks(raw: bytes) -> dict[int, str]:
    """tiktoken: a line holds a token's bytes in base64, a blank, and its id. Bytes are written as letters.

    >>> ranks(b"IGRvZw== 7\\noA== 8\\n")
    {7: 'Ġdog', 8: 'ł'}
    """
    found: dict[int, str] = {}
    for number, line in enumerate(raw.removesuffix(b"\n").split(b"\n"), 1):
        fields = _RANK.fullmatch(line)
        if fields is None:
            raise UnusableError("ranks", line=number)
        found.setdefault(int(fields[2]), piece_of(b64decode(fields[1])))
    return found


def sentencepiece(raw: bytes) -> list[str]:
    """The pieces of a SentencePiece model in the order of their ids."""
    found, complete = [], False
    for number, begin, end in _fields(raw, 0, len(raw)):
        if number == _PIECES:
            texts = [raw[start:stop] for field, start, stop in _fields(raw, begin, end) if field == _PIECE]
            found.append(texts[-1].decode("utf-8", "backslashreplace") if texts else "")
        complete |= number in (_TRAINER, _NORMALIZER)
    if not found or not complete:  # every model says after its pieces how it was trained
        raise UnusableError("pieces", offset=len(raw))
    return found


def _fields(raw: bytes, at: int, end: int) -> Iterator[tuple[int, int, int]]:
    """(number, begin, end) of every field of a protobuf message; a number's own bytes are passed over."""
    while at < end:
        tag, at = _varint(raw, at, end)
        kind, begin = tag & 7, at
        if kind == _BYTES:
            length, begin = _varint(raw, at, end)
            at = begin + length
        elif kind == _VARINT:
            _, at = _varint(raw, at, end)
        elif kind in _FIXED:
            at += _FIXED[kind]
        else:
            raise UnusableError("pieces", offset=begin)
        if at > end:
            raise UnusableError("pieces", offset=begin)
        yield tag >> 3, begin, at


def _varint(raw: bytes, at: int, end: int) -> tuple[int, int]:
    """A number of at most nine bytes, and where it ends."""
    found = 0
    for shift, byte in enumerate(raw[at : min(end, at + 9)]):
        found |= (byte & 127) << 7 * shift
        if byte < 128:
            return found, at + shift + 1
    raise UnusableError("pieces", offset=at)
