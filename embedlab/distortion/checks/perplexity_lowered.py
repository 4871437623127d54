"""A perplexity that so few rows cannot meet."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence


def look(case: MapCase) -> dict[str, Any] | None:
    """Perplexity asked and used, where they differ. It needs three times as many neighbours."""
    used, asked = case.projection.settings.get("perplexity"), case.projection.details.get("perplexity_asked")
    if used == asked or used is None or asked is None:
        return None
    return {"asked": asked, "used": used, "needed": int(3 * asked) + 1, "rows": len(case.table.rows.distinct)}


CHECK = Check(
    key="map.perplexity_lowered",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="Perplexity {asked:g} needs {needed:,} different rows; there are {rows:,}. It was lowered to {used:.3g}.",
        pt="A perplexidade {asked:g} precisa de {needed:,} linhas diferentes; há {rows:,}. "
        "Foi reduzida para {used:.3g}.",
    ),
    trigger="3 x perplexity + 1 exceeds the number of different rows",
    look=look,
    weight=35,
    order=1,
)
