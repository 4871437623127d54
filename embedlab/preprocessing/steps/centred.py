"""Subtracts the mean row."""

from __future__ import annotations

import numpy as np

from embedlab.preprocessing.step import Change, Step, mean_of
from embedlab.wording import Sentence


def _fit(vectors: np.ndarray, finite: np.ndarray, _: int) -> Change:
    mean = mean_of(vectors, finite)
    return lambda rows: rows - mean


STEP = Step(
    key="centred",
    order=10,
    label=Sentence(en="centred", pt="centrada"),
    summary=Sentence(
        en="Subtracts the mean row, so that a direction all rows share no longer makes all of them similar. "
        "A zero row becomes minus the mean: it gets a direction that nobody trained.",
        pt="Subtrai a linha média, para que uma direção comum a todas as linhas não as torne todas parecidas. "
        "Uma linha zero vira menos a média: ganha uma direção que ninguém treinou.",
    ),
    paper="Mu & Viswanath 2018, All-but-the-Top (ICLR), step 1",
    fit=_fit,
)
