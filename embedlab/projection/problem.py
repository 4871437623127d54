"""Makes rows safe to draw, so that bad numbers never reach a library that would crash on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.errors import TableError
from embedlab.neighbours import Graph

MIN_ROWS = 3  # two points always make the same picture
# Beyond these the squares leave the range of float32, in which the libraries count.
LARGE, SMALL = 1e18, 1e-18
# Rows that differ by less than this share of their size differ by rounding only (float64 has 2e-16).
ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows ready to be drawn and judged under one metric.

    values:   (n, d) float64, finite. Euclidean: centred, unit root mean square. Cosine: rows of length 1, then
              centred, so that their Euclidean order is the order of cosines. Dot: unit root mean square, not centred.
    distinct: (m,) int64, ascending: the first copy of every different row.
    copy_of:  (n,) int64: values[i] equals values[distinct[copy_of[i]]].
    unit:     how much of the table's numbers a 1 in `values` is (1 under cosine).
    peak:     the largest absolute number of the table's rows.
    """

    values: np.ndarray
    metric: str
    distinct: np.ndarray
    copy_of: np.ndarray
    unit: float
    peak: float

    @property
    def rescaled(self) -> bool:
        """Whether the numbers were too large or too small for the libraries as they were."""
        return self.peak > LARGE or self.peak < SMALL


@dataclass(frozen=True, eq=False)
class Problem:
    """What a method draws: the rows, the exact neighbours of the m distinct ones, and the seed.

    `graph` knows distinct rows only (its ids count in `rows.distinct`): copies share one spot on the map.
    random_start: let the seed alone place the dots at first. From its usual start t-SNE gives nearly the same map for
    every seed, so that equal maps would prove nothing.
    """

    rows: Rows
    graph: Graph
    seed: int
    random_start: bool = False

    @property
    def size(self) -> int:
        """m, the number of distinct rows."""
        return len(self.rows.distinct)

    def distances(self, k: int) -> np.ndarray:
        """Distances (m, k) float64 to the k nearest, as the methods take them.

        Under dot product they are sqrt(2 (max_l s_il - s_ij)): t-SNE's softmax and UMAP's nearest-neighbour
        offset ignore what is added to a whole row, so nothing but the dot products is drawn.
        """
        values = self.graph.values[:, :k]
        return np.sqrt(2 * (values[:, :1] - values)) if self.rows.metric == "dot" else values

    def spread(self, coordinates: np.ndarray) -> np.ndarray:
        """Coordinates of the distinct rows (m, 2) handed to all rows (n, 2) float64: copies on one spot."""
        return np.asarray(coordinates, dtype=np.float64)[self.rows.copy_of]


def prepare(vectors: np.ndarray, metric: str, zero: int = 0, non_finite: int = 0) -> Rows:
    """Rows of a table (n, d) float64, finite, and without zero rows under cosine, made ready.

    `zero` and `non_finite` count the rows left out before; the error tells them. Raises TableError
    `table.too_few_rows` (fewer than 3 rows) and `table.constant` (no variance, or fewer than 3 different rows).
    """
    if len(vectors) < MIN_ROWS:
        raise TableError("table.too_few_rows", usable=len(vectors), needed=MIN_ROWS, zero=zero, non_finite=non_finite)
    peak = float(np.abs(vectors).max())
    values = vectors / peak if peak > 0 else vectors  # no square over- or underflows from here on
    if metric == "cosine":
        values = vectors / np.abs(vectors).max(axis=1, keepdims=True)  # the same care for every row
        values = values / np.linalg.norm(values, axis=1, keepdims=True)
    centred = values - values.mean(axis=0)
    size, deviation = float(np.sqrt(np.mean(values**2))), float(np.sqrt(np.mean(centred**2)))
    distinct, copy_of = _copies(values, rounded=metric == "cosine")
    different = 1 if deviation <= ROUNDING * size else len(distinct)
    if different < MIN_ROWS:
        raise TableError("table.constant", rows=len(vectors), distinct=different, needed=MIN_ROWS)
    scale = {"euclidean": deviation, "cosine": 1.0, "dot": size}[metric]
    values = values / scale if metric == "dot" else centred / scale
    unit = 1.0 if metric == "cosine" else peak * scale
    return Rows(values[distinct][copy_of], metric, distinct, copy_of, unit, peak)


def _copies(values: np.ndarray, rounded: bool) -> tuple[np.ndarray, np.ndarray]:
    """First copies (m,), and which of them every row is (n,). Unit rows are compared to 12 decimals:
    multiples of one row agree in direction up to rounding."""
    keys = (np.round(values, 12) if rounded else values) + 0.0  # -0.0 becomes 0.0
    seen: dict[bytes, int] = {}
    copy_of = np.array([seen.setdefault(row.tobytes(), len(seen)) for row in keys], dtype=np.int64)
    return np.unique(copy_of, return_index=True)[1].astype(np.int64), copy_of
