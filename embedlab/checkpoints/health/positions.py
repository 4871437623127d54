"""A table of positions: which rows are used, how cosine falls with distance, and whether it is the sinusoids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.neighbours.metric import directions, lengths


@dataclass(frozen=True, eq=False)
class Positions:
    """What a position table is like. Rows that are not finite are NaN in every array.

    first_row: the row of position 0: 2 in tables with an offset (OPT, BART, RoBERTa), else 0.
    norms (n,): of every row.
    bands (b, 2) int64: distances between positions, first and last included; band_cosines (b,): the mean cosine of
        all pairs at these distances.
    sinusoid_residual: ||P - a S||_F^2 / ||P||_F^2 from row `first_row`, S the sinusoids of Vaswani et al. (2017, 3.5)
        with sine and cosine side by side or in two halves, whichever fits, a the scale that fits best. 0: the table is
        the formula; near 1: it has nothing of it.
    """

    rows: int
    first_row: int
    norms: np.ndarray
    bands: np.ndarray
    band_cosines: np.ndarray
    sinusoid_residual: float | None


_BANDS = 24


def examine_positions(vectors: np.ndarray, first_row: int = 0) -> Positions:
    """A position table (n, d) of any type, a few thousand rows. `first_row`: of position 0, see `Effective`."""
    rows = np.asarray(vectors).astype(np.float64)
    finite = _finite(rows)
    bands, cosines = _by_distance(directions(np.where(finite[:, None], rows, np.nan))[first_row:])
    return Positions(
        rows=len(rows),
        first_row=first_row,
        norms=np.where(finite, lengths(np.where(finite[:, None], rows, 0)), np.nan),
        bands=bands,
        band_cosines=cosines,
        sinusoid_residual=_residual(rows[first_row:]),
    )


def _finite(rows: np.ndarray) -> np.ndarray:
    return np.asarray(np.isfinite(rows).all(axis=1))


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
