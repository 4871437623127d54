"""Random pairs of rows with their distance in the table and on the map, for measures of the whole picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.projection import Rows

ANCHORS, PARTNERS = 1000, 60  # 60,000 pairs: a correlation is then known to about .01
_BLOCK = 2**21  # float64 numbers of rows gathered at once


@dataclass(frozen=True, eq=False)
class Pairs:
    """m rows, each with p others drawn at random (all others where there are no more): partners (m, p) int64.

    table, screen: (m, p) float64, the distances; under dot product the negated product, which only has an order.
    """

    partners: np.ndarray
    table: np.ndarray
    screen: np.ndarray


def sample(rows: Rows, coordinates: np.ndarray, seed: int) -> Pairs:
    """Pairs of a map (n, 2), the same for the same n and seed."""
    n, random = len(coordinates), np.random.default_rng(seed)
    anchors = random.choice(n, min(n, ANCHORS), replace=False)
    apart = np.arange(1, n)[None] if n - 1 <= PARTNERS else random.integers(1, n, (len(anchors), PARTNERS))
    partners = (anchors[:, None] + apart) % n
    dot = rows.metric == "dot"
    return Pairs(partners, _between(rows.values, anchors, partners, dot), _between(coordinates, anchors, partners))


def _between(points: np.ndarray, anchors: np.ndarray, partners: np.ndarray, dot: bool = False) -> np.ndarray:
    found = np.empty(partners.shape)
    step = max(1, _BLOCK // (partners.shape[1] * points.shape[1]))
    for start in range(0, len(anchors), step):
        here = slice(start, start + step)
        one, others = points[anchors[here], None], points[partners[here]]
        if dot:
            found[here] = -np.einsum("mpd,mpd->mp", np.broadcast_to(one, others.shape), others)
        else:
            gaps = others - one
            found[here] = np.sqrt(np.einsum("mpd,mpd->mp", gaps, gaps))
    return found
