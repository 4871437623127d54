"""What all maps of one table share: the rows drawn, their exact neighbours, and how one map of them is looked at."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from embedlab import preprocessing, projection
from embedlab.declaration import Declaration
from embedlab.distortion.check import TableCase
from embedlab.distortion.measure import Seen
from embedlab.distortion.ranks import rank
from embedlab.distortion.readings import Groups, group
from embedlab.distortion.selection import MapsSettings, choose_rows
from embedlab.neighbours import METRICS, Graph, graph, usable
from embedlab.projection import METHODS, Problem, Projection, Report, Rows, ShouldStop
from embedlab.table import EmbeddingTable, take

EXACT, COUNTED = 20_000, 2_000  # above so many rows, ranks are counted for so many of them only


@dataclasses.dataclass(frozen=True, eq=False)
class Web:
    """Rows and their exact neighbours. `distinct` is the wide graph that methods draw, `graph` the k-wide of all."""

    rows: Rows
    distinct: Graph
    graph: Graph


@dataclasses.dataclass(frozen=True, eq=False)
class Scene:
    """What all maps share. vectors (n, d) float64: the rows as the table has them; counted: see `see`."""

    case: TableCase
    web: Web
    groups: Groups | None
    declaration: Declaration
    vectors: np.ndarray
    counted: np.ndarray | None


@dataclasses.dataclass(frozen=True, eq=False)
class Shown:
    """The rows of a table that are drawn. ids: theirs in the table; zero, non_finite: of those that cannot be.

    derived: the table after its steps; vectors (n, d) float64: the rows as it has them; classes: one of each, or None.
    """

    derived: EmbeddingTable
    rows: Rows
    vectors: np.ndarray
    ids: np.ndarray
    zero: np.ndarray
    non_finite: np.ndarray
    classes: list[str | None] | None


def rows_of(table: EmbeddingTable, settings: MapsSettings) -> Shown:
    """The rows that the settings choose, as methods draw them. Raises TableError as `projection.prepare`."""
    derived = preprocessing.apply(table, settings.steps)
    chosen = choose_rows(derived, settings.rows, settings.seed)
    shown = take(derived, chosen)
    zero, non_finite = usable(shown, settings.metric)
    drawn = np.setdiff1d(np.arange(len(chosen)), np.concatenate([zero, non_finite]))
    vectors = shown.rows64(drawn)
    rows = projection.prepare(vectors, settings.metric, zero=len(zero), non_finite=len(non_finite))
    classes = None if shown.classes is None else [shown.classes[row] for row in drawn]
    return Shown(derived, rows, vectors, chosen[drawn], chosen[zero], chosen[non_finite], classes)


def near(rows: Rows, k: int, report: Report | None, should_stop: ShouldStop) -> Graph:
    """The k nearest different rows of every distinct one, or all there are."""
    k = min(len(rows.distinct) - 1, k)
    return graph(rows.values[rows.distinct], _space(rows), k, report, should_stop)


def weave(rows: Rows, k: int, wanted: int, report: Report | None, should_stop: ShouldStop) -> Web:
    """The neighbours of rows: `wanted` of every distinct one, as far as there are so many, and k of every one."""
    distinct = near(rows, max(k, wanted), report, should_stop)
    alike = len(rows.distinct) == len(rows.values)
    whole = distinct if alike else graph(rows.values, _space(rows), k, report, should_stop)
    return Web(rows, distinct, dataclasses.replace(whole, ids=whole.ids[:, :k], values=whole.values[:, :k]))


def _space(rows: Rows) -> str:
    return "dot" if rows.metric == "dot" else "euclidean"  # cosine rows have length 1: same order


def neighbours_wanted(settings: MapsSettings) -> int:
    """The most neighbours per row that any of the methods asks for."""
    return max(METHODS[key].neighbours(settings.of_method(key)) for key in settings.methods)


def see(
    key: str,
    web: Web,
    parameters: Mapping[str, Any],
    seed: int,
    groups: Groups | None,
    counted: np.ndarray | None,
    report: Report,
    should_stop: ShouldStop,
) -> tuple[Projection, Seen]:
    """Draw one map, and rank it. counted: the rows (m,) whose neighbours' ranks are counted; None: all."""
    drawn = projection.fit(key, Problem(web.rows, web.distinct, seed), parameters, report, should_stop)
    ranks = rank(web.rows, web.graph, drawn.coordinates, web.graph.ids.shape[1], counted)
    return drawn, Seen(web.rows, drawn.coordinates, ranks, groups, seed)


def look(
    table: EmbeddingTable, settings: MapsSettings, report: Report, should_stop: ShouldStop, exact: bool = False
) -> tuple[Scene, dict[str, list[int]]]:
    """Everything before the first map, and the ids left out. exact: count all ranks, at any number of rows.

    What only the findings of the table need is left to `with_overlap`.
    """
    shown = rows_of(table, settings)
    rows, n = shown.rows, len(shown.rows.values)
    k = min(settings.k, (n - 1) // 2)  # trustworthiness is defined below n / 2
    web = weave(rows, k, neighbours_wanted(settings), report, should_stop)
    case = TableCase(
        rows=rows,
        ids=shown.ids,
        zero=shown.zero,
        non_finite=shown.non_finite,
        k=k,
        k_asked=settings.k,
        overlap={},
        best=web.graph.values[:, 0] if rows.metric == "dot" else None,
        near=web.distinct.ids[:, :k],
        far=web.distinct.values[:, :k],
    )
    declaration = _declare(shown.derived, settings, case)
    excluded = {"zero": case.zero.tolist(), "non_finite": case.non_finite.tolist()}
    counted = None
    if n > EXACT and not exact:
        counted = np.sort(np.random.default_rng(settings.seed).choice(n, COUNTED, replace=False))
    groups = group(rows, shown.classes, settings.seed)
    return Scene(case, web, groups, declaration, shown.vectors, counted), excluded


def with_overlap(scene: Scene, should_stop: ShouldStop) -> Scene:
    """The same with `TableCase.overlap`, for which the neighbours under every other metric are found."""
    vectors, ids, shares = scene.vectors / scene.case.rows.peak, scene.web.graph.ids, {}
    for other in METRICS.values():
        rows = np.flatnonzero(vectors.any(axis=1)) if other.needs_direction else np.arange(len(vectors))
        if other.key == scene.case.rows.metric or len(rows) <= ids.shape[1]:
            continue
        theirs = rows[graph(vectors[rows], other.key, ids.shape[1], should_stop=should_stop).ids]
        common = (ids[rows][:, :, None] == theirs[:, None, :]).any(axis=2)
        shares[other.key] = float(common.mean())
    return dataclasses.replace(scene, case=dataclasses.replace(scene.case, overlap=shares))


def _declare(derived: EmbeddingTable, settings: MapsSettings, case: TableCase) -> Declaration:
    chosen = "all" if settings.rows >= derived.n_rows else "sample" if derived.counts is None else "most_frequent"
    return Declaration.of(
        derived,
        metric=settings.metric,
        k=case.k,
        rows_shown=len(case.ids),
        parameters={"rows_chosen": chosen},
        seed=settings.seed,
    )


def shown_graph(scene: Scene) -> Graph:
    """The true neighbours with their values under the metric, in the table's own unit."""
    rows, values = scene.case.rows, scene.web.graph.values
    shown = {"euclidean": values * rows.unit, "cosine": 1 - values**2 / 2, "dot": values * rows.unit**2}[rows.metric]
    return dataclasses.replace(scene.web.graph, values=shown, metric=rows.metric)
