"""How far distances on the map are from distances in the table, at the map's best size."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.estimate import Estimate, around, jackknife
from embedlab.distortion.measure import Measure, Seen
from embedlab.wording import Sentence


def look(seen: Seen) -> Estimate | None:
    """sqrt(1 - (sum d e)^2 / (sum d^2 sum e^2)) over sampled pairs. None under dot product, which is no distance."""
    if seen.rows.metric == "dot":
        return None
    d, e = seen.pairs.table, seen.pairs.screen
    sums = np.stack([(d * e).sum(axis=1), (d * d).sum(axis=1), (e * e).sum(axis=1)], axis=1)
    value, error = jackknife(sums, _stress)
    return around(value, error, len(d))


def _stress(sums: np.ndarray) -> np.ndarray:
    both, table, screen = np.moveaxis(sums, -1, 0)
    return np.sqrt(np.maximum(0, 1 - both**2 / (table * screen)))


def chance(seen: Seen) -> float:
    """The same with every d beside an e of its own: sum d e is then the product of the means."""
    d, e = seen.pairs.table, seen.pairs.screen
    return float(_stress(np.array([d.mean() * e.mean(), (d * d).mean(), (e * e).mean()])))


MEASURE = Measure(
    key="stress",
    label=Sentence("stress, scale-normalised", "stress, com escala normalizada"),
    summary=Sentence(
        en="How far distances on the map are from true distances, at the size that fits best. Smaller is better; "
        "0: all distances kept.",
        pt="Quanto as distâncias no mapa diferem das reais, no tamanho que melhor se ajusta. Menor é melhor; "
        "0: todas as distâncias mantidas.",
    ),
    paper="Smelser, Miller & Kobourov (2024), “Normalized stress” is not normalized",
    look=look,
    chance=chance,
    larger_is_better=False,
    order=6,
)
