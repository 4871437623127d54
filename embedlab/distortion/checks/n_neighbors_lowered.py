"""More neighbours asked of UMAP than there are rows."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence


def look(case: MapCase) -> dict[str, Any] | None:
    """n_neighbors asked and used, where they differ."""
    used, asked = case.projection.settings.get("n_neighbors"), case.projection.details.get("n_neighbors_asked")
    return None if used == asked else {"asked": asked, "used": used, "rows": len(case.table.rows.distinct)}


CHECK = Check(
    key="map.n_neighbors_lowered",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="n_neighbors {asked} needs as many different rows; there are {rows}. It was lowered to {used}.",
        pt="n_neighbors {asked} precisa de {asked} linhas diferentes; há {rows}. Foi reduzido para {used}.",
    ),
    trigger="n_neighbors exceeds the number of different rows",
    look=look,
    weight=34,
    order=2,
)
