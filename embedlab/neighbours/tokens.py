"""Finds the row a person means by what they typed."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from embedlab.errors import QueryError
from embedlab.table import EmbeddingTable

_ID = re.compile(r"#([0-9]+)")
_END = "\0"  # between two tokens of the folded text
SUGGESTIONS = 5
_LOOKED_AT = 200  # tokens of one beginning among which the shortest are sought


@dataclass(frozen=True)
class TokenMatch:
    """The row a text means. `token` is the raw piece, `text` what it says, `others` further ids of the same."""

    id: int
    token: str
    text: str
    others: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class TokenIndex:
    """What finding tokens by their text needs. Built once per vocabulary; cache it by fingerprint.

    firsts: the lowest id of every text, its space included; repeats: the further ids of a text that has several.
    folded: all texts without case and outer spaces, in the order of the rows, each between two ends;
    starts (n_rows,) int64: where each begins.
    """

    firsts: dict[str, int]
    repeats: dict[str, list[int]]
    folded: str
    starts: np.ndarray

    @classmethod
    def of(cls, table: EmbeddingTable) -> TokenIndex:
        """The index of a table's tokens."""
        written = [table.text(row) for row in range(table.n_rows)]
        firsts: dict[str, int] = {}
        repeats: dict[str, list[int]] = {}
        for row, text in enumerate(written):
            if firsts.setdefault(text, row) != row:
                repeats.setdefault(text, []).append(row)
        folds = [fold(text) for text in written]
        starts = np.cumsum([1, *(len(one) + 1 for one in folds)])[:-1]
        return cls(firsts, repeats, _END + _END.join(folds) + _END, starts)

    def holding(self, pattern: str) -> Iterator[int]:
        """The ids whose folded text, with its ends, holds the pattern: ascending, each once."""
        at = self.folded.find(pattern)
        while at >= 0:
            row = int(np.searchsorted(self.starts, at + pattern.startswith(_END), side="right")) - 1
            yield row
            at = self.folded.find(pattern, self.starts[row + 1] - 1) if row + 1 < len(self.starts) else -1


def fold(text: str) -> str:
    """A text as suggestions compare it: no case, no outer spaces."""
    return (text.strip() or text).casefold().replace(_END, "\ufffd")


def find_token(table: EmbeddingTable, text: str, index: TokenIndex | None = None) -> TokenMatch:
    """The row that a text means: "#12" is an id; else the raw piece; else its text, with a space before it or not.

    A repeated token means its lowest id. index: `TokenIndex.of(table)`, where the caller has kept it.
    Raises QueryError `query.id_out_of_range`; `query.token_unknown`, whose `suggestions` can be typed as they are.
    """
    if match := _ID.fullmatch(text):
        digits = match[1].lstrip("0") or "0"
        row = int(digits) if len(digits) < 19 else digits  # int() refuses thousands of digits
        if isinstance(row, str) or row >= table.n_rows:
            raise QueryError("query.id_out_of_range", id=row, rows=table.n_rows, highest=table.n_rows - 1)
        return _match(table, (row,))
    if text in table.ids_by_token:
        return _match(table, table.ids_by_token[text])
    index = index or TokenIndex.of(table)
    for form in (text, " " + text, text.strip()):
        if form in index.firsts:
            return _match(table, (index.firsts[form], *index.repeats.get(form, ())))
    suggestions = _suggestions(table, text, index)
    reason = "some_close" if suggestions else "none_close"
    raise QueryError("query.token_unknown", token=text, suggestions=suggestions, reason=reason)


def complete(table: EmbeddingTable, text: str, limit: int, index: TokenIndex | None = None) -> tuple[int, ...]:
    """Up to `limit` ids for what was typed so far: the exact match first, then its other cases, then the tokens
    that begin with it, then those that hold it; inside each group by id. An empty text offers the first rows."""
    index = index or TokenIndex.of(table)
    wanted = fold(text)
    if not wanted:
        return tuple(range(min(limit, table.n_rows)))
    found: dict[int, None] = {}
    with contextlib.suppress(QueryError):
        found[find_token(table, text, index).id] = None
    for pattern in (_END + wanted + _END, _END + wanted, wanted):
        for row in index.holding(pattern):
            if len(found) >= limit:
                return tuple(found)[:limit]
            found[row] = None
    return tuple(found)


def _match(table: EmbeddingTable, ids: tuple[int, ...]) -> TokenMatch:
    return TokenMatch(ids[0], table.tokens[ids[0]], table.text(ids[0]), ids[1:])


def _suggestions(table: EmbeddingTable, text: str, index: TokenIndex) -> list[str]:
    """Other cases of the text, then the shortest of those that share the longest beginning, half of it at least."""
    wanted = fold(text)
    beginnings = range(len(wanted), max(1, len(wanted) // 2), -1)
    found: dict[str, None] = {}
    for pattern in (_END + wanted + _END, *(_END + wanted[:length] for length in beginnings)):
        rows = islice(index.holding(pattern), _LOOKED_AT)
        found |= dict.fromkeys(sorted((table.text(row).strip() or table.tokens[row] for row in rows), key=len))
        if len(found) >= SUGGESTIONS:
            break
    return list(found)[:SUGGESTIONS]
