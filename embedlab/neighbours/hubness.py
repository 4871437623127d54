"""Hubs: rows that stand in very many lists of neighbours, with and without a correction for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.neighbours.metric import directions

LISTED = 20  # ids listed
_BLOCK = 512  # lists made at once


@dataclass(frozen=True, eq=False)
class Hubness:
    """How often a row is among the k nearest of the others (Radovanovic, Nanopoulos and Ivanovic 2010, JMLR 11).

    counts: (n,) int64, N_k of each row; their mean is k where every row asked.
    skew: their third standardised moment, the paper's measure; 0 without hubs, None where all counts are equal.
    largest: the largest count. anti_share: the share of rows that are in no list at all.
    hub_rows: (m,) int64, the rows with the largest counts, most first, by their place among the rows given.
    """

    k: int
    counts: np.ndarray
    skew: float | None
    largest: int
    anti_share: float
    hub_rows: np.ndarray


@dataclass(frozen=True, eq=False)
class Hubs:
    """Hubs under cosine and under CSLS, of the rows `ids` (n,) int64, to whose places all else belongs.

    density (n,): the mean cosine of a row to its k nearest, how near the others are.
    """

    ids: np.ndarray
    density: np.ndarray
    cosine: Hubness
    csls: Hubness


def hubs(ids: np.ndarray, rows: np.ndarray, k: int = 10) -> Hubs:
    """The hubs among n rows (n, n_dims), which stand at `ids` in their table: finite, none of them zero, n > k.

    CSLS is `2 cos(x, y) - r(x) - r(y)`, r the density (Conneau et al. 2018, arXiv 1710.04087, section 2.3): what a
    hub gains by being near to everything is taken off. Products are float32, n x n of them in memory; two rows whose
    scores differ by rounding only may change places, which no number here shows.
    """
    units = directions(rows.astype(np.float64)).astype(np.float32)
    scores = units @ units.T  # (n, n)
    np.fill_diagonal(scores, -np.inf)  # no row is its own neighbour
    near = _nearest(scores, k)
    density = np.take_along_axis(scores, near, axis=1).mean(axis=1)
    # r(x) is the same for the whole list of x, so it changes no order.
    corrected = _nearest(2 * scores - density, k)
    return Hubs(
        ids, density, *(counted(np.bincount(found.ravel(), minlength=len(ids)), k) for found in (near, corrected))
    )


def _nearest(scores: np.ndarray, k: int) -> np.ndarray:
    """The k best of each line, (n, k), in no order."""
    starts = range(0, len(scores), _BLOCK)
    parts = (scores[start : start + _BLOCK] for start in starts)
    return np.concatenate([np.argpartition(part, -k, axis=1)[:, -k:] for part in parts])


def counted(counts: np.ndarray, k: int) -> Hubness:
    """What the counts (n,) int64 of lists of k tell; fewer rows than n may have asked."""
    spread = counts.std()
    skew = float(((counts - counts.mean()) ** 3).mean() / spread**3) if spread else None
    order = np.argsort(-counts, kind="stable")[:LISTED]
    return Hubness(k, counts, skew, int(counts.max()), float((counts == 0).mean()), order)
