"""Zero rows have no direction."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, TableCase, named
from embedlab.wording import Sentence


def look(case: TableCase) -> dict[str, Any] | None:
    """Rows left out because they are zero; there are none where the metric needs no direction."""
    return named(case.zero) if len(case.zero) else None


CHECK = Check(
    key="table.zero_rows",
    severity="warning",
    scope="table",
    sentence=Sentence(
        en="{count:,} rows are all zeros. They have no direction, so cosine cannot place them: left out ({listed}).",
        pt="{count:,} linhas só têm zeros. Sem direção, o cosseno não consegue colocá-las: ficaram de fora ({listed}).",
    ),
    trigger="cosine, and at least one zero row among those shown",
    look=look,
    weight=41,
    order=2,
)
