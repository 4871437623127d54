"""Dot product is no distance."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, TableCase
from embedlab.projection.problem import ROUNDING
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """Under dot product, the share of rows that have a larger product with another row than with themselves."""
    if case.best is None:
        return None
    own = np.einsum("ij,ij->i", case.rows.values, case.rows.values)
    return {"share": float((case.best > own * (1 + ROUNDING)).mean()), "rows": len(own)}


CHECK = Check(
    key="map.similarity",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="These are similarity maps: dot product is no distance ({share:.0%} of the {rows:,} rows match another row "
        "better than themselves). Near dots have large products; distances on the map mean nothing else.",
        pt="Estes são mapas de semelhança: o produto escalar não é uma distância ({share:.0%} das {rows:,} linhas "
        "combinam mais com outra linha do que consigo mesmas). Pontos próximos têm produtos grandes; "
        "fora isso, as distâncias no mapa não significam nada.",
    ),
    trigger="the metric is dot product",
    look=look,
    weight=48,
    order=6,
)
