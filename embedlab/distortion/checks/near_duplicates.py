"""Rows that are copies but for a trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, TableCase, named
from embedlab.wording import Sentence

NEAR = 0.01  # of the usual gap. In two dimensions one of 14,000 rows is as near by chance; in one, one of 140


def look(case: TableCase) -> dict[str, Any] | None:
    """Different rows whose nearest is nearer than a hundredth of the usual gap. One dimension has gaps of all sizes."""
    if case.rows.metric == "dot" or case.rows.values.shape[1] < 2:
        return None
    nearest = case.far[:, 0]
    twins = np.flatnonzero(nearest <= NEAR * np.median(nearest))
    return {**named(case.ids[case.rows.distinct[twins]]), "line": NEAR} if len(twins) else None


CHECK = Check(
    key="table.near_duplicates",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="{count:,} rows have another at less than {line:.0%} of the usual distance between nearest rows ({listed}): "
        "copies but for a trace. On a map they make spots that look like groups.",
        pt="{count:,} linhas têm outra a menos de {line:.0%} da distância usual entre linhas vizinhas ({listed}): "
        "cópias a menos de um traço. No mapa, formam manchas que parecem grupos.",
    ),
    trigger="a different row at less than 1 % of the median distance between nearest rows",
    look=look,
    weight=25,
    order=4,
)
