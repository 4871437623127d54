"""How long one exact query takes beside numpy brute force: `python -m bench.search`.

Both sides give the k nearest rows under the metric. Brute force is what one writes first: the whole table at once,
float32 (float64 for the last column), lengths computed with each query, `argpartition` at the end. It does not
recheck, break ties, or leave rows out. Ratios are of the same repeat, both sides in turn in one process.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.row import Row, at_least, show
from embedlab.neighbours import METRICS, scan, search
from embedlab.table import EmbeddingTable, Provenance

REPEATS, K = 15, 10
CASES = ((10_000, 384, "float32"), (32_000, 256, "float16"))


def brute_force(vectors: np.ndarray, query: int, metric: str, dtype: str) -> np.ndarray:
    rows = vectors.astype(dtype, copy=False)
    if metric == "euclidean":
        keys = np.linalg.norm(rows - rows[query], axis=1)
    else:
        keys = -(rows @ rows[query])
        if metric == "cosine":
            keys /= np.linalg.norm(rows, axis=1) * np.linalg.norm(rows[query])
    keys[query] = np.inf
    nearest = np.argpartition(keys, K)[:K]
    return nearest[np.argsort(keys[nearest])]


def milliseconds(*calls: Callable[[], object]) -> np.ndarray:
    """The times of each call, (n_calls, REPEATS), the calls in turn."""
    times = np.empty((len(calls), REPEATS))
    for repeat in range(REPEATS):
        for which, call in enumerate(calls):
            start = time.perf_counter()
            call()
            times[which, repeat] = 1000 * (time.perf_counter() - start)
    return times


def measure(rows: int, dims: int, dtype: str) -> dict[str, Any]:
    vectors = np.random.default_rng(0).standard_normal((rows, dims)).astype(dtype)
    table = EmbeddingTable(vectors, tuple(map(str, range(rows))), Provenance("bench"))
    kept = scan(table)
    answers: dict[str, Any] = {"rows": rows, "dims": dims, "dtype": dtype}
    answers["scan_ms"] = round(milliseconds(lambda: scan(table)).min(), 2)
    for metric in METRICS:
        ours, single, double = milliseconds(
            lambda metric=metric: search(table, 7, metric, K, kept),
            lambda metric=metric: brute_force(vectors, 7, metric, "float32"),
            lambda metric=metric: brute_force(vectors, 7, metric, "float64"),
        )
        exact = search(table, 7, metric, K, kept).ids.tolist() == brute_force(vectors, 7, metric, "float64").tolist()
        answers[metric] = {
            "search_ms": round(statistics.median(ours), 2),
            "times_faster_than_numpy_float32": (single / ours).round(2).tolist(),
            "times_faster_than_numpy_float64": (double / ours).round(2).tolist(),
            "same_ids_as_float64": exact,
        }
    return answers


def rows() -> list[Row]:
    details = [measure(*case) for case in CASES]
    found = [
        at_least(
            f"one exact query, {one['rows']:,} x {one['dims']} {one['dtype']}, {metric}, beside numpy in float32",
            1,
            one[metric]["times_faster_than_numpy_float32"],
        )
        for one in details
        for metric in METRICS
    ]
    return show(found, details)


if __name__ == "__main__":
    rows()
