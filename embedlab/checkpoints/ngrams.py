"""fastText's vector of a word: the mean of its own row and of the rows of its n-grams (Bojanowski et al. 2017)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from embedlab.checkpoints.room import room

_END = b"</s>"  # the end of a sentence has no n-grams
_BLOCK = 2_000  # words at a time
_BASIS, _PRIME = np.uint32(2_166_136_261), np.uint32(16_777_619)  # FNV-1a


def composed(path: Path, rows: np.ndarray, grams: np.ndarray, words: list[bytes], minn: int, maxn: int) -> np.ndarray:
    """The vectors of all words, (words, dims) float32. `rows`, `grams`: what word and bucket have, (..., dims)."""
    values = room(rows.shape, np.dtype(np.float32), path)
    for start in range(0, len(words), _BLOCK):
        part = slice(start, start + _BLOCK)
        total, count = rows[part].astype(np.float64), np.ones(len(words[part]))
        for owner, bucket in hashed(words[part], minn, maxn, len(grams)):
            # n-grams lie in the order of their words, so equal owners are neighbours
            first = np.flatnonzero(np.diff(owner, prepend=-1))
            total[owner[first]] += np.add.reduceat(grams[bucket].astype(np.float64), first, axis=0)
            count += np.bincount(owner, minlength=len(count))
        values[part] = total / count[:, None]
    return values


def hashed(words: list[bytes], minn: int, maxn: int, buckets: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """For every length in letters: the word that an n-gram belongs to, and its bucket; both (m,), words ascending.

    An n-gram is a run of letters of "<word>", hashed byte by byte; bytes are signed, as fastText's are. "<" and ">"
    alone are none.
    """
    padded = [b"" if word == _END else b"<" + word + b">" for word in words]
    raw = np.frombuffer(b"".join(padded), np.uint8)
    lengths = np.array([len(word) for word in padded])
    owner, end = np.repeat(np.arange(len(words)), lengths), np.repeat(np.cumsum(lengths), lengths)
    signed = raw.view(np.int8).astype(np.int32).view(np.uint32)
    goes_on = np.append((raw & 0xC0) == 0x80, False)  # bytes within a letter
    at = np.flatnonzero(~goes_on[:-1])  # where n-grams start
    value, owner, end = np.full(len(at), _BASIS), owner[at], end[at]
    for length in range(1, maxn + 1):
        inside = at < end
        at, value, owner, end = (part[inside] for part in (at, value, owner, end))
        at, value = _letter(at, value, signed, goes_on)
        if length >= minn:
            kept = np.ones(len(at), bool) if length > 1 else (at < end) & (np.diff(owner, prepend=-1) == 0)
            if kept.any():
                yield owner[kept], (value[kept] % np.uint32(buckets)).astype(np.int64)


def _letter(
    at: np.ndarray, value: np.ndarray, signed: np.ndarray, goes_on: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Hash one letter, of as many bytes as it has: where each run goes on, and its hash."""
    at, value = at.copy(), value.copy()
    more = np.arange(len(at))
    while len(more):
        value[more] = (value[more] ^ signed[at[more]]) * _PRIME
        at[more] += 1
        more = more[goes_on[at[more]]]
    return at, value
