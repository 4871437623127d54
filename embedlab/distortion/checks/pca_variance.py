"""Two axes that hold little of the variance."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence

HALF = 0.5  # of the variance: below it most of what differs is not in the picture


def look(case: MapCase) -> dict[str, Any] | None:
    """The share of variance drawn, where it is less than half."""
    explained = case.projection.details.get("explained")
    if explained is None or sum(explained) >= HALF:
        return None
    return {"share": sum(explained), "hidden": 1 - sum(explained), "axes": explained}


CHECK = Check(
    key="map.pca_variance",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="These two axes carry {share:.1%} of the variance; the other {hidden:.1%} is not drawn.",
        pt="Estes dois eixos carregam {share:.1%} da variância; os outros {hidden:.1%} não são desenhados.",
    ),
    trigger="the two axes carry less than 50 % of the variance",
    look=look,
    weight=52,
    figure="scree",
    order=4,
)
