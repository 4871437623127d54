"""The exact kNN graph of all rows, by which maps are made and judged. Job code: it imports torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from embedlab.errors import JobError, QueryError
from embedlab.neighbours.blocks import Buffers, each_block
from embedlab.neighbours.metric import Metric
from embedlab.neighbours.metrics import METRICS

Report = Callable[[int, int, str], None]
ShouldStop = Callable[[], bool]

_BLOCK = 256  # rows whose neighbours are found at once
_CACHED = 2 * 2**20  # bytes of float64 rows compared again at once


@dataclass(frozen=True, eq=False)
class Graph:
    """The k nearest other rows of every row, nearest first; ties go to the lower id.

    ids (n, k) int32 and values (n, k) float64 under the metric.
    """

    ids: np.ndarray
    values: np.ndarray
    metric: str


def graph(
    vectors: np.ndarray,
    metric: str,
    k: int,
    report: Report | None = None,
    should_stop: ShouldStop | None = None,
) -> Graph:
    """The exact kNN graph of finite rows (n, n_dims), none of them zero where the metric needs a direction.

    A float32 product proposes a few more rows than k; they are compared again in float64. Where float32 cannot
    rule the other rows out (copies, near ties), that row is done again with a float64 product and its own bound.
    Raises QueryError `query.k_too_large`; JobError `job.stopped` when asked to stop.
    """
    n = len(vectors)
    if not 1 <= k < n:
        raise QueryError("query.k_too_large", k=k, largest=n - 1)
    maker = _Maker(METRICS[metric], vectors.astype(np.float64), k)
    ids, values = np.empty((n, k), np.int32), np.empty((n, k))
    for block, (found, exact) in each_block(maker.nearest, n, _BLOCK):
        if should_stop and should_stop():
            raise JobError("job.stopped")
        ids[block], values[block] = found, exact
        if report:
            report(block.stop, n, "neighbours")
    return Graph(ids, values, metric)


class _Maker:
    """What all blocks share: prepared rows, and the product form of the metric in both precisions."""

    def __init__(self, metric: Metric, rows64: np.ndarray, k: int) -> None:
        import torch

        self.metric, self.k = metric, k
        self.prepared = metric.prepare(rows64)
        rows, offsets = metric.for_product(self.prepared)
        # A power of two brings the rows near 1, where no product leaves float32.
        scale = np.ldexp(1.0, -int(np.frexp(np.abs(rows).max())[1]))
        rows, offsets = rows * scale, offsets * scale**2
        lengths = np.sqrt((rows**2).sum(axis=1))
        self.reach = lengths * lengths.max() + np.abs(offsets).max()  # (n,) what a score's error is relative to
        self.rows64, self.offsets64 = torch.from_numpy(rows), torch.from_numpy(offsets)
        # One more dimension takes the offsets off within the product; rows that fill up the stripes score -inf.
        n, d = rows.shape
        self.m = min(k + max(4, k // 8), n - 1)  # proposed per row
        stripes = max(1, round((n / self.m) ** 0.5))  # then maxima and members of stripes are equally many
        self.shape = (stripes, -(-n // stripes // 16) * 16)  # aligned: a product of odd width takes twice as long
        self.left = torch.ones(n, d + 1)
        self.left[:, :d] = self.rows64
        self.right = torch.zeros(self.shape[0] * self.shape[1], d + 1)
        self.right[:n, :d], self.right[:n, d], self.right[n:, d] = self.rows64, -self.offsets64, -float("inf")
        self.buffers = Buffers((min(n, _BLOCK), len(self.right)), np.float32)

    def _error(self, ids: np.ndarray, unit_roundoff: float) -> np.ndarray:
        """A bound on the error of the scores of each row, (b,): n_dims + 8 roundings, doubled for good measure."""
        return 2 * (self.prepared.shape[1] + 8) * unit_roundoff * self.reach[ids]

    def nearest(self, block: slice) -> tuple[np.ndarray, np.ndarray]:
        """Ids (b, k) and values (b, k) of the rows nearest to the rows of a block (b,)."""
        import torch

        n, k, ids = len(self.prepared), self.k, np.arange(block.start, block.stop)
        scores = self.buffers.array[: len(ids)]
        torch.mm(self.left[block], self.right.T, out=torch.from_numpy(scores))
        scores[range(len(ids)), ids] = -np.inf  # itself, by its index: with copies it need not come first
        proposed = _largest(scores.reshape(len(ids), *self.shape), self.m)  # (b, m)
        near = np.take_along_axis(scores, proposed, axis=1)
        kth = -np.partition(-near, k - 1, axis=1)[:, k - 1]
        # k rows truly score above kth - error, so a row of the answer was seen above kth - 2 errors.
        sure = (near.min(axis=1) < kth - 2 * self._error(ids, 2.0**-24)) | (proposed.shape[1] == n - 1)
        chosen, values = self._sorted(ids, proposed)
        for row in np.flatnonzero(~sure):
            chosen[row], values[row] = self._again(ids[row])
        return chosen, values

    def _sorted(self, ids: np.ndarray, proposed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The k nearest of the proposed ids (b, m), by exact values."""
        values = np.empty(proposed.shape)
        step = max(1, _CACHED // (8 * proposed.shape[1] * self.prepared.shape[1]))
        for start in range(0, len(ids), step):
            part = slice(start, start + step)
            values[part] = self.metric.pairs(self.prepared[ids[part], None], self.prepared[proposed[part]])
        order = np.lexsort((proposed, self.metric.keys(values)), axis=1)[:, : self.k]
        return np.take_along_axis(proposed, order, axis=1), np.take_along_axis(values, order, axis=1)

    def _again(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """One row with a float64 product, and every row it cannot rule out: (k,), (k,)."""
        scores = (self.rows64 @ self.rows64[row] - self.offsets64).numpy()
        scores[row] = -np.inf
        kth = -np.partition(-scores, self.k - 1)[self.k - 1]
        proposed = np.flatnonzero(scores >= kth - 2 * self._error(np.array([row]), 2.0**-53))
        chosen, values = self._sorted(np.array([row]), proposed[None])
        return chosen[0], values[0]


def _largest(scores: np.ndarray, m: int) -> np.ndarray:
    """Columns of the m largest scores of each row, (b, m) in no order, from (b, stripes, width).

    Column j is in stripe place j % width. The largest scores lie in the m places with the largest maxima: most scores
    are passed once and never sorted.
    """
    import torch

    b, stripes, width = scores.shape
    if width <= m:
        return _top(scores.reshape(b, -1), m)
    places = _top(scores.max(axis=1), m)  # (b, m)
    spread = torch.from_numpy(places)[:, None].expand(b, stripes, m)
    members = torch.from_numpy(scores).gather(2, spread).reshape(b, -1).numpy()
    stripe, which = np.divmod(_top(members, m), m)
    return stripe * width + np.take_along_axis(places, which, axis=1)


def _top(scores: np.ndarray, m: int) -> np.ndarray:
    """Columns of the m largest of each row of scores (b, w), (b, m)."""
    b, width = scores.shape
    # numpy sorts numbers out faster than their places: so first the m-th largest number, then who reaches it.
    least = np.partition(scores, width - m, axis=1)[:, width - m, None]
    found = np.flatnonzero(scores >= least)
    if len(found) > b * m:  # ties
        return np.argpartition(scores, width - m, axis=1)[:, width - m :]
    return found.reshape(b, m) % width
