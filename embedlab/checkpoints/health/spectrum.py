"""Directions: whether the rows point all the same way, and how many directions they use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The eigenvalues of the centred covariance, and what follows from them.

    rows: how many it was computed from: all finite ones, or a seeded sample.
    eigenvalues (d,) float64, largest first, none below 0.
    effective_rank: exp(H(p)), p the eigenvalues divided by their sum (Roy and Vetterli 2007).
    participation_ratio: (sum l)^2 / sum l^2.
    stable_rank: ||E||_F^2 / sigma_1^2 of the same rows, centred.
    components: how many of the largest hold "90", "95", "99" percent of the variance.
    """

    rows: int
    eigenvalues: np.ndarray
    effective_rank: float
    participation_ratio: float
    stable_rank: float
    components: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Isotropy:
    """I(E) = min Z(c) / max Z(c), Z(c) = sum_i exp(c . e_i), over the eigenvectors c of E^T E and their negatives
    (Mu and Viswanath 2018, equation 3, after Arora et al. 2016). 1: the same in every direction; 0: not at all.

    It depends on the scale of the rows, so it is given twice: of the rows as they are, and at a mean norm of 1.
    Of a seeded sample of `rows` rows.
    """

    rows: int
    raw: float
    scaled: float
