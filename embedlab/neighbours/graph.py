"""The exact kNN graph of all rows, by which maps are made and judged. Job code: it imports torch and compiles."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from embedlab.errors import JobError, QueryError
from embedlab.neighbours.blocks import Buffers, each_block
from embedlab.neighbours.compiled import compiled
from embedlab.neighbours.metric import Metric
from embedlab.neighbours.metrics import METRICS

Report = Callable[[int, int, str], None]
ShouldStop = Callable[[], bool]

_BLOCK = 256  # rows whose neighbours are found at once
_ACROSS = 1024  # rows that they are compared with at once: the product stays in the cache
_GROUP = 64  # scores of which one look says whether any is good enough
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
    A pair is looked at once for both of its rows. Raises QueryError `query.k_too_large`; JobError `job.stopped` when
    asked to stop.
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
    """What all blocks share: prepared rows, the symmetric product form of the metric in both precisions, and the best
    rows so far of every row.

    A block meets itself and the blocks behind it, each of which notes its side, too: so its rows have met all others
    when all blocks before it are through.
    """

    def __init__(self, metric: Metric, rows64: np.ndarray, k: int) -> None:
        import torch

        self.metric, self.k = metric, k
        self.prepared = metric.prepare(rows64)
        rows, offsets = metric.for_product(self.prepared)
        # A power of two brings the rows near 1, where no product leaves float32.
        scale = np.ldexp(1.0, -int(np.frexp(np.abs(rows).max())[1]))
        rows, offsets = rows * scale, offsets * scale**2
        lengths = np.sqrt((rows**2).sum(axis=1))
        # (n,) what a score's error is relative to
        self.reach = lengths * lengths.max() + np.abs(offsets) + np.abs(offsets).max()
        self.rows64, self.offsets64 = torch.from_numpy(rows), torch.from_numpy(offsets)
        # Two more dimensions take both offsets off within the product; rows that fill up the last group score -inf.
        n, d = rows.shape
        self.m = min(k + max(4, k // 8), n - 1)  # proposed per row
        self.left, self.right = torch.zeros(2, -(-n // _GROUP) * _GROUP, d + 2)
        for side, (one, offset) in ((self.left, (d, d + 1)), (self.right, (d + 1, d))):
            side[:n, :d], side[:, one], side[:n, offset], side[n:, offset] = self.rows64, 1, -self.offsets64, -np.inf
        self.scores = np.full((n, self.m), -np.inf, np.float32)  # best first
        self.proposed = np.zeros((n, self.m), np.int32)
        self.least = np.full(len(self.left), -np.inf, np.float32)  # the last of `scores`
        self.least[n:] = np.inf
        blocks = range(0, n, _BLOCK)
        self.locks = [threading.Lock() for _ in blocks]  # of each block's share of these three
        self.met = [threading.Event() for _ in blocks]
        self.buffers = Buffers((min(n, _BLOCK) * min(len(self.left), _ACROSS),), np.float32)

    def _error(self, ids: np.ndarray, unit_roundoff: float) -> np.ndarray:
        """A bound on the error of the scores of each row, (b,): n_dims + 9 roundings, doubled for good measure."""
        return 2 * (self.prepared.shape[1] + 9) * unit_roundoff * self.reach[ids]

    def nearest(self, block: slice) -> tuple[np.ndarray, np.ndarray]:
        """Ids (b, k) and values (b, k) of the rows nearest to the rows of a block (b,). Blocks start in order."""
        number = block.start // _BLOCK
        try:
            self._meet(block, number)
        finally:
            self.met[number].set()  # after an error, too: nobody waits for ever
        for earlier in self.met[:number]:
            earlier.wait()
        ids, scores, proposed = np.arange(block.start, block.stop), self.scores[block], self.proposed[block]
        # k rows truly score above kth - error, so a row of the answer was seen above kth - 2 errors.
        kth, least = scores[:, self.k - 1], scores[:, -1]
        sure = (least < kth - 2 * self._error(ids, 2.0**-24)) | (self.m == len(self.prepared) - 1)
        chosen, values = self._sorted(ids, proposed)
        for row in np.flatnonzero(~sure):
            chosen[row], values[row] = self._again(ids[row])
        return chosen, values

    def _meet(self, block: slice, number: int) -> None:
        """Note the best scores, in float32, between the rows of a block and those of itself and all later blocks."""
        import torch

        left, keep = self.left[block], compiled(_keep_best)
        for first in range(block.start, len(self.right), _ACROSS):
            right = self.right[first : first + _ACROSS]
            found = self.buffers.array[: len(left) * len(right)].reshape(len(left), len(right))
            torch.mm(left, right.T, out=torch.from_numpy(found))
            for start in range(0, len(right), _BLOCK):
                other = (first + start) // _BLOCK
                stop, itself = min(start + _BLOCK, len(right)), other == number
                with self.locks[number], nullcontext() if itself else self.locks[other]:
                    keep(found, start, stop, block.start, first, itself, self.least, self.scores, self.proposed)

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
        scores = (self.rows64 @ self.rows64[row] - self.offsets64 - self.offsets64[row]).numpy()
        scores[row] = -np.inf
        kth = -np.partition(-scores, self.k - 1)[self.k - 1]
        proposed = np.flatnonzero(scores >= kth - 2 * self._error(np.array([row]), 2.0**-53))
        chosen, values = self._sorted(np.array([row]), proposed[None])
        return chosen[0], values[0]


def _keep_best(
    found: np.ndarray,
    start: int,
    stop: int,
    row: int,
    column: int,
    itself: bool,
    least: np.ndarray,
    best: np.ndarray,
    who: np.ndarray,
) -> None:
    """Put the scores between rows from `row` on and rows from `column` on (b, w), the columns from `start` to `stop`,
    in their places among the best so far (n, m) of both; `itself`: of the first, as both are the same rows."""
    last, hits = best.shape[1] - 1, np.empty(_GROUP, np.int64)
    for i in range(len(found)):
        for group in range(start, stop, _GROUP):
            scores, bars = found[i, group : group + _GROUP], least[column + group : column + group + _GROUP]
            bar, better = least[row + i], 0
            for j in range(_GROUP):
                better += (scores[j] > bar) | (scores[j] > bars[j])
            if not better:
                continue
            count = 0
            for j in range(_GROUP):
                hits[count] = j
                count += (scores[j] > bar) | (scores[j] > bars[j])
            for hit in hits[:count]:
                score, far = scores[hit], column + group + hit
                for side in range(1 if itself else 2):
                    mine, other = (row + i, far) if side == 0 else (far, row + i)
                    # By its index: a row with copies need not be nearest to itself.
                    if score > least[mine] and mine != other:
                        place = last
                        while place > 0 and best[mine, place - 1] < score:
                            best[mine, place], who[mine, place] = best[mine, place - 1], who[mine, place - 1]
                            place -= 1
                        best[mine, place], who[mine, place] = score, other
                        least[mine] = best[mine, last]
