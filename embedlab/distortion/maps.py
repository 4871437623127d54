"""From a table to judged maps: choose rows, find their neighbours once, draw, rank, measure, check, compare."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable

from embedlab.distortion import CHECKS, MEASURES
from embedlab.distortion.check import MapCase, run
from embedlab.distortion.measure import take as take_measure
from embedlab.distortion.other_runs import draw_stability
from embedlab.distortion.per_row import per_row
from embedlab.distortion.readings import Readings
from embedlab.distortion.results import JudgedMap, Maps
from embedlab.distortion.scene import Scene, look, see, shown_graph, with_overlap
from embedlab.distortion.selection import MapsSettings, choose_rows
from embedlab.distortion.twins import draw_twins, usual
from embedlab.errors import JobError, TableError
from embedlab.findings import Finding
from embedlab.projection import METHODS, Report, ShouldStop
from embedlab.table import EmbeddingTable
from embedlab.wording import Sentence

__all__ = ["JudgedMap", "Maps", "MapsSettings", "choose_rows", "draw"]

# What a page can show before all is done: the key of the map that now stands, and all maps so far.
OnMap = Callable[[str, Maps], None]

NO_MAP = Sentence(
    en="{method} gave no usable map of these rows. Choose another method or other settings.",
    pt="{method} não produziu um mapa utilizável destas linhas. Escolha outro método ou outras configurações.",
)


def draw(
    table: EmbeddingTable,
    settings: MapsSettings,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
    on_map: OnMap = lambda key, maps: None,
    twins: int | None = 0,
    exact: bool = False,
    runs: int = 0,
) -> Maps:
    """The maps of a table, each judged under its own metric among the rows shown.

    Rows that are not finite, and zero rows under cosine, are left out and listed. `report` gets "neighbours" or a
    method's key or "twins" or "stability" as its stage. After a stop the finished maps stand, and t-SNE's last state.

    twins: how many Gaussian twins every map is compared with, `twins.usual` if None; they are drawn when all maps
           stand, each as long as they.
    exact: count the ranks of all rows, also above 20,000, where the measures else come from a sample of 2,000.
    runs:  with how many other seeds, and how many samples of the rows, every map is compared; see `draw_stability`.

    Raises TableError `table.too_few_rows`, `table.constant`, and `map.not_finite` or `map.collapsed` where no
    method gave a map; JobError `job.stopped` where nothing stands yet.
    """
    scene, excluded = look(table, settings, report, should_stop, exact)
    scene = with_overlap(scene, should_stop)
    twins = usual(len(scene.case.ids)) if twins is None else twins
    shown = shown_graph(scene)
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
    if twins and not stopped:
        drawn, stopped = draw_twins(scene, settings, tuple(maps.maps), "gaussian", twins, report, should_stop)
        maps = maps.with_twins(drawn)
    if runs and not stopped:
        standing = {key: judged.projection for key, judged in maps.maps.items()}
        found, stopped = draw_stability(scene, settings, standing, report, should_stop, runs=runs)
        maps = maps.with_stability(found)
    return dataclasses.replace(maps, stopped=stopped)


def _draw_one(key: str, scene: Scene, settings: MapsSettings, report: Report, should_stop: ShouldStop) -> JudgedMap:
    if should_stop():
        raise JobError("job.stopped")
    begin = time.perf_counter()
    chosen, groups, counted = settings.parameters.get(key, {}), scene.groups, scene.counted
    drawn, seen = see(key, scene.web, chosen, settings.seed, groups, counted, report, should_stop)
    ranks, rows = seen.ranks, per_row(seen)
    taken = {name: take_measure(measure, seen) for name, measure in MEASURES.items()}
    measures = {name: found for name, found in taken.items() if found is not None}
    readings = Readings.of(measures, groups)
    parameters = {**scene.declaration.parameters, **drawn.settings}
    return JudgedMap(
        projection=drawn,
        declaration=dataclasses.replace(scene.declaration, method=key, parameters=parameters),
        measures=measures,
        readings=readings,
        near=ranks.near_ids,
        true_rank=ranks.everywhere(ranks.true_rank),
        false=ranks.false,
        torn=ranks.torn,
        kept=rows["kept"],
        trust=rows["trust"],
        continuity=rows["continuity"],
        worst=rows["worst"],
        stretch=rows["stretch"],
        findings=run(CHECKS, MapCase(scene.case, METHODS[key], drawn, ranks, readings, measures, groups)),
        seconds=time.perf_counter() - begin,
    )
