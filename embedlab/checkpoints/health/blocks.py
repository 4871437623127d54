"""One pass over a mapped table, a block of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from embedlab.neighbours.metric import lengths
from embedlab.table import EmbeddingTable

VALUES = 2**19  # in one block: 2 MB of float32, near to the cache
EXACT = 2**26  # values: tables up to this many, and float64 ones, are computed in float64


@dataclass(frozen=True, eq=False)
class Block:
    """Some rows: `raw` (m, d) as stored, `wide` (m, d) for arithmetic, in which a row that is not finite is zero.

    norms (m,) float64, NaN for a row that is not finite; bad (b, d): the rows that are not finite, as they are.
    """

    start: int
    raw: np.ndarray
    wide: np.ndarray
    norms: np.ndarray
    bad: np.ndarray

    @property
    def rows(self) -> slice:
        """Where they stand in the table."""
        return slice(self.start, self.start + len(self.raw))


def working_type(vectors: np.ndarray) -> np.dtype:
    """float64 where it costs little or is needed, else float32, whose sums over blocks are kept in float64."""
    exact = vectors.dtype.itemsize == 8 or vectors.size <= EXACT
    return np.dtype(np.float64 if exact else np.float32)


def blocks(table: EmbeddingTable) -> Iterator[Block]:
    """The table from first row to last."""
    work = working_type(table.vectors)
    step = max(1, VALUES // table.n_dims)
    for start in range(0, table.n_rows, step):
        raw = np.ascontiguousarray(table.vectors[start : start + step])
        wide = raw.astype(work, copy=True)
        norms, bad = _lengths(wide, raw)
        yield Block(start, raw, wide, norms, bad)


def _lengths(wide: np.ndarray, raw: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The norms, and the rows that are not finite, which `wide` loses. What overflows or vanishes is done again."""
    small = np.finfo(wide.dtype).tiny ** 0.5
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        norms = np.sqrt(np.einsum("ij,ij->i", wide, wide)).astype(np.float64)
    doubtful = np.flatnonzero(~(np.isfinite(norms) & (norms > small * wide.shape[1])))
    if not len(doubtful):
        return norms, wide[:0]
    rows = raw[doubtful].astype(np.float64)
    finite = np.isfinite(rows).all(axis=1)
    norms[doubtful[finite]] = lengths(rows[finite])
    norms[doubtful[~finite]] = np.nan
    bad = wide[doubtful[~finite]]
    wide[doubtful[~finite]] = 0
    return norms, bad
