"""How often each check speaks when it should, and when not: `python -m bench.calibration [TABLES] [CODE ...]`.

For each check that names a fault, TABLES (200) small tables or maps with the fault planted and as many without it. A
check passes when the 95 % Wilson interval of its hit rate reaches 95 % and that of its false alarms reaches 5 %. Prints
JSON; a run of all checks also writes docs/calibration.md. tests/distortion/test_calibration.py runs a handful of each.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np

from embedlab.distortion import CHECKS, MEASURES
from embedlab.distortion.check import MapCase, NullCase, TableCase
from embedlab.distortion.checks import noise_like as noise_like_check
from embedlab.distortion.group_evidence import Scene, best, evidence
from embedlab.distortion.groups import Compared, verdict_of
from embedlab.distortion.measure import Seen, take
from embedlab.distortion.ranks import rank
from embedlab.distortion.readings import Groups, Readings
from embedlab.distortion.screen import screen_groups
from embedlab.distortion.stability import Run, compare
from embedlab.distortion.twins import Twins, twin
from embedlab.neighbours import graph
from embedlab.projection import METHODS, Problem, Projection, fit, prepare
from embedlab.projection.methods.pca import principal

TABLES, K, TWINS, GROUP_TWINS = 200, 15, 5, 19
REACH, ALARMS = 0.95, 0.05
PAGE = Path(__file__).resolve().parent.parent / "docs" / "calibration.md"
_READ = ("density_r", "centroid_rho")  # the measures that the checks below look at

Random = np.random.Generator


# --- cases: what a check looks at, without anything that it does not


def table_case(vectors: np.ndarray) -> TableCase:
    rows = prepare(vectors, "euclidean")
    k = min(K, (len(vectors) - 1) // 2)
    near = graph(rows.values[rows.distinct], "euclidean", min(k, len(rows.distinct) - 1))
    none = np.array([], dtype=np.int64)
    return TableCase(rows, np.arange(len(vectors)), none, none, k, K, {}, None, near.ids, near.values)


def map_case(
    vectors: np.ndarray,
    coordinates: np.ndarray,
    method: str = "tsne",
    labels: np.ndarray | None = None,
    details: dict[str, Any] | None = None,
) -> MapCase:
    """A map whose dots are known: what is planted in it is planted by hand."""
    table = table_case(vectors)
    ranks = rank(table.rows, graph(table.rows.values, "euclidean", table.k), coordinates, table.k)
    groups = None if labels is None else Groups(labels, "classes")
    taken = {key: take(MEASURES[key], Seen(table.rows, coordinates, ranks, groups, 0)) for key in _READ}
    measures = {key: found for key, found in taken.items() if found is not None}
    drawn = Projection(coordinates, method, {}, 0, details or {})
    return MapCase(table, METHODS[method], drawn, ranks, Readings.of(measures, groups), measures, groups)


def pca_case(vectors: np.ndarray) -> MapCase:
    coordinates, explained = principal(vectors)
    return map_case(vectors, coordinates, "pca", details={"explained": explained.tolist()})


def judged(vectors: np.ndarray) -> dict[str, float]:
    """What the checks of twins look at, of the PCA map."""
    rows, (coordinates, _) = prepare(vectors, "euclidean"), principal(vectors)
    ranks = rank(rows, graph(rows.values, "euclidean", K), coordinates, K)
    seen = Seen(rows, coordinates, ranks, None, 0)
    found = {key: MEASURES[key].look(seen) for key in noise_like_check.BOTH}
    return {key: one.value for key, one in found.items() if one is not None}


# --- tables


def gaussian(random: Random, rows: int = 150, dims: int | None = None) -> np.ndarray:
    """Structureless rows: 3 to 20 dimensions, whose widths fall off at a random rate."""
    dims = int(random.integers(3, 21)) if dims is None else dims
    return random.normal(size=(rows, dims)) * random.uniform(0.6, 1.0) ** np.arange(dims)


def clusters(random: Random, groups: int = 6, size: int = 25, dims: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Groups whose centres lie about ten of their own widths apart, and their labels."""
    labels = np.repeat(np.arange(groups), size)
    return random.normal(size=(groups, dims))[labels] * 3 + random.normal(size=(len(labels), dims)), labels


def plane(random: Random, rows: int = 150, noise: float = 0.01) -> tuple[np.ndarray, np.ndarray]:
    """Rows on a plane in ten dimensions with a trace of noise, and the plane: a map that is true."""
    flat = random.normal(size=(rows, 2))
    turned = np.linalg.qr(random.normal(size=(10, 2)))[0]
    return flat @ turned.T + noise * random.normal(size=(rows, 10)), flat


# --- one trial per check: (random, whether the fault is planted) -> what the check looks at


def neighbours_false(random: Random, planted: bool) -> MapCase:
    return pca_case(random.normal(size=(300, int(random.integers(30, 60)))) if planted else plane(random)[0])


def neighbours_torn(random: Random, planted: bool) -> MapCase:
    vectors, flat = plane(random)
    if planted:
        moved = random.choice(len(flat), int(random.uniform(0.2, 0.5) * len(flat)), replace=False)
        flat[moved] = flat[random.permutation(moved)]
    return map_case(vectors, flat)


def group_torn(random: Random, planted: bool) -> MapCase:
    """One group drawn as two islands, or two groups drawn as two."""
    size, dims = int(random.integers(30, 60)), int(random.integers(2, 10))
    labels = np.repeat([0, 1], size)
    gap = 0.0 if planted else 12.0
    vectors = random.normal(size=(2 * size, dims))
    vectors[:, 0] += gap * labels
    coordinates = random.normal(size=(2 * size, 2)) * 0.5 + 8.0 * labels[:, None]
    return map_case(vectors, coordinates)


def gaps(random: Random, planted: bool) -> MapCase:
    """Islands whose places are drawn at random, or as they are."""
    groups = int(random.integers(6, 21))
    labels = np.repeat(np.arange(groups), 8)
    true = random.normal(size=(groups, 2)) * 10
    shown = random.normal(size=(groups, 2)) * 10 if planted else true + random.normal(size=true.shape)
    vectors = np.pad(true[labels], ((0, 0), (0, 4))) + random.normal(size=(len(labels), 6)) * 0.5
    return map_case(vectors, shown[labels] + random.normal(size=(len(labels), 2)) * 0.5, labels=labels)


def sizes(random: Random, planted: bool) -> MapCase:
    """Groups of different widths, drawn alike or as they are."""
    labels = np.repeat(np.arange(6), 25)
    widths = np.exp(random.permutation(np.linspace(-1.5, 1.5, 6)))[labels, None]
    inside, centres = random.normal(size=(150, 2)), random.normal(size=(6, 2))[labels] * 20
    vectors = np.pad(centres + widths * inside, ((0, 0), (0, 6)))
    return map_case(vectors, centres + (inside if planted else widths * inside), labels=labels)


def pca_outlier(random: Random, planted: bool) -> MapCase:
    vectors = gaussian(random, int(random.integers(60, 200)))
    if planted:
        vectors[0] += random.uniform(10, 30) * np.sqrt(len(vectors) / 150) * vectors.std() * random.choice([-1, 1])
    return pca_case(vectors)


def outlier_hidden(random: Random, planted: bool) -> MapCase:
    """A row far from all others, drawn among them or where it is."""
    vectors = gaussian(random, dims=int(random.integers(3, 8)))
    vectors[0] += random.uniform(15, 30) * vectors.std(axis=0)
    coordinates, _ = principal(vectors)
    if planted:
        others, _ = principal(vectors[1:])
        coordinates = np.concatenate([[np.median(others, axis=0)], others])
    return map_case(vectors, coordinates)


def disconnected(random: Random, planted: bool) -> TableCase:
    vectors = gaussian(random)
    if planted:
        vectors[: int(random.integers(20, 75)), 0] += 40 * vectors.std()
    return table_case(vectors)


def hubs(random: Random, planted: bool) -> TableCase:
    """Rows on a sphere with one at its centre, or Gaussian rows of few dimensions."""
    if not planted:
        return table_case(gaussian(random, dims=int(random.integers(2, 6))))
    rows = random.normal(size=(250, int(random.integers(20, 60))))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[0] = 0
    return table_case(rows)


def near_duplicates(random: Random, planted: bool) -> TableCase:
    vectors = gaussian(random, dims=int(random.integers(2, 12)))
    if planted:
        vectors[1] = vectors[0] + 1e-4 * vectors.std() * random.normal(size=vectors.shape[1])
    return table_case(vectors)


def dimension(random: Random, planted: bool) -> TableCase:
    flat = random.uniform(size=(200, 2))
    turned = np.linalg.qr(random.normal(size=(10, 2)))[0]
    return table_case(random.normal(size=(200, int(random.integers(8, 30)))) if planted else flat @ turned.T)


def unconverged(random: Random, planted: bool) -> MapCase:
    """t-SNE cut short after 100 iterations, or given 750 as by default."""
    vectors = clusters(random)[0] if random.random() < 0.5 else gaussian(random)  # sixty rows are done after 100
    rows = prepare(vectors, "euclidean")
    problem = Problem(rows, graph(rows.values, "euclidean", 31), int(random.integers(2**31)))
    asked = {"perplexity": 10, "early_exaggeration_iter": 0 if planted else 250, "n_iter": 100 if planted else 500}
    drawn = fit("tsne", problem, asked, lambda *_: None, lambda: False)
    return map_case(vectors, drawn.coordinates, details=drawn.details)


def noise_like(random: Random, planted: bool) -> NullCase:
    """A Gaussian table, or six groups, beside five twins; all by PCA."""
    vectors = gaussian(random) if planted else clusters(random)[0]
    twins = [judged(twin(vectors, "gaussian", random)) for _ in range(TWINS)]
    values = {key: np.array([one[key] for one in twins]) for key in twins[0]}
    measures = {key: {"value": value} for key, value in judged(vectors).items()}
    made = Twins("gaussian", values, np.zeros((TWINS, len(vectors), 2), np.float32))
    return NullCase(K, measures, made, {})


def seed_unstable(random: Random, planted: bool) -> NullCase:
    """t-SNE from its own start and from two random ones: of even noise in 10 to 29 dimensions, or of six groups."""
    vectors = random.normal(size=(150, int(random.integers(10, 30)))) if planted else clusters(random)[0]
    rows = prepare(vectors, "euclidean")
    near = graph(rows.values, "euclidean", 31)
    asked = {"perplexity": 10, "early_exaggeration_iter": 100, "n_iter": 250}
    runs = []
    for seed in range(3):
        problem = Problem(rows, near, seed, random_start=seed > 0)
        drawn = fit("tsne", problem, asked, lambda *_: None, lambda: False)
        runs.append(Run(np.arange(len(vectors)), drawn.coordinates, {"seed": seed}))
    seeds = compare(runs, len(vectors), K)
    return NullCase(K, {}, None, {"seeds": seeds} if seeds else {})


def group_supported(random: Random, planted: bool) -> bool:
    """Whether the verdict is "supported": of a planted group, or of one that is seen on a map of a Gaussian table."""
    if planted:
        vectors, labels = clusters(random)
        member = labels == random.integers(6)
    else:
        vectors = gaussian(random)
        member = _seen_in(principal(vectors)[0] if random.random() < 0.5 else _t_sne(vectors), random)
    size = int(member.sum())
    own = evidence(_scene(vectors), member)
    rivals = [best(_scene(twin(vectors, "gaussian", random)), size, number) for number in range(GROUP_TWINS)]
    found = {
        name: Compared.of(getattr(own, name), [getattr(one, name) for one in rivals], larger)
        for name, larger in (("conductance", False), ("table", True), ("map", True), ("inner", False))
    }
    return verdict_of(found) == "supported"


def _scene(vectors: np.ndarray) -> Scene:
    rows = prepare(vectors, "euclidean")
    return Scene(rows.values, graph(rows.values, "euclidean", K).ids, principal(vectors)[0])


def _t_sne(vectors: np.ndarray) -> np.ndarray:
    rows = prepare(vectors, "euclidean")
    problem = Problem(rows, graph(rows.values, "euclidean", 61), 0)
    asked = {"perplexity": 20, "early_exaggeration_iter": 100, "n_iter": 250}
    return fit("tsne", problem, asked, lambda *_: None, lambda: False).coordinates


def _seen_in(coordinates: np.ndarray, random: Random) -> np.ndarray:
    """A group that a person would lasso: one that HDBSCAN sees, else dots around a dot."""
    seen = screen_groups(coordinates)
    if seen.max() >= 0 and random.random() < 0.5:
        return seen == random.integers(seen.max() + 1)
    far = ((coordinates - coordinates[random.integers(len(coordinates))]) ** 2).sum(axis=1)
    return np.isin(np.arange(len(far)), np.argsort(far)[: int(random.integers(10, 60))])


@dataclass(frozen=True)
class Trial:
    """One check and how its fault is planted."""

    code: str
    make: Callable[[Random, bool], Any]
    planted: str
    clean: str
    line: str

    def found(self, seed: int, planted: bool) -> bool:
        """Whether the check speaks on one table."""
        made = self.make(np.random.default_rng([seed, planted]), planted)
        return made if isinstance(made, bool) else CHECKS[self.code].look(made) is not None


TRIALS = [
    Trial("map.neighbours_false", neighbours_false, "PCA of 30 to 60 even dimensions", "a plane", "25 % of the dots"),
    Trial("map.neighbours_torn", neighbours_torn, "20 to 50 % of the dots moved", "a plane", "10 % of neighbours"),
    Trial("map.group_torn", group_torn, "one group drawn as two", "two groups drawn as two", "20 % hidden"),
    Trial("map.gaps", gaps, "6 to 20 islands at random places", "at their places, with noise", "rho .7"),
    Trial("map.sizes", sizes, "groups of unlike widths drawn alike", "drawn as they are", "r .5"),
    Trial("map.pca_outlier", pca_outlier, "one row 10 to 30 widths away", "Gaussian table", "30 % of an axis"),
    Trial("map.outlier_hidden", outlier_hidden, "a far row drawn inside", "drawn outside", "5 deviations"),
    Trial("map.unconverged", unconverged, "t-SNE of 100 iterations", "of 750", "1 % in 50 iterations"),
    Trial("table.disconnected", disconnected, "20 to 75 of 150 rows 40 widths away", "Gaussian table", "2 pieces"),
    Trial("table.hubs", hubs, "the centre of a sphere", "2 to 5 dimensions", "skew 3 or 10 k"),
    Trial("table.near_duplicates", near_duplicates, "one row twice, but for 1e-4", "Gaussian table", "1 % of the gap"),
    Trial("table.dimension", dimension, "8 to 29 even dimensions", "a plane", "3 directions, whole interval"),
    Trial("map.noise_like", noise_like, "Gaussian table, PCA, 5 twins", "six groups", "both bands, 95 % together"),
    Trial(
        "map.seed_unstable", seed_unstable, "10 to 29 even dimensions, t-SNE", "six groups",
        "60 % of the dots and index .8",
    ),
    Trial(
        "map.group_supported", group_supported, "one of six groups",
        "what HDBSCAN or an eye picks on a PCA or t-SNE map of a Gaussian table", "p <= .05 by links and by distances",
    ),
]  # fmt: skip


def wilson(found: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson 1927)."""
    z, rate = 1.96, found / of
    middle, half = rate + z**2 / (2 * of), z * np.sqrt(rate * (1 - rate) / of + z**2 / (4 * of**2))
    return max(0.0, float((middle - half) / (1 + z**2 / of))), float((middle + half) / (1 + z**2 / of))


def calibrate(trial: Trial, tables: int) -> dict[str, Any]:
    start, of = time.process_time(), tables
    hits, alarms = (sum(trial.found(seed, planted) for seed in range(of)) for planted in (True, False))
    hit_interval, alarm_interval = wilson(hits, of), wilson(alarms, of)
    return {
        "code": trial.code,
        "tables": of,
        "hits": hits,
        "hit_interval": [round(end, 3) for end in hit_interval],
        "alarms": alarms,
        "alarm_interval": [round(end, 3) for end in alarm_interval],
        "passed": hit_interval[1] >= REACH and alarm_interval[0] <= ALARMS,
        "cpu_s": round(time.process_time() - start, 1),
    }


def page(results: Sequence[dict[str, Any]]) -> str:
    """docs/calibration.md"""
    by_code = {result["code"]: result for result in results}
    lines = []
    for trial in TRIALS:
        one = by_code[trial.code]
        rates = [
            f"{one[name] / one['tables']:.3f} ({one[key][0]:.2f}-{one[key][1]:.2f})"
            for name, key in (("hits", "hit_interval"), ("alarms", "alarm_interval"))
        ]
        cells = [f"`{trial.code}`", trial.planted, trial.clean, trial.line, str(one["tables"]), *rates]
        lines.append(f"| {' | '.join(cells)} | {'yes' if one['passed'] else 'NO'} |")
    calibrated = {trial.code for trial in TRIALS}
    others = [f"- `{key}`: {check.trigger}" for key, check in CHECKS.items() if key not in calibrated]
    return PAGE_TEXT.format(table="\n".join(lines), others="\n".join(others))


PAGE_TEXT = """# Calibration

Written by `python -m bench.calibration`; do not edit. How often each check speaks when its fault was planted (hits) and
when it was not (false alarms), each with its 95 % Wilson interval. A check passes when the interval of its hits reaches
.95 and that of its false alarms reaches .05. The tables are small (60 to 300 rows), and the planted faults are plain:
the rates say that a check sees what it is made for, not how faint a fault it sees.

| code | planted | clean | line | tables each | hits | false alarms | passed |
|---|---|---|---|---|---|---|---|
{table}

`map.group_supported` is a verdict, not a check: its hits are planted groups that are confirmed, its false alarms groups
of Gaussian tables that are confirmed.

## Not calibrated
These state a fact that is exact (copies, rows left out, a setting that was lowered), or their line is a choice:

{others}
"""


if __name__ == "__main__":
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    wanted = sys.argv[2:]
    results = []
    for trial in TRIALS:
        if not wanted or trial.code in wanted:
            results.append(calibrate(trial, tables))
            print(json.dumps(results[-1]), flush=True)
    if not wanted and tables >= TABLES:
        PAGE.write_text(page(results), "utf-8")
