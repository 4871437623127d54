"""A query that is no single row: the mean of several, or a vector that a person typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embedlab.errors import QueryError
from embedlab.neighbours.metric import lengths
from embedlab.neighbours.metrics import METRICS
from embedlab.neighbours.scan import LONGEST, SHORTEST, Usable, scan
from embedlab.neighbours.search import Neighbours, check_k, search
from embedlab.table import EmbeddingTable

_APART = re.compile(r"[\s,;]+")
_BRACKETS = str.maketrans("[]()", "    ")


def search_mean(
    table: EmbeddingTable, ids: Sequence[int], metric: str, k: int, usable: Usable | None = None
) -> Neighbours:
    """The k rows nearest to the mean of the rows `ids`, which are not in the list themselves. An id that is given
    twice weighs twice.

    Raises what `search` raises, of a row that cannot be compared `query.row_not_usable`.
    """
    usable, rows = usable or scan(table), list(dict.fromkeys(ids))
    left_out = usable.excluded(METRICS[metric])
    for row in rows:
        if row in left_out:
            search(table, row, metric, 1, usable)  # raises, and says why
    largest = table.n_rows - len(left_out) - len(rows)
    check_k(k, largest)
    found = search(table, table.rows64(list(ids)).mean(axis=0), metric, k + len(rows), usable)
    others = ~np.isin(found.ids, ids)
    return replace(found, k=k, ids=found.ids[others][:k], values=found.values[others][:k], searched=largest)


def read_vector(text: str) -> np.ndarray:
    """Numbers apart by spaces, commas or semicolons, in brackets or not, (n,) float64.

    Raises QueryError `query.vector_unreadable` with the first part that is no finite number, and
    `query.vector_extreme` where its squares leave float64.

    >>> read_vector("[0.5, -1e-2; 3]").tolist()
    [0.5, -0.01, 3.0]
    """
    parts = [part for part in _APART.split(text.translate(_BRACKETS)) if part]
    values = [_number(part) for part in parts]
    wrong = next((part for part, value in zip(parts, values, strict=True) if value is None), None)
    if wrong is not None or not parts:
        raise QueryError(
            "query.vector_unreadable", part=(wrong or "")[:40], place=parts.index(wrong) + 1 if wrong else 0
        )
    vector = np.array(values, dtype=np.float64)
    length = float(lengths(vector))
    if length and not SHORTEST <= length <= LONGEST:
        raise QueryError("query.vector_extreme", length=length, shortest=SHORTEST, longest=LONGEST)
    return vector


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if np.isfinite(value) else None
