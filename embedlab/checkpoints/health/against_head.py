"""The row of each token in the input table against its row in the output head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class AgainstHead:
    """How each token's two rows go together. NaN where one of them is zero or not finite.

    cosines (n,) float64: cos(e_i, u_i). norm_ratios (n,): ||e_i|| / ||u_i||.
    norm_correlation: Spearman's rho of the two norms over the tokens; None with fewer than three.
    quantiles: of the cosines, "min", "p1", "p5", "median", "p95", "p99", "max".
    lowest_ids (up to 20,) int64: the tokens with the lowest cosines, lowest first.
    """

    cosines: np.ndarray
    norm_ratios: np.ndarray
    norm_correlation: float | None
    quantiles: Mapping[str, float]
    lowest_ids: np.ndarray
