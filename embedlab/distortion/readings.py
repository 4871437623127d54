"""What sizes and gaps on a map are worth: numbers behind the warnings, not measures of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from embedlab.distortion.measure import NORMAL_95
from embedlab.distortion.ranks import Ranks
from embedlab.projection import Rows

MIN_GROUPS, MAX_GROUPS, MIN_GROUP = 5, 20, 3  # Fisher's interval needs more than 3 groups
_ROUNDS = 10  # of k-means; the groups only have to be compact


@dataclass(frozen=True)
class Readings:
    """None where it could not be found.

    density_r:    correlation of log mean distance to the k nearest, table against map (1: sizes can be compared).
    centroid_rho: rank correlation of the distances between groups' centres, with its 95 % interval.
    groups:       number of groups of at least MIN_GROUP rows; `grouped_by` is "classes" or "k_means".
    """

    density_r: float | None = None
    centroid_rho: float | None = None
    centroid_low: float | None = None
    centroid_high: float | None = None
    groups: int = 0
    grouped_by: str | None = None

    def to_json(self) -> dict[str, float | int | str | None]:
        """Every field, by name."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Groups:
    """A label per row (n,) int64, -1 for none, and where the labels come from."""

    labels: np.ndarray
    grouped_by: str


def group(rows: Rows, classes: Sequence[str | None] | None, seed: int) -> Groups | None:
    """The groups whose gaps are judged: the table's own classes where it has enough, else k-means in the table."""
    if classes is not None:
        labels = np.unique([name or "" for name in classes], return_inverse=True)[1].astype(np.int64)
        labels[[name is None for name in classes]] = -1
        if len(_large(labels)) >= MIN_GROUPS:
            return Groups(labels, "classes")
    wanted = min(MAX_GROUPS, len(rows.distinct) // (2 * MIN_GROUP))
    if wanted < MIN_GROUPS:
        return None
    return Groups(_k_means(rows.values, rows.distinct, wanted, seed), "k_means")


def read(rows: Rows, ranks: Ranks, coordinates: np.ndarray, groups: Groups | None) -> Readings:
    """Both readings of one map (n, 2)."""
    density = None if rows.metric == "dot" else _density(ranks)
    if groups is None:
        return Readings(density)
    large = _large(groups.labels)
    rho = _centroid_rho(rows, coordinates, groups.labels, large) if len(large) >= MIN_GROUPS else None
    if rho is None:
        return Readings(density, groups=len(large), grouped_by=groups.grouped_by)
    # Fisher's z with the groups, not the pairs, as the sample: pairs share their groups.
    z, half = np.arctanh(np.clip(rho, -1 + 1e-9, 1 - 1e-9)), NORMAL_95 / np.sqrt(len(large) - 3)
    low, high = float(np.tanh(z - half)), float(np.tanh(z + half))
    return Readings(density, rho, low, high, len(large), groups.grouped_by)


def _large(labels: np.ndarray) -> list[int]:
    names, sizes = np.unique(labels[labels >= 0], return_counts=True)
    return names[sizes >= MIN_GROUP].tolist()


def _k_means(values: np.ndarray, distinct: np.ndarray, wanted: int, seed: int) -> np.ndarray:
    centres = values[np.random.default_rng(seed).choice(distinct, wanted, replace=False)]
    labels = np.zeros(len(values), dtype=np.int64)
    for _ in range(_ROUNDS):
        labels = ((centres**2).sum(axis=1) - 2 * values @ centres.T).argmin(axis=1)
        for label in range(wanted):
            if (members := labels == label).any():
                centres[label] = values[members].mean(axis=0)
    return labels


def _density(ranks: Ranks) -> float | None:
    table, screen = ranks.true_values.mean(axis=1), ranks.near_values.mean(axis=1)
    spread = (table > 0) & (screen > 0)  # copies have no radius
    return _correlation(np.log(table[spread]), np.log(screen[spread]))


def _centroid_rho(rows: Rows, coordinates: np.ndarray, labels: np.ndarray, large: list[int]) -> float | None:
    upper = np.triu_indices(len(large), 1)
    table = np.array([rows.values[labels == label].mean(axis=0) for label in large])
    screen = np.array([coordinates[labels == label].mean(axis=0) for label in large])
    far = -(table @ table.T) if rows.metric == "dot" else _distances(table)
    return _correlation(_order(far[upper]), _order(_distances(screen)[upper]))


def _distances(points: np.ndarray) -> np.ndarray:
    return np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=-1))


def _order(values: np.ndarray) -> np.ndarray:
    """Ranks, ties sharing their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def _correlation(first: np.ndarray, second: np.ndarray) -> float | None:
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])
