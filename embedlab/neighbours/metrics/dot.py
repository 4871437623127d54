"""Dot product: direction times both norms."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.metric import Metric, as_they_are, dots
from embedlab.wording import Sentence

METRIC = Metric(
    key="dot",
    order=30,
    label=Sentence(en="dot product", pt="produto escalar"),
    short=Sentence(en="dot product", pt="produto escalar"),
    summary=Sentence(
        en="The sum of the products of the dimensions: larger is nearer. It is not a distance: a row of large "
        "norm can be nearer to the query than the query itself.",
        pt="A soma dos produtos das dimensões: maior é mais perto. Não é uma distância: uma linha de norma grande "
        "pode estar mais perto da consulta do que a própria consulta.",
    ),
    larger_is_nearer=True,
    needs_direction=False,
    self_is_best=False,
    prepare=as_they_are,
    pairs=dots,
    kernel="dot",
    nearness=lambda raw, norms, query_norm: raw,
    slack=lambda norms, query_norm: norms * query_norm,
    for_product=lambda prepared: (prepared, np.zeros(len(prepared))),
)
