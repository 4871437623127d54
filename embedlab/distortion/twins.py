"""Twins: tables without structure that are drawn and judged as the real one, and what their maps get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

Kind = Literal["gaussian", "shuffled"]
# Two-sided 95 % points of Student's t with B - 1 degrees of freedom, for B = 2, 3, ... maps.
_T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


@dataclass(frozen=True, eq=False)
class Twins:
    """The maps of B twins by one method.

    values:      by key of MEASURES, (B,) float64: what each twin's map gets. A measure that does not apply is absent.
    coordinates: (B, n, 2) float32, the twins' maps, so that the real one can be hidden among them.
    """

    kind: Kind
    values: Mapping[str, np.ndarray]
    coordinates: np.ndarray

    def mean(self, key: str) -> float | None:
        """The `null` of a measure; None where it does not apply."""
        return float(self.values[key].mean()) if key in self.values else None

    def band(self, key: str) -> tuple[float, float] | None:
        """Where one more twin would lie in 95 of 100 cases: mean +- t(.975, B - 1) sd sqrt(1 + 1 / B).

        None for a measure that does not apply and for a single twin.
        """
        values = self.values.get(key)
        if values is None or len(values) < 2:
            return None
        t = _T_95[min(len(values) - 2, len(_T_95) - 1)]
        half = t * float(values.std(ddof=1)) * (1 + 1 / len(values)) ** 0.5
        return float(values.mean()) - half, float(values.mean()) + half
