"""What a metric is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from embedlab.wording import Sentence

# What numkong computes of a query and a row.
Kernel = Literal["dot", "sqeuclidean"]


@dataclass(frozen=True)
class Metric:
    """One way to say how near two rows are. `short` is its label where three of them share one line.

    The exact arithmetic of every answer is `pairs(prepare(a), prepare(b))`, in float64:
    prepare(rows (..., n_dims)): what is done to each row by itself. A row without a value becomes NaN.
    pairs(a, b): the value of each pair of prepared rows; they broadcast against each other. Equal rows give equal
        values, bit for bit, wherever they stand.

    needs_direction: a zero row has no value under this metric and is left out.
    self_is_best: mathematics says that no row is nearer to a row than itself.

    The fast pass of `search` compares rows in their own dtype and is allowed to be wrong within a known bound:
    kernel: what is computed of the query and every row.
    nearness(raw (n,), norms (n,), query_norm): that result as a score, larger is nearer.
    slack(norms (n,), query_norm): the largest error of the score, in units of the kernel's relative error.

    for_product(prepared (n, n_dims)): rows p and offsets c with `p_i . p_j - c_j` larger where j is nearer to i, by
        which one matrix product ranks all pairs in `graph`.
    """

    key: str
    label: Sentence
    short: Sentence
    summary: Sentence
    larger_is_nearer: bool
    needs_direction: bool
    self_is_best: bool
    prepare: Callable[[np.ndarray], np.ndarray]
    pairs: Callable[[np.ndarray, np.ndarray], np.ndarray]
    kernel: Kernel
    nearness: Callable[[np.ndarray, np.ndarray, float], np.ndarray]
    slack: Callable[[np.ndarray, float], np.ndarray]
    for_product: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    order: int = 0

    def values64(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The value of each pair of rows (..., n_dims), float64; NaN where there is none."""
        return self.pairs(self.prepare(a), self.prepare(b))

    def keys(self, values: np.ndarray) -> np.ndarray:
        """Values turned so that smaller is nearer, by which lists are sorted; and back again."""
        return -values if self.larger_is_nearer else values


def as_they_are(rows64: np.ndarray) -> np.ndarray:
    """The `prepare` of a metric that needs none."""
    return rows64


def dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The dot product of each pair of rows, (...,) float64. No BLAS: it may add equal rows in different orders."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.einsum("...d,...d->...", a, b)


def lengths(rows64: np.ndarray) -> np.ndarray:
    """The Euclidean length of each row, (...,) float64; no square overflows or vanishes."""
    scaled, exponents = _scaled(rows64)
    return np.ldexp(np.sqrt(dots(scaled, scaled)), exponents)


def directions(rows64: np.ndarray) -> np.ndarray:
    """Each row at length 1, (..., n_dims) float64; NaN for a zero row, which has no direction."""
    scaled, _ = _scaled(rows64)
    with np.errstate(invalid="ignore"):
        return scaled / np.sqrt(dots(scaled, scaled))[..., None]


def _scaled(rows64: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows between -1 and 1, divided by a power of two (which changes no digit), and that power (...,)."""
    _, exponents = np.frexp(np.abs(rows64).max(axis=-1))
    return np.ldexp(rows64, -exponents[..., None]), exponents
