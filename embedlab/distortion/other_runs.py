"""Other runs of a map with one thing changed: the seed and the start, the rows, or how many neighbours count."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from embedlab import projection
from embedlab.distortion.scene import Scene, Web, neighbours_wanted, weave
from embedlab.distortion.selection import MapsSettings
from embedlab.distortion.stability import Run, Stability, compare
from embedlab.errors import JobError, TableError
from embedlab.projection import METHODS, Method, Problem, Projection, Report, ShouldStop
from embedlab.settings import parameters

RUNS = 2  # other seeds, and other samples of the rows; the map itself is compared too
SHARE = 0.8  # of the rows, in each sample
FACTORS = {"smaller": 1 / 3, "larger": 3.0}  # of the setting that says how many neighbours count
CHANGES = ("seeds", "resampled", *FACTORS)
STAGE = "stability"
_STEPS = 100  # parts of one run in the progress

Found = dict[str, dict[str, Stability]]  # by method and by what was changed


def changes(method: Method) -> tuple[str, ...]:
    """What can be changed about a method. PCA has no seed, no start and no setting: only its rows can change."""
    apply = {"seeds": method.seeded, "resampled": True, **dict.fromkeys(FACTORS, method.reach is not None)}
    return tuple(changed for changed in CHANGES if apply[changed])


def draw_stability(
    scene: Scene,
    settings: MapsSettings,
    standing: Mapping[str, Projection],
    report: Report,
    should_stop: ShouldStop,
    on_stability: Callable[[Found], None] = lambda found: None,
    runs: int = RUNS,
) -> tuple[Found, bool]:
    """How much of each map comes back in other runs of its method; and whether it was stopped.

    standing: by method key, the maps of the scene with these settings; one that is missing is drawn first.
    runs:     how many other seeds, each with a random start, and how many samples of the rows.
    `on_stability` gets all that stands after each change. A run that cannot be drawn, or that changes nothing because
    the rows allow no larger setting, is left out, and so is a change without runs. After a stop those that are complete
    stand.
    """
    work = _Work(scene, settings, runs, report, should_stop, missing=len(set(settings.methods) - set(standing)))
    found: Found = {}
    try:
        maps = {key: standing.get(key) or work.first(key) for key in settings.methods}
        for changed in CHANGES:
            for key, drawn in maps.items():
                if drawn is None or changed not in changes(METHODS[key]):
                    continue
                several = [work.run_of(key, changed, drawn), *work.others(key, changed, drawn)]
                stability = compare(several, len(drawn.coordinates), scene.case.k) if len(several) > 1 else None
                if stability is not None:
                    found.setdefault(key, {})[changed] = stability
                    on_stability(found)
    except JobError as error:
        if error.code != "job.stopped":
            raise
        return found, True
    return found, False


@dataclass
class _Work:
    """The runs of one scene, one after the other, counted for the progress."""

    scene: Scene
    settings: MapsSettings
    runs: int
    report: Report
    should_stop: ShouldStop
    missing: int
    done: int = 0

    @cached_property
    def total(self) -> int:
        """How many maps are drawn."""
        several = {"seeds": self.runs, "resampled": self.runs}
        each = (several.get(one, 1) for key in self.settings.methods for one in changes(METHODS[key]))
        return self.missing + sum(each)

    @cached_property
    def samples(self) -> list[tuple[np.ndarray, Web | None]]:
        """The places of SHARE of the rows, and what their maps share; None where they cannot be drawn."""
        vectors, random = self.scene.vectors, np.random.default_rng([self.settings.seed, len(self.scene.vectors)])
        wanted, found = neighbours_wanted(self.settings), []
        for _ in range(self.runs):
            rows = np.sort(random.choice(len(vectors), round(SHARE * len(vectors)), replace=False))
            web = None
            with contextlib.suppress(TableError):
                prepared = projection.prepare(vectors[rows], self.settings.metric)
                web = weave(prepared, 1, wanted, None, self.should_stop)
            found.append((rows, web))
        return found

    def first(self, key: str) -> Projection | None:
        """The map itself; None where it cannot be drawn."""
        return self._draw(key, self.scene.web, {})

    def others(self, key: str, changed: str, drawn: Projection) -> list[Run]:
        """The other runs of a map that is drawn already."""
        if changed == "resampled":
            made = [(rows, self._draw(key, web, {})) for rows, web in self.samples]
            return [self.run_of(key, changed, one, rows) for rows, one in made if one is not None]
        if changed == "seeds":
            seeds = (self.settings.seed + number for number in range(1, self.runs + 1))
            several = [self._draw(key, self.scene.web, {}, seed, random_start=True) for seed in seeds]
        else:
            several = [self._rescaled(key, FACTORS[changed], drawn)]
        return [self.run_of(key, changed, one) for one in several if one is not None]

    def run_of(self, key: str, changed: str, drawn: Projection, rows: np.ndarray | None = None) -> Run:
        """A map as it is compared; rows: the places of its rows, None for all."""
        rows = np.arange(len(drawn.coordinates)) if rows is None else rows
        if changed == "seeds":
            said = {"seed": drawn.seed, "start": drawn.details.get("start")}
        elif changed == "resampled":
            said = {"rows": len(rows)}
        else:
            reach = METHODS[key].reach or ""
            said = {reach: drawn.settings[reach]}
        return Run(rows, drawn.coordinates, said)

    def _rescaled(self, key: str, factor: float, drawn: Projection) -> Projection | None:
        """The map with another reach; None where it is the same as before."""
        reach = METHODS[key].reach or ""
        setting = next(one for one in parameters(METHODS[key].Settings) if one.name == reach)
        value = min(max(drawn.settings[reach] * factor, setting.low or 0), setting.high or np.inf)
        chosen = {reach: round(value) if setting.whole else value}
        web = self.scene.web
        wanted = METHODS[key].neighbours(replace(self.settings.of_method(key), **chosen))
        if wanted > web.distinct.ids.shape[1]:
            web = weave(web.rows, 1, wanted, None, self.should_stop)
        again = self._draw(key, web, chosen)
        return None if again is None or again.settings == drawn.settings else again

    def _draw(
        self, key: str, web: Web | None, chosen: Mapping[str, Any], seed: int | None = None, random_start: bool = False
    ) -> Projection | None:
        """One map; None where it cannot be drawn. Raises JobError `job.stopped`."""
        if self.should_stop():
            raise JobError("job.stopped")

        def report(done: int, total: int, stage: str) -> None:
            self.report(self.done * _STEPS + _STEPS * done // max(total, 1), self.total * _STEPS, STAGE)

        drawn = None
        if web is not None:
            problem = Problem(web.rows, web.distinct, self.settings.seed if seed is None else seed, random_start)
            asked = {**self.settings.parameters.get(key, {}), **chosen}
            with contextlib.suppress(TableError):
                drawn = projection.fit(key, problem, asked, report, self.should_stop)
        if drawn is not None and drawn.details.get("stopped"):
            raise JobError("job.stopped")
        self.done += 1
        report(0, 1, STAGE)
        return drawn
