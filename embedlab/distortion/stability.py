"""How much of a map comes back when something that should not matter is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Stability:
    """The map beside other runs of the same method, in which one thing was changed.

    overlap:    (n,) float32, per row the share of its k nearest dots that are so in another run too, over all pairs of
                runs; NaN for a row that fewer than two runs hold.
    ari:        mean adjusted Rand index of the groups on screen, over all pairs (1: the same groups, 0: chance).
                None where no run shows groups.
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
