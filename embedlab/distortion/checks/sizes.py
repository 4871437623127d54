"""Sizes of groups that mean nothing."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.distortion.evidence import doublings, scattered
from embedlab.distortion.measures.density_r import radii
from embedlab.findings import Evidence
from embedlab.wording import Sentence

COMPARABLE = 0.5  # correlation of densities (measured: PCA .57 to .82, t-SNE .40 to .54, UMAP -.02 to .09)
IN_TABLE = Sentence(
    "distance to the neighbours in the table (0: the median, 1: twice it, 2: four times)",
    "distância aos vizinhos na tabela (0: a mediana, 1: o dobro, 2: o quádruplo)",
)
ON_MAP = Sentence(
    "on the map (the same)",
    "no mapa (idem)",
)


def look(case: MapCase) -> dict[str, Any] | None:
    """The correlation of densities, where the method does not keep them and it is low."""
    r = case.readings.density_r
    if case.method.keeps_distances or r is None or r >= COMPARABLE:
        return None
    return {"r": r, "k": case.ranks.k, "line": COMPARABLE}


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """How far the neighbours of each row are: in the table, and on the map."""
    table, screen = radii(case.ranks)
    return scattered(doublings(table), doublings(screen), IN_TABLE, ON_MAP)


CHECK = Check(
    key="map.sizes",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="Sizes mean nothing here: a tight blob is not a tight group. How densely dots lie agrees with how densely "
        "rows lie at r = {r:.2f} only (1 is full agreement).",
        pt="Os tamanhos não significam nada aqui: uma mancha densa não é um grupo denso. A densidade dos pontos "
        "concorda com a das linhas só com r = {r:.2f} (1 é acordo total).",
    ),
    trigger="t-SNE or UMAP, and the correlation of log mean distance to k neighbours is below .5",
    look=look,
    weight=58,
    evidence=evidence,
    order=7,
)
