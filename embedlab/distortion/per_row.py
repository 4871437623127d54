"""What a map gets wrong about each single row."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.measure import Seen
from embedlab.distortion.measures import continuity, trustworthiness


def per_row(seen: Seen) -> dict[str, np.ndarray]:
    """Five arrays (n,), whose meaning `JudgedMap` says: kept, trust, continuity, worst, stretch."""
    ranks = seen.ranks
    return {
        "kept": (1 - ranks.false.mean(axis=1)).astype(np.float32),
        "trust": _counted(seen, trustworthiness.per_row(ranks)),
        "continuity": _counted(seen, continuity.per_row(ranks)),
        "worst": ranks.everywhere(ranks.true_rank).max(axis=1),
        "stretch": stretch(seen).astype(np.float32),
    }


def _counted(seen: Seen, values: np.ndarray) -> np.ndarray:
    found = np.full(seen.ranks.n, np.nan, np.float32)
    found[seen.ranks.at] = values
    return found


def stretch(seen: Seen) -> np.ndarray:
    """How much farther its true neighbours lie on the map than they should, (n,): above 0 stretched, below compressed.

    log(mean distance on the map to the k true neighbours / its median over rows) - log(the same in the table). NaN
    under dot product, which is no distance, and for a row whose neighbours are copies.
    Aupetit (2007), Visualizing distortions and recovering topology in continuous projection techniques.
    """
    n, ids = seen.ranks.n, seen.ranks.true_ids
    if seen.rows.metric == "dot":
        return np.full(n, np.nan)
    gaps = seen.coordinates[ids] - seen.coordinates[:, None]
    screen, table = np.sqrt((gaps**2).sum(axis=2)).mean(axis=1), seen.ranks.true_values.mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log(screen / np.median(screen)) - np.log(table / np.median(table))
    return np.where(np.isfinite(found), found, np.nan)
