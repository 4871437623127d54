"""Gaps between groups that mean nothing."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence

TRUSTED = 0.7  # rank correlation that the whole interval must reach before gaps may be read


def look(case: MapCase) -> dict[str, Any] | None:
    """The agreement of gaps, unless the whole interval lies above the line: the burden is on the map, for
    t-SNE's output determines no gaps (Bergam, Snoeck & Verma 2025)."""
    readings = case.readings
    if case.method.keeps_distances or readings.centroid_low is None or readings.centroid_low >= TRUSTED:
        return None
    return {
        "rho": readings.centroid_rho,
        "low": readings.centroid_low,
        "high": readings.centroid_high,
        "groups": readings.groups,
        "grouped_by": readings.grouped_by,
    }


CHECK = Check(
    key="map.gaps",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="Do not read the gaps between groups: their order agrees with the true distances of {groups} groups at "
        "rho = {rho:.2f} (95 % interval {low:.2f} to {high:.2f}; 1 is full agreement).",
        pt="Não leia os vãos entre os grupos: sua ordem concorda com as distâncias reais de {groups} grupos com "
        "rho = {rho:.2f} (intervalo de 95 % de {low:.2f} a {high:.2f}; 1 é acordo total).",
    ),
    trigger="t-SNE or UMAP, and the 95 % interval of rho between group centres is not wholly above .7",
    look=look,
    order=6,
)
