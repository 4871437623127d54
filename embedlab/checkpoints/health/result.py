"""What the rows of a table look like: every number of `examine`, frozen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.checkpoints.health.duplicates import NearDuplicates
from embedlab.checkpoints.health.norms import NormSpread
from embedlab.checkpoints.health.numbers import Numbers
from embedlab.checkpoints.health.spectrum import Isotropy, Spectrum
from embedlab.checkpoints.health.undertrained import Undertrained
from embedlab.neighbours.hubness import Hubs


@dataclass(frozen=True, eq=False)
class Health:
    """What the rows look like. Ids are (m,) int64, ascending; a row that is not finite is in no number below.

    duplicate_ids: rows whose bytes equal those of an earlier row. duplicate_groups: how many different rows these
        repeat; duplicate_largest: rows of the largest group, the first one counted.
    norms: (n_rows,) float64, NaN where a row is not finite.
    mean_cosine: the exact average over all pairs of distinct rows that are neither zero nor non-finite
        (Ethayarajh 2019); None with fewer than two.
    mean_share: ||mean row|| / root mean square norm: 0 for centred rows, 1 where all rows are one. None if all zero.
    spectrum: None for a table that is constant, or wider than `MAX_COVARIANCE`.
    isotropy, hubs: None with too few rows. seed: of every sample, each of which says its size.
    unreachable_ids: tokens that their tokenizer never makes; None where that is not known.
    """

    rows: int
    dims: int
    seed: int
    numbers: Numbers
    non_finite_ids: np.ndarray
    zero_ids: np.ndarray
    duplicate_ids: np.ndarray
    duplicate_groups: int
    duplicate_largest: int
    near: NearDuplicates
    norms: np.ndarray
    spread: NormSpread
    mean_cosine: float | None
    mean_share: float | None
    spectrum: Spectrum | None
    isotropy: Isotropy | None
    hubs: Hubs | None
    undertrained: Undertrained
    unreachable_ids: np.ndarray | None = None

    @property
    def effective_rank(self) -> float | None:
        """Of the spectrum, where there is one."""
        return self.spectrum.effective_rank if self.spectrum else None

    @property
    def effective_rank_rows(self) -> int:
        """Rows that the spectrum was computed from."""
        return self.spectrum.rows if self.spectrum else 0
