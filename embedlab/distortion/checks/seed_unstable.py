"""A map that another seed draws differently."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, NullCase
from embedlab.wording import Sentence

SAME = 0.6  # share of screen neighbours (measured, random starts: real groups .70 to .90, Gaussian rows .46 to .53)


def look(case: NullCase) -> dict[str, Any] | None:
    """The share of screen neighbours that comes back with other seeds, where it is small.

    Not by Procrustes: whole groups that change places (disparity .7) are no fault (measured).
    """
    seeds = case.stability.get("seeds")
    if seeds is None or not np.isfinite(seeds.overlap).any():
        return None
    share = float(np.nanmean(seeds.overlap))
    if share >= SAME:
        return None
    return {"share": share, "runs": seeds.runs, "k": case.k, "line": SAME}


CHECK = Check(
    key="map.seed_unstable",
    severity="warning",
    scope="null",
    sentence=Sentence(
        en="Another seed draws this differently: of the {k} dots around each dot only {share:.0%} are around it in "
        "another of {runs} runs as well (below {line:.0%} is called unstable).",
        pt="Outra semente desenha isto de modo diferente: dos {k} pontos ao redor de cada ponto, só {share:.0%} também "
        "ficam ao redor dele em outra de {runs} execuções (abaixo de {line:.0%} chama-se instável).",
    ),
    trigger="less than 60 % of the k dots around a dot come back with other seeds and random starts",
    look=look,
    weight=75,
    figure="stability",
    order=2,
)
