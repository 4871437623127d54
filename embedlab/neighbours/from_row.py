"""How near all rows are to one of them: what a click on a map asks. Light enough for the server."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.metrics import METRICS


def ranks_from(prepared: np.ndarray, at: int, metric: str) -> np.ndarray:
    """The true rank of every row, seen from the one at place `at`: (n,) int32.

    It is 0 for that row and else 1 + the number of other rows that are nearer, in float64: copies share the best
    rank that is theirs, as in `distortion.ranks`.

    prepared: (n, n_dims) float64, as the metric's own `prepare` makes them; finite, and none zero where the metric
    needs a direction.
    """
    chosen = METRICS[metric]
    keys = chosen.keys(chosen.pairs(prepared[at], prepared))
    others = np.sort(np.delete(keys, at))
    ranks = np.searchsorted(others, keys, side="left").astype(np.int32) + 1
    ranks[at] = 0
    return ranks
