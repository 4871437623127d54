"""Cosine similarity: how well two rows point the same way."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.metric import Metric, dots, unit
from embedlab.wording import Sentence


def _values64(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    # The rounding of a cosine may pass 1 by a digit, and its angle would then be no number.
    values = np.clip(dots(unit(a), unit(b)), -1, 1)
    directed = a.any(axis=-1) & b.any(axis=-1)
    return np.where(directed, values, np.nan)


def _nearness(raw: np.ndarray, norms: np.ndarray, query_norm: float) -> np.ndarray:
    return raw / (norms * query_norm)


METRIC = Metric(
    key="cosine",
    order=20,
    label=Sentence(en="cosine similarity", pt="similaridade de cosseno"),
    summary=Sentence(
        en="The cosine of the angle between two rows, from -1 to 1: larger is nearer. Length does not count, and a "
        "zero row has no cosine: it is left out.",
        pt="O cosseno do ângulo entre duas linhas, de -1 a 1: maior é mais perto. O comprimento não conta, e uma "
        "linha zero não tem cosseno: fica de fora.",
    ),
    larger_is_nearer=True,
    needs_direction=True,
    self_is_best=True,
    values64=_values64,
    kernel="dot",
    nearness=_nearness,
    slack=lambda norms, query_norm: np.full(len(norms), 3.0),  # the product's error and half of each squared norm's
    for_product=lambda rows64: (unit(rows64), np.zeros(len(rows64))),
)
