"""How much of a map comes back when something that should not matter is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from embedlab.neighbours.graph_plane import graph_of_plane

MIN_COMMON = 3  # rows that two runs must share to be compared


@dataclass(frozen=True, eq=False)
class Run:
    """One map among several of the same method.

    rows:        (m,) int64, ascending: which rows it holds, as places among all n.
    coordinates: (m, 2), theirs in this order.
    setting:     the values of what was changed.
    """

    rows: np.ndarray
    coordinates: np.ndarray
    setting: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Stability:
    """The map beside other runs of the same method, in which one thing was changed.

    overlap:    (n,) float32, per row the share of its k nearest dots that are so in another run too, over all pairs of
                runs; NaN for a row that fewer than two runs hold.
    ari:        mean adjusted Rand index of the groups on screen, over all pairs (1: the same groups, 0: chance); dots
                between groups count as one more group (Hubert & Arabie 1985). None where no run shows groups.
    procrustes: mean share of the spread that turning, shifting and scaling cannot bring together (0: the same picture).
                It rises also where whole groups only change places: never read it alone.
    runs:       number of maps compared, the first included.
    settings:   what was changed, with its values, one per run.
    """

    overlap: np.ndarray
    ari: float | None
    procrustes: float
    runs: int
    settings: tuple[Mapping[str, Any], ...] = ()

    def to_arrays(self) -> tuple[dict[str, Any], np.ndarray]:
        """A JSON document and the overlap, from which `from_arrays` builds the same."""
        document = {"ari": self.ari, "procrustes": self.procrustes, "runs": self.runs}
        return {**document, "settings": [dict(one) for one in self.settings]}, self.overlap

    @classmethod
    def from_arrays(cls, document: Mapping[str, Any], overlap: np.ndarray) -> Stability:
        """The inverse of `to_arrays`."""
        return cls(**{**document, "overlap": overlap, "settings": tuple(document["settings"])})


def compare(runs: Sequence[Run], n: int, k: int) -> Stability | None:
    """What stays the same over maps of n rows, each pair on the rows that both hold. None where no pair shares three.

    k: how many dots around each dot are looked at; fewer where two maps share fewer than 2 k + 1 rows.
    """
    from embedlab.distortion.screen import screen_groups

    groups = [screen_groups(run.coordinates) for run in runs]
    shares, pairs, indices, disparities = np.zeros(n), np.zeros(n, np.int64), [], []
    for one, other in combinations(range(len(runs)), 2):
        common, here, there = np.intersect1d(runs[one].rows, runs[other].rows, True, return_indices=True)
        if len(common) < MIN_COMMON:
            continue
        mine, theirs = runs[one].coordinates[here], runs[other].coordinates[there]
        shares[common] += shared_neighbours(mine, theirs, max(1, min(k, (len(common) - 1) // 2)))
        pairs[common] += 1
        disparities.append(disparity(mine, theirs))
        indices.append(_rand_index(groups[one][here], groups[other][there]))
    if not disparities:
        return None
    overlap = np.divide(shares, pairs, out=np.full(n, np.nan), where=pairs > 0).astype(np.float32)
    known = [index for index in indices if index is not None]
    settings = tuple(run.setting for run in runs)
    return Stability(
        overlap, float(np.mean(known)) if known else None, float(np.mean(disparities)), len(runs), settings
    )


def shared_neighbours(one: np.ndarray, other: np.ndarray, k: int) -> np.ndarray:
    """The share of each dot's k nearest on one map (m, 2) that are among its k nearest on the other, (m,)."""
    mine, theirs = (graph_of_plane(_unit(dots), k).ids for dots in (one, other))
    return (mine[:, :, None] == theirs[:, None, :]).any(axis=2).mean(axis=1)


def disparity(one: np.ndarray, other: np.ndarray) -> float:
    """What shifting, scaling, turning and mirroring cannot bring together of two maps (m, 2): 0 to 1 (Gower 1975)."""
    sizes = np.linalg.svd(_unit(one).T @ _unit(other), compute_uv=False)
    return max(0.0, 1 - float(sizes.sum()) ** 2)


def _unit(dots: np.ndarray) -> np.ndarray:
    """Dots around their mean with a root sum of squares of 1; on one spot they stay there."""
    centred = dots - dots.mean(axis=0)
    return centred / (np.linalg.norm(centred) or 1.0)


def _rand_index(one: np.ndarray, other: np.ndarray) -> float | None:
    """The adjusted Rand index of two labellings (m,); None where neither has a group."""
    from sklearn.metrics import adjusted_rand_score

    return None if max(one.max(), other.max()) < 0 else float(adjusted_rand_score(one, other))
