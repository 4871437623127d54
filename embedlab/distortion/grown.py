"""Groups grown at random on one side and looked for on the other: steadiness and cohesiveness.

Jeon, Ko, Jo, Kim & Seo (2021), Measuring and explaining the inter-cluster reliability of multidimensional projections.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from embedlab.distortion.estimate import Estimate, around, jackknife
from embedlab.projection import Rows

ROWS, MIN_ROWS = 500, 20  # at most so many rows, sampled; fewer than 20 have no groups
GROWTHS = 20  # groups grown on each side, half a millisecond to 10 each; their spread is told
SHARE = 0.3  # visits of a walk as a share of the rows (the paper's)
ALPHA = 0.1  # dissimilarity is 1 / (similarity + ALPHA) (the paper's)
FEWEST = 5  # growths that say something about a map
SMALLEST = 6  # members of a group that is looked for; HDBSCAN needs 5 for one of its own


@dataclass(frozen=True, eq=False)
class Grown:
    """What became of every group: (t, 2) sums of distortion x weight and of weight, for each side.

    on_map:   grown on the map and looked for in the table: false groups (steadiness is 1 - distortion / weight).
    in_table: grown in the table and looked for on the map: torn groups (cohesiveness).
    rows:     how many rows were used.
    """

    on_map: np.ndarray
    in_table: np.ndarray
    rows: int


def grow(rows: Rows, coordinates: np.ndarray, seed: int) -> Grown | None:
    """Grow groups on both sides of a map (n, 2). None for fewer than MIN_ROWS rows."""
    n, random = len(coordinates), np.random.default_rng(seed)
    if n < MIN_ROWS:
        return None
    chosen = np.sort(random.choice(n, min(n, ROWS), replace=False))
    values, dots = rows.values[chosen], coordinates[chosen] - coordinates[chosen].mean(axis=0)
    table, screen = _Side(values, rows.metric == "dot"), _Side(dots, dot=False)
    return Grown(_compare(screen, table, random), _compare(table, screen, random), len(chosen))


class _Side:
    """Shared nearest neighbours (m, m) of one side: similar rows have the same neighbours, weighted by rank."""

    def __init__(self, points: np.ndarray, dot: bool) -> None:
        products = points @ points.T
        squares = np.diag(products)
        far = -products if dot else squares[:, None] + squares - 2 * products
        np.fill_diagonal(far, np.inf)
        m = len(points)
        k = isqrt(m)
        self.near = np.argsort(far, axis=1, kind="stable")[:, :k]
        weights = np.zeros((m, m))
        np.put_along_axis(weights, self.near, np.arange(k + 1.0, 1, -1)[None], axis=1)
        shared = weights @ weights.T
        np.fill_diagonal(shared, 0)
        self.similar = shared / (shared.max() or 1.0)
        self.apart = 1 / (self.similar + ALPHA)

    def walk(self, start: int, visits: int, random: np.random.Generator) -> np.ndarray:
        """The rows that a random walk from `start` meets, each neighbour as likely as it is similar."""
        met, queue = {start: None}, [start]
        for row in queue:
            likely = self.similar[row, self.near[row]]
            hits = self.near[row][random.random(len(likely)) < likely].tolist()
            queue += hits
            met |= dict.fromkeys(hits)
            if len(queue) > visits:
                break
        return np.array(list(met))

    def parts(self, members: np.ndarray) -> np.ndarray:
        """Which group of this side each of the members (g,) is in, by HDBSCAN; one of none is its own."""
        from sklearn.cluster import HDBSCAN

        apart = self.apart[np.ix_(members, members)]
        np.fill_diagonal(apart, 0)
        # Only the annotation is wrong: scikit-learn infers it from a default that is about to change.
        search = HDBSCAN(metric="precomputed", allow_single_cluster=True, copy=False)  # pyright: ignore[reportArgumentType]
        labels = search.fit_predict(apart)
        alone = labels < 0
        labels[alone] = labels.max() + 1 + np.arange(alone.sum())
        return labels

    def between(self, member_of: np.ndarray, members: np.ndarray) -> np.ndarray:
        """Dissimilarity (p, p) of parts; member_of (p, g) is each part's share of its members."""
        return 1 / (member_of @ self.similar[np.ix_(members, members)] @ member_of.T + ALPHA)


def _compare(here: _Side, there: _Side, random: np.random.Generator) -> np.ndarray:
    """Sums (t, 2) for groups grown `here` and looked for `there`: how much farther apart their parts lie there."""
    worse = there.apart - here.apart
    most, m = float(worse.max()), len(here.near)  # the least is that of a row and itself: 0 on both sides
    if most <= 0:
        return np.zeros((GROWTHS, 2))
    sums = np.full((GROWTHS, 2), np.nan)  # a walk that meets too few rows tells nothing
    for one in sums:
        members = here.walk(int(random.integers(m)), int(SHARE * m), random)
        if len(members) < SMALLEST:
            continue
        labels = there.parts(members)
        sizes = np.bincount(labels)
        member_of = (labels == np.arange(len(sizes))[:, None]) / sizes[:, None]
        farther = there.between(member_of, members) - here.between(member_of, members)
        counted = np.triu(farther > 0, 1)
        weight = np.outer(sizes, sizes)[counted]
        one[:] = (farther[counted] / most * weight).sum(), weight.sum()
    return sums


def reliability(sums: np.ndarray, rows: int) -> Estimate | None:
    """1 - distortion / weight over all growths (t, 2), with its error over them; 1 where no part lay farther apart.

    Growths that told nothing are NaN; None where fewer than FEWEST are left.
    """
    sums = sums[~np.isnan(sums[:, 0])]
    if len(sums) < FEWEST:
        return None
    value, error = jackknife(sums, lambda total: 1 - total[..., 0] / np.maximum(total[..., 1], 1))
    return around(value, error, rows)
