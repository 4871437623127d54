"""A map that noise would have too."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, NullCase
from embedlab.wording import Sentence

MEASURE = "r_nx"


def look(case: NullCase) -> dict[str, Any] | None:
    """R_NX(k) where it lies inside the band of the Gaussian twins.

    The band has two sides: separated groups may keep fewer neighbours than their twin (planted: .43 against .55), and
    are no noise.
    """
    band = None if case.twins is None else case.twins.band(MEASURE)
    if case.twins is None or band is None or MEASURE not in case.measures:
        return None
    value = case.measures[MEASURE]["value"]
    if not band[0] <= value <= band[1]:
        return None
    return {
        "value": value,
        "low": band[0],
        "high": band[1],
        "twins": len(case.twins.values[MEASURE]),
        "k": case.k,
    }


CHECK = Check(
    key="map.noise_like",
    severity="warning",
    scope="null",
    sentence=Sentence(
        en="Noise would give this map: R_NX({k}) is {value:.2f}, and tables of structureless noise with the same "
        "covariance get {low:.2f} to {high:.2f} ({twins} drawn). Read no group from it without a test.",
        pt="Ruído daria este mapa: R_NX({k}) é {value:.2f}, e tabelas de ruído sem estrutura com a mesma covariância "
        "obtêm de {low:.2f} a {high:.2f} ({twins} desenhadas). Não leia nenhum grupo nele sem um teste.",
    ),
    trigger="R_NX(k) inside mean +- t(.975) sd sqrt(1 + 1/B) of B Gaussian twins",
    look=look,
    weight=100,
    figure="twins",
    order=1,
)
