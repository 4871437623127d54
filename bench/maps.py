"""Three judged maps beside the libraries called plainly: `python -m bench.maps [ROWS]` (10,000).

Ours: exact neighbours, PCA, t-SNE, UMAP, ranks, measures and checks, in the environment of `python -m embedlab maps`.
Plain: scikit-learn's PCA and TSNE and umap-learn with their defaults and a seed, Euclidean, and nothing judged. Each
side runs in a fresh process, so that imports and umap's compilation count on both: what we keep of it on the disk is
removed before. Ours runs before and after the plain side, which takes minutes; each ratio is of neighbours.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from importlib.metadata import distribution
from pathlib import Path

import numpy as np

from bench.row import Row, at_least, show

DIMS, GROUPS = 64, 20
OURS = {"OMP_WAIT_POLICY": "passive", "OPENBLAS_NUM_THREADS": "1"}  # as embedlab/__main__.py sets


def mixture(rows: int) -> np.ndarray:
    """Twenty groups of six dimensions each in 64, with five per cent noise."""
    random = np.random.default_rng(0)
    labels = random.integers(0, GROUPS, rows)
    planes = random.normal(size=(GROUPS, 6, DIMS)) / np.sqrt(DIMS)
    inside = np.einsum("ij,ijd->id", random.normal(size=(rows, 6)), planes[labels])
    noise = 0.05 * random.normal(size=(rows, DIMS))
    return (random.normal(size=(GROUPS, DIMS))[labels] + inside + noise).astype(np.float32)


def ours(rows: int) -> None:
    from embedlab.distortion.maps import MapsSettings, draw
    from embedlab.table import EmbeddingTable, Provenance

    table = EmbeddingTable(mixture(rows), tuple(map(str, range(rows))), Provenance("bench"))
    draw(table, MapsSettings.of({"metric": "euclidean", "rows": rows}))


def plain(rows: int) -> None:
    from sklearn.decomposition import PCA
    from sklearn.manifold import TSNE
    from umap import UMAP

    vectors = mixture(rows)
    PCA(2, random_state=0).fit_transform(vectors)
    TSNE(2, random_state=0).fit_transform(vectors)
    UMAP(random_state=0).fit_transform(vectors)


def measure(side: str, n: int) -> tuple[float, float]:
    """Wall and CPU seconds of one side in a fresh process."""
    command = [sys.executable, "-W", "ignore", "-m", "bench.maps", str(n), side]
    for compiled in Path(str(distribution("umap-learn").locate_file("umap/__pycache__"))).glob("*.nb?"):
        compiled.unlink()
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=os.environ | (OURS if side == "ours" else {}), check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - start, cpu


def rows(n: int = 10_000) -> list[Row]:
    before, plainly, after = (measure(side, n) for side in ("ours", "plain", "ours"))
    wall, cpu = (np.array(plainly) / [before, after]).T
    what = f"three judged maps of {n:,} rows beside sklearn's PCA and TSNE and umap-learn"
    found = (at_least(f"{what}, by the clock", 1.6, wall), at_least(f"{what}, processor time", 1.6, cpu))
    return show(found, {"wall and cpu seconds": {"ours": [before, after], "plain": plainly}})


if __name__ == "__main__":
    if len(sys.argv) > 2:
        {"ours": ours, "plain": plain}[sys.argv[2]](int(sys.argv[1]))
    else:
        rows(*map(int, sys.argv[1:]))
