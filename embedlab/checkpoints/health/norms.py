"""How long the rows are, and how that goes with their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
