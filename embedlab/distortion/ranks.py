"""True ranks of screen neighbours and screen ranks of true neighbours: found once, used by all measures.

Job code: it imports torch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.distortion.counting import Nearer, count_below
from embedlab.neighbours import Graph
from embedlab.neighbours.blocks import Buffers, each_block
from embedlab.neighbours.graph_plane import graph_of_plane
from embedlab.projection import Rows

# Distances from a matrix product are exact to about this share of the squared lengths; less is a tie.
TIE = 1e-13
_BLOCK = 2**20  # float64 numbers per block of rows
_SEEN = 1024  # dots of a map whose neighbours are counted at once


@dataclass(frozen=True, eq=False)
class Ranks:
    """For n rows and k neighbours, (n, k) each; ranks (m, k) for the m rows `at` that were counted, all n as a rule.

    true_ids, near_ids: the k nearest rows in the table and on the map, int32, nearest first.
    false, torn:        which of `near_ids` are no true neighbours; which of `true_ids` the map does not keep, bool.
    true_values, near_values: distances (under dot product: products) of `true_ids`; screen distances of `near_ids`.
    at:                 (m,) int64, ascending.
    true_rank:          how near the table puts each of `near_ids[at]`: 1 + number of rows that are nearer, int32.
    map_rank:           how near the map puts each of `true_ids[at]`, int32.

    Ties: a rank is the best that its ties allow, and only a row farther than the k-th neighbour is false or torn.
    So swapping copies is never an error (the rank of Lee & Verleysen 2009 leaves ties open).
    """

    true_ids: np.ndarray
    near_ids: np.ndarray
    false: np.ndarray
    torn: np.ndarray
    true_values: np.ndarray
    near_values: np.ndarray
    at: np.ndarray
    true_rank: np.ndarray
    map_rank: np.ndarray

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.true_ids)

    @property
    def k(self) -> int:
        """Number of neighbours per row."""
        return self.true_ids.shape[1]

    def everywhere(self, ranks: np.ndarray) -> np.ndarray:
        """Ranks of the rows `at` (m, k) in the place of all rows, (n, k) int32; 0 where nobody counted."""
        found = np.zeros((self.n, self.k), np.int32)
        found[self.at] = ranks
        return found


def rank(rows: Rows, graph: Graph, coordinates: np.ndarray, k: int, at: np.ndarray | None = None) -> Ranks:
    """Rank one map (n, 2) against the table's own neighbours (`graph`, at least k wide), under the map's metric.

    at: the rows (m,) whose neighbours' ranks are counted; None: all.
    """
    centred = coordinates - coordinates.mean(axis=0)
    flat = centred / np.abs(centred).max()
    near = graph_of_plane(flat, k)
    true_ids, near_ids = graph.ids[:, :k], near.ids[:, :k]
    at = np.arange(len(flat)) if at is None else at
    dot = rows.metric == "dot"
    false = beyond(rows.values, near_ids, true_ids[:, -1], dot)
    torn = beyond(flat, true_ids, near_ids[:, -1])
    true_values, near_values = graph.values[:, :k], near.values[:, :k]
    # As many are torn as are false; more only where the k-th place is tied, and then any of the tied would do.
    torn &= ~_spared(torn & _last_tied(true_values), torn.sum(axis=1) - false.sum(axis=1))
    false &= ~_spared(false & _last_tied(near_values), false.sum(axis=1) - torn.sum(axis=1))
    true_rank = listed(rows.values, at, near_ids[at], dot)
    map_rank = listed_on_map(flat, at, true_ids[at])
    return Ranks(true_ids, near_ids, false, torn, true_values, near_values, at, true_rank, map_rank)


def _last_tied(values: np.ndarray) -> np.ndarray:
    """Which of the k neighbours (n, k) are as far as the last of them, up to rounding."""
    last = values[:, -1:]
    return np.abs(values - last) <= np.sqrt(TIE) * np.abs(last)


def _spared(flags: np.ndarray, surplus: np.ndarray) -> np.ndarray:
    """The first `surplus` (n,) flags of each row (n, k)."""
    return flags & (np.cumsum(flags, axis=1) <= surplus[:, None])


def beyond(values: np.ndarray, ids: np.ndarray, last: np.ndarray, dot: bool = False) -> np.ndarray:
    """Which of the listed rows `ids` (n, k) lie farther from their row than the row `last` (n,) does, (n, k) bool."""
    n, k = ids.shape
    found, squares = np.empty((n, k), bool), np.einsum("ij,ij->i", values, values)
    step = max(1, _BLOCK // (k * values.shape[1]))
    for begin in range(0, n, step):
        here = slice(begin, begin + step)
        both = np.column_stack([ids[here], last[here]])
        products = np.einsum("ij,ikj->ik", values[here], values[both])
        far = -products if dot else squares[both] - 2 * products
        tie = TIE * (squares[here, None] + squares[ids[here]])
        found[here] = far[:, :-1] > far[:, -1:] + tie
    return found


def listed(values: np.ndarray, at: np.ndarray, ids: np.ndarray, dot: bool = False) -> np.ndarray:
    """Ranks (m, k) int32 of the listed rows `ids` (m, k) among all n rows, as seen from the rows `at` (m,).

    Counts instead of sorting, a block of rows at a time: O(m n (d + k)) time, no n x n storage.
    """
    n, ranks = len(values), np.empty(ids.shape, np.int32)
    squares = np.einsum("ij,ij->i", values, values)
    rows = max(1, _BLOCK // n)
    far_of = _Far(values, squares, dot, rows)

    def count(block: slice) -> np.ndarray:
        here, near = at[block], ids[block]
        far = far_of(here)
        row = np.arange(len(far))[:, None]
        thresholds = far[row, near] - TIE * (squares[here, None] + squares[near])  # (b, k)
        far[row[:, 0], here] = np.inf  # a row is not its own neighbour
        return 1 + count_below(far, thresholds)

    for block, found in each_block(count, len(at), rows):
        ranks[block] = found
    return ranks


def listed_on_map(dots: np.ndarray, at: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """The same as `listed` for dots on a map (n, 2), sooner: their distances need no product."""
    ranks, squares = np.empty(ids.shape, np.int32), np.einsum("ij,ij->i", dots, dots)
    nearer = Nearer(dots)

    def count(block: slice) -> np.ndarray:
        here, near = at[block], ids[block]
        far = ((dots[near] - dots[here, None]) ** 2).sum(axis=2)
        thresholds = far - TIE * (squares[here, None] + squares[near])
        return np.maximum(1, nearer(dots[here], thresholds))  # a dot is nearer to itself than any

    for block, found in each_block(count, len(at), _SEEN):
        ranks[block] = found
    return ranks


def all_ranks(values: np.ndarray, at: np.ndarray, dot: bool = False) -> np.ndarray:
    """The rank of every row as seen from the rows `at` (b,), (b, n) int64; ties get their best, a row itself gets 0."""
    squares = np.einsum("ij,ij->i", values, values)
    far = _Far(values, squares, dot, len(at))(at)[:, : len(values)]
    far[np.arange(len(at)), at] = -np.inf
    order = np.argsort(far, axis=1, kind="stable")
    far = np.take_along_axis(far, order, axis=1)
    gaps = np.ones(far.shape, bool)  # the row itself comes first, and its nearest is farther
    gaps[:, 2:] = far[:, 2:] - far[:, 1:-1] > TIE * (squares[at, None] + squares[order[:, 2:]])
    places = np.maximum.accumulate(np.where(gaps, np.arange(far.shape[1]), 0), axis=1)
    ranks = np.empty_like(places)
    np.put_along_axis(ranks, order, places, axis=1)
    return ranks


class _Far:
    """How far all rows lie from a block of rows: |y|^2 - 2xy, or -xy under dot product; smaller is nearer."""

    def __init__(self, values: np.ndarray, squares: np.ndarray, dot: bool, most: int) -> None:
        """most: rows (b,) in a block."""
        import torch

        n, d = values.shape
        # One more dimension adds |y|^2 within the product, last of all. Rows that fill up a word are farthest.
        self.right = torch.zeros(-(-n // 8) * 8, d + 1, dtype=torch.float64)
        self.right[:n, :d] = torch.from_numpy(values)
        self.right[:n, d] = 0 if dot else torch.from_numpy(squares)
        self.right[n:, d] = float("inf")
        self.factor = -1.0 if dot else -2.0
        self.width = len(self.right)
        self.buffers = Buffers((most, self.width), np.float64)

    def __call__(self, here: np.ndarray) -> np.ndarray:
        """(b, n padded to a multiple of 8 with inf), for the rows `here` (b,). The next call overwrites it."""
        import torch

        left = self.right[here] * self.factor
        left[:, -1] = 1
        far = self.buffers.array[: len(here)]
        torch.mm(left, self.right.T, out=torch.from_numpy(far))
        return far
