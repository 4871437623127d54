"""A map that was stopped on the way."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence


def look(case: MapCase) -> dict[str, Any] | None:
    """How far a stopped run came."""
    details = case.projection.details
    if not details.get("stopped"):
        return None
    return {"iterations": details["iterations"], "asked": details["iterations_asked"]}


CHECK = Check(
    key="map.stopped",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="Stopped after {iterations:,} of {asked:,} iterations: the dots were still moving.",
        pt="Parado após {iterations:,} de {asked:,} iterações: os pontos ainda se moviam.",
    ),
    trigger="the person stopped the run",
    look=look,
    weight=90,
    order=3,
)
