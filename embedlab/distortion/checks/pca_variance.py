"""Two axes that hold little of the variance."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.findings import Evidence
from embedlab.wording import Sentence

HALF = 0.5  # of the variance: below it most of what differs is not in the picture


def look(case: MapCase) -> dict[str, Any] | None:
    """The share of variance drawn, where it is less than half."""
    explained = case.projection.details.get("explained")
    if explained is None or sum(explained) >= HALF:
        return None
    return {"share": sum(explained), "hidden": 1 - sum(explained), "axes": explained}


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """The share of each axis, and of all that is not drawn."""
    names = (Sentence("axis 1", "eixo 1"), Sentence("axis 2", "eixo 2"), Sentence("not drawn", "não desenhada"))
    share = Sentence("share of the variance", "fração da variância")
    shares = (*found["axes"], found["hidden"])
    return Evidence("bars", (0.0, 1.0, 2.0), shares, Sentence("axes", "eixos"), share, names=names)


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
    evidence=evidence,
    order=4,
)
