"""Twins: tables without structure that are drawn and judged as the real one, and what their maps get."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from embedlab import projection
from embedlab.distortion.readings import MAX_GROUPS, group
from embedlab.errors import JobError, TableError
from embedlab.neighbours.metric import directions
from embedlab.projection import Report, ShouldStop

if TYPE_CHECKING:  # a scene holds the cases of checks, and those hold twins
    from embedlab.distortion.scene import Scene
    from embedlab.distortion.selection import MapsSettings

Kind = Literal["gaussian", "shuffled"]
OnTwins = Callable[[dict[str, "Twins"]], None]
# Two-sided 95 % points of Student's t with B - 1 degrees of freedom, for B = 2, 3, ... maps.
_T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


@dataclass(frozen=True, eq=False)
class Twins:
    """The maps of B twins by one method.

    values:      by key of MEASURES, (B,) float64: what each twin's map gets. A measure that does not apply is absent.
    coordinates: (B, n, 2) float32, the twins' maps, so that the real one can be hidden among them.
    """

    kind: Kind
    values: Mapping[str, np.ndarray]
    coordinates: np.ndarray

    def mean(self, key: str) -> float | None:
        """The `null` of a measure; None where it does not apply."""
        return float(self.values[key].mean()) if key in self.values else None

    def band(self, key: str) -> tuple[float, float] | None:
        """Where one more twin would lie in 95 of 100 cases: mean +- t(.975, B - 1) sd sqrt(1 + 1 / B).

        None for a measure that does not apply and for a single twin.
        """
        values = self.values.get(key)
        if values is None or len(values) < 2:
            return None
        t = _T_95[min(len(values) - 2, len(_T_95) - 1)]
        half = t * float(values.std(ddof=1)) * (1 + 1 / len(values)) ** 0.5
        return float(values.mean()) - half, float(values.mean()) + half

    def to_arrays(self) -> tuple[dict[str, Any], np.ndarray]:
        """A JSON document and the coordinates, from which `from_arrays` builds the same."""
        return {"kind": self.kind, "values": {key: found.tolist() for key, found in self.values.items()}}, (
            self.coordinates
        )

    @classmethod
    def from_arrays(cls, document: Mapping[str, Any], coordinates: np.ndarray) -> Twins:
        """The inverse of `to_arrays`."""
        values = {key: np.array(found) for key, found in document["values"].items()}
        return cls(document["kind"], values, coordinates)


def usual(rows: int) -> int:
    """How many twins are worth their time: 5 up to 2,000 rows, 3 up to 10,000 (they vary little there), then none."""
    return 5 if rows <= 2_000 else 3 if rows <= 10_000 else 0


def twin(points: np.ndarray, kind: Kind, random: np.random.Generator) -> np.ndarray:
    """Rows (n, d) without structure of their own.

    gaussian: normal rows given that their mean and covariance are exactly those of the points, whatever its rank: the
    spectrum stays, groups and everything else goes. Were only the law's covariance that of the points, its sample would
    have a wider spectrum, and a table that is Gaussian itself would differ from its twins. shuffled: every column in
    an order of its own; the correlations go too, which is easy to beat.
    """
    if kind == "shuffled":
        return random.permuted(points, axis=0)
    mean = points.mean(axis=0)
    root = _root(points - mean)  # (r, d)
    frame, turns = np.linalg.qr(_centred(random.normal(size=(len(points), len(root)))))
    return mean + frame * np.where(np.diag(turns) < 0, -1, 1) @ root


def _centred(points: np.ndarray) -> np.ndarray:
    return points - points.mean(axis=0)


def _root(centred: np.ndarray) -> np.ndarray:
    """R (r, d) with R'R = X'X for centred rows X (n, d), r = min(d, n - 1)."""
    n, d = centred.shape
    if d < n:
        sizes, axes = np.linalg.eigh(centred.T @ centred)
        return np.sqrt(np.maximum(sizes, 0))[:, None] * axes.T
    return np.linalg.eigh(centred @ centred.T)[1][:, 1:].T @ centred  # the first axis is the mean, which is 0


def twin_rows(vectors: np.ndarray, metric: str, kind: Kind, number: int, seed: int) -> projection.Rows:
    """Twin `number` of a table's rows (n, d) under a metric, the same for the same seed.

    Under cosine it is a twin of the unit rows, brought back to length 1: the spread of directions stays. Under dot
    product it is one of the rows themselves: norms then vary as those of normal rows do, which is part of the null.
    """
    random = np.random.default_rng([seed, number, ("gaussian", "shuffled").index(kind)])
    points = directions(vectors) if metric == "cosine" else vectors / np.abs(vectors).max()
    return projection.prepare(twin(points, kind, random), metric)


def draw_twins(
    scene: Scene,
    settings: MapsSettings,
    methods: Sequence[str],
    kind: Kind,
    number: int,
    report: Report,
    should_stop: ShouldStop,
    on_twins: OnTwins = lambda twins: None,
) -> tuple[dict[str, Twins], bool]:
    """The twins of a scene by every method, with the settings and the seed of the map; and whether it was stopped.

    `on_twins` gets all that stand after each twin. A twin that cannot be drawn (two dimensions under cosine may have
    none) is left out, and a method without twins too. After a stop those that are complete stand.
    """
    found: dict[str, list[tuple[dict[str, float], np.ndarray]]] = {key: [] for key in methods}
    for index in range(number):
        try:
            made = _draw_one(scene, settings, methods, kind, index, (number, report), should_stop)
        except TableError:
            continue
        except JobError as error:
            if error.code != "job.stopped":
                raise
            return _gathered(kind, found), True
        for key, one in made.items():
            found[key].append(one)
        on_twins(_gathered(kind, found))
    return _gathered(kind, found), False


def _gathered(kind: Kind, found: Mapping[str, list[tuple[dict[str, float], np.ndarray]]]) -> dict[str, Twins]:
    """A measure that some twin of a method lacks is left out."""
    twins = {}
    for key, several in found.items():
        if several:
            shared = set.intersection(*(set(values) for values, _ in several))
            values = {name: np.array([one[name] for one, _ in several]) for name in several[0][0] if name in shared}
            twins[key] = Twins(kind, values, np.stack([dots for _, dots in several]).astype(np.float32))
    return twins


def _draw_one(
    scene: Scene,
    settings: MapsSettings,
    methods: Sequence[str],
    kind: Kind,
    index: int,
    progress: tuple[int, Report],
    should_stop: ShouldStop,
) -> dict[str, tuple[dict[str, float], np.ndarray]]:
    """By method, what the measures say of one twin's map, and its dots (n, 2)."""
    from embedlab.distortion import MEASURES
    from embedlab.distortion.scene import neighbours_wanted, see, weave

    number, report = progress
    rows = twin_rows(scene.vectors, settings.metric, kind, index, settings.seed)
    web = weave(rows, scene.case.k, neighbours_wanted(settings), None, should_stop)
    groups = group(rows, None, settings.seed, len(scene.groups.large) if scene.groups else MAX_GROUPS)
    made = {}
    for place, key in enumerate(methods):
        if should_stop():
            raise JobError("job.stopped")
        report(index * len(methods) + place, number * len(methods), "twins")
        chosen = settings.parameters.get(key, {})
        drawn, seen = see(
            key, web, chosen, settings.seed, groups, scene.counted, lambda done, total, stage: None, should_stop
        )
        if drawn.details.get("stopped"):
            raise JobError("job.stopped")
        looked = {name: measure.look(seen) for name, measure in MEASURES.items()}
        made[key] = {name: one.value for name, one in looked.items() if one is not None}, drawn.coordinates
    report((index + 1) * len(methods), number * len(methods), "twins")
    return made
