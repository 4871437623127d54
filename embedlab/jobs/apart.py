"""Tables of files that others may cut: small ones are read into memory, large ones are asked of a `Keeper`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np

from embedlab.errors import FileError
from embedlab.jobs import keeper
from embedlab.jobs.keeper import Keeper
from embedlab.neighbours import Neighbours, Usable
from embedlab.preprocessing import parse
from embedlab.table import EmbeddingTable


class _Rows:
    """Stands where a table has its vectors; rows that are taken from it come from the keeper."""

    ndim = 2

    def __init__(self, kept: Keeper, steps: tuple[str, ...], dtype: np.dtype) -> None:
        self.kept, self.steps, self.dtype, self.shape = kept, steps, dtype, kept.shape
        self.itemsize, self.size = dtype.itemsize, kept.shape[0] * kept.shape[1]
        self.nbytes = self.size * self.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, ids: Any) -> np.ndarray:
        wanted = np.arange(len(self))[ids] if isinstance(ids, slice) else np.asarray(ids)
        return self.kept.rows(wanted, self.steps)


@dataclass(frozen=True, eq=False, kw_only=True)
class TableApart(EmbeddingTable):
    """A table whose vectors lie in another process, which a cut file ends in place of this one.

    Tokens and facts are here, and rows can be taken; norms and neighbours are asked by the methods below. All of
    these raise what a `Keeper` raises. after: the steps that the keeper takes, the last of `steps`.
    """

    keeper: Keeper
    after: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Nothing to check: the table was checked when it was opened."""

    @cached_property
    def fingerprint(self) -> str:
        """The table's only cache key."""
        return self.keeper.fingerprint(self.after)

    def derived(self, steps: Iterable[str]) -> TableApart:
        """The table after further steps, which are taken when it is first asked. Raises SettingsError as `parse`."""
        further = parse(",".join(steps))
        after = (*self.after, *further)
        rows = _Rows(self.keeper, after, np.dtype(np.float32)) if after else self.vectors
        return replace(self, vectors=cast(np.ndarray, rows), steps=(*self.steps, *further), after=after)

    def usable(self) -> Usable:
        """Norms and the rows that cannot be compared: as `neighbours.scan`."""
        return self.keeper.usable(self.after)

    def search(self, query: int, metrics: Iterable[str], k: int) -> dict[str, Neighbours]:
        """The k nearest rows under each metric: as `neighbours.search_all`."""
        return self.keeper.search(query, metrics, k, self.after)


def open_table(
    path: Path, tensor: str | None = None, vocabulary: Path | None = None, name: str | None = None
) -> EmbeddingTable:
    """As `checkpoints.open_table`, but nothing that later happens to the file ends this process.

    A table above `keeper.KEPT_ABOVE` bytes is a `TableApart`. Raises also what a `Keeper` raises.
    """
    from embedlab.checkpoints import open_table as mapped  # home stands without the readers of files
    from embedlab.checkpoints.entries import file_of, in_memory

    table = mapped(path, tensor, vocabulary, name)
    if file_of(table.vectors) is None or table.vectors.nbytes <= keeper.KEPT_ABOVE:
        return replace(table, vectors=in_memory(table.vectors))
    kept = Keeper(path, tensor, vocabulary, name)
    if kept.shape != table.vectors.shape:
        raise FileError("file.unreadable", name=path.name, why="it changed while it was opened")
    facts = {field.name: getattr(table, field.name) for field in fields(table)}
    rows = _Rows(kept, (), kept.dtype)
    return TableApart(**{**facts, "vectors": cast(np.ndarray, rows)}, keeper=kept)


def answers(table: EmbeddingTable) -> bool:
    """Whether a table can still be asked: one whose keeper ended cannot."""
    return not isinstance(table, TableApart) or table.keeper.alive
