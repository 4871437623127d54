"""fastText's own .bin: arguments, dictionary, one row for every word and every bucket of n-grams, and the output rows.

The vector that fastText shows for a word is not its row: it is the mean of its row and of the rows of its n-grams
(Bojanowski et al. 2017). Both are offered: `word_rows` lie in the file, `composed_words` are made.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np

from embedlab.checkpoints import ngrams, textual
from embedlab.checkpoints.entries import MAX_DIMS, MAX_ROWS, Contents, TensorEntry, c_strides, in_memory
from embedlab.checkpoints.progress import tell
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.room import IN_MEMORY
from embedlab.checkpoints.textual import not_utf8, texts_of
from embedlab.checkpoints.vocabulary import from_list
from embedlab.errors import FileError
from embedlab.wording import Sentence

_MAGIC = b"\xba\x16\x4f\x2f"
_FLOAT = np.dtype(np.float32)
_SUPERVISED, _OLD = 3, 11  # the version whose supervised models have no n-grams, whatever they say
_VERSIONS = (_OLD, 12)
MAX_WORD = 2**16  # bytes
_STEP = 10_000  # words between two reports of progress


@dataclass
class _Bytes:
    """Reads numbers and words one after the other, each only where the file holds it. A cut file ends nobody."""

    path: Path
    file: BinaryIO
    size: int
    at: int = 0

    def take(self, layout: str) -> tuple[int, ...]:
        """The next numbers, little-endian and packed."""
        count = struct.calcsize(f"<{layout}")
        self.file.seek(self.at)
        found = self.file.read(count)
        self.need(self.at + count, self.at + len(found))
        self.at += count
        return struct.unpack(f"<{layout}", found)

    def word(self) -> bytes | None:
        """The bytes up to the next zero; None where there is none within the length of a word."""
        found, end = textual.word_at(self.file, self.at, b"\0", MAX_WORD)
        if end < 0:
            self.need(self.at + MAX_WORD, self.at + len(found))
            return None
        self.at += end + 1
        return found[:end]

    def need(self, end: int, there: int | None = None) -> None:
        """Raises FileError `file.truncated` where the file ends before byte `end`; at `there`, if that was read."""
        there = self.size if there is None else there
        if end > there:
            raise FileError("file.truncated", name=self.path.name, expected=end, found=there)


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(_MAGIC)


def _open(path: Path) -> Contents:
    with path.open("rb", buffering=textual.BUFFER) as file:
        source = _Bytes(path, file, path.stat().st_size)
        _, version, dims, *_, model, bucket, minn, maxn, _ = source.take("2i12i")
        source.take("d")
        sound = version in _VERSIONS and 0 < dims <= MAX_DIMS and bucket >= 0 and minn <= maxn <= 64
        if not sound:
            raise FileError("file.unsafe", reason="header", name=path.name)
        words = _words(source)
        table = _matrix(source, "word_rows", dims)
        output = _matrix(source, "output", dims)
        if source.at < source.size:
            raise FileError("file.unsafe", reason="trailing", name=path.name, extra=source.size - source.at)
    if table.shape[0] != len(words) + bucket or not words:
        raise FileError(
            "file.unsafe", reason="rows", name=path.name, expected=len(words) + bucket, found=table.shape[0]
        )
    if version == _OLD and model == _SUPERVISED:
        maxn = 0
    rows, grams = _split(table, len(words))
    composed = _entry(path, "composed_words", 0, rows.shape, partial(_composed, path, rows, grams, words, minn, maxn))
    entries = (rows, grams, output, *((composed,) if maxn > 0 and bucket else ()))
    tokens, odd = texts_of(words)
    found = tuple(entry for entry in entries if entry.parameters)
    return Contents(found, vocabulary=lambda: from_list(path.name, tokens), findings=not_utf8(odd, len(words)))


def _words(source: _Bytes) -> list[bytes]:
    """The words of the dictionary in the order of their rows. Labels follow them, and have rows of the output only."""
    size, count, labels, _, pruned = source.take("3i2q")
    if min(size, count, labels) < 0 or count + labels != size or count > MAX_ROWS:
        raise FileError("file.unsafe", reason="header", name=source.path.name)
    found = []
    for entry in range(size):
        word = source.word()
        if word is None:
            raise FileError(
                "file.unsafe", reason="word", name=source.path.name, row=entry, offset=source.at, limit=MAX_WORD
            )
        _, kind = source.take("qb")
        if kind == 0:
            found.append(word)
        if entry % _STEP == 0:
            tell(source.at, source.size)
    if len(found) != count:
        raise FileError("file.unsafe", reason="rows", name=source.path.name, expected=count, found=len(found))
    source.at += 8 * max(0, pruned)
    source.need(source.at)
    return found


def _matrix(source: _Bytes, name: str, dims: int) -> TensorEntry:
    if source.take("B")[0]:
        raise FileError("file.unsupported", reason="fasttext_quantised", name=source.path.name)
    rows, columns = source.take("2q")
    if columns != dims or not 0 <= rows <= MAX_ROWS:
        raise FileError("file.unsafe", reason="header", name=source.path.name)
    entry = _entry(source.path, name, source.at, (rows, dims))
    source.at += rows * dims * _FLOAT.itemsize
    source.need(source.at)
    return entry


def _entry(path: Path, name: str, offset: int, shape: tuple[int, ...], made: partial | None = None) -> TensorEntry:
    strides = c_strides(shape, _FLOAT.itemsize)
    stored = 0 if made else None  # what is composed takes no bytes of its own
    return TensorEntry(name, path, offset, _FLOAT, "float32", shape, strides, f"{name}@{offset}", made, stored)


def _split(table: TensorEntry, words: int) -> tuple[TensorEntry, TensorEntry]:
    """The rows of the words, and those of the buckets of n-grams."""
    rows, dims = table.shape
    after = table.offset + words * dims * _FLOAT.itemsize
    return (
        _entry(table.file, "word_rows", table.offset, (words, dims)),
        _entry(table.file, "ngram_rows", after, (rows - words, dims)),
    )


def _composed(
    path: Path, rows: TensorEntry, grams: TensorEntry, words: list[bytes], minn: int, maxn: int
) -> np.ndarray:
    return ngrams.composed(path, _held(rows), _held(grams), words, minn, maxn)


def _held(entry: TensorEntry) -> np.ndarray:
    """Its values, in memory where they may lie there: then nothing that happens to the file matters any more."""
    return in_memory(entry.map()) if entry.nbytes <= IN_MEMORY else entry.map()


READER = Reader(
    key="fasttext_bin",
    label=Sentence(en="fastText model (.bin)", pt="modelo do fastText (.bin)"),
    sniff=_sniff,
    open=_open,
)
