"""A map that noise would have too."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, NullCase
from embedlab.distortion.evidence import scattered
from embedlab.findings import Evidence
from embedlab.wording import Sentence

# One of them alone met the twins on 7 to 9 % of the PCA maps of separated groups, both together on 2 % (measured).
BOTH = ("r_nx", "trustworthiness")
# Two bands of 95 % hold together in 88 % of Gaussian tables (measured); a third wider, as t(.9875) is, in 95.
WIDER = 1.3


def look(case: NullCase) -> dict[str, Any] | None:
    """R_NX(k) and trustworthiness, where both lie inside the bands of the Gaussian twins.

    A band has two sides: separated groups may keep fewer neighbours than their twin (planted: .43 against .55), and
    are no noise.
    """
    if case.twins is None:
        return None
    numbers: dict[str, Any] = {"twins": len(case.twins.coordinates), "k": case.k}
    for key in BOTH:
        band = case.twins.band(key)
        if band is None or key not in case.measures:
            return None
        value, middle, half = case.measures[key]["value"], sum(band) / 2, WIDER * (band[1] - band[0]) / 2
        if abs(value - middle) > half:
            return None
        numbers |= {key: value, f"{key}_low": middle - half, f"{key}_high": min(1.0, middle + half)}
    return numbers


def evidence(case: NullCase, found: dict[str, Any]) -> Evidence:
    """Both values of each twin, and of the map."""
    assert case.twins is not None  # or nothing was found
    x, y = (np.append(case.twins.values[key], found[key]) for key in BOTH)
    r_nx = Sentence("R_NX of noise, and of this map in colour", "R_NX do ruído e, em cor, deste mapa")
    return scattered(x, y, r_nx, Sentence("trustworthiness", "confiabilidade"), own=len(x) - 1)


CHECK = Check(
    key="map.noise_like",
    severity="warning",
    scope="null",
    sentence=Sentence(
        en="Noise would give this map: R_NX({k}) is {r_nx:.2f} and trustworthiness {trustworthiness:.3f}. In {twins} "
        "tables of structureless noise with the same covariance they reach from {r_nx_low:.2f} to {r_nx_high:.2f} and "
        "from {trustworthiness_low:.3f} to {trustworthiness_high:.3f}. Read no group from it without a test.",
        pt="Ruído daria este mapa: R_NX({k}) é {r_nx:.2f} e a confiabilidade é {trustworthiness:.3f}. Em {twins} "
        "tabelas de ruído sem estrutura com a mesma covariância, elas vão de {r_nx_low:.2f} a {r_nx_high:.2f} e de "
        "{trustworthiness_low:.3f} a {trustworthiness_high:.3f}. Não leia nenhum grupo nele sem um teste.",
    ),
    trigger="R_NX(k) and trustworthiness both inside mean +- 1.3 t(.975) sd sqrt(1 + 1/B) of B twins",
    look=look,
    weight=100,
    evidence=evidence,
    order=1,
)
