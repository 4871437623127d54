"""The groups whose gaps are judged, and the numbers behind "sizes and gaps mean nothing"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from embedlab.projection import Rows

MIN_GROUPS, MAX_GROUPS, MIN_GROUP = 5, 20, 3  # Fisher's interval needs more than 3 groups
_ROUNDS = 10  # of k-means; the groups only have to be compact


@dataclass(frozen=True, eq=False)
class Groups:
    """A label per row (n,) int64, -1 for none, and where the labels come from: "classes" or "k_means"."""

    labels: np.ndarray
    grouped_by: str

    @cached_property
    def large(self) -> list[int]:
        """The labels of at least MIN_GROUP rows."""
        names, sizes = np.unique(self.labels[self.labels >= 0], return_counts=True)
        return names[sizes >= MIN_GROUP].tolist()


@dataclass(frozen=True)
class Readings:
    """None where it could not be found: two measures by their short names, and how many groups there were.

    density_r:    the measure of that key (1: sizes can be compared).
    centroid_rho: the measure of that key, with its 95 % interval.
    groups:       number of groups of at least MIN_GROUP rows; `grouped_by` is "classes" or "k_means".
    """

    density_r: float | None = None
    centroid_rho: float | None = None
    centroid_low: float | None = None
    centroid_high: float | None = None
    groups: int = 0
    grouped_by: str | None = None

    @classmethod
    def of(cls, measures: Mapping[str, Mapping[str, Any]], groups: Groups | None) -> Readings:
        """What the measures of one map say of it."""
        density, gaps = measures.get("density_r", {}), measures.get("centroid_rho", {})
        found = (density.get("value"), gaps.get("value"), gaps.get("low"), gaps.get("high"))
        return cls(*found, len(groups.large), groups.grouped_by) if groups else cls(*found)

    def to_json(self) -> dict[str, float | int | str | None]:
        """Every field, by name."""
        return asdict(self)


def group(rows: Rows, classes: Sequence[str | None] | None, seed: int, wanted: int = MAX_GROUPS) -> Groups | None:
    """The groups whose gaps are judged: the table's own classes where it has enough, else `wanted` by k-means."""
    if classes is not None:
        labels = np.unique([name or "" for name in classes], return_inverse=True)[1].astype(np.int64)
        labels[[name is None for name in classes]] = -1
        named = Groups(labels, "classes")
        if len(named.large) >= MIN_GROUPS:
            return named
    wanted = min(wanted, len(rows.distinct) // (2 * MIN_GROUP))
    if wanted < MIN_GROUPS:
        return None
    return Groups(_k_means(rows.values, rows.distinct, wanted, seed), "k_means")


def _k_means(values: np.ndarray, distinct: np.ndarray, wanted: int, seed: int) -> np.ndarray:
    centres = values[np.random.default_rng(seed).choice(distinct, wanted, replace=False)]
    labels = np.zeros(len(values), dtype=np.int64)
    for _ in range(_ROUNDS):
        labels = ((centres**2).sum(axis=1) - 2 * values @ centres.T).argmin(axis=1)
        for label in range(wanted):
            if (members := labels == label).any():
                centres[label] = values[members].mean(axis=0)
    return labels
