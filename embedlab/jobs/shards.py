"""One table searched by several processes of this machine, each of which answers for its own rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np

from embedlab.errors import QueryError
from embedlab.jobs.keeper import Keeper
from embedlab.neighbours import METRICS, Neighbours, shards
from embedlab.neighbours.search import check_row
from embedlab.preprocessing import borders


class Shards:
    """A table whose rows are shared out to processes; answers are those of `neighbours.search` of the whole.

    Each process maps the whole file, holds only its own rows after steps, and reads the others once for the statistics
    of a step. Any thread may ask. Raises what a `Keeper` raises; after the death of a process it answers no more.
    """

    def __init__(self, path: Path, count: int, tensor: str | None = None, vocabulary: Path | None = None) -> None:
        self._pool = ThreadPoolExecutor(count)
        self._keepers = list(self._pool.map(lambda _: Keeper(path, tensor, vocabulary), range(count)))
        self.shape = self._keepers[0].shape
        cuts = borders(*self.shape, count)
        self.rows = [range(start, stop) for start, stop in pairwise(cuts)]

    def search(
        self, query: int | np.ndarray, metrics: Iterable[str], k: int, steps: Sequence[str] = ()
    ) -> dict[str, Neighbours]:
        """The k nearest rows under each metric. query: the id of a row, or a vector (n_dims,)."""
        keys, asks = list(metrics), None if isinstance(query, np.ndarray) else int(query)
        vector = query.astype(np.float64) if isinstance(query, np.ndarray) else self._row(int(query), keys, steps)
        if vector.shape != (self.shape[1],):
            raise QueryError("query.wrong_length", shape=list(vector.shape), dims=self.shape[1])
        pairs = zip(self._keepers, self.rows, strict=False)  # a small table leaves some without rows
        asked = [self._pool.submit(keeper.nearest, rows, vector, keys, k, steps) for keeper, rows in pairs]
        found = [one.result() for one in asked]
        return {key: shards.merge([one[key] for one in found], vector, k, asks) for key in keys}

    def _row(self, query_id: int, metrics: Sequence[str], steps: Sequence[str]) -> np.ndarray:
        """The row that asks, from the process that holds it."""
        rows = self.shape[0]
        if not 0 <= query_id < rows:
            raise QueryError("query.id_out_of_range", id=query_id, rows=rows, highest=rows - 1)
        owner = next(place for place, part in enumerate(self.rows) if query_id in part)
        token, vector = self._keepers[owner].row(self.rows[owner], query_id, steps)
        for metric in metrics:
            check_row(METRICS[metric], vector, query_id, token)
        return vector

    def close(self) -> None:
        """End all processes."""
        for keeper in self._keepers:
            keeper.close()
        self._pool.shutdown()
