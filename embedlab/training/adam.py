"""What runs share whose trained numbers lie in one tensor and are moved by Adam."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from embedlab import tablefile
from embedlab.training.team import ALONE, Team

if TYPE_CHECKING:
    import torch

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8  # Adam's own defaults (Kingma & Ba 2015)
FIRST_MOMENT, SECOND_MOMENT = tablefile.STATE + "first_moment", tablefile.STATE + "second_moment"


class AdamRun:
    """A run at some step: its numbers and the moments of their gradients, three tensors of one shape."""

    def __init__(self, numbers: torch.Tensor, step: int, team: Team = ALONE) -> None:
        import torch

        self.numbers, self.step, self.words, self.team = numbers, step, 0, team
        self.first, self.second = torch.zeros_like(numbers), torch.zeros_like(numbers)

    def _adam(self, gradient: torch.Tensor, rate: float) -> None:
        """Kingma & Ba 2015, algorithm 1. torch's own optimisers cost 1.2 s of imports at their first use."""
        t = self.step + 1
        self.first.lerp_(gradient, 1 - BETA1)
        self.second.mul_(BETA2).addcmul_(gradient, gradient, value=1 - BETA2)
        scale = self.second.sqrt().mul_(1 / math.sqrt(1 - BETA2**t)).add_(EPSILON)
        self.numbers.addcdiv_(self.first, scale, value=-rate / (1 - BETA1**t))

    def _state(self) -> tuple[torch.Tensor, ...]:
        return self.numbers, self.first, self.second

    def finite(self) -> bool:
        """Whether all numbers are finite, moments included: an infinite moment stops its numbers for good."""
        return all(math.isfinite(float(part.abs().sum())) for part in self._state())

    def snapshot(self) -> tuple[int, list[torch.Tensor]]:
        """Step, numbers and moments, copied."""
        return self.step, [part.clone() for part in self._state()]

    def restore(self, snapshot: tuple[int, list[torch.Tensor]]) -> None:
        """Go back to a snapshot."""
        self.step, parts = snapshot
        for part, kept in zip(self._state(), parts, strict=True):
            part.copy_(kept)

    def _moments(self) -> dict[str, np.ndarray]:
        """The moments as a checkpoint holds them."""
        moments = {FIRST_MOMENT: self.first, SECOND_MOMENT: self.second}
        return {name: part.cpu().numpy().copy() for name, part in moments.items()}

    def _take_moments(self, tensors: Mapping[str, np.ndarray]) -> None:
        """The inverse of `_moments`. Raises KeyError or ValueError where they do not fit."""
        take(self.first, FIRST_MOMENT, tensors[FIRST_MOMENT])
        take(self.second, SECOND_MOMENT, tensors[SECOND_MOMENT])


def take(target: torch.Tensor, name: str, values: np.ndarray) -> None:
    """Fill a tensor with values that a checkpoint holds under `name`. Raises ValueError where they do not fit."""
    import torch

    if values.shape != tuple(target.shape) or values.dtype != np.float32:
        raise ValueError(f"{name}: shape {values.shape}, dtype {values.dtype}")
    target.copy_(torch.from_numpy(values.copy()))
