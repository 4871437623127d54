"""Euclidean distance: how far apart two rows are."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.metric import Metric, as_they_are, dots
from embedlab.wording import Sentence


def _pairs(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    # Direct differences: |a|^2 - 2ab + |b|^2 loses every digit where rows are long and close together.
    with np.errstate(over="ignore", invalid="ignore"):  # inf - inf
        differences = a - b
    return np.sqrt(dots(differences, differences))


def _for_product(prepared: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    centred = prepared - prepared.mean(axis=0)  # distances do not change, products get smaller
    return centred, dots(centred, centred) / 2


METRIC = Metric(
    key="euclidean",
    order=10,
    label=Sentence(en="Euclidean distance", pt="distância euclidiana"),
    short=Sentence(en="Euclidean", pt="euclidiana"),
    summary=Sentence(
        en="The straight-line distance between two rows: smaller is nearer. The norm counts as much as direction.",
        pt="A distância em linha reta entre duas linhas: menor é mais perto. A norma conta tanto quanto a direção.",
    ),
    larger_is_nearer=False,
    needs_direction=False,
    self_is_best=True,
    prepare=as_they_are,
    pairs=_pairs,
    kernel="sqeuclidean",
    nearness=lambda raw, norms, query_norm: -raw,
    slack=lambda norms, query_norm: (norms + query_norm) ** 2,
    for_product=_for_product,
)
