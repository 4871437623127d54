"""What each metric asks: two arrows (C09), one query under three metrics and five preparations (C10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from embedlab.claims.outcome import Outcome
from embedlab.neighbours import METRICS, Neighbours, overlap
from embedlab.neighbours.metric import lengths

RESIDUAL = 1e-6  # of |u||v|: how far u.v and |u||v|cos may lie apart
FACTOR = 10
PREPARATIONS: dict[str, tuple[str, ...]] = {
    "raw": (),
    "centred": ("centred",),
    "unit_norm": ("unit_norm",),
    "centred_unit_norm": ("centred", "unit_norm"),
    "top_removed": ("without_top_components:1",),
}


@dataclass(frozen=True)
class Pair:
    """Two vectors by every measure; the angle is in degrees. Cosine and angle are NaN where one of them is zero.

    residual: |u.v - |u||v|cos| in units of |u||v|, both sides computed apart; NaN as the cosine.
    """

    norm_u: float
    norm_v: float
    dot: float
    cosine: float
    angle: float
    euclidean: float
    residual: float


def pair(u: np.ndarray, v: np.ndarray) -> Pair:
    """All measures of two vectors (n_dims,) float64."""
    norm_u, norm_v = float(lengths(u)), float(lengths(v))
    dot, cosine, euclidean = (float(METRICS[key].values64(u, v)) for key in ("dot", "cosine", "euclidean"))
    product = norm_u * norm_v
    residual = abs(dot - product * cosine) / product if product else np.nan
    return Pair(norm_u, norm_v, dot, cosine, float(np.degrees(np.arccos(cosine))), euclidean, residual)


Change = Callable[[np.ndarray], np.ndarray]


def longer(u: np.ndarray) -> np.ndarray:
    """FACTOR times a vector: the same direction."""
    return FACTOR * u


def lengthened(u: np.ndarray, v: np.ndarray, change: Change = longer) -> Outcome:
    """C09: which measure of u and v stays when u gets longer? One stays if it moves by RESIDUAL of its scale at most.

    The scale of the dot product is |u||v| of the longer u, that of the distance |u| + |v|, that of the cosine 1.
    Verdict "dot", "cosine" or "euclidean" where one stays, "several", or "none"; "zero" where a vector is zero.
    Values: each measure before and after.
    """
    before, after = pair(u, v), pair(change(u), v)
    values = {name: getattr(before, name) for name in ("dot", "cosine", "euclidean")}
    values |= {f"{name}_after": getattr(after, name) for name in ("dot", "cosine", "euclidean")}
    if not before.norm_u * before.norm_v * after.norm_u > 0:
        return Outcome("zero", values)
    scales = {"dot": after.norm_u * after.norm_v, "cosine": 1.0, "euclidean": after.norm_u + after.norm_v}
    stays = [name for name, scale in scales.items() if abs(values[f"{name}_after"] - values[name]) <= RESIDUAL * scale]
    return Outcome(stays[0] if len(stays) == 1 else "several" if stays else "none", values)


@dataclass(frozen=True, eq=False)
class Lists:
    """One query's k neighbours by preparation and metric; every preparation has all metrics, and every list is full."""

    found: Mapping[str, Mapping[str, Neighbours]]
    k: int

    def each(self) -> Iterator[tuple[str, str, Neighbours]]:
        """Preparation, metric and list, row by row of the grid."""
        for preparation, lists in self.found.items():
            for metric, one in lists.items():
                yield preparation, metric, one

    def overlaps(self) -> np.ndarray:
        """The share of neighbours that two lists have in common, (m, m), in the order of `each`; overlap@k."""
        lists = [one for _, _, one in self.each()]
        return np.array([[overlap(one, other) for other in lists] for one in lists])

    def common(self, preparation: str) -> float:
        """The share of neighbours that stand in the lists of all metrics."""
        return overlap(*self.found[preparation].values())

    def same(self, preparation: str) -> bool:
        """Whether all metrics give the same neighbours in the same order."""
        first, *others = (one.ids for one in self.found[preparation].values())
        return all(np.array_equal(first, other) for other in others)

    def outcome(self) -> Outcome:
        """C10: after which preparation are the lists of all metrics the same, order included?

        Verdict "unit_norm": after unit norm, and not without it; "raw" or "centred": already then; else "none".
        Values: k, and the common neighbours of each preparation by its name.
        """
        values = {preparation: round(self.common(preparation) * self.k) for preparation in self.found}
        verdict = next((name for name in ("raw", "centred", "unit_norm") if self.same(name)), "none")
        return Outcome(verdict, {"k": self.k, **values})
