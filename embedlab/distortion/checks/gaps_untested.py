"""Gaps between groups that could not be tested."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.distortion.readings import MIN_GROUP, MIN_GROUPS
from embedlab.wording import Sentence


def look(case: MapCase) -> dict[str, Any] | None:
    """The number of groups, where there are too few to compare their gaps: silence would pass for a test passed."""
    groups = case.readings.groups
    if case.method.keeps_distances or groups >= MIN_GROUPS:
        return None
    return {"groups": groups, "needed": MIN_GROUPS, "size": MIN_GROUP}


CHECK = Check(
    key="map.gaps_untested",
    severity="info",
    scope="map",
    sentence=Sentence(
        en="Do not read the gaps between groups: they were not tested. That takes {needed} groups of {size} rows or "
        "more; the number of such groups found in the table is {groups}.",
        pt="Não leia os vãos entre os grupos: eles não foram testados. O teste exige {needed} grupos de {size} linhas "
        "ou mais; o número de grupos assim encontrados na tabela é {groups}.",
    ),
    trigger="t-SNE or UMAP, and fewer than 5 groups of at least 3 rows",
    look=look,
    weight=30,
    order=6,
)
