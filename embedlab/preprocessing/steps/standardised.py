"""Gives every dimension mean 0 and standard deviation 1."""

from __future__ import annotations

import numpy as np

from embedlab.preprocessing.step import Change, Step, finite_blocks, mean_of
from embedlab.wording import Sentence


def _fit(vectors: np.ndarray, finite: np.ndarray, _: int) -> Change:
    mean = mean_of(vectors, finite)
    low, high = np.full((2, len(mean)), [[np.inf], [-np.inf]])
    squares = np.zeros(len(mean))
    for block in filter(len, finite_blocks(vectors, finite)):
        low, high = np.minimum(low, block.min(axis=0)), np.maximum(high, block.max(axis=0))
        squares += ((block - mean) ** 2).sum(axis=0)
    # A constant dimension is found by its values: its computed deviation may be a rounding error, not zero.
    constant = low >= high
    mean = np.where(constant, low, mean)
    deviation = np.sqrt(squares / max(1, int(finite.sum())))
    return lambda rows: (rows - mean) / np.where(deviation == 0, 1, deviation)


STEP = Step(
    key="standardised",
    order=20,
    label=Sentence(en="standardised", pt="padronizada"),
    summary=Sentence(
        en="Gives every dimension mean 0 and standard deviation 1, so that a few wide dimensions no longer decide. "
        "A constant dimension becomes 0; a zero row becomes an ordinary row, minus the mean in units of deviation.",
        pt="Dá a cada dimensão média 0 e desvio-padrão 1, para que poucas dimensões largas não decidam sozinhas. "
        "Uma dimensão constante vira 0; uma linha zero vira uma linha comum, menos a média em desvios-padrão.",
    ),
    paper="Timkey & van Schijndel 2021, All Bark and No Bite (EMNLP)",
    fit=_fit,
)
