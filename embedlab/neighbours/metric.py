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
    """One way to say how near two rows are.

    values64(a, b): the value of each pair of rows in float64; a and b (..., n_dims) broadcast against each other.
        The exact arithmetic of every answer. Equal rows give equal values, bit for bit, wherever they stand.
    needs_direction: a zero row has no value under this metric and is left out.
    self_is_best: mathematics says that no row is nearer to a row than itself.

    The fast pass of `search` compares rows in their own dtype and is allowed to be wrong within a known bound:
    kernel: what numkong computes of the query and every row.
    nearness(raw (n,), norms (n,), query_norm): that result as a score, larger is nearer.
    slack(norms (n,), query_norm): the largest error of the score, in units of the kernel's relative error.

    for_product(rows64 (n, n_dims)): rows p and offsets c with `p_i . p_j - c_j` larger where j is nearer to i, by which
        one matrix product ranks all pairs in `graph`.
    """

    key: str
    label: Sentence
    summary: Sentence
    larger_is_nearer: bool
    needs_direction: bool
    self_is_best: bool
    values64: Callable[[np.ndarray, np.ndarray], np.ndarray]
    kernel: Kernel
    nearness: Callable[[np.ndarray, np.ndarray, float], np.ndarray]
    slack: Callable[[np.ndarray, float], np.ndarray]
    for_product: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    order: int = 0

    def keys64(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """`values64` turned so that smaller is nearer: what lists are sorted by."""
        return -self.values64(a, b) if self.larger_is_nearer else self.values64(a, b)


def dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The dot product of each pair of rows, (...,) float64. No BLAS: it may add equal rows in different orders."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.einsum("...d,...d->...", a, b)


def unit(rows64: np.ndarray) -> np.ndarray:
    """Rows (..., n_dims) at length 1; a zero row stays zero. No square overflows or vanishes."""
    _, exponents = np.frexp(np.abs(rows64).max(axis=-1, keepdims=True))
    scaled = np.ldexp(rows64, -exponents)  # by a power of two, which changes no digit
    norms = np.sqrt(dots(scaled, scaled))[..., None]
    return scaled / np.where(norms == 0, 1, norms)
