"""Rows with NaN or infinity."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, TableCase, named
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """Rows left out because a number in them is not finite."""
    return named(case.non_finite) if len(case.non_finite) else None


CHECK = Check(
    key="table.non_finite_rows",
    severity="warning",
    scope="table",
    sentence=Sentence(
        en="{count:,} rows hold NaN or infinity and are left out ({listed}).",
        pt="{count:,} linhas contêm NaN ou infinito e ficaram de fora ({listed}).",
    ),
    trigger="at least one row with NaN or infinity among those shown",
    look=look,
    weight=42,
    order=1,
)
