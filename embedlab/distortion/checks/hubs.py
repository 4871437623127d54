"""Rows that are nearest neighbours of very many others."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, TableCase, named
from embedlab.distortion.evidence import ROWS, counted
from embedlab.findings import Evidence
from embedlab.wording import Sentence

SKEWED = 3.0  # third moment of the counts (measured on a real table: cosine 2.1, dot product 12, Euclidean 28)
TIMES = 10  # or one row in ten times more lists than the average row
CALLED = 5  # hubs are rows in five times more lists than the average row
LISTS = Sentence("lists of nearest neighbours that a row stands in", "listas de vizinhos em que uma linha está")


def listed_in(case: TableCase) -> np.ndarray:
    """In how many lists of the k nearest each different row stands, (m,) int64."""
    return np.bincount(case.near.ravel(), minlength=len(case.near))


def evidence(case: TableCase, found: dict[str, Any]) -> Evidence:
    """The counts of all rows, with the line from which a row is a hub."""
    return counted(listed_in(case), LISTS, ROWS, CALLED * case.near.shape[1], steep=True)


def look(case: TableCase) -> dict[str, Any] | None:
    """The hubs, and how many rows have one of them among their neighbours (Radovanovic et al. 2010, JMLR 11)."""
    k, counts = case.near.shape[1], listed_in(case)
    spread = counts.std()
    skew = float(((counts - k) ** 3).mean() / spread**3) if spread else 0.0
    if skew <= SKEWED and counts.max() <= TIMES * k:
        return None
    hubs = np.argsort(-counts, kind="stable")[: max(1, int((counts > CALLED * k).sum()))]
    share = float(np.isin(case.near, hubs).any(axis=1).mean())
    return {**named(case.ids[case.rows.distinct[hubs]]), "share": share, "skew": skew, "k": k}


CHECK = Check(
    key="table.hubs",
    severity="warning",
    scope="table",
    sentence=Sentence(
        en="Hubs: {count:,} rows ({listed}) are among the {k} nearest neighbours of {share:.0%} of all rows (skew of "
        "the counts {skew:.1f}). What lies beside them on a map says little; try the step centred, or cosine.",
        pt="Hubs: {count:,} linhas ({listed}) estão entre os {k} vizinhos mais próximos de {share:.0%} de todas as "
        "linhas (assimetria das contagens {skew:.1f}). O que está ao lado delas no mapa diz pouco; tente a etapa "
        "centred ou o cosseno.",
    ),
    trigger="the counts of how often each row is a neighbour have a skew above 3, or one is above 10 k",
    look=look,
    weight=45,
    evidence=evidence,
    order=6,
)
