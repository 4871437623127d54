"""True ranks of screen neighbours and screen ranks of true neighbours: found once, used by all measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.neighbours import Graph
from embedlab.neighbours import graph as graph_of
from embedlab.projection import Rows

# Distances from a matrix product are exact to about this share of the squared lengths; less is a tie.
TIE = 1e-13
_BLOCK = 2**19  # float64 numbers per block: 4 MB stay in the second cache


@dataclass(frozen=True, eq=False)
class Ranks:
    """For n rows and k neighbours, all (n, k).

    true_ids, near_ids: the k nearest rows in the table and on the map, int32, nearest first.
    true_rank:          how near the table puts each of `near_ids`: 1 + number of rows that are nearer, int32.
    map_rank:           how near the map puts each of `true_ids`, int32.
    false, torn:        which of `near_ids` are no true neighbours; which of `true_ids` the map does not keep, bool.
    true_values, near_values: distances (under dot product: products) of `true_ids`; screen distances of `near_ids`.

    Ties: a rank is the best that its ties allow, and only a row farther than the k-th neighbour is false or torn.
    So swapping copies is never an error (the rank of Lee & Verleysen 2009 leaves ties open).
    """

    true_ids: np.ndarray
    near_ids: np.ndarray
    true_rank: np.ndarray
    map_rank: np.ndarray
    false: np.ndarray
    torn: np.ndarray
    true_values: np.ndarray
    near_values: np.ndarray

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.true_ids)

    @property
    def k(self) -> int:
        """Number of neighbours per row."""
        return self.true_ids.shape[1]


def rank(rows: Rows, graph: Graph, coordinates: np.ndarray, k: int) -> Ranks:
    """Rank one map (n, 2) against the table's own neighbours (`graph`, at least k wide), under the map's metric."""
    centred = coordinates - coordinates.mean(axis=0)
    flat = centred / np.abs(centred).max()
    near = graph_of(flat, "euclidean", k)
    true_ids, near_ids = graph.ids[:, :k], near.ids[:, :k]
    true_rank, false = listed(rows.values, near_ids, true_ids[:, -1], dot=rows.metric == "dot")
    map_rank, torn = listed(flat, true_ids, near_ids[:, -1])
    true_values, near_values = graph.values[:, :k], near.values[:, :k]
    # As many are torn as are false; more only where the k-th place is tied, and then any of the tied would do.
    torn &= ~_spared(torn & _last_tied(true_values), torn.sum(axis=1) - false.sum(axis=1))
    false &= ~_spared(false & _last_tied(near_values), false.sum(axis=1) - torn.sum(axis=1))
    return Ranks(true_ids, near_ids, true_rank, map_rank, false, torn, true_values, near_values)


def _last_tied(values: np.ndarray) -> np.ndarray:
    """Which of the k neighbours (n, k) are as far as the last of them, up to rounding."""
    last = values[:, -1:]
    return np.abs(values - last) <= np.sqrt(TIE) * np.abs(last)


def _spared(flags: np.ndarray, surplus: np.ndarray) -> np.ndarray:
    """The first `surplus` (n,) flags of each row (n, k)."""
    return flags & (np.cumsum(flags, axis=1) <= surplus[:, None])


def listed(values: np.ndarray, ids: np.ndarray, last: np.ndarray, dot: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Ranks (n, k) int32 of the listed rows `ids` (n, k) among all rows, and whether each lies beyond `last` (n,).

    Counts instead of sorting, a block of rows at a time: O(n^2 (d + k)) time, no n x n storage.
    """
    n = len(values)
    ranks, beyond = np.empty(ids.shape, np.int32), np.empty(ids.shape, bool)
    squares = np.einsum("ij,ij->i", values, values)
    step = max(1, _BLOCK // n)
    for begin in range(0, n, step):
        here = slice(begin, min(begin + step, n))
        far = _dissimilar(values, squares, here, dot)  # (b, n padded to a multiple of 8)
        row = np.arange(len(far))[:, None]
        tie = TIE * (squares[here, None] + squares[ids[here]])  # (b, k)
        thresholds = far[row, ids[here]]
        far[row[:, 0], np.arange(here.start, here.stop)] = np.inf  # a row is not its own neighbour
        ranks[here] = 1 + _count_below(far, thresholds - tie)
        beyond[here] = thresholds > far[row, last[here, None]] + tie
    return ranks, beyond


def _dissimilar(values: np.ndarray, squares: np.ndarray, here: slice, dot: bool) -> np.ndarray:
    """Squared distances, or negated products, of a block of rows to all; smaller is nearer. Padded with inf."""
    products = values[here] @ values.T
    far = np.full((len(products), -(-len(values) // 8) * 8), np.inf)
    inner = far[:, : len(values)]
    if dot:
        np.negative(products, out=inner)
    else:
        np.multiply(products, -2, out=inner)
        inner += squares
        inner += squares[here, None]
    return far


def _count_below(far: np.ndarray, thresholds: np.ndarray) -> np.ndarray:
    """How many of each row of `far` (b, 8w) are below each of its thresholds (b, k). Eight are counted at once."""
    counts = np.empty(thresholds.shape, np.int32)
    for column in range(thresholds.shape[1]):
        below = far < thresholds[:, column, None]
        counts[:, column] = np.bitwise_count(below.view(np.uint64)).sum(axis=1, dtype=np.int32)
    return counts
