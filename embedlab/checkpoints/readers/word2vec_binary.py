"""word2vec's binary format: a line with rows and dimensions, then a word, a blank, and its numbers as float32.

Some writers end each row with a line feed, others do not: one before a word is no part of it.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import numpy as np

from embedlab.checkpoints import textual
from embedlab.checkpoints.entries import MAX_DIMS, MAX_ROWS, Contents, TensorEntry
from embedlab.checkpoints.faults import check_limit
from embedlab.checkpoints.progress import tell
from embedlab.checkpoints.reader import HEAD, Reader
from embedlab.checkpoints.room import room
from embedlab.checkpoints.vocabulary import from_list
from embedlab.errors import FileError
from embedlab.wording import Sentence

MAX_WORD = 4096  # bytes
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1f]")  # no text holds these bytes, float32 rows do
_STEP = 10_000  # rows between two reports of progress


def _sniff(head: bytes, path: Path) -> bool:
    return textual.counts(head) is not None and _CONTROL.search(head) is not None


def _open(path: Path) -> Contents:
    """Finds where each row begins; the numbers are read when they are asked for."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        found = textual.counts(head)
        assert found is not None
        rows, dims = found
        for part, count, limit in (("rows", rows, MAX_ROWS), ("dims", dims, MAX_DIMS)):
            check_limit(path, part, count, limit)
    words, offsets = _rows(path, head.find(b"\n") + 1, rows, dims)
    tokens, odd = textual.texts_of(words)
    made = partial(_values, path, offsets, dims)
    entry = TensorEntry(
        textual.NAME, path, 0, np.dtype(np.float32), "float32", (rows, dims), (0, 0), textual.NAME, made,
        stored=rows * dims * 4,
    )  # fmt: skip
    named = from_list(path.name, tokens)
    return Contents((entry,), vocabulary=lambda: named, findings=textual.not_utf8(odd, rows))


def _rows(path: Path, at: int, rows: int, dims: int) -> tuple[list[bytes], np.ndarray]:
    """The word of every row, and the byte at which its numbers begin. Read, not mapped: a cut file ends nobody."""
    size, span = path.stat().st_size, 4 * dims
    least = at + rows * (span + 1)
    if least > size:
        raise FileError("file.truncated", name=path.name, expected=least, found=size)
    words, offsets = [], np.empty(rows, np.int64)
    with path.open("rb", buffering=textual.BUFFER) as file:
        for row in range(rows):
            start, blank = textual.word_at(file, at, b" ", MAX_WORD)
            end = at + blank + 1 + span
            if blank < 0 or end > size:
                if len(start) < MAX_WORD or blank >= 0:
                    now = path.stat().st_size
                    raise FileError("file.truncated", name=path.name, expected=max(end, size + 1), found=now)
                raise FileError("file.unsafe", reason="word", name=path.name, row=row, offset=at, limit=MAX_WORD)
            words.append(start[:blank].lstrip(b"\n"))
            offsets[row], at = at + blank + 1, end
            if row % _STEP == 0:
                tell(at, size)
        file.seek(at)
        if file.read(2).strip(b"\r\n") or size - at > 2:
            raise FileError("file.unsafe", reason="trailing", name=path.name, extra=size - at)
    return words, offsets


def _values(path: Path, offsets: np.ndarray, dims: int) -> np.ndarray:
    values = room((len(offsets), dims), np.dtype(np.float32), path)
    with path.open("rb", buffering=textual.BUFFER) as file:
        for row, offset in enumerate(offsets.tolist()):
            file.seek(offset)
            raw = file.read(4 * dims)
            if len(raw) < 4 * dims:
                expected, found = int(offsets[-1]) + 4 * dims, path.stat().st_size
                raise FileError("file.truncated", name=path.name, expected=expected, found=found)
            values[row] = np.frombuffer(raw, "<f4")
    return values


READER = Reader(
    key="word2vec_binary",
    label=Sentence(en="word2vec binary (.bin)", pt="binário do word2vec (.bin)"),
    sniff=_sniff,
    open=_open,
    order=55,
)
