"""How far away the false neighbours on the map truly are."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.measure import Measure, of_rows, penalised, penalised_chance
from embedlab.distortion.ranks import Ranks
from embedlab.wording import Sentence


def per_row(ranks: Ranks) -> np.ndarray:
    """1 minus the penalty of the false neighbours, (m,): T_i = 1 - 2 / (k (2n - 3k - 1)) sum (r_ij - k)."""
    return penalised(ranks.false[ranks.at], ranks.true_rank, ranks.n)


MEASURE = Measure(
    key="trustworthiness",
    label=Sentence("trustworthiness", "confiabilidade"),
    summary=Sentence(
        en="Whether dots that look near are near in the table. 1: no false neighbours. "
        "Alone it hides useless maps: read it beside the neighbourhood kept.",
        pt="Se pontos que parecem próximos são próximos na tabela. 1: nenhum vizinho falso. "
        "Sozinha, esconde mapas inúteis: leia ao lado da vizinhança mantida.",
    ),
    paper="Venna & Kaski (2001), Neighborhood preservation in nonlinear projection methods",
    look=of_rows(per_row),
    chance=penalised_chance,
    order=3,
)
