"""Which rows can be compared at all, found in one pass; and the raw products of one query with every row."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, get_args

import numkong
import numpy as np

from embedlab.errors import TableError
from embedlab.neighbours.metric import Kernel, Metric, lengths
from embedlab.table import EmbeddingTable

# What numkong reads in place, and its name for it; other types are converted a block at a time.
_NativeName = Literal["float64", "float32", "float16", "bfloat16"]
_NATIVE: dict[str, _NativeName] = {name: name for name in get_args(_NativeName)}
_SHARED, _THREADS = 128 * 2**20, 4  # bytes of rows beyond which so many threads compare them
_BLOCK = 64 * 2**20  # bytes of one block where rows must be copied: not contiguous, not aligned or not native
# A sum of squares or products of rows shorter than this may have lost parts that float32 cannot hold.
TINY = 1e-12
# Rows of float64 outside of these lengths have squares that float64 cannot hold, or holds with few digits.
SHORTEST, LONGEST = 1e-150, 1e150


@dataclass(frozen=True, eq=False)
class Usable:
    """One pass over a table: its lengths and the rows that cannot be compared. Cache it by fingerprint.

    norms (n_rows,) float64, NaN where a row is not finite; zero_ids and non_finite_ids (m,) int64, ascending.
    """

    norms: np.ndarray
    zero_ids: np.ndarray
    non_finite_ids: np.ndarray

    def excluded(self, metric: Metric) -> np.ndarray:
        """The ids left out under a metric, (m,) int64."""
        left_out = (self.zero_ids, self.non_finite_ids) if metric.needs_direction else (self.non_finite_ids,)
        return np.sort(np.concatenate(left_out))


def scan(table: EmbeddingTable) -> Usable:
    """Read every row once. A quarter of a second per 5 GB that is already in memory."""
    squares, _ = products(table.vectors, np.zeros(table.n_dims), "sqeuclidean")
    doubtful = np.flatnonzero(~np.isfinite(squares) | (squares < TINY**2))
    norms = np.sqrt(np.where(np.isfinite(squares), squares, np.nan))
    zero, non_finite = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    step = max(1, _BLOCK // (8 * table.n_dims))
    for start in range(0, len(doubtful), step):
        ids = doubtful[start : start + step]
        rows = table.rows64(ids)
        finite = np.asarray(np.isfinite(rows).all(axis=1))
        norms[ids] = np.where(finite, lengths(np.where(finite[:, None], rows, 0)), np.nan)
        zero.append(ids[~rows.any(axis=1)])
        non_finite.append(ids[~finite])
    return Usable(norms, np.concatenate(zero), np.concatenate(non_finite))


def check_lengths(norms: np.ndarray) -> None:
    """Refuse lengths (n,) whose squares float64 cannot hold; NaN passes. Raises TableError `table.extreme_values`."""
    extreme = np.flatnonzero((norms > LONGEST) | ((norms > 0) & (norms < SHORTEST)))
    if len(extreme):
        found = float(norms[extreme[0]])
        raise TableError("table.extreme_values", rows=len(extreme), id=int(extreme[0]), length=found)


def products(vectors: np.ndarray, query: np.ndarray, kernel: Kernel) -> tuple[np.ndarray, float]:
    """The query (n_dims,) against every row in the table's own dtype: raw kernel results (n_rows,) float64.

    They are accurate to `roundoff` and infinite or NaN where a sum leaves float32. The second value is how far
    the query moved, in units of its length, when it was written in that dtype: 0 for a row of the table.
    """
    results, moved = np.empty(len(vectors)), 0.0
    for start, rows, name in _blocks(vectors):
        one = query.astype(rows.dtype)[None]
        moved = float(np.linalg.norm(one[0].astype(np.float64) - query) / (np.linalg.norm(query) or 1.0))
        results[start : start + len(rows)] = _kernel(one, rows, kernel, name)
    return results, moved


def _kernel(one: np.ndarray, rows: np.ndarray, kernel: Kernel, name: _NativeName) -> np.ndarray:
    if kernel == "dot" and name in ("float32", "float64"):
        # BLAS needs a quarter of the time here: numkong compensates float32 sums, which the recheck does not need.
        return rows @ one[0]
    parts = min(_THREADS, os.cpu_count() or 1, len(rows)) if rows.nbytes > _SHARED else 1
    if parts == 1:
        return _compared(one, rows, kernel, name)
    # numkong lets other threads run; without AVX-512 one of them is slower than the memory.
    with ThreadPoolExecutor(parts) as pool:
        pieces = pool.map(lambda piece: _compared(one, piece, kernel, name), np.array_split(rows, parts))
        return np.concatenate(list(pieces))


def _compared(one: np.ndarray, rows: np.ndarray, kernel: Kernel, name: _NativeName) -> np.ndarray:
    return np.asarray(numkong.cdist(_readable(one, name), _readable(rows, name), kernel, dtype=name))[0]


def roundoff(vectors: np.ndarray) -> float:
    """A bound on the relative error of a kernel's sum: (n_dims + 8) roundings, doubled for good measure.

    Sums are single precision for every type but float64 (Higham 2002, Accuracy and Stability, 3.1).
    """
    unit_roundoff = 2.0**-53 if vectors.dtype.itemsize == 8 else 2.0**-24
    return 2 * (vectors.shape[1] + 8) * unit_roundoff


def _readable(rows: np.ndarray, name: str) -> np.ndarray:
    # The buffer protocol has no code for bfloat16: numkong takes its bits and the name.
    return rows.view(np.uint16) if name == "bfloat16" else rows


def _blocks(vectors: np.ndarray) -> Iterator[tuple[int, np.ndarray, _NativeName]]:
    """(first row, rows numkong can read, their type): the whole table at once where it is readable as it lies."""
    dtype = vectors.dtype.newbyteorder("=")
    if dtype.name not in _NATIVE:
        dtype = np.dtype(np.float32)
    as_it_lies = vectors.dtype == dtype and vectors.flags.c_contiguous and vectors.flags.aligned
    step = len(vectors) if as_it_lies else max(1, _BLOCK // (vectors.shape[1] * dtype.itemsize))
    for start in range(0, len(vectors), step):
        rows = vectors[start : start + step]
        yield start, rows if as_it_lies else np.require(rows.astype(dtype), dtype, ["C", "A"]), _NATIVE[dtype.name]
