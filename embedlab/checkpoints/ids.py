"""The rows of a table against the ids of its vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from embedlab.checkpoints.vocabulary import Vocabulary, ranges

SHOWN = 8  # ranges of ids or names in a sentence; `values` of the answer hold as many


def said(ids: np.ndarray) -> str:
    """Ids as a person reads them: "3, 7-9", the first few ranges.

    >>> said(np.array([3, 7, 8, 9]))
    '3, 7-9'
    """
    return said_ranges(ranges(ids))


def said_ranges(spans: Sequence[Sequence[int]]) -> str:
    """The same of ranges, first and last id of each."""
    text = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans[:SHOWN])
    return text + (", ..." if len(spans) > SHOWN else "")


@dataclass(frozen=True, eq=False)
class IdReport:
    """Which rows no token names, and which tokens have no row. Ids are (m,) int64, ascending.

    source: the vocabulary's file, None without one; then every row is without a token.
    size: tokens. max_id: the highest id; a table needs one row more, however many tokens there are.
    padding_ids: rows beyond max_id. gap_ids: rows below it that no token names. lost_ids: tokens beyond the last row.
    duplicate_ids: ids whose token a lower id has too. empty_ids: ids whose token is the empty string.
    """

    rows: int
    source: str | None
    size: int
    max_id: int | None
    padding_ids: np.ndarray
    gap_ids: np.ndarray
    lost_ids: np.ndarray
    duplicate_ids: np.ndarray
    empty_ids: np.ndarray

    def to_json(self) -> dict[str, Any]:
        """Counts, and the ids behind each as ranges, first and last included."""
        return {
            "source": self.source,
            "size": self.size,
            "max_id": self.max_id,
            **counted("rows_without_token", np.concatenate([self.gap_ids, self.padding_ids])),
            **counted("padding_rows", self.padding_ids),
            **counted("gaps", self.gap_ids),
            **counted("tokens_without_row", self.lost_ids),
            **counted("duplicate_tokens", self.duplicate_ids),
            **counted("empty_tokens", self.empty_ids),
        }


def counted(name: str, ids: np.ndarray) -> dict[str, Any]:
    """A count, and the ids behind it as ranges."""
    return {name: len(ids), f"{name}_ids": ranges(ids)}


def id_report(vocabulary: Vocabulary, rows: int) -> IdReport:
    """The ids of a vocabulary against the rows of the table that it names."""
    bare = vocabulary.rows_without_token(rows)
    last = -1 if vocabulary.max_id is None else vocabulary.max_id
    ids = sorted(vocabulary.tokens)
    repeats: list[int] = []
    if len(set(vocabulary.tokens.values())) < len(ids):
        first: dict[str, int] = {}
        repeats = [row for row in ids if first.setdefault(vocabulary.tokens[row], row) != row]
    return IdReport(
        rows=rows,
        source=vocabulary.source,
        size=vocabulary.size,
        max_id=vocabulary.max_id,
        padding_ids=bare[bare > last],
        gap_ids=bare[bare < last],
        lost_ids=vocabulary.tokens_without_row(rows),
        duplicate_ids=np.array(repeats, np.int64),
        empty_ids=np.array([row for row in ids if not vocabulary.tokens[row]], np.int64),
    )
