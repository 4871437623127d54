"""More directions than a plane has."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, TableCase
from embedlab.wording import Sentence

PLANE = 3.0  # directions; a noisy plane gets up to about 3
KEPT = 0.9  # of the rows: the tail of the ratios is left out, as in the paper
MIN_ROWS = 20


def look(case: TableCase) -> dict[str, Any] | None:
    """The number of directions in which rows have neighbours, where its whole 95 % interval is above a plane's.

    TwoNN (Facco et al. 2017, eq. 5): the ratio of second to first distance has the law mu^-(d + 1) in d dimensions,
    whose likelihood, censored at the 90 % point, is largest at d = kept / (sum of log ratios).
    """
    if case.rows.metric == "dot" or case.far.shape[1] < 2 or len(case.far) < MIN_ROWS:
        return None
    first, second = case.far[:, 0], case.far[:, 1]
    logs = np.sort(np.log(second[first > 0] / first[first > 0]))
    kept = int(KEPT * len(logs))
    total = logs[:kept].sum() + (len(logs) - kept) * logs[kept - 1]
    if total <= 0:
        return None
    dims, half = kept / total, 1.96 * kept / total / np.sqrt(kept)
    if dims - half <= PLANE:
        return None
    return {"dims": float(dims), "low": float(dims - half), "high": float(dims + half)}


CHECK = Check(
    key="table.dimension",
    severity="info",
    scope="table",
    sentence=Sentence(
        en="Around each row its neighbours lie in about {dims:.0f} directions (95 % interval {low:.0f} to {high:.0f}); "
        "a map has two. No map can keep all neighbours.",
        pt="Ao redor de cada linha, os vizinhos ficam em cerca de {dims:.0f} direções (intervalo de 95 %: {low:.0f} a "
        "{high:.0f}); um mapa tem duas. Nenhum mapa consegue manter todos os vizinhos.",
    ),
    trigger="the TwoNN estimate of the intrinsic dimension is above 3 with its whole 95 % interval",
    look=look,
    weight=20,
    order=9,
)
