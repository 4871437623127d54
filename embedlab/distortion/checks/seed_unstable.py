"""A map that another seed draws differently."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, NullCase
from embedlab.distortion.evidence import DOTS, counted
from embedlab.findings import Evidence
from embedlab.wording import Sentence

SAME = 0.6  # share of screen neighbours (even noise of 12 dimensions: .38 to .49; small planted groups: .63 to .90)
GROUPS = 0.8  # adjusted Rand index of the groups on screen (the same noise: .1; planted groups: .96 to 1)


def look(case: NullCase) -> dict[str, Any] | None:
    """The share of screen neighbours that comes back with other seeds, where it is small and the groups do not either.

    Inside a large round group neighbours lie as they happen to (.36 to .49 of them come back in six of 250 rows, whose
    groups come back whole). Not by Procrustes: whole groups that change places (disparity .7) are no fault.
    """
    seeds = case.stability.get("seeds")
    if seeds is None or not np.isfinite(seeds.overlap).any():
        return None
    share = float(np.nanmean(seeds.overlap))
    if share >= SAME or (seeds.ari is not None and seeds.ari >= GROUPS):
        return None
    return {"share": share, "ari": seeds.ari, "runs": seeds.runs, "k": case.k, "line": SAME}


def evidence(case: NullCase, found: dict[str, Any]) -> Evidence:
    """The share that comes back of all dots, with the line."""
    back = Sentence(
        "share of the dots around a dot that comes back", "fração dos pontos ao redor de um ponto que volta"
    )
    return counted(case.stability["seeds"].overlap, back, DOTS, SAME)


CHECK = Check(
    key="map.seed_unstable",
    severity="warning",
    scope="null",
    sentence=Sentence(
        en="Another seed draws this differently: of the {k} dots around each dot only {share:.0%} are around it in "
        "another of {runs} runs as well (below {line:.0%} is called unstable), and groups on screen come back in part "
        "or not at all.",
        pt="Outra semente desenha isto de modo diferente: dos {k} pontos ao redor de cada ponto, só {share:.0%} também "
        "ficam ao redor dele em outra de {runs} execuções (abaixo de {line:.0%} chama-se instável), e os grupos na "
        "tela voltam só em parte ou não voltam.",
    ),
    trigger="with other seeds and random starts less than 60 % of the k dots around a dot come back, and the groups on "
    "screen at an adjusted Rand index below .8",
    look=look,
    weight=75,
    evidence=evidence,
    order=2,
)
