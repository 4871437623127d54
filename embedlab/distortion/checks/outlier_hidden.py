"""Rows far from everything that are drawn inside a group."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, MapCase, named
from embedlab.wording import Sentence

TIMES = 5.0  # median deviations of the logarithm; of Gaussian rows one of a thousand lies farther


def look(case: MapCase) -> dict[str, Any] | None:
    """Rows whose neighbours are very far in the table, and no farther than usual on the map.

    t-SNE's output does not determine how extreme an outlier is (Bergam, Snoeck & Verma 2025).
    """
    if case.table.rows.metric == "dot":
        return None
    table, screen = case.ranks.true_values.mean(axis=1), case.ranks.near_values.mean(axis=1)
    known = table > 0
    if not known.any():
        return None
    logs = np.log(np.where(known, table, 1.0))
    middle = np.median(logs[known])
    spread = 1.4826 * np.median(np.abs(logs[known] - middle))  # as a standard deviation of Gaussian numbers
    rows = np.flatnonzero(known & (logs > middle + TIMES * spread) & (screen <= np.median(screen)))
    if not spread or not len(rows):
        return None
    far = float(np.exp(logs[rows].max() - middle))
    return {**named(case.table.ids[rows]), "times": far}


CHECK = Check(
    key="map.outlier_hidden",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="{count:,} rows are drawn inside the crowd but are far from everything in the table ({listed}): their "
        "neighbours are up to {times:.1f} times as far as usual.",
        pt="{count:,} linhas são desenhadas no meio das outras, mas estão longe de tudo na tabela ({listed}): seus "
        "vizinhos ficam até {times:.1f} vezes mais longe que o usual.",
    ),
    trigger="log mean distance to the k neighbours above 5 deviations, and on the map not above the median",
    look=look,
    weight=40,
    order=8,
)
