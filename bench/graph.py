"""The exact kNN graph beside faiss (IndexFlatL2) and scikit-learn: `python -m bench.graph [ROWS ...]` prints JSON.

Peers: `pip install -r requirements-bench.txt`. All sides get the same float32 rows and the same number of threads; ours
also compares the proposed rows again in float64. Ratios are of the best of the repeats, all sides in turn: of wall
seconds and of CPU seconds, which a busy machine disturbs less.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable

import numpy as np

from bench.maps import mixture
from embedlab.neighbours import graph

K, REPEATS = 15, 5


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


def compare(n: int) -> dict[str, object]:
    rows = mixture(n)
    sides = {"ours": lambda: graph(rows, "euclidean", K).ids, **peers(rows)}
    wall, cpu = dict.fromkeys(sides, float("inf")), dict.fromkeys(sides, float("inf"))
    ids: dict[str, np.ndarray] = {}
    sides["ours"]()  # it is compiled once per machine
    for _ in range(REPEATS):
        for side, find in sides.items():
            start, used = time.perf_counter(), time.process_time()
            ids[side] = find()
            wall[side] = min(wall[side], time.perf_counter() - start)
            cpu[side] = min(cpu[side], time.process_time() - used)
    same = {side: float((np.sort(ids[side], 1) == np.sort(ids["ours"], 1)).mean()) for side in ("faiss", "sklearn")}
    return {
        "rows": n,
        "threads": os.environ.get("OMP_NUM_THREADS", "all"),
        **{f"{side}_s": round(value, 3) for side, value in wall.items()},
        **{f"{side}_cpu_s": round(value, 3) for side, value in cpu.items()},
        **{f"times_faster_than_{side}": round(wall[side] / wall["ours"], 2) for side in same},
        **{f"times_less_cpu_than_{side}": round(cpu[side] / cpu["ours"], 2) for side in same},
        **{f"same_ids_as_{side}": round(share, 5) for side, share in same.items()},
    }


if __name__ == "__main__":
    print(json.dumps([compare(int(n)) for n in sys.argv[1:] or ("10000", "30000")], indent=2))
