"""The share of the k true neighbours that the map shows among its k nearest dots."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.measure import Measure, of_rows
from embedlab.distortion.ranks import Ranks
from embedlab.wording import Sentence


def per_row(ranks: Ranks) -> np.ndarray:
    """Share of the k nearest dots that are true neighbours, (m,)."""
    return 1 - ranks.false[ranks.at].mean(axis=1)


MEASURE = Measure(
    key="neighbourhood_kept",
    label=Sentence("neighbourhood kept", "vizinhança mantida"),
    summary=Sentence(
        en="Of the k dots nearest to a dot, the share that are truly among its k nearest rows.",
        pt="Dos k pontos mais próximos de um ponto, a parte que está mesmo entre as k linhas mais próximas dele.",
    ),
    paper="Lee & Verleysen (2009), Quality assessment of dimensionality reduction: Q_NX(k)",
    look=of_rows(per_row),
    chance=lambda seen: seen.ranks.k / (seen.ranks.n - 1),
    order=1,
)
