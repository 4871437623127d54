"""The values themselves, whatever row they are in: limits of their type, and a narrower type that would do."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np

from embedlab.checkpoints.health.blocks import Block

# By type, what could hold the same values, narrowest first.
_NARROWER = {"float64": ("bfloat16", "float16", "float32"), "float32": ("bfloat16", "float16")}
_DISTINCT_OF = 10**6  # values whose different ones are counted


@dataclass(frozen=True)
class Numbers:
    """What the values of a table are like. Values that are not finite are counted in `non_finite` only.

    largest: the largest |x|; limit: the largest that the type holds (float16 65,504; float8_e4m3fn 448).
    at_limit: values with |x| = limit: what did not fit was cut off there (saturation).
    zeros: values that are exactly 0. subnormal: those so near to 0 that the type holds them with fewer digits.
    narrowest: the narrowest type that holds every finite value exactly, "bfloat16" or "float16" or "float32"; the
        table's own type where none does. A float32 whose 16 low bits are 0 is a bfloat16 written wide.
    distinct: different values among the `distinct_of` values of the sample; 256 or fewer were once 8 bits.
    """

    dtype: str
    count: int
    non_finite: int
    largest: float
    limit: float
    at_limit: int
    zeros: int
    subnormal: int
    narrowest: str
    distinct: int
    distinct_of: int


class NumberCounts:
    """Adds up the numbers of a table over its blocks."""

    def __init__(self, dtype: np.dtype) -> None:
        limits = ml_dtypes.finfo(dtype)
        self.dtype, self.limit, self.tiny = dtype, float(limits.max), float(limits.smallest_normal)
        self.count = self.non_finite = self.at_limit = self.zeros = self.subnormal = 0
        self.largest = 0.0
        self.narrower = list(_NARROWER.get(dtype.name, ()))

    def add(self, block: Block) -> None:
        """The values of a block."""
        sizes = np.abs(block.wide)
        self._add_sizes(sizes)
        # Rows that are not finite stand in `wide` as zeros: these are taken off, their finite values added.
        held = np.abs(block.bad)
        self.zeros -= held.size
        if held.size:
            finite = held[np.isfinite(held)]
            self.non_finite += held.size - finite.size
            self._add_sizes(finite)
        self.count += sizes.size
        self.narrower = [name for name in self.narrower if _holds(block.raw, np.dtype(name))]

    def _add_sizes(self, sizes: np.ndarray) -> None:
        if not sizes.size:
            return
        largest = float(sizes.max())
        self.largest = max(self.largest, largest)
        zeros = sizes.size - int(np.count_nonzero(sizes))
        self.zeros += zeros
        self.subnormal += int(np.count_nonzero(sizes < self.tiny)) - zeros
        if largest >= self.limit:
            self.at_limit += int(np.count_nonzero(sizes >= self.limit))

    def result(self, sample: np.ndarray) -> Numbers:
        """All of it; `sample` holds rows of the table whose different values are counted."""
        values = sample[: max(1, _DISTINCT_OF // max(1, sample.shape[1]))].ravel()
        return Numbers(
            dtype=self.dtype.name,
            count=self.count,
            non_finite=self.non_finite,
            largest=self.largest,
            limit=self.limit,
            at_limit=self.at_limit,
            zeros=self.zeros,
            subnormal=self.subnormal,
            narrowest=self.narrower[0] if self.narrower else self.dtype.name,
            distinct=len(np.unique(values)),
            distinct_of=len(values),
        )


def _holds(raw: np.ndarray, narrow: np.dtype) -> bool:
    """Whether every finite value is the same after a way through the narrow type; one row first, for most say no."""
    return all(_same(rows, narrow) for rows in (raw[:1], raw))


def _same(rows: np.ndarray, narrow: np.dtype) -> bool:
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        back = rows.astype(narrow).astype(rows.dtype)
    return bool(((back == rows) | ~np.isfinite(rows)).all())
