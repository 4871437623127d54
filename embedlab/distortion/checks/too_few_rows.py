"""A table that is easier to read as numbers than as a map."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, TableCase
from embedlab.wording import Sentence

FEW = 50  # rows; below it perplexity 30 cannot be met by half and groups have a handful of members


def look(case: TableCase) -> dict[str, Any] | None:
    """The number of rows where it is small."""
    rows = len(case.ids)
    return {"rows": rows, "line": FEW} if rows < FEW else None


CHECK = Check(
    key="table.too_few_rows",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="Only {rows} rows are drawn; with fewer than {line} the table of similarities says more than a map.",
        pt="Só {rows} linhas são desenhadas; com menos de {line}, a tabela de semelhanças diz mais que um mapa.",
    ),
    trigger="fewer than 50 rows shown",
    look=look,
    weight=50,
    order=5,
)
