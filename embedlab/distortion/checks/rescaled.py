"""Numbers whose squares leave the range of float32."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, TableCase
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """The largest number, where the libraries could not have counted with it."""
    return {"peak": case.rows.peak} if case.rows.rescaled else None


CHECK = Check(
    key="table.rescaled",
    severity="warning",
    scope="table",
    sentence=Sentence(
        en="The numbers reach {peak:.1e}, out of the range in which maps are computed. All rows were rescaled alike.",
        pt="Os números chegam a {peak:.1e}, fora da faixa em que os mapas são calculados. "
        "Todas as linhas foram reescaladas igualmente.",
    ),
    trigger="largest absolute number above 1e18 or below 1e-18 (its square leaves float32)",
    look=look,
    weight=8,
    order=3,
)
