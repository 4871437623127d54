"""Exact nearest neighbours of one query, light enough for the server: numpy and numkong only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from embedlab.errors import QueryError, SettingsError
from embedlab.neighbours.metric import Metric, lengths
from embedlab.neighbours.metrics import METRICS
from embedlab.neighbours.scan import TINY, Usable, check_lengths, products, roundoff, scan
from embedlab.table import EmbeddingTable

_RECHECKED = 16 * 2**20  # bytes of float64 rows compared at once


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The k nearest rows of a query, nearest first; ties go to the lower id. The query is never among them.

    ids (k,) int64 and values (k,) float64. `own_best`: no row is nearer to the query than itself; None for a query
    that is no row. `searched` rows were compared; zero rows (where the metric needs a direction) and rows that are
    not finite were left out: zero_ids, non_finite_ids, int64.
    """

    query_id: int | None
    metric: str
    k: int
    ids: np.ndarray
    values: np.ndarray
    own_best: bool | None
    searched: int
    zero_ids: np.ndarray
    non_finite_ids: np.ndarray


def search(
    table: EmbeddingTable, query: int | np.ndarray, metric: str, k: int, usable: Usable | None = None
) -> Neighbours:
    """The k nearest rows under a metric, exact over the whole table.

    query: the id of a row, or a vector (n_dims,). usable: `scan(table)`, where the caller has kept it.
    A first pass compares in the table's own dtype; every row that its error bound cannot rule out is compared
    again in float64, so the answer is the one float64 gives.
    Raises QueryError `query.id_out_of_range`, `query.row_not_usable`, `query.k_too_large`, `query.wrong_length`,
    `query.vector_not_usable`; SettingsError for k < 1; TableError `table.extreme_values` where squares leave float64.
    """
    vector = _vector(table, query)
    return _searched(table, query, vector, METRICS[metric], k, usable or scan(table), None)


def search_all(
    table: EmbeddingTable, query: int | np.ndarray, metrics: Iterable[str], k: int, usable: Usable | None = None
) -> dict[str, Neighbours]:
    """As `search` under several metrics, by key; the rows are read once for all of them.

    The first pass computes dot products only: |a|^2 + |b|^2 - 2ab is as near to the squared distance as the error
    bound of the distances allows, and the second pass is the same as ever.
    """
    usable, vector = usable or scan(table), _vector(table, query)
    with np.errstate(all="ignore"):
        first = products(table.vectors, vector, "dot")
    return {key: _searched(table, query, vector, METRICS[key], k, usable, first) for key in metrics}


def _searched(
    table: EmbeddingTable,
    query: int | np.ndarray,
    vector: np.ndarray,
    chosen: Metric,
    k: int,
    usable: Usable,
    first: tuple[np.ndarray, float] | None,
) -> Neighbours:
    """One search; `first` holds the dot products of a first pass that is shared with other metrics."""
    metric, query_id = chosen.key, None if isinstance(query, np.ndarray) else int(query)
    if not chosen.needs_direction:
        check_lengths(usable.norms)
    if query_id is not None:
        check_row(chosen, vector, query_id, table.tokens[query_id])
    else:
        check_vector(chosen, vector)
    left_out = usable.excluded(chosen) if query_id is None else np.append(usable.excluded(chosen), query_id)
    searched = table.n_rows - len(left_out)
    check_k(k, searched)
    candidates = _candidates(table, vector, chosen, k, usable, left_out, first)
    values = _values(table, vector, chosen, candidates)
    nearest = np.lexsort((candidates, chosen.keys(values)))[:k]
    return Neighbours(
        query_id=query_id,
        metric=metric,
        k=k,
        ids=candidates[nearest],
        values=values[nearest],
        own_best=None if query_id is None else own_best(chosen, vector, values[nearest[0]]),
        searched=searched,
        zero_ids=usable.zero_ids if chosen.needs_direction else np.empty(0, np.int64),
        non_finite_ids=usable.non_finite_ids,
    )


def usable(table: EmbeddingTable, metric: str) -> tuple[np.ndarray, np.ndarray]:
    """The ids left out under a metric: zero rows (none where it needs no direction), rows that are not finite."""
    found = scan(table)
    if not METRICS[metric].needs_direction:
        check_lengths(found.norms)
    zero_ids = found.zero_ids if METRICS[metric].needs_direction else np.empty(0, np.int64)
    return zero_ids, found.non_finite_ids


def overlap(first: Neighbours, *others: Neighbours) -> float:
    """The share of the first list's ids that stand in every other list, 0 to 1."""
    shared = set(first.ids.tolist()).intersection(*(other.ids.tolist() for other in others))
    return len(shared) / len(first.ids)


def _vector(table: EmbeddingTable, query: int | np.ndarray) -> np.ndarray:
    if not isinstance(query, np.ndarray):
        if not 0 <= query < table.n_rows:
            raise QueryError("query.id_out_of_range", id=int(query), rows=table.n_rows, highest=table.n_rows - 1)
        return table.rows64(slice(query, query + 1))[0]
    if query.shape != (table.n_dims,):
        raise QueryError("query.wrong_length", shape=list(query.shape), dims=table.n_dims)
    return query.astype(np.float64)


def check_vector(metric: Metric, vector: np.ndarray) -> None:
    """Raises QueryError `query.vector_not_usable` for a query that a metric has no value for."""
    if not _has_value(metric, vector):
        raise QueryError("query.vector_not_usable", metric=metric.key)


def check_row(metric: Metric, vector: np.ndarray, query_id: int, token: str) -> None:
    """Raises QueryError `query.row_not_usable` for a row that asks and has no value under a metric."""
    if not _has_value(metric, vector):
        zero = not vector.any()
        raise QueryError("query.row_not_usable", id=query_id, token=token, metric=metric.key, zero=zero)


def _has_value(metric: Metric, vector: np.ndarray) -> bool:
    return bool(np.isfinite(vector).all() and (vector.any() or not metric.needs_direction))


def check_k(k: int, searched: int) -> None:
    """Raises SettingsError for k < 1, QueryError `query.k_too_large` where fewer rows are searched."""
    if k < 1:
        offender = {"name": "k", "value": k, "low": 1, "high": searched, "choices": []}
        raise SettingsError("settings.out_of_range", offenders=[offender])
    if k > searched:
        raise QueryError("query.k_too_large", k=k, largest=searched, **({} if searched else {"reason": "none"}))


def _candidates(
    table: EmbeddingTable,
    vector: np.ndarray,
    metric: Metric,
    k: int,
    usable: Usable,
    left_out: np.ndarray,
    first: tuple[np.ndarray, float] | None,
) -> np.ndarray:
    """Every id that can be among the k nearest, given how wrong the first pass may be: (m,) int64, m >= k."""
    norm = float(lengths(vector))
    with np.errstate(all="ignore"):
        raw, cast_error = first or products(table.vectors, vector, metric.kernel)
        if first and metric.kernel == "sqeuclidean":
            raw = usable.norms**2 + norm**2 - 2 * raw
        score = metric.nearness(raw, usable.norms, norm)
        slack = (roundoff(table.vectors) + 3 * cast_error) * metric.slack(usable.norms, norm)
        above, below = score + slack, score - slack
    # Where a sum left the range of float32, the first pass knows nothing: such rows are always compared again.
    unknown = ~np.isfinite(above) | (usable.norms < TINY) | (norm < TINY)
    above[unknown], below[unknown] = np.inf, -np.inf
    above[left_out], below[left_out] = -np.inf, -np.inf
    kth = -np.partition(-below, k - 1)[k - 1]  # at least k rows are truly this near
    nearer = above >= kth
    nearer[left_out] = False
    return np.flatnonzero(nearer)


def _values(table: EmbeddingTable, vector: np.ndarray, metric: Metric, ids: np.ndarray) -> np.ndarray:
    """The exact values (m,) float64, a few rows in memory at a time."""
    step, query = max(1, _RECHECKED // (8 * table.n_dims)), metric.prepare(vector)
    starts = range(0, len(ids), step)
    rows = (table.rows64(ids[start : start + step]) for start in starts)
    return np.concatenate([metric.pairs(query, metric.prepare(some)) for some in rows])


def own_best(metric: Metric, vector: np.ndarray, best: np.ndarray) -> bool:
    """Whether no row is nearer to the row `vector` than itself; `best`: the nearest other row's value."""
    own = metric.values64(vector, vector)
    return metric.self_is_best or bool(metric.keys(own) <= metric.keys(best))
