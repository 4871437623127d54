"""Hubs: rows that stand in very many lists of neighbours, with and without a correction for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

HUBS = 20  # ids listed
_BLOCK = 512  # queries compared at once


@dataclass(frozen=True, eq=False)
class Hubness:
    """How often a row is among the k nearest of the others (Radovanovic, Nanopoulos and Ivanovic 2010, JMLR 11).

    counts: (n,) int64, N_k of each row; their mean is k.
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


def hubness(rows: np.ndarray, k: int = 10) -> tuple[Hubness, Hubness]:
    """The hubs under cosine, and under CSLS, of n rows (n, n_dims), finite, none of them zero, n > k.

    CSLS is `2 cos(x, y) - r(x) - r(y)`, r the mean cosine to the k nearest (Conneau et al. 2018, arXiv 1710.04087,
    section 2.3): what a hub gains by being near to everything is taken off. Products are float32, (n, n) of them in
    memory; two rows whose scores differ by rounding only may change places, which no statistic here shows.
    """
    units = np.ascontiguousarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)
    scores = units @ units.T  # (n, n)
    np.fill_diagonal(scores, -np.inf)
    near = _nearest(scores, k)
    density = np.take_along_axis(scores, near, axis=1).mean(axis=1)  # r, (n,)
    plain = _counted(near, k)
    # r(x) is the same for the whole list of x, so it changes no order.
    return plain, _counted(_nearest(2 * scores - density, k), k)


def _nearest(scores: np.ndarray, k: int) -> np.ndarray:
    """The k best of each line, (n, k), in no order."""
    starts = range(0, len(scores), _BLOCK)
    parts = (scores[start : start + _BLOCK] for start in starts)
    return np.concatenate([np.argpartition(part, -k, axis=1)[:, -k:] for part in parts])


def _counted(near: np.ndarray, k: int) -> Hubness:
    counts = np.bincount(near.ravel(), minlength=len(near))
    spread = counts.std()
    skew = float(((counts - k) ** 3).mean() / spread**3) if spread else None
    order = np.argsort(-counts, kind="stable")[:HUBS]
    return Hubness(k, counts, skew, int(counts.max()), float((counts == 0).mean()), order)
