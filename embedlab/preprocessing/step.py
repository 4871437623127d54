"""What a preprocessing step is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from embedlab.settings import Parameter
from embedlab.wording import Sentence

# Rows (m, n_dims) in float64 -> the same rows after the step, float64.
Change = Callable[[np.ndarray], np.ndarray]
# (vectors (n_rows, n_dims), which rows are finite (n_rows,) bool, the parameter's value) -> the change of one row.
Fit = Callable[[np.ndarray, np.ndarray, int], Change]

# Float64 numbers per block: 1 MB, which stays in the cache while a step works on it.
_BLOCK = 2**17


@dataclass(frozen=True)
class Step:
    """One preprocessing step: `fit` looks at the finite rows once and returns what to do with each of them.

    `parameter` is the whole number written after the colon, None for a step without one.
    """

    key: str
    label: Sentence
    summary: Sentence
    paper: str
    fit: Fit
    order: int = 0
    parameter: Parameter | None = None


def block_rows(n_dims: int) -> int:
    """How many rows a block has."""
    return max(1, _BLOCK // n_dims)


def blocks(n_rows: int, n_dims: int) -> Iterator[slice]:
    """The rows of a table, a few at a time."""
    size = block_rows(n_dims)
    return (slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size))


def finite_blocks(vectors: np.ndarray, finite: np.ndarray) -> Iterator[np.ndarray]:
    """The finite rows of a table as float64, (m, n_dims) at a time."""
    for rows in blocks(*vectors.shape):
        block = vectors[rows] if finite[rows].all() else vectors[rows][finite[rows]]
        yield block.astype(np.float64)


def mean_of(vectors: np.ndarray, finite: np.ndarray) -> np.ndarray:
    """The mean of the finite rows, (n_dims,) float64; zero where there are none."""
    total = sum((block.sum(axis=0) for block in finite_blocks(vectors, finite)), np.zeros(vectors.shape[1]))
    return total / max(1, int(finite.sum()))
