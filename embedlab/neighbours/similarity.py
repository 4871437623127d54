"""All pairs of a few rows under every metric, and what random pairs of the same table look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embedlab.errors import QueryError
from embedlab.neighbours.metric import lengths
from embedlab.neighbours.metrics import METRICS
from embedlab.table import EmbeddingTable


@dataclass(frozen=True, eq=False)
class Similarity:
    """All pairs of the rows `ids`, (m, m) float64 each; angles in degrees, 0 to 180; norms (m,).

    `dot[i, j] = norms[i] * norms[j] * cosine[i, j]`. Cosine and angle are NaN where a row is zero.
    """

    ids: tuple[int, ...]
    euclidean: np.ndarray
    cosine: np.ndarray
    dot: np.ndarray
    angles: np.ndarray
    norms: np.ndarray


@dataclass(frozen=True)
class Background:
    """What pairs of a table's rows are like under one metric, whoever they are.

    mean, sd, and the middle 95 % (low, high) of `pairs` random pairs; NaN where no pair has a value.
    """

    mean: float
    sd: float
    low: float
    high: float
    pairs: int


def compare(table: EmbeddingTable, ids: Sequence[int]) -> Similarity:
    """Every metric for all pairs of the given rows. Raises QueryError `query.id_out_of_range`."""
    for row in ids:
        if not 0 <= row < table.n_rows:
            raise QueryError("query.id_out_of_range", id=row, rows=table.n_rows, highest=table.n_rows - 1)
    rows = table.rows64(list(ids))
    euclidean, cosine, dot = (
        METRICS[key].values64(rows[:, None], rows[None, :]) for key in ("euclidean", "cosine", "dot")
    )
    # A row's cosine with itself is 1; rounding would make an angle of a millionth of a degree of it.
    cosine[np.equal.outer(ids, ids) & np.isfinite(cosine)] = 1
    angles = np.degrees(np.arccos(cosine))
    return Similarity(tuple(ids), euclidean, cosine, dot, angles, lengths(rows))


def random_pairs(table: EmbeddingTable, metric: str, pairs: int = 2000, seed: int = 0) -> np.ndarray:
    """The values of random pairs of different rows, no pair twice, (m,) float64 with m <= pairs.

    All pairs where the table has no more. Pairs without a value (a zero row under cosine, a row that is not
    finite) are left out.
    """
    n = table.n_rows
    total = n * (n - 1) // 2
    drawn = np.arange(total) if total <= pairs else np.random.default_rng(seed).choice(total, pairs, replace=False)
    # Pair number p is (high, low), counted along the rows of the triangle below the diagonal.
    high = ((1 + np.sqrt(1 + 8 * drawn)) // 2).astype(np.int64)
    low = drawn - high * (high - 1) // 2
    step = max(1, 2**20 // table.n_dims)
    with np.errstate(invalid="ignore"):
        values = [
            METRICS[metric].values64(table.rows64(low[start : start + step]), table.rows64(high[start : start + step]))
            for start in range(0, len(drawn), step)
        ]
    found = np.concatenate([np.empty(0), *values])
    return found[np.isfinite(found)]


def background(values: np.ndarray) -> Background:
    """Mean, standard deviation and middle 95 % of the values of `random_pairs`."""
    if not len(values):
        return Background(np.nan, np.nan, np.nan, np.nan, 0)
    low, high = np.quantile(values, (0.025, 0.975))
    return Background(float(values.mean()), float(values.std()), float(low), float(high), len(values))


def share_as_near(value: float, values: np.ndarray, metric: str) -> float:
    """The share of random pairs at least as near as `value`, 0 to 1; NaN where there are none."""
    if not len(values) or not np.isfinite(value):
        return float("nan")
    nearer = values >= value if METRICS[metric].larger_is_nearer else values <= value
    return float(nearer.mean())


def chance_cosine(n_dims: int) -> float:
    """The standard deviation of the cosine of two independent random directions: 1 / sqrt(n_dims)."""
    return n_dims**-0.5
