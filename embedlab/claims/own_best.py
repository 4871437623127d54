"""Which rows are not their own best match, and which stand in very many lists (C11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from embedlab.claims.outcome import Outcome
from embedlab.neighbours import METRICS, Metric, check_lengths, scan
from embedlab.neighbours.hubness import Hubness, counted
from embedlab.neighbours.metric import dots
from embedlab.table import EmbeddingTable

K = 10
FEW, MOST = 0.05, 0.5  # shares of rows
WORK = 5e10  # products of numbers: some seconds; beyond, a sample of the rows asks, of all rows
LARGEST = 2**26  # numbers of a table: in memory twice, as float64
_SCORES = 2**23  # in memory at once
Report = Callable[[int, int, str], None]


@dataclass(frozen=True, eq=False)
class Asked:
    """Every row's question for its best match, under one metric.

    beaten: (m,) bool, rows to which another row is nearer than they are to themselves; None where no row can be.
    hubs: how often a row is among the K nearest of the rows that asked.
    """

    beaten: np.ndarray | None
    hubs: Hubness

    @property
    def share(self) -> float:
        """Of the rows that asked, those beaten."""
        return 0.0 if self.beaten is None else float(self.beaten.mean())


@dataclass(frozen=True, eq=False)
class Matches:
    """`asked` (m,) and `searched` (n,) are ids: the rows that asked, and those they were compared with."""

    asked: np.ndarray
    searched: np.ndarray
    by_metric: Mapping[str, Asked]

    def outcome(self, metric: str = "dot") -> Outcome:
        """C11: how many rows are not their own best match? "none", "few" (under FEW), "many", "most" (over MOST).

        Values: share, beaten, asked, searched.
        """
        return verdict(self.by_metric[metric].share, len(self.asked), len(self.searched))


def verdict(share: float, asked: int, searched: int) -> Outcome:
    """The rule of `Matches.outcome`."""
    word = "none" if not share else "few" if share < FEW else "many" if share <= MOST else "most"
    return Outcome(word, {"share": share, "beaten": round(share * asked), "asked": asked, "searched": searched})


def ask_all(
    table: EmbeddingTable, report: Report | None = None, should_stop: Callable[[], bool] | None = None, seed: int = 0
) -> Matches | None:
    """Ask for every row of a table, against all rows; for a sample of them where that would be more than WORK.

    Rows that are zero or not finite are left out; None where fewer than K + 1 rows remain, or it was stopped. Scores
    are float32; whether a row is beaten is decided in float64 where float32 leaves it open. Two rows whose scores
    differ by rounding only may change places in a list, which no number here shows.
    """
    usable = scan(table)
    check_lengths(usable.norms)
    ids = np.flatnonzero(usable.norms > 0)
    if len(ids) <= K:
        return None
    most = int(WORK / (len(ids) * table.n_dims))
    asked = np.arange(len(ids))
    if most < len(ids):
        asked = np.sort(np.random.default_rng(seed).choice(len(ids), max(1, most), replace=False))
    rows, found = table.rows64(ids), {}
    for place, metric in enumerate(METRICS.values()):
        counter = _Counter(metric, rows, asked)
        for start, done in counter.blocks():
            if should_stop and should_stop():
                return None
            counter.count(slice(start, start + done))
            if report:
                report(place * len(asked) + min(start + done, len(asked)), len(METRICS) * len(asked), metric.key)
        found[metric.key] = counter.answer()
    return Matches(ids[asked], ids, found)


class _Counter:
    """Counts under one metric, a block of asking rows at a time."""

    def __init__(self, metric: Metric, rows64: np.ndarray, asked: np.ndarray) -> None:
        self.asked, self.self_is_best = asked, metric.self_is_best
        rows, self.offsets = metric.for_product(metric.prepare(rows64))
        scale = np.ldexp(1.0, -int(np.frexp(np.abs(rows).max())[1]))  # near 1 no product leaves float32
        self.rows, self.offsets = rows * scale, self.offsets * scale**2
        self.rows32, self.offsets32 = self.rows.astype(np.float32), self.offsets.astype(np.float32)
        self.norms = np.sqrt((self.rows**2).sum(axis=1))
        self.counts = np.zeros(len(rows), np.int64)
        self.beaten = np.zeros(len(asked), bool)

    def blocks(self) -> list[tuple[int, int]]:
        """Start and length of each block."""
        step = max(1, _SCORES // len(self.rows))
        return [(start, step) for start in range(0, len(self.asked), step)]

    def count(self, block: slice) -> None:
        """The K best of each asking row of the block, and whether one of them beats itself."""
        ids = self.asked[block]
        scores = self.rows32[ids] @ self.rows32.T - self.offsets32  # (b, n)
        scores[np.arange(len(ids)), ids] = -np.inf
        least = np.partition(scores, -K, axis=1)[:, -K, None]
        self.counts += _listed(scores, least).sum(axis=0)
        if not self.self_is_best:
            self.beaten[block] = self._beaten(ids, scores)

    def _beaten(self, ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
        own = (self.rows[ids] ** 2).sum(axis=1) - self.offsets[ids]
        best = scores.max(axis=1)
        slack = (
            2 * (self.rows.shape[1] + 8) * 2.0**-24 * (self.norms[ids] * self.norms.max() + np.abs(self.offsets).max())
        )
        beaten = best > own
        for place in np.flatnonzero(np.abs(best - own) <= slack):
            exact = dots(self.rows, self.rows[ids[place]]) - self.offsets  # copies of a row score alike
            beaten[place] = (np.delete(exact, ids[place]) > exact[ids[place]]).any()
        return beaten

    def answer(self) -> Asked:
        """What was counted."""
        return Asked(None if self.self_is_best else self.beaten, counted(self.counts, K))


def _listed(scores: np.ndarray, least: np.ndarray) -> np.ndarray:
    """Which rows are in the list of each line (b, n): the K best, of equals the lowest ids. least: the K-th best."""
    reached = scores >= least
    for line in np.flatnonzero(reached.sum(axis=1) > K):  # ties
        ids = np.flatnonzero(reached[line])
        order = np.argsort(-scores[line, ids], kind="stable")
        reached[line, ids[order[K:]]] = False
    return reached
