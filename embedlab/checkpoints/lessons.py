"""The two models of the lessons, with the numbers as the lessons state them; nobody checked these."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.checkpoints.ledger import Ledger, estimate


@dataclass(frozen=True)
class Lesson:
    """A model as a lesson states it. model: parameters of the whole."""

    name: str
    vocabulary: int
    width: int
    positions: int
    tied: bool
    dtype: str
    model: int

    def ledger(self) -> Ledger:
        """What these numbers give."""
        return estimate(self.vocabulary, self.width, self.positions, tied=self.tied, dtype=self.dtype, model=self.model)


LESSONS = {
    "andrea": Lesson("ANDREA-120M", 8_449, 768, 1_024, tied=False, dtype="bf16", model=120_000_000),
    "qwen": Lesson("Qwen3.8-27B", 248_320, 5_120, 0, tied=False, dtype="bf16", model=27_000_000_000),
}
