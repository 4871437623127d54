"""What a measure of distortion is, and how its numbers are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from embedlab.distortion.ranks import Ranks
from embedlab.wording import Sentence

NORMAL_95 = 1.96  # half width of a 95 % interval in standard errors


@dataclass(frozen=True)
class Measure:
    """One number about a map, between 0 and 1, larger is better.

    per_row: the measure of every row, (n,) float64; the map's value is their mean.
    chance:  what a map of random dots gets with n rows and k neighbours.
    """

    key: str
    label: Sentence
    summary: Sentence
    paper: str
    per_row: Callable[[Ranks], np.ndarray]
    chance: Callable[[int, int], float]
    order: int = 0


def take(measure: Measure, ranks: Ranks) -> dict[str, Any]:
    """`{"value", "chance", "null", "low", "high", "k", "rows"}`: the mean with its 95 % interval from the rows'
    standard error, beside chance. `null`, the covariance-matched twin's value, is None: no twin was drawn."""
    rows = measure.per_row(ranks)
    value, half = float(rows.mean()), float(NORMAL_95 * rows.std(ddof=1) / np.sqrt(ranks.n))
    return {
        "value": value,
        "chance": measure.chance(ranks.n, ranks.k),
        "null": None,
        "low": max(0.0, value - half),
        "high": min(1.0, value + half),
        "k": ranks.k,
        "rows": ranks.n,
    }


def penalised(wrong: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """1 minus how far, in ranks beyond k, the wrong neighbours of each row lie, as a share of the worst case:
    (n,). The worst case of Venna & Kaski needs k < n / 2."""
    n, k = ranks.shape
    return 1 - 2 / (k * (2 * n - 3 * k - 1)) * (wrong * (ranks - k)).sum(axis=1)


def penalised_chance(n: int, k: int) -> float:
    """The mean of `penalised` on random dots: each of the n - 1 ranks is equally likely."""
    return 1 - (n - 1 - k) * (n - k) / ((n - 1) * (2 * n - 3 * k - 1))
