"""Several processes that train one table together: each takes its part of every batch, and all take the same step."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import torch

Batch = TypeVar("Batch", "torch.Tensor", "np.ndarray")


@dataclass(frozen=True)
class Team:
    """Which part of every batch this process computes. number: its own, from 0; size: how many processes there are.

    Every process holds all numbers. The gradient of a batch is the sum of its parts' gradients, which `add_up` gives
    to all of them bit for bit alike; so all take the same step, and hold the same numbers after it. Li et al. 2020,
    PyTorch Distributed, section 3.2.1.
    """

    number: int = 0
    size: int = 1

    def part(self, batch: Batch) -> Batch:
        """Every `size`-th entry of a batch, from `number` on."""
        return batch if self.size == 1 else batch[self.number :: self.size]

    def add_up(self, *tensors: torch.Tensor | None) -> None:
        """Put the sum over all processes in each tensor's place."""
        if self.size == 1:
            return
        from torch import distributed

        for tensor in tensors:
            if tensor is not None:
                distributed.all_reduce(tensor)

    def agreed(self, wish: Callable[[], bool], device: str) -> Callable[[], bool]:
        """Whether any process wishes it: all hear the same at the same step. Everyone has to ask."""
        if self.size == 1:
            return wish
        import torch

        def wished() -> bool:
            votes = torch.tensor(float(wish()), device=device)
            self.add_up(votes)
            return bool(votes > 0)

        return wished

    def alike(self, numbers: Sequence[torch.Tensor]) -> bool:
        """Whether all processes hold the same numbers, bit for bit. Everyone has to ask."""
        if self.size == 1:
            return True
        import torch
        from torch import distributed

        digest = 0
        for part in numbers:
            digest = zlib.crc32(part.cpu().numpy().tobytes(), digest)
        ends = torch.tensor([digest, -digest], device=numbers[0].device)
        distributed.all_reduce(ends, distributed.ReduceOp.MAX)
        return bool(ends.sum() == 0)


ALONE = Team()
