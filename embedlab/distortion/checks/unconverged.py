"""A map whose dots still moved at the end."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.findings import Evidence
from embedlab.projection.methods.tsne import EVERY
from embedlab.wording import Sentence

STILL = (
    0.01  # share by which the loss fell in the last 50 iterations (measured: .0002 to .003 after 750, .03 after 100)
)
LEAST = 0.002  # and so much at least: a loss near zero wavers by a hundredth for ever


def look(case: MapCase) -> dict[str, Any] | None:
    """How much t-SNE's loss still fell at the end, where it fell much. A stopped run says so itself."""
    losses, details = case.projection.details.get("losses", []), case.projection.details
    if len(losses) < 2 or details.get("stopped"):
        return None
    before, after = losses[-2:]
    if before - after <= max(STILL * before, LEAST):
        return None
    return {"fall": (before - after) / before, "iterations": details["iterations"], "line": STILL}


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """The loss since exaggeration ended."""
    losses = case.projection.details["losses"]
    last = found["iterations"] - case.projection.settings.get("n_iter", 0) % EVERY  # openTSNE tells every EVERY
    steps = tuple(float(last - EVERY * back) for back in range(len(losses) - 1, -1, -1))
    return Evidence(
        "curve", steps, tuple(map(float, losses)), Sentence("iteration", "iteração"), Sentence("loss", "perda")
    )


CHECK = Check(
    key="map.unconverged",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="The dots were still moving after {iterations:,} iterations: the loss fell by {fall:.1%} in the last 50 "
        "(more than {line:.0%}). Ask for more iterations.",
        pt="Os pontos ainda se moviam após {iterations:,} iterações: a perda caiu {fall:.1%} nas últimas 50 (mais que "
        "{line:.0%}). Peça mais iterações.",
    ),
    trigger="t-SNE's loss fell by more than 1 %, and by more than .002, in the last 50 iterations",
    look=look,
    weight=80,
    evidence=evidence,
    order=3,
)
