"""Numbers from samples, each with the interval in which the same number of another sample would lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

NORMAL_95 = 1.96  # half width of a 95 % interval in standard errors


@dataclass(frozen=True, eq=False)
class Estimate:
    """A value and its 95 % interval. k: of how many neighbours it speaks, if of any. rows: how many it comes from.

    per_row: (rows,) what each row contributes, where the value is their mean.
    """

    value: float
    low: float
    high: float
    rows: int
    k: int | None = None
    per_row: np.ndarray | None = None


def mean_of(per_row: np.ndarray, k: int | None = None) -> Estimate:
    """The mean of rows' values (m,), with the standard error of the rows."""
    error = float(per_row.std(ddof=1) / np.sqrt(len(per_row)))
    return around(float(per_row.mean()), error, len(per_row), k, per_row)


def around(value: float, error: float, rows: int, k: int | None = None, per_row: np.ndarray | None = None) -> Estimate:
    """A value with 1.96 standard errors on both sides."""
    half = NORMAL_95 * error
    return Estimate(value, value - half, value + half, rows, k, per_row)


def jackknife(sums: np.ndarray, formula: Callable[[np.ndarray], np.ndarray]) -> tuple[float, float]:
    """What `formula` makes of the total of `sums` (m, q), and its standard error by leaving out each of the m units.

    formula: (..., q) sums to (...) values. Efron & Stein (1981), The jackknife estimate of variance.
    """
    total, m = sums.sum(axis=0), len(sums)
    without = formula(total - sums)
    error = np.sqrt((m - 1) / m * ((without - without.mean()) ** 2).sum())
    return float(formula(total)), float(error)


def correlation(first: np.ndarray, second: np.ndarray) -> tuple[float, float] | None:
    """Pearson's r of two (m,) or (m, p) arrays and its standard error; the m units are independent, not the m p pairs.

    None where one of them does not vary, or fewer than 3 units are left.
    """
    x, y = (part.reshape(len(part), -1) - part.mean() for part in (first, second))
    if len(x) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    x, y = x / np.abs(x).max(), y / np.abs(y).max()
    parts = (np.ones_like(x), x, y, x * x, x * y, y * y)
    return jackknife(np.stack([part.sum(axis=1) for part in parts], axis=1), _pearson)


def _pearson(sums: np.ndarray) -> np.ndarray:
    n, x, y, xx, xy, yy = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        r = (xy - x * y / n) / np.sqrt((xx - x * x / n) * (yy - y * y / n))
    return np.clip(np.nan_to_num(r), -1, 1)


def order(values: np.ndarray) -> np.ndarray:
    """Ranks of all values, in their shape; ties share their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse].reshape(values.shape)
