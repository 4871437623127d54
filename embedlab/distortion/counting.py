"""Inner loops of ranks: how many distances lie below each of a few. Job code: it compiles."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.compiled import compiled

_TOGETHER = 8  # thresholds that are compared with each distance while it is in a register


def count_below(far: np.ndarray, thresholds: np.ndarray) -> np.ndarray:
    """How many numbers of each row of `far` (b, w) are below each of its thresholds (b, k): (b, k) int64."""
    wanted = _filled_up(thresholds)
    counts = np.zeros(wanted.shape, np.int64)
    compiled(_below, _tally)(far, wanted, counts)
    return counts[:, : thresholds.shape[1]]


class Nearer:
    """How many dots (n, 2) lie near others; only those whose first coordinate is near enough are looked at."""

    def __init__(self, dots: np.ndarray) -> None:
        order = np.argsort(dots[:, 0])
        self.x, self.y = np.ascontiguousarray(dots[order, 0]), np.ascontiguousarray(dots[order, 1])

    def __call__(self, centres: np.ndarray, thresholds: np.ndarray) -> np.ndarray:
        """How many dots lie at a squared distance below each threshold (b, k) from each centre (b, 2): (b, k) int64."""
        reach = np.sqrt(np.maximum(thresholds.max(axis=1), 0)) * (1 + 1e-12)  # rounding leaves nobody out
        first = np.searchsorted(self.x, centres[:, 0] - reach)
        last = np.searchsorted(self.x, centres[:, 0] + reach, side="right")
        wanted = _filled_up(thresholds)
        counts = np.zeros(wanted.shape, np.int64)
        compiled(_nearer, _tally)(self.x, self.y, centres, first, last, wanted, counts)
        return counts[:, : thresholds.shape[1]]


def _filled_up(thresholds: np.ndarray) -> np.ndarray:
    """Thresholds (b, k) and as many of -inf as make k a multiple of `_TOGETHER`, contiguous."""
    more = -thresholds.shape[1] % _TOGETHER
    return np.pad(thresholds, ((0, 0), (0, more)), constant_values=-np.inf)


def _tally(far: np.ndarray, thresholds: np.ndarray, counts: np.ndarray) -> None:
    """Add to each count how many numbers of `far` are below its threshold; `_TOGETHER` thresholds at a time."""
    for t in range(0, len(thresholds), 8):
        a, b, c, d, e, f, g, h = 0, 0, 0, 0, 0, 0, 0, 0
        ta, tb, tc, td = thresholds[t], thresholds[t + 1], thresholds[t + 2], thresholds[t + 3]
        te, tf, tg, th = thresholds[t + 4], thresholds[t + 5], thresholds[t + 6], thresholds[t + 7]
        for j in range(len(far)):
            one = far[j]
            a += one < ta
            b += one < tb
            c += one < tc
            d += one < td
            e += one < te
            f += one < tf
            g += one < tg
            h += one < th
        counts[t] += a
        counts[t + 1] += b
        counts[t + 2] += c
        counts[t + 3] += d
        counts[t + 4] += e
        counts[t + 5] += f
        counts[t + 6] += g
        counts[t + 7] += h


def _below(far: np.ndarray, thresholds: np.ndarray, counts: np.ndarray) -> None:
    for i in range(len(far)):
        for start in range(0, far.shape[1], 2048):  # 16 kB: they stay in the first cache
            _tally(far[i, start : start + 2048], thresholds[i], counts[i])


def _nearer(
    x: np.ndarray,
    y: np.ndarray,
    centres: np.ndarray,
    first: np.ndarray,
    last: np.ndarray,
    thresholds: np.ndarray,
    counts: np.ndarray,
) -> None:
    far = np.empty(2048)
    for i in range(len(centres)):
        px, py = centres[i]
        for start in range(first[i], last[i], 2048):
            m = min(2048, last[i] - start)
            for j in range(m):
                dx, dy = x[start + j] - px, y[start + j] - py
                far[j] = dx * dx + dy * dy
            _tally(far[:m], thresholds[i], counts[i])
