"""What a measure of distortion is, what it may look at, and how its numbers are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from embedlab.distortion.estimate import Estimate, mean_of
from embedlab.distortion.grown import Grown, grow
from embedlab.distortion.pairs import Pairs, sample
from embedlab.distortion.ranks import Ranks
from embedlab.distortion.readings import Groups
from embedlab.projection import Rows
from embedlab.wording import Sentence


@dataclass(frozen=True, eq=False)
class Seen:
    """One map as measures see it: the rows as drawn, its dots (n, 2), the ranks of both, and groups in the table.

    `pairs` and `grown` are made when a measure first asks, from the seed, and kept.
    """

    rows: Rows
    coordinates: np.ndarray
    ranks: Ranks
    groups: Groups | None
    seed: int

    @cached_property
    def pairs(self) -> Pairs:
        """Random pairs of rows, with both distances."""
        return sample(self.rows, self.coordinates, self.seed)

    @cached_property
    def grown(self) -> Grown | None:
        """Groups grown at random on each side and looked for on the other; None for too few rows."""
        return grow(self.rows, self.coordinates, self.seed)

    @cached_property
    def scattered(self) -> Seen:
        """The same dots handed to the rows at random: what chance is where no formula says it. Its ranks are void."""
        shuffled = np.random.default_rng([self.seed, 1]).permutation(len(self.coordinates))
        return replace(self, coordinates=self.coordinates[shuffled])


@dataclass(frozen=True)
class Measure:
    """One number about a map. A copy of the table gets 1, or 0 where smaller is better.

    look:   the value with its interval; None where it does not apply (stress under dot product, gaps without groups).
    chance: what the same dots get when they are handed to rows at random.
    lowest: what no map can be below; above 1 is none. Intervals are cut to that.
    """

    key: str
    label: Sentence
    summary: Sentence
    paper: str
    look: Callable[[Seen], Estimate | None]
    chance: Callable[[Seen], float | None]
    larger_is_better: bool = True
    lowest: float = 0.0
    order: int = 0

    def cut(self, low: float, high: float) -> tuple[float, float]:
        """The part of an interval in which the number can lie."""
        return max(self.lowest, low), min(1.0, high)


def take(measure: Measure, seen: Seen) -> dict[str, Any] | None:
    """`{"value", "chance", "null", "low", "high", "k", "rows", ...}`, or None where the measure does not apply.

    `better` is "larger" or "smaller". `null`, `null_low`, `null_high` and `twins` wait for the twins (`with_null`).
    """
    found = measure.look(seen)
    if found is None:
        return None
    low, high = measure.cut(found.low, found.high)
    return {
        "value": found.value,
        "chance": measure.chance(seen),
        "null": None,
        "low": low,
        "high": high,
        "k": found.k,
        "rows": found.rows,
        "better": "larger" if measure.larger_is_better else "smaller",
        "null_low": None,
        "null_high": None,
        "twins": [],
    }


def of_rows(per_row: Callable[[Ranks], np.ndarray]) -> Callable[[Seen], Estimate]:
    """The `look` of a measure that is the mean of one number per row, (m,)."""
    return lambda seen: mean_of(per_row(seen.ranks), seen.ranks.k)


def penalised(wrong: np.ndarray, places: np.ndarray, n: int) -> np.ndarray:
    """1 minus how far, in ranks beyond k, the wrong neighbours of each row lie, as a share of the worst case:
    (m,) from two (m, k). The worst case of Venna & Kaski needs k < n / 2."""
    k = wrong.shape[1]
    return 1 - 2 / (k * (2 * n - 3 * k - 1)) * (wrong * (places - k)).sum(axis=1)


def penalised_chance(seen: Seen) -> float:
    """The mean of `penalised` on random dots: each of the n - 1 ranks is equally likely."""
    n, k = seen.ranks.n, seen.ranks.k
    return 1 - (n - 1 - k) * (n - k) / ((n - 1) * (2 * n - 3 * k - 1))
