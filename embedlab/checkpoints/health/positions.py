"""A table of positions: which rows are used, how cosine falls with distance, and whether it is the sinusoids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

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
