"""Gaps between groups that mean nothing."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.distortion.evidence import scattered
from embedlab.distortion.measures.centroid_rho import gaps
from embedlab.findings import Evidence
from embedlab.wording import Sentence

DISTANCE = Sentence("distance of two groups in the table", "distância de dois grupos na tabela")
PRODUCT = Sentence("minus the dot product of two groups' centres", "menos o produto escalar dos centros de dois grupos")
TRUSTED = 0.7  # rank correlation below which the order of gaps is no order of distances


def look(case: MapCase) -> dict[str, Any] | None:
    """The agreement of gaps, where it is low: t-SNE's output determines none (Bergam, Snoeck & Verma 2025).

    The groups are all there are, so their agreement is what it is; its interval is told, and not asked to clear the
    line. Twenty groups would have to agree at .87 to do that, and nearly every map would be warned of.
    """
    readings = case.readings
    if case.method.keeps_distances or readings.centroid_rho is None or readings.centroid_rho >= TRUSTED:
        return None
    return {
        "rho": readings.centroid_rho,
        "low": readings.centroid_low,
        "high": readings.centroid_high,
        "groups": readings.groups,
        "grouped_by": readings.grouped_by,
    }


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """Each pair of groups: how far apart in the table, and on the map."""
    assert case.groups is not None  # or there were no gaps to agree
    table, screen = gaps(case.groups, case.table.rows, case.projection.coordinates)
    return scattered(
        table,
        screen,
        PRODUCT if case.table.rows.metric == "dot" else DISTANCE,
        Sentence("on the map", "no mapa"),
    )


CHECK = Check(
    key="map.gaps",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="Do not read the gaps between groups: their order agrees with the true distances of {groups} groups at "
        "rho = {rho:.2f} (95 %: {low:.2f} to {high:.2f}; 1 is full agreement).",
        pt="Não leia os vãos entre os grupos: sua ordem concorda com as distâncias reais de {groups} grupos com "
        "rho = {rho:.2f} (95 %: {low:.2f} a {high:.2f}; 1 é acordo total).",
    ),
    trigger="t-SNE or UMAP, and rho between the distances of group centres is below .7",
    look=look,
    weight=60,
    evidence=evidence,
    order=6,
)
