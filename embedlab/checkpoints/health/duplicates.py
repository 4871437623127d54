"""Rows that equal another one, byte for byte or nearly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class NearDuplicates:
    """Pairs of rows that are nearly one: cosine over 0.9999 and norms within 1 %, but not equal byte for byte.

    pairs (m, 2) int64, the lower id first, nearest pairs first; cosines (m,).
    Found by random hyperplanes (Charikar 2002), drawn by the seed: a pair at the threshold is found in more than 95 of
    100 draws; the rest may be missed. compared: pairs that were looked at in float64.
    """

    pairs: np.ndarray
    cosines: np.ndarray
    compared: int
