"""Trustworthiness and continuity of every row beside scikit-learn and ZADU: `python -m bench.measures [ROWS]`.

Peers: `pip install -r requirements-bench.txt`. Each side judges the PCA map of the same rows in a fresh process, its
imports not counted: wall and CPU seconds, and the memory it took beyond what it held before. Ours finds the exact
graph too. The sides take turns. The values must agree to 1e-4.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.maps import mixture
from bench.row import Row, at_least, show

K, REPEATS = 15, 2
Judge = Callable[[np.ndarray, np.ndarray], tuple[float, float]]


def ours() -> Judge:
    from embedlab.distortion.measures import continuity, trustworthiness
    from embedlab.distortion.ranks import rank
    from embedlab.neighbours import graph
    from embedlab.projection import prepare

    def judge(rows: np.ndarray, dots: np.ndarray) -> tuple[float, float]:
        prepared = prepare(rows, "euclidean")
        ranks = rank(prepared, graph(prepared.values, "euclidean", K), dots, K)
        return float(trustworthiness.per_row(ranks).mean()), float(continuity.per_row(ranks).mean())

    judge(mixture(300).astype(np.float64), np.random.default_rng(0).normal(size=(300, 2)))  # torch loads here
    return judge


def sklearn() -> Judge:
    from sklearn.manifold import trustworthiness

    return lambda rows, dots: (
        float(trustworthiness(rows, dots, n_neighbors=K)),
        float(trustworthiness(dots, rows, n_neighbors=K)),
    )


def zadu() -> Judge:
    from zadu.measures import trustworthiness_continuity  # pyright: ignore[reportMissingImports]

    def judge(rows: np.ndarray, dots: np.ndarray) -> tuple[float, float]:
        found: Any = trustworthiness_continuity.measure(rows, dots, k=K)
        return found["trustworthiness"], found["continuity"]

    return judge


SIDES = {"ours": ours, "sklearn": sklearn, "zadu": zadu}


def alone(side: str, n: int) -> dict[str, float]:
    """One side in this process."""
    from embedlab.projection.methods.pca import principal

    rows, judge = mixture(n).astype(np.float64), SIDES[side]()
    dots = principal(rows)[0]
    held, cpu, wall = peak(), time.process_time(), time.perf_counter()
    trust, continuity = judge(rows, dots)
    seconds = {"wall_s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu}
    return {**seconds, "extra_mb": peak() - held, "trustworthiness": trust, "continuity": continuity}


def peak() -> float:
    """The most memory this process ever held, MB (Linux counts kB)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def compare(n: int) -> dict[str, Any]:
    answers = {}
    for side in SIDES:
        command = [sys.executable, "-W", "ignore", "-m", "bench.measures", str(n), side]
        answers[side] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    best = answers["ours"]
    for side in ("sklearn", "zadu"):
        for name in ("wall_s", "cpu_s", "extra_mb"):
            answers[side][f"times_{name}"] = round(answers[side][name] / best[name], 2)
        for name in ("trustworthiness", "continuity"):
            assert abs(answers[side][name] - best[name]) < 1e-4, (side, name)
    return {"rows": n, "k": K, "threads": os.environ.get("OMP_NUM_THREADS", "all"), **answers}


def rows(n: int = 10_000) -> list[Row]:
    details = [compare(n) for _ in range(REPEATS)]
    what = f"trustworthiness and continuity of every one of {n:,} rows"
    found = [
        at_least(f"{what}{unit}, beside {side}", target, [one[side][key] for one in details])
        for unit, key, target in (("", "times_wall_s", 15), (": memory", "times_extra_mb", 20))
        for side in ("sklearn", "zadu")
    ]
    return show(found, details)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(json.dumps(alone(sys.argv[2], int(sys.argv[1]))))
    else:
        rows(*map(int, sys.argv[1:]))
