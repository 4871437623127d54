"""The exact kNN graph beside faiss (IndexFlatL2) and scikit-learn: `python -m bench.graph [ROWS ...]`.

Peers: `pip install -r requirements-bench.txt`. All sides get the same float32 rows and the same number of threads; ours
also compares the proposed rows again in float64. Ratios are of the same repeat, all sides in turn: of wall seconds and
of CPU seconds, which a busy machine disturbs less.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bench.maps import mixture
from bench.row import Row, at_least, show
from embedlab.neighbours import graph

K, REPEATS = 15, 5
TARGETS = {"faiss": 1.0, "sklearn": 1.5}


def peers(rows: np.ndarray) -> dict[str, Callable[[], np.ndarray]]:
    """The ids (n, K) of every side; a row is its own first neighbour for the peers."""
    import faiss  # pyright: ignore[reportMissingImports]
    from sklearn.neighbors import NearestNeighbors

    def flat() -> np.ndarray:
        index = faiss.IndexFlatL2(rows.shape[1])
        index.add(rows)
        return index.search(rows, K + 1)[1][:, 1:]

    def brute() -> np.ndarray:
        return NearestNeighbors(n_neighbors=K, algorithm="brute").fit(rows).kneighbors(return_distance=False)

    return {"faiss": flat, "sklearn": brute}


def compare(n: int) -> dict[str, Any]:
    rows = mixture(n)
    sides = {"ours": lambda: graph(rows, "euclidean", K).ids, **peers(rows)}
    wall, cpu = ({side: np.empty(REPEATS) for side in sides} for _ in range(2))
    ids: dict[str, np.ndarray] = {}
    sides["ours"]()  # it is compiled once per machine
    for repeat in range(REPEATS):
        for side, find in sides.items():
            start, used = time.perf_counter(), time.process_time()
            ids[side] = find()
            wall[side][repeat], cpu[side][repeat] = time.perf_counter() - start, time.process_time() - used
    same = {side: float((np.sort(ids[side], 1) == np.sort(ids["ours"], 1)).mean()) for side in TARGETS}
    return {
        "rows": n,
        "threads": os.environ.get("OMP_NUM_THREADS", "all"),
        **{f"{side}_s": np.median(value).round(3) for side, value in wall.items()},
        **{f"{side}_cpu_s": np.median(value).round(3) for side, value in cpu.items()},
        **{f"times_faster_than_{side}": (wall[side] / wall["ours"]).round(2).tolist() for side in same},
        **{f"times_less_cpu_than_{side}": (cpu[side] / cpu["ours"]).round(2).tolist() for side in same},
        **{f"same_ids_as_{side}": round(share, 5) for side, share in same.items()},
    }


def rows(sizes: Sequence[int] = (10_000, 30_000)) -> list[Row]:
    details = [compare(n) for n in sizes]
    found = [
        at_least(f"exact kNN graph, {one['rows']:,} rows, beside {side}", target, one[f"times_faster_than_{side}"])
        for one in details
        for side, target in TARGETS.items()
    ]
    return show(found, details)


if __name__ == "__main__":
    rows(*[[int(n) for n in sys.argv[1:]]] if sys.argv[1:] else [])
