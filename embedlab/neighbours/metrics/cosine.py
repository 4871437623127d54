"""Cosine similarity: how well two rows point the same way."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.metric import Metric, directions, dots
from embedlab.wording import Sentence


def _pairs(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    # Rounding may carry a cosine past 1 by a digit, and its angle would then be no number.
    return np.clip(dots(a, b), -1, 1)


def _nearness(raw: np.ndarray, norms: np.ndarray, query_norm: float) -> np.ndarray:
    return raw / (norms * query_norm)


METRIC = Metric(
    key="cosine",
    order=20,
    label=Sentence(en="cosine similarity", pt="similaridade de cosseno"),
    short=Sentence(en="cosine", pt="cosseno"),
    summary=Sentence(
        en="The cosine of the angle between two rows, from -1 to 1: larger is nearer. The norm does not count, and a "
        "zero row has no cosine: it is left out.",
        pt="O cosseno do ângulo entre duas linhas, de -1 a 1: maior é mais perto. A norma não conta, e uma "
        "linha zero não tem cosseno: fica de fora.",
    ),
    larger_is_nearer=True,
    needs_direction=True,
    self_is_best=True,
    prepare=directions,
    pairs=_pairs,
    kernel="dot",
    nearness=_nearness,
    slack=lambda norms, query_norm: np.full(len(norms), 3.0),  # the product's error and half of each squared norm's
    for_product=lambda prepared: (prepared, np.zeros(len(prepared))),
)
