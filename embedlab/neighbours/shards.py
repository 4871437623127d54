"""One table in shards: each answers for its own rows, and the answers together are that of the whole table.

Pure: who holds which shard, and where, is the caller's affair (`embedlab.jobs.shards`: processes of this machine).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from embedlab.errors import TableError
from embedlab.neighbours.metric import Metric
from embedlab.neighbours.metrics import METRICS
from embedlab.neighbours.scan import Usable, scan
from embedlab.neighbours.search import Neighbours, check_k, check_vector, own_best, search_all
from embedlab.table import EmbeddingTable


def nearest(
    shard: EmbeddingTable, first: int, vector: np.ndarray, metrics: Iterable[str], k: int, usable: Usable | None = None
) -> dict[str, Neighbours]:
    """The k + 1 rows of a shard that are nearest to a vector (n_dims,) float64 under each metric, or all that it has.

    One more than k: the row that asks may be among them. shard: the rows from id `first` on; the answer holds ids of
    the whole table. usable: `scan(shard)`, where the caller has kept it. Raises as `search`; how many rows are extreme
    is then told of this shard.
    """
    try:
        return _nearest(shard, first, vector, metrics, k, usable)
    except TableError as error:
        if error.code == "table.extreme_values":
            raise TableError(error.code, **{**error.fields, "id": error.fields["id"] + first}) from error
        raise


def _nearest(
    shard: EmbeddingTable, first: int, vector: np.ndarray, metrics: Iterable[str], k: int, usable: Usable | None
) -> dict[str, Neighbours]:
    usable, keys = usable or scan(shard), list(metrics)
    rows = {key: shard.n_rows - len(usable.excluded(METRICS[key])) for key in keys}
    # Only metrics with equally many rows can share the pass over them.
    found = {count: [key for key in keys if rows[key] == count] for count in rows.values()}
    answers: dict[str, Neighbours] = {}
    for count, some in found.items():
        for key in some:
            check_vector(METRICS[key], vector)
        if count:
            answers |= search_all(shard, vector, some, min(k + 1, count), usable)
        else:
            answers |= {key: _none(METRICS[key], usable) for key in some}
    return {key: _moved(answers[key], first) for key in keys}


def merge(found: Sequence[Neighbours], vector: np.ndarray, k: int, query_id: int | None = None) -> Neighbours:
    """The k nearest rows of all shards, from what `nearest` found in each under one metric: as `search` of the whole.

    query_id: the row that asks, which is left out; `vector` is that row. The shards' order does not matter.
    Raises QueryError `query.k_too_large`, SettingsError for k < 1.
    """
    metric = METRICS[found[0].metric]
    searched = sum(one.searched for one in found) - (query_id is not None)
    check_k(k, searched)
    ids, values = (np.concatenate([getattr(one, name) for one in found]) for name in ("ids", "values"))
    others = np.flatnonzero(ids != (-1 if query_id is None else query_id))
    order = others[np.lexsort((ids[others], metric.keys(values[others])))][:k]
    return Neighbours(
        query_id=query_id,
        metric=metric.key,
        k=k,
        ids=ids[order],
        values=values[order],
        own_best=None if query_id is None else own_best(metric, vector, values[order[0]]),
        searched=searched,
        zero_ids=np.sort(np.concatenate([one.zero_ids for one in found])),
        non_finite_ids=np.sort(np.concatenate([one.non_finite_ids for one in found])),
    )


def _none(metric: Metric, usable: Usable) -> Neighbours:
    """The answer of a shard whose rows are all left out."""
    zero_ids = usable.zero_ids if metric.needs_direction else np.empty(0, np.int64)
    return Neighbours(None, metric.key, 0, np.empty(0, np.int64), np.empty(0), None, 0, zero_ids, usable.non_finite_ids)


def _moved(one: Neighbours, first: int) -> Neighbours:
    ids = {name: getattr(one, name) + first for name in ("ids", "zero_ids", "non_finite_ids")}
    return replace(one, **ids)
