"""From a table to judged maps: choose rows, find their neighbours once, draw, rank, measure, check."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable

import numpy as np

from embedlab import preprocessing, projection
from embedlab.declaration import Declaration
from embedlab.distortion import CHECKS, MEASURES
from embedlab.distortion.check import MapCase, TableCase, run
from embedlab.distortion.measure import Seen
from embedlab.distortion.measure import take as take_measure
from embedlab.distortion.ranks import rank
from embedlab.distortion.readings import Groups, Readings, group
from embedlab.distortion.results import JudgedMap, Maps
from embedlab.distortion.selection import MapsSettings, choose_rows
from embedlab.errors import JobError, TableError
from embedlab.findings import Finding
from embedlab.neighbours import METRICS, Graph, graph, usable
from embedlab.projection import METHODS, Problem, Report, ShouldStop
from embedlab.table import EmbeddingTable, take
from embedlab.wording import Sentence

__all__ = ["JudgedMap", "Maps", "MapsSettings", "choose_rows", "draw"]

# What a page can show before all is done: the key of the map that now stands, and all maps so far.
OnMap = Callable[[str, Maps], None]

NO_MAP = Sentence(
    en="{method} gave no usable map of these rows. Choose another method or other settings.",
    pt="{method} não produziu um mapa utilizável destas linhas. Escolha outro método ou outras configurações.",
)


@dataclasses.dataclass(frozen=True, eq=False)
class _Scene:
    """What all maps share. `distinct` is the wide graph that methods draw, `graph` the k-wide one of all rows."""

    case: TableCase
    distinct: Graph
    graph: Graph
    groups: Groups | None
    declaration: Declaration


def draw(
    table: EmbeddingTable,
    settings: MapsSettings,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
    on_map: OnMap = lambda key, maps: None,
) -> Maps:
    """The maps of a table, each judged under its own metric among the rows shown.

    Rows that are not finite, and zero rows under cosine, are left out and listed. `report` gets "neighbours" or a
    method's key as its stage. After a stop the finished maps stand, and t-SNE's last state.

    Raises TableError `table.too_few_rows`, `table.constant`, and `map.not_finite` or `map.collapsed` where no
    method gave a map; JobError `job.stopped` where nothing stands yet.
    """
    scene, excluded = _look(table, settings, report, should_stop)
    shown = _shown_graph(scene)
    maps = Maps(scene.declaration, scene.case.ids, excluded, shown, findings=run(CHECKS, scene.case))
    failure, stopped = None, False
    for key in settings.methods:
        try:
            judged = _draw_one(key, scene, settings, report, should_stop)
        except TableError as error:
            failure = error
            lost = Finding(error.code, "error", NO_MAP, {"method": METHODS[key].label.en})
            maps = dataclasses.replace(maps, findings=(*maps.findings, lost))
            continue
        except JobError as error:
            if error.code != "job.stopped":
                raise
            stopped = True
            break
        maps = maps.with_map(key, judged)
        on_map(key, maps)
        stopped = stopped or bool(judged.projection.details.get("stopped"))
    if not maps.maps:
        raise failure or JobError("job.stopped")
    return dataclasses.replace(maps, stopped=stopped)


def _look(
    table: EmbeddingTable, settings: MapsSettings, report: Report, should_stop: ShouldStop
) -> tuple[_Scene, dict[str, list[int]]]:
    """Everything before the first map, and the ids left out."""
    derived = preprocessing.apply(table, settings.steps)
    chosen = choose_rows(derived, settings.rows, settings.seed)
    shown = take(derived, chosen)
    zero, non_finite = usable(shown, settings.metric)
    drawn = np.setdiff1d(np.arange(len(chosen)), np.concatenate([zero, non_finite]))
    vectors = shown.rows64(drawn)
    rows = projection.prepare(vectors, settings.metric, zero=len(zero), non_finite=len(non_finite))
    n, m = len(rows.values), len(rows.distinct)
    k = min(settings.k, (n - 1) // 2)  # trustworthiness is defined below n / 2
    wanted = max(METHODS[key].neighbours(settings.of_method(key)) for key in settings.methods)
    metric = "dot" if rows.metric == "dot" else "euclidean"  # cosine rows have length 1: same order
    distinct = graph(rows.values[rows.distinct], metric, min(m - 1, max(k, wanted)), report, should_stop)
    whole = distinct if m == n else graph(rows.values, metric, k, report, should_stop)
    whole = dataclasses.replace(whole, ids=whole.ids[:, :k], values=whole.values[:, :k])
    case = TableCase(
        rows=rows,
        ids=chosen[drawn],
        zero=chosen[zero],
        non_finite=chosen[non_finite],
        k=k,
        k_asked=settings.k,
        overlap=_overlaps(vectors / rows.peak, whole.ids, settings.metric, should_stop),
        best=whole.values[:, 0] if rows.metric == "dot" else None,
        near=distinct.ids[:, :k],
        far=distinct.values[:, :k],
    )
    classes = None if shown.classes is None else [shown.classes[row] for row in drawn]
    declaration = _declare(derived, settings, case)
    excluded = {"zero": case.zero.tolist(), "non_finite": case.non_finite.tolist()}
    return _Scene(case, distinct, whole, group(rows, classes, settings.seed), declaration), excluded


def _overlaps(vectors: np.ndarray, ids: np.ndarray, metric: str, should_stop: ShouldStop) -> dict[str, float]:
    """By every other metric, the mean share of the neighbours `ids` (n, k) that are neighbours under it too."""
    shares = {}
    for other in METRICS.values():
        rows = np.flatnonzero(vectors.any(axis=1)) if other.needs_direction else np.arange(len(vectors))
        if other.key == metric or len(rows) <= ids.shape[1]:
            continue
        theirs = rows[graph(vectors[rows], other.key, ids.shape[1], should_stop=should_stop).ids]
        common = (ids[rows][:, :, None] == theirs[:, None, :]).any(axis=2)
        shares[other.key] = float(common.mean())
    return shares


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


def _shown_graph(scene: _Scene) -> Graph:
    """The true neighbours with their values under the metric, in the table's own unit."""
    rows, values = scene.case.rows, scene.graph.values
    shown = {"euclidean": values * rows.unit, "cosine": 1 - values**2 / 2, "dot": values * rows.unit**2}[rows.metric]
    return dataclasses.replace(scene.graph, values=shown, metric=rows.metric)


def _draw_one(key: str, scene: _Scene, settings: MapsSettings, report: Report, should_stop: ShouldStop) -> JudgedMap:
    if should_stop():
        raise JobError("job.stopped")
    begin = time.perf_counter()
    problem = Problem(scene.case.rows, scene.distinct, settings.seed)
    drawn = projection.fit(key, problem, settings.parameters.get(key, {}), report, should_stop)
    ranks = rank(scene.case.rows, scene.graph, drawn.coordinates, scene.case.k)
    seen = Seen(scene.case.rows, drawn.coordinates, ranks, scene.groups, settings.seed)
    taken = {name: take_measure(measure, seen) for name, measure in MEASURES.items()}
    measures = {name: found for name, found in taken.items() if found is not None}
    readings = Readings.of(measures, scene.groups)
    parameters = {**scene.declaration.parameters, **drawn.settings}
    return JudgedMap(
        projection=drawn,
        declaration=dataclasses.replace(scene.declaration, method=key, parameters=parameters),
        measures=measures,
        readings=readings,
        kept=(1 - ranks.false.mean(axis=1)).astype(np.float32),
        near=ranks.near_ids,
        true_rank=ranks.everywhere(ranks.true_rank),
        false=ranks.false,
        torn=ranks.torn,
        findings=run(CHECKS, MapCase(scene.case, METHODS[key], drawn, ranks, readings, measures)),
        seconds=time.perf_counter() - begin,
    )
