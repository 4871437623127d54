"""Measures that come from a part of the rows."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence


def look(case: MapCase) -> dict[str, Any] | None:
    """How many rows the neighbourhood kept was measured on, where not on all, and half the width of its interval."""
    kept = case.measures.get("neighbourhood_kept")
    if kept is None or kept["rows"] >= case.ranks.n:
        return None
    return {"rows": kept["rows"], "of": case.ranks.n, "half": (kept["high"] - kept["low"]) / 2}


CHECK = Check(
    key="map.sampled",
    severity="info",
    scope="map",
    sentence=Sentence(
        en="The measures are estimated from {rows:,} of {of:,} rows; the neighbourhood kept is right to +-{half:.3f}.",
        pt="As medidas são estimadas a partir de {rows:,} de {of:,} linhas; a vizinhança mantida é certa a "
        "+-{half:.3f}.",
    ),
    trigger="the measures come from fewer rows than are drawn",
    look=look,
    weight=5,
    order=9,
)
