"""The neighbourhood kept, with chance taken off."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.measure import Measure, of_rows
from embedlab.distortion.measures import neighbourhood_kept
from embedlab.distortion.ranks import Ranks
from embedlab.wording import Sentence


def per_row(ranks: Ranks) -> np.ndarray:
    """R_NX(k) = ((n - 1) Q_NX(k) - k) / (n - 1 - k) of every row, (m,)."""
    others = ranks.n - 1
    return (others * neighbourhood_kept.per_row(ranks) - ranks.k) / (others - ranks.k)


MEASURE = Measure(
    key="r_nx",
    label=Sentence("neighbourhood kept beyond chance", "vizinhança mantida além do acaso"),
    summary=Sentence(
        en="The neighbourhood kept on a scale where random dots get 0 and a perfect map gets 1, at any number of rows.",
        pt="A vizinhança mantida numa escala em que pontos ao acaso valem 0 e um mapa perfeito vale 1, com qualquer "
        "número de linhas.",
    ),
    paper="Lee, Renard, Bernard, Dupont & Verleysen (2013), Type 1 and 2 mixtures of Kullback-Leibler divergences",
    look=of_rows(per_row),
    chance=lambda seen: 0.0,
    lowest=-1.0,
    order=2,
)
