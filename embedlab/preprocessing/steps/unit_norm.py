"""Divides every row by its norm."""

from __future__ import annotations

import numpy as np

from embedlab.preprocessing.step import Change, Step
from embedlab.wording import Sentence


def _unit(rows: np.ndarray) -> np.ndarray:
    # Scaled by the largest value first: squares of float64 values above 1e154 would overflow.
    largest = np.abs(rows).max(axis=1, keepdims=True)
    rows = rows / np.where(largest == 0, 1, largest)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(norms == 0, 1, norms)


def _fit(vectors: np.ndarray, finite: np.ndarray, _: int) -> Change:
    return _unit


STEP = Step(
    key="unit_norm",
    order=30,
    label=Sentence(en="unit norm", pt="norma unitária"),
    summary=Sentence(
        en="Divides every row by its norm: only directions remain, and dot product and Euclidean distance then "
        "rank neighbours as the cosine does. A zero row has no direction and stays zero.",
        pt="Divide cada linha por sua norma: restam só as direções, e o produto escalar e a distância "
        "euclidiana passam a ordenar os vizinhos como o cosseno. Uma linha zero não tem direção e continua zero.",
    ),
    paper="Salton, Wong & Yang 1975, A vector space model for automatic indexing (CACM 18)",
    fit=_fit,
)
