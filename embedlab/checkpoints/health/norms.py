"""How long the rows are, and how that goes with their ids."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np


@dataclass(frozen=True, eq=False)
class NormSpread:
    """The distribution of the norms of finite rows.

    quantiles: "min", "p1", "p5", "median", "p95", "p99", "max". Empty without a finite row.
    counts (m,) int64, edges (m + 1,) float64: a histogram over the rows that are not zero, its bins equally wide in
        the logarithm; empty where all are zero.
    id_correlation: Spearman's rho of norm and id. Ids of subword vocabularies follow the order in which pieces were
        merged, which follows their frequency: a stand-in for it, and no more. None with fewer than three rows or
        norms that are all equal.
    band_ids (b, 2) int64: bands of ids, first and last included, each as long as the next; band_quartiles (b, 3):
        the quartiles of their norms, NaN in a band without a finite row.
    shortest_ids, longest_ids (up to 20,) int64: the most extreme rows first, zero rows left out.
    """

    quantiles: Mapping[str, float]
    counts: np.ndarray
    edges: np.ndarray
    id_correlation: float | None
    band_ids: np.ndarray
    band_quartiles: np.ndarray
    shortest_ids: np.ndarray
    longest_ids: np.ndarray


QUANTILES = {"min": 0.0, "p1": 0.01, "p5": 0.05, "median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
EXTREME, _BINS, _BANDS = 20, 60, 64


def norm_spread(norms: np.ndarray) -> NormSpread:
    """The spread of norms (n,), NaN for rows that are not finite. Needs no table."""
    finite = np.flatnonzero(np.isfinite(norms))
    nonzero = finite[norms[finite] > 0]
    order = nonzero[np.argsort(norms[nonzero], kind="stable")]
    counts, edges = _histogram(norms[nonzero])
    band_ids, quartiles = _bands(norms)
    return NormSpread(
        quantiles=quantiles(norms[finite]),
        counts=counts,
        edges=edges,
        id_correlation=spearman(finite, norms[finite]),
        band_ids=band_ids,
        band_quartiles=quartiles,
        shortest_ids=order[:EXTREME],
        longest_ids=order[::-1][:EXTREME],
    )


def quantiles(values: np.ndarray) -> dict[str, float]:
    """The named quantiles of finite values (n,); none of no values."""
    return {name: float(np.quantile(values, share)) for name, share in QUANTILES.items()} if len(values) else {}


def spearman(a: np.ndarray, b: np.ndarray) -> float | None:
    """Spearman's rank correlation of (n,) and (n,); equal values share the mean of their ranks.

    None with fewer than three, or where one is constant.
    """
    if len(a) < 3:
        return None
    x, y = (_ranks(values) for values in (a, b))
    x, y = x - x.mean(), y - y.mean()
    size = math.sqrt(float(x @ x) * float(y @ y))
    return float(x @ y) / size if size else None


def _ranks(values: np.ndarray) -> np.ndarray:
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(sizes) - (sizes - 1) / 2)[group]


def _histogram(norms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if not len(norms):
        return np.zeros(0, np.int64), np.zeros(0)
    logs = np.log(norms)
    low, high = logs.min(), logs.max()
    if high - low < 1e-9:  # norms that differ by rounding only stand in one bin
        return np.array([len(norms)]), np.exp([low - 1e-6, high + 1e-6])
    counts, edges = np.histogram(logs, _BINS)
    return counts, np.exp(edges)


def _bands(norms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    edges = np.unique(np.linspace(0, len(norms), min(_BANDS, len(norms)) + 1).astype(np.int64))
    parts = [norms[low:high][np.isfinite(norms[low:high])] for low, high in pairwise(edges)]
    quartiles = [np.quantile(part, (0.25, 0.5, 0.75)) if len(part) else np.full(3, np.nan) for part in parts]
    return np.stack([edges[:-1], edges[1:] - 1], axis=1), np.array(quartiles)
