"""The values themselves, whatever row they are in: limits of their type, and a narrower type that would do."""

from __future__ import annotations

from dataclasses import dataclass


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
