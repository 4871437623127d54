"""More neighbours to judge than so few rows have."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, TableCase
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """k asked and used, where they differ."""
    return None if case.k == case.k_asked else {"asked": case.k_asked, "used": case.k, "rows": len(case.ids)}


CHECK = Check(
    key="map.k_lowered",
    severity="warning",
    scope="table",
    sentence=Sentence(
        en="The maps are judged at k = {used}, not {asked}: trustworthiness needs more than twice k rows, and {rows} "
        "are drawn.",
        pt="Os mapas são julgados em k = {used}, não {asked}: a confiabilidade precisa de mais que o dobro de k "
        "linhas, e {rows} são desenhadas.",
    ),
    trigger="k exceeds half of the rows drawn less one",
    look=look,
    weight=15,
    order=8,
)
