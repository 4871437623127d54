"""Copies of one row."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, TableCase, named
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """Rows that are copies of an earlier one; under cosine, multiples of it."""
    first = case.rows.distinct[case.rows.copy_of]
    copies = np.flatnonzero(first != np.arange(len(first)))
    return {**named(case.ids[copies]), "groups": len(np.unique(first[copies]))} if len(copies) else None


CHECK = Check(
    key="table.duplicate_rows",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="{count:,} rows are copies of {groups:,} others ({listed}). Copies are drawn on one spot.",
        pt="{count:,} linhas são cópias de outras {groups:,} ({listed}). Cópias são desenhadas no mesmo ponto.",
    ),
    trigger="at least one exact copy; under cosine, a multiple",
    look=look,
    weight=24,
    order=4,
)
