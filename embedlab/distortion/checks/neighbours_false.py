"""A map on which most dots have the wrong company."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, MapCase
from embedlab.distortion.evidence import DOTS, counted
from embedlab.findings import Evidence
from embedlab.wording import Sentence

MOSTLY_FALSE = 0.8  # share of false neighbours from which a dot's company says nothing
TOO_MANY = 0.25  # share of such dots. Measured: t-SNE .00 to .06 from 500 to 10,000 rows, PCA .13, .43, .86


def dots(case: Any) -> np.ndarray:
    """Which dots have mostly false neighbours, (n,) bool. case: anything with `false` (n, k)."""
    return case.false.mean(axis=1) > MOSTLY_FALSE


def look(case: MapCase) -> dict[str, Any] | None:
    """The share of dots most of whose neighbours are false, where it is large."""
    share = float(dots(case.ranks).mean())
    return {"share": share, "k": case.ranks.k, "line": MOSTLY_FALSE} if share > TOO_MANY else None


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """The shares of all dots, with the line."""
    share = Sentence("share of false neighbours around a dot", "fração de vizinhos falsos ao redor de um ponto")
    return counted(case.ranks.false.mean(axis=1), share, DOTS, MOSTLY_FALSE)


CHECK = Check(
    key="map.neighbours_false",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="For {share:.0%} of the dots, more than {line:.0%} of the {k} dots around them are not their neighbours. "
        "Do not read neighbours from this map.",
        pt="Para {share:.0%} dos pontos, mais de {line:.0%} dos {k} pontos ao redor não são seus vizinhos. "
        "Não leia vizinhos neste mapa.",
    ),
    trigger="more than 25 % of the dots have more than 80 % false neighbours",
    look=look,
    weight=85,
    evidence=evidence,
    dots=dots,
    order=5,
)
