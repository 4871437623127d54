"""The row of each token in the input table against its row in the output head."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from embedlab.checkpoints.health.norms import EXTREME, quantiles, spearman
from embedlab.errors import TableError
from embedlab.neighbours.metric import directions, dots, lengths

Report = Callable[[int, int, str], None]


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


_VALUES = 2**19  # of one table compared at once


def against_head(
    table: np.ndarray, head: np.ndarray, report: Report, should_stop: Callable[[], bool]
) -> AgainstHead | None:
    """Input rows (n, d) against head rows (n, d), both mapped. None where it was stopped.

    Raises TableError `table.not_comparable` where they differ in shape: ALBERT and OPT-350m project between them.
    """
    if table.shape != head.shape:
        raise TableError("table.not_comparable", first=list(table.shape), second=list(head.shape))
    rows, dims = table.shape
    cosines, sizes = np.full(rows, np.nan), np.full((rows, 2), np.nan)
    step = max(1, _VALUES // dims)
    for start in range(0, rows, step):
        if should_stop():
            return None
        here = slice(start, start + step)
        both = [side[here].astype(np.float64) for side in (table, head)]
        sound = np.isfinite(both[0]).all(axis=1) & np.isfinite(both[1]).all(axis=1)
        sound &= both[0].any(axis=1) & both[1].any(axis=1)
        one, other = (side[sound] for side in both)
        cosines[here][sound] = dots(directions(one), directions(other))
        sizes[here][sound] = np.stack([lengths(one), lengths(other)], axis=1)
        report(min(rows, start + step), rows, "rows compared")
    known = np.flatnonzero(np.isfinite(cosines))
    return AgainstHead(
        cosines=cosines,
        norm_ratios=sizes[:, 0] / sizes[:, 1],
        norm_correlation=spearman(*sizes[known].T),
        quantiles=quantiles(cosines[known]),
        lowest_ids=known[np.argsort(cosines[known], kind="stable")[:EXTREME]],
    )
