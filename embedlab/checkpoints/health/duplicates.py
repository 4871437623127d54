"""Rows that equal another one, byte for byte or nearly."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from embedlab.checkpoints.health.blocks import Block
from embedlab.neighbours.metric import directions, dots
from embedlab.table import EmbeddingTable


@dataclass(frozen=True, eq=False)
class NearDuplicates:
    """Pairs of rows that are nearly one: cosine over 0.9999 and norms within 1 %, but not equal byte for byte.

    pairs (m, 2) int64, the lower id first, nearest pairs first; cosines (m,).
    Found by random hyperplanes (Charikar 2002), drawn by the seed: a pair at the threshold is found in more than 95 of
    100 draws; the rest may be missed. compared: pairs that were looked at in float64.
    """

    pairs: np.ndarray
    cosines: np.ndarray
    compared: int


COSINE, RATIO = 0.9999, 1.01  # what counts as nearly one
_TABLES, _BITS = 3, 21  # keys made of hyperplanes, and hyperplanes of one key
_APART = 6  # of the 63 hyperplanes, how many may tell a pair apart that is looked at
_LOOKED_AT = 100_000  # pairs compared in float64
_VALUES = 2**20  # of float64 rows compared at once


class RowHashes:
    """A 64-bit sum of the bytes of each row, by which equal rows are found and then compared byte for byte."""

    def __init__(self, rows: int, row_bytes: int, seed: int) -> None:
        self.hashes = np.zeros(rows, np.uint64)
        self.words = next(kind for kind in (np.uint64, np.uint32, np.uint16, np.uint8) if not row_bytes % kind().nbytes)
        count = row_bytes // self.words().nbytes
        self.factors = np.random.default_rng(seed).integers(0, 2**64, count, dtype=np.uint64) | np.uint64(1)

    def add(self, block: Block) -> None:
        """The rows of a block."""
        words = block.raw.view(np.uint8).view(self.words).astype(np.uint64, copy=False)
        # The upper half joins the lower one: the sum is taken modulo 2^64, where a sign bit alone could cancel.
        self.hashes[block.rows] = (words ^ (words >> np.uint64(29))) @ self.factors

    def groups(self, vectors: np.ndarray) -> np.ndarray:
        """(n,) int64: for each row the lowest id whose bytes equal its own."""
        first = np.arange(len(self.hashes))
        _, group, sizes = np.unique(self.hashes, return_inverse=True, return_counts=True)
        seen: dict[bytes, int] = {}
        for row in np.flatnonzero(sizes[group] > 1):
            raw = np.ascontiguousarray(vectors[row]).view(np.uint8)
            first[row] = seen.setdefault(hashlib.blake2b(raw.data, digest_size=16).digest(), int(row))
        return first


class Hyperplanes:
    """On which side of 63 random hyperplanes through the mean row each row lies."""

    def __init__(self, rows: int, mean: np.ndarray, seed: int) -> None:
        self.normals = np.random.default_rng(seed).standard_normal((len(mean), _TABLES * _BITS))
        with np.errstate(over="ignore", invalid="ignore"):
            self.centre = mean @ self.normals
        self.sides = np.zeros(rows, np.uint64)
        self.powers = np.uint64(1) << np.arange(_TABLES * _BITS, dtype=np.uint64)

    def add(self, block: Block, products: np.ndarray) -> None:
        """A block, and the products of its rows with the normals, (m, 63)."""
        self.sides[block.rows] = (products > self.centre) @ self.powers

    def near(self, table: EmbeddingTable, norms: np.ndarray, ids: np.ndarray) -> NearDuplicates:
        """The near pairs among the rows `ids`, ascending: finite, not zero, no two of them equal."""
        pairs = self._likely(norms, ids)
        apart = np.bitwise_count(self.sides[pairs[:, 0]] ^ self.sides[pairs[:, 1]])
        pairs = pairs[np.argsort(apart, kind="stable")[: min(_LOOKED_AT, int((apart <= _APART).sum()))]]
        cosines = _cosines(table, pairs)
        order = np.argsort(-cosines, kind="stable")[: int((cosines > COSINE).sum())]
        return NearDuplicates(pairs[order], cosines[order], len(pairs))

    def _likely(self, norms: np.ndarray, ids: np.ndarray) -> np.ndarray:
        """Pairs (m, 2) that share a key, stand near each other by norm, and whose norms are within 1 %."""
        found = [np.zeros((0, 2), np.int64)]
        mask = np.uint64(2**_BITS - 1)
        for table in range(_TABLES):
            keys = (self.sides[ids] >> np.uint64(table * _BITS)) & mask
            order = np.lexsort((norms[ids], keys))
            for step in (1, 2, 3):
                one, other = order[:-step], order[step:]
                close = (keys[one] == keys[other]) & (norms[ids[other]] <= RATIO * norms[ids[one]])
                found.append(np.sort(np.stack([ids[one[close]], ids[other[close]]], axis=1), axis=1))
        return np.unique(np.concatenate(found), axis=0)


def _cosines(table: EmbeddingTable, pairs: np.ndarray) -> np.ndarray:
    step = max(1, _VALUES // table.n_dims)
    parts = [pairs[start : start + step] for start in range(0, len(pairs), step)]
    found = [dots(*(directions(table.rows64(side)) for side in part.T)) for part in parts]
    return np.concatenate([np.zeros(0), *found])
