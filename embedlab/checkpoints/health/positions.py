"""A table of positions: which rows are used, how cosine falls with distance, and whether it is the sinusoids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from embedlab.neighbours.metric import directions, lengths

OffsetReason = Literal["config", "zero_row", "none"]


@dataclass(frozen=True, eq=False)
class Positions:
    """What a position table is like. Rows that are not finite are NaN in every array.

    first_row: the row of position 0: 2 in tables with an offset (OPT, BART, RoBERTa), else 0. offset_reason: the
        config says so; the row before is zero, as padding is; or nothing does.
    norms (n,): of every row.
    bands (b, 2) int64: distances between positions, first and last included; band_cosines (b,): the mean cosine of
        all pairs at these distances.
    map_rows (m,) int64, map_cosines (m, m) float32: the cosines of evenly spaced rows, for a picture.
    sinusoid_residual: ||P - a S||_F^2 / ||P||_F^2 from row `first_row`, S the sinusoids of Vaswani et al. (2017, 3.5)
        with sine and cosine side by side or in two halves, whichever fits, a the scale that fits best. 0: the table is
        the formula; near 1: it has nothing of it.
    """

    rows: int
    first_row: int
    offset_reason: OffsetReason
    norms: np.ndarray
    bands: np.ndarray
    band_cosines: np.ndarray
    map_rows: np.ndarray
    map_cosines: np.ndarray
    sinusoid_residual: float | None


_MAP = 128  # rows of the picture
_BANDS = 24


def examine_positions(vectors: np.ndarray, first_row: int | None = None) -> Positions:
    """A position table (n, d) of any type, a few thousand rows. `first_row`: what the config says."""
    rows = np.asarray(vectors).astype(np.float64)
    finite = _finite(rows)
    norms = np.where(finite, lengths(np.where(finite[:, None], rows, 0)), np.nan)
    start, reason = _first_row(norms, first_row)
    units = directions(np.where(finite[:, None], rows, np.nan))
    bands, cosines = _by_distance(units[start:])
    picked = np.unique(np.linspace(0, len(rows) - 1, min(_MAP, len(rows))).astype(np.int64))
    return Positions(
        rows=len(rows),
        first_row=start,
        offset_reason=reason,
        norms=norms,
        bands=bands,
        band_cosines=cosines,
        map_rows=picked,
        map_cosines=(units[picked] @ units[picked].T).astype(np.float32),
        sinusoid_residual=_residual(rows[start:]),
    )


def _finite(rows: np.ndarray) -> np.ndarray:
    return np.asarray(np.isfinite(rows).all(axis=1))


def _first_row(norms: np.ndarray, said: int | None) -> tuple[int, OffsetReason]:
    """A zero row among the first is that of padding; what is used comes after it (RoBERTa: rows 0 and 1)."""
    if said is not None and 0 <= said < len(norms):
        return said, "config"
    zero = np.flatnonzero(norms[:4] == 0)
    after = int(zero[-1]) + 1 if len(zero) else 0
    return (after, "zero_row") if 0 < after < len(norms) else (0, "none")


def _by_distance(units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bands of distances, each about 1.4 times as far as the one before, and the mean cosine of their pairs."""
    count = len(units)
    if count < 2:
        return np.zeros((0, 2), np.int64), np.zeros(0)
    known = _finite(units)
    filled = np.where(known[:, None], units, 0)
    distances = range(1, count)
    sums = np.array([np.einsum("ij,ij->", filled[d:], filled[:-d]) for d in distances])
    pairs = np.array([np.count_nonzero(known[d:] & known[:-d]) for d in distances])
    edges = np.unique(np.geomspace(1, count, min(_BANDS, count)).round().astype(np.int64))
    with np.errstate(invalid="ignore"):
        means = np.add.reduceat(sums, edges[:-1] - 1) / np.add.reduceat(pairs, edges[:-1] - 1)
    return np.stack([edges[:-1], edges[1:] - 1], axis=1), means


def sinusoids(rows: int, dims: int, halves: bool) -> np.ndarray:
    """The positions of Vaswani et al. (2017, section 3.5), (rows, dims): sin and cos in turn, or in two halves."""
    count = (dims + 1) // 2
    angles = np.arange(rows)[:, None] / 10_000 ** (2 * np.arange(count) / dims)
    both = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    order = np.arange(2 * count) if halves else np.arange(2 * count).reshape(2, -1).T.ravel()
    return both[:, order][:, :dims]


def _residual(rows: np.ndarray) -> float | None:
    size = float(np.einsum("ij,ij->", rows, rows)) if np.isfinite(rows).all() else np.nan
    if not (np.isfinite(size) and size > 0):
        return None
    shares = []
    for halves in (False, True):
        formula = sinusoids(len(rows), rows.shape[1], halves)
        shares.append(np.einsum("ij,ij->", rows, formula) ** 2 / np.einsum("ij,ij->", formula, formula) / size)
    return float(max(0.0, 1 - max(shares)))
