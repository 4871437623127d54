"""How far the map throws true neighbours apart."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.measure import Measure, of_rows, penalised, penalised_chance
from embedlab.distortion.ranks import Ranks
from embedlab.wording import Sentence


def per_row(ranks: Ranks) -> np.ndarray:
    """1 minus the penalty of the torn neighbours, (m,): C_i = 1 - 2 / (k (2n - 3k - 1)) sum (q_ij - k)."""
    return penalised(ranks.torn[ranks.at], ranks.map_rank, ranks.n)


MEASURE = Measure(
    key="continuity",
    label=Sentence("continuity", "continuidade"),
    summary=Sentence(
        en="Whether rows that are near in the table stay near on the map. 1: no neighbours torn apart.",
        pt="Se linhas próximas na tabela continuam próximas no mapa. 1: nenhum vizinho separado.",
    ),
    paper="Venna & Kaski (2001), Neighborhood preservation in nonlinear projection methods",
    look=of_rows(per_row),
    chance=penalised_chance,
    order=4,
)
