"""Rows that are nobody's neighbour."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, TableCase, named
from embedlab.distortion.checks.hubs import LISTS, listed_in
from embedlab.distortion.evidence import ROWS, counted
from embedlab.findings import Evidence
from embedlab.wording import Sentence

WORTH_SAYING = 0.1  # share of the rows; a fact, not a fault


def look(case: TableCase) -> dict[str, Any] | None:
    """Rows in no list of neighbours, where they are many."""
    alone = np.flatnonzero(listed_in(case) == 0)
    share = len(alone) / len(case.near)
    if share < WORTH_SAYING:
        return None
    return {**named(case.ids[case.rows.distinct[alone]]), "share": share, "k": case.near.shape[1]}


def evidence(case: TableCase, found: dict[str, Any]) -> Evidence:
    """The counts of all rows; those at 0 are the ones."""
    return counted(listed_in(case), LISTS, ROWS, steep=True)


CHECK = Check(
    key="table.antihubs",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="{count:,} rows ({share:.0%}) are among the {k} nearest neighbours of no other row ({listed}).",
        pt="{count:,} linhas ({share:.0%}) não estão entre os {k} vizinhos mais próximos de nenhuma outra ({listed}).",
    ),
    trigger="at least 10 % of the rows are in no list of neighbours",
    look=look,
    weight=10,
    evidence=evidence,
    order=7,
)
