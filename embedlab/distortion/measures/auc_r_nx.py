"""One number over all sizes of neighbourhood, the near ones weighing most."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.estimate import Estimate, mean_of
from embedlab.distortion.measure import Measure, Seen
from embedlab.distortion.ranks import all_ranks
from embedlab.wording import Sentence

ROWS = 400  # sampled rows; the mean over them is unbiased, and its error is told
_BLOCK = 2**21  # ranks held at once


def look(seen: Seen) -> Estimate:
    """sum_k R_NX(k) / k over sum_k 1 / k, k = 1 .. n - 2, of every sampled row; their mean."""
    n = seen.ranks.n
    chosen = np.sort(np.random.default_rng(seen.seed).choice(n, min(n, ROWS), replace=False))
    dot = seen.rows.metric == "dot"
    centred = seen.coordinates - seen.coordinates.mean(axis=0)
    step = max(1, _BLOCK // n)
    blocks = [chosen[start : start + step] for start in range(0, len(chosen), step)]
    return mean_of(
        np.concatenate([area(all_ranks(seen.rows.values, at, dot), all_ranks(centred, at)) for at in blocks])
    )


def area(table: np.ndarray, screen: np.ndarray) -> np.ndarray:
    """Area under R_NX over log k of rows, (b,), from the ranks (b, n) of all rows on both sides; a row itself has 0."""
    b, n = table.shape
    # Row j is among the k nearest on both sides when the worse of its ranks is at most k.
    worse = np.maximum(table, screen)
    shared = np.bincount((worse + n * np.arange(b)[:, None]).ravel(), minlength=b * n).reshape(b, n)
    k = np.arange(1, n - 1)
    kept = np.minimum(np.cumsum(shared, axis=1)[:, 1:-1] - 1, k)  # without the row itself; ties may give more than k
    r_nx = ((n - 1) * kept / k - k) / (n - 1 - k)
    return (r_nx / k).sum(axis=1) / (1 / k).sum()


MEASURE = Measure(
    key="auc_r_nx",
    label=Sentence("neighbourhoods of all sizes", "vizinhanças de todos os tamanhos"),
    summary=Sentence(
        en="The neighbourhood kept beyond chance, averaged over every k, small ones weighing most. "
        "0: random dots, 1: a perfect map.",
        pt="A vizinhança mantida além do acaso, em média sobre todo k, com mais peso para os pequenos. "
        "0: pontos ao acaso, 1: um mapa perfeito.",
    ),
    paper="Lee, Peluffo-Ordóñez & Verleysen (2015), Multi-scale similarities in stochastic neighbour embedding",
    look=look,
    chance=lambda seen: 0.0,
    lowest=-1.0,
    order=5,
)
