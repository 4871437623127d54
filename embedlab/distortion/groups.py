"""Tests whether a group of rows that was seen on a map, or named, is a group in the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from embedlab import projection
from embedlab.declaration import Declaration
from embedlab.distortion.group_evidence import Evidence, Scene, best, evidence, silhouette_of, split
from embedlab.distortion.group_words import finding_of
from embedlab.distortion.scene import Web, look, weave
from embedlab.distortion.screen import screen_groups
from embedlab.distortion.selection import MapsSettings
from embedlab.distortion.twins import twin_rows
from embedlab.errors import JobError, QueryError, TableError
from embedlab.findings import Finding
from embedlab.projection import METHODS, Problem, Report, ShouldStop
from embedlab.table import EmbeddingTable

Verdict = Literal["supported", "not_supported", "split", "undecided"]

TWINS = 19  # the least number with which one in twenty can be told: 1 / (19 + 1) = .05
MAP_TWINS = 3  # of them are drawn too, for what their maps would have shown
RARE = 0.05
MIN_ROWS = 5  # fewer rows have no inside; and as many must be left outside
CROSSING = 0.05  # two halves of a group with no more of their links between them are two groups
LISTED = 50  # rows of each list


@dataclass(frozen=True)
class Compared:
    """One number of a group beside the best groups of the twins. p: share of twins, the group counted among them, in
    which a picked group of as many rows is at least as separate; None where there is nothing to compare."""

    value: float | None
    twins: tuple[float, ...]
    p: float | None

    @classmethod
    def of(cls, value: float | None, twins: Sequence[float | None], larger: bool = False) -> Compared:
        """`value` beside that of each twin, None where a twin has none. larger: whether larger is more separate."""
        known = tuple(one for one in twins if one is not None)
        if value is None or not known:
            return cls(value, known, None)
        as_good = sum(one >= value if larger else one <= value for one in known)
        return cls(value, known, (1 + as_good) / (1 + len(known)))


@dataclass(frozen=True)
class GroupTest:
    """One tested group. Ids are ids in the table, ascending; rows that are not drawn are `left_out`.

    table, map:  silhouette of the same rows in the table and on the map, against as many rows outside nearest to them.
    conductance: share of the group's neighbour links that cross its border.
    inner:       share of the links inside that run between its two halves; `halves` are their sizes.
    missing:     rows outside that are true neighbours of rows inside: `{"id", "count"}`, most often first, LISTED of
                 `n_missing`.
    strangers:   rows inside most of whose true neighbours are outside: `{"id", "inside"}`, fewest first, LISTED of
                 `n_strangers`; inside counts their neighbours in the group, of k.
    """

    name: str
    grouped_by: str
    ids: tuple[int, ...]
    left_out: tuple[int, ...]
    declaration: Declaration
    verdict: Verdict
    table: Compared
    map: Compared
    conductance: Compared
    inner: Compared
    halves: tuple[int, ...]
    missing: tuple[dict[str, int], ...]
    n_missing: int
    strangers: tuple[dict[str, int], ...]
    n_strangers: int
    finding: Finding

    def to_json(self) -> dict[str, Any]:
        """Plain values, from which `from_json` builds the same test."""
        plain = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        compared = {name: dataclasses.asdict(plain[name]) for name in _COMPARED}
        return {**plain, **compared, "declaration": self.declaration.to_json(), "finding": self.finding.to_json()}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> GroupTest:
        """The inverse of `to_json`."""
        tuples = {name: tuple(document[name]) for name in ("ids", "left_out", "halves", "missing", "strangers")}
        compared = {name: _compared(document[name]) for name in _COMPARED}
        declared = document["declaration"]
        declaration = Declaration(**{**declared, "steps": tuple(declared["steps"])})
        finding = finding_of(document["verdict"], document["finding"]["values"])
        return cls(**{**document, **tuples, **compared, "declaration": declaration, "finding": finding})


_COMPARED = ("table", "map", "conductance", "inner")


def _compared(document: Mapping[str, Any]) -> Compared:
    return Compared(document["value"], tuple(document["twins"]), document["p"])


@dataclass(frozen=True)
class Group:
    """Which rows to test: ids in the table. grouped_by: "lasso", "class" or "screen"."""

    ids: Sequence[int]
    name: str = ""
    grouped_by: str = "lasso"


@dataclass(frozen=True)
class LabelsTest:
    """All groups of one labelling at once: Rousseeuw's silhouette of the same labels in the table and on the map.

    Beside them what MAP_TWINS twins get for labels made in the same way on their maps. None where there are fewer than
    two groups, and in the table under dot product.
    """

    grouped_by: str
    groups: int
    table: Compared
    map: Compared

    def to_json(self) -> dict[str, Any]:
        """Plain values, from which `from_json` builds the same test."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> LabelsTest:
        """The inverse of `to_json`."""
        return cls(**{**document, **{name: _compared(document[name]) for name in ("table", "map")}})


@dataclass(frozen=True, eq=False)
class _Stage:
    """The table as it is drawn, and its TWINS twins, of which the first MAP_TWINS have maps.

    A twin is as large as the table: each is made when it is its turn, looked at for all groups, and let go.
    """

    ids: np.ndarray
    classes: Sequence[str | None] | None
    scene: Scene
    twins: Iterator[Scene]
    declaration: Declaration


def judge_group(
    table: EmbeddingTable,
    settings: MapsSettings,
    method: str,
    group: Group,
    coordinates: np.ndarray | None = None,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
) -> GroupTest:
    """The test of one group; see `judge_groups`."""
    return judge_groups(table, settings, method, [group], coordinates, report, should_stop)[0]


def judge_groups(
    table: EmbeddingTable,
    settings: MapsSettings,
    method: str,
    groups: Sequence[Group],
    coordinates: np.ndarray | None = None,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
) -> list[GroupTest]:
    """Each group beside groups that were picked, as well as they can be, in tables without groups.

    What is permuted: nothing. Labels shuffled over the rows would be too easy an opponent, for a lassoed group is
    compact, and compact groups cross few links in every table. Instead TWINS Gaussian tables with the same mean and
    covariance are searched for the most separate group of as many rows (`group_evidence.best`). On a Gaussian table the
    group and its rivals come from the same law, but the rivals are picked at least as well, so the rank of the group
    among them is a p-value (Besag & Clifford 1989): at most 5 % of such groups reach p = .05. A class is not picked by
    sight; for it the test is stricter than it must be.

    coordinates (n, 2): the map of the rows that `choose_rows` chose and that can be drawn; None draws it anew.
    Raises QueryError `query.group_not_drawn` where no row of a group is drawn, what `prepare` and `projection.fit`
    raise, and JobError `job.stopped`.
    """
    stage = _prepare(table, settings, method, coordinates, report, should_stop)
    return _test_all(stage, groups, settings.seed, should_stop)


def judge_labels(
    table: EmbeddingTable,
    settings: MapsSettings,
    method: str,
    grouped_by: str,
    coordinates: np.ndarray | None = None,
    report: Report = lambda done, total, stage: None,
    should_stop: ShouldStop = lambda: False,
) -> tuple[LabelsTest, list[GroupTest]]:
    """The groups that HDBSCAN sees on the map ("screen"), or the classes of the table ("classes"), largest first.

    Parameters and errors are those of `judge_groups`. A table without classes has no groups of them.
    """
    stage = _prepare(table, settings, method, coordinates, report, should_stop)
    labels, names = _labelled(stage, grouped_by)
    one_by_one = [Group(stage.ids[labels == label].tolist(), name, grouped_by) for label, name in enumerate(names)]
    theirs: dict[str, list[float | None]] = {"table": [], "map": []}

    def on_twin(twin: Scene) -> None:
        if twin.coordinates is not None:
            made = _alike(twin, grouped_by, len(names), settings.seed)
            for space, found in theirs.items():
                found.append(_silhouette(twin, space, made))

    tested = _test_all(stage, one_by_one, settings.seed, should_stop, on_twin)
    both = {
        space: Compared.of(_silhouette(stage.scene, space, labels), found, larger=True)
        for space, found in theirs.items()
    }
    return LabelsTest(grouped_by, len(names), **both), tested


def _test_all(
    stage: _Stage,
    groups: Sequence[Group],
    seed: int,
    should_stop: ShouldStop,
    on_twin: Callable[[Scene], None] | None = None,
) -> list[GroupTest]:
    members = [_member(stage, group) for group in groups]
    sizes = [int(member.sum()) for member in members]
    rivals: dict[int, list[Evidence]] = {size: [] for size in sizes if MIN_ROWS <= size <= len(stage.ids) - MIN_ROWS}
    for twin in stage.twins if rivals or on_twin else ():
        for size, found in rivals.items():
            if should_stop():
                raise JobError("job.stopped")
            found.append(best(twin, size, seed))
        if on_twin:
            on_twin(twin)
    return [
        _test(stage, group, member, rivals.get(size, []))
        for group, member, size in zip(groups, members, sizes, strict=True)
    ]


def _member(stage: _Stage, group: Group) -> np.ndarray:
    """Which of the rows drawn are in a group, (n,) bool."""
    member = np.isin(stage.ids, np.asarray(group.ids, dtype=np.int64))
    if not member.any():
        rows = len(np.unique(np.asarray(group.ids)))
        raise QueryError("query.group_not_drawn", name=group.name, rows=rows, shown=len(stage.ids))
    return member


def _labelled(stage: _Stage, grouped_by: str) -> tuple[np.ndarray, list[str]]:
    """A label per row (n,), -1 for none, and the names of the labels, largest group first."""
    if grouped_by == "screen":
        labels = screen_groups(_drawn(stage.scene))
        return labels, [str(label + 1) for label in range(labels.max() + 1)]
    classes = np.array([name or "" for name in stage.classes or [""] * len(stage.ids)])
    names, sizes = np.unique(classes[classes != ""], return_counts=True)
    names = names[np.argsort(-sizes, kind="stable")]
    labels = np.full(len(classes), -1)
    for label, name in enumerate(names):
        labels[classes == name] = label
    return labels, names.tolist()


def _alike(twin: Scene, grouped_by: str, groups: int, seed: int) -> np.ndarray:
    """Labels of a twin, made from its map: as an eye sees groups, or as many as there are classes."""
    points = _drawn(twin)
    if grouped_by == "screen" or not 2 <= groups < len(points):
        return screen_groups(points)
    from sklearn.cluster import KMeans

    return KMeans(groups, random_state=seed).fit_predict(points)


def _drawn(scene: Scene) -> np.ndarray:
    if scene.coordinates is None:
        raise ValueError("this scene has no map")
    return scene.coordinates


def _silhouette(scene: Scene, space: str, labels: np.ndarray) -> float | None:
    if space == "table":
        return silhouette_of(scene.values, labels) if scene.distances else None
    return silhouette_of(_drawn(scene), labels)


def _prepare(
    table: EmbeddingTable,
    settings: MapsSettings,
    method: str,
    coordinates: np.ndarray | None,
    report: Report,
    should_stop: ShouldStop,
) -> _Stage:
    found, _ = look(table, dataclasses.replace(settings, methods=(method,)), report, should_stop)
    parameters, k, metric = settings.parameters.get(method, {}), found.case.k, settings.metric

    def staged(web: Web, coordinates: np.ndarray | None) -> Scene:
        return Scene(web.rows.values, web.graph.ids, coordinates, distances=metric != "dot")

    def mapped(web: Web) -> np.ndarray:
        problem = Problem(web.rows, web.distinct, settings.seed)
        return projection.fit(method, problem, parameters, lambda *_: None, should_stop).coordinates

    given = coordinates is not None and len(coordinates) == len(found.case.ids)
    scene = staged(found.web, np.asarray(coordinates, dtype=np.float64) if given else mapped(found.web))

    def twins() -> Iterator[Scene]:
        wanted, made, lost = METHODS[method].neighbours(settings.of_method(method)), 0, 0
        while made < TWINS:
            report(made, TWINS, "twins")
            try:
                rows = twin_rows(found.vectors, metric, "gaussian", made + lost, settings.seed)
                web = weave(rows, k, wanted if made < MAP_TWINS else 0, None, should_stop)
                twin = staged(web, mapped(web) if made < MAP_TWINS else None)
            except TableError:  # the next takes its place: with fewer than TWINS no group could be supported
                lost += 1
                if lost == TWINS:
                    raise
                continue
            made += 1
            yield twin

    declared = {**found.declaration.parameters, **parameters, "twins": TWINS, "map_twins": MAP_TWINS}
    declaration = dataclasses.replace(found.declaration, method=method, parameters=declared)
    classes = None if table.classes is None else [table.classes[row] for row in found.case.ids]
    return _Stage(found.case.ids, classes, scene, twins(), declaration)


def _test(stage: _Stage, group: Group, member: np.ndarray, rivals: Sequence[Evidence]) -> GroupTest:
    """One group, the rows `member` (n,). rivals: the best group of each twin; none where it cannot be tested."""
    size, testable = int(member.sum()), bool(rivals)
    own = evidence(stage.scene, member) if testable else Evidence(1.0, None, None, None)
    found = {
        "table": Compared.of(own.table, [one.table for one in rivals], larger=True),
        "map": Compared.of(own.map, [one.map for one in rivals], larger=True),
        "conductance": Compared.of(own.conductance if testable else None, [one.conductance for one in rivals]),
        "inner": Compared.of(own.inner, [one.inner for one in rivals]),
    }
    halves = split(stage.scene, member) if testable else None
    parts = () if halves is None else (int(size - halves.sum()), int(halves.sum()))
    verdict = verdict_of(found)
    missing, strangers = _missing(stage, member), _strangers(stage, member)
    values = {
        "name": group.name,
        "rows": size,
        "of": len(member),
        "needed": MIN_ROWS,
        "twins": len(rivals),
        **{f"{name}_{part}": value for name, one in found.items() for part, value in _said(one).items()},
        "missing": len(missing),
        "strangers": len(strangers),
        "first": parts[0] if parts else None,
        "second": parts[1] if parts else None,
        "tested": testable,
    }
    return GroupTest(
        name=group.name,
        grouped_by=group.grouped_by,
        ids=tuple(stage.ids[member].tolist()),
        left_out=tuple(np.setdiff1d(np.asarray(group.ids, dtype=np.int64), stage.ids).tolist()),
        declaration=stage.declaration,
        verdict=verdict,
        **found,
        halves=parts,
        missing=tuple(missing[:LISTED]),
        n_missing=len(missing),
        strangers=tuple(strangers[:LISTED]),
        n_strangers=len(strangers),
        finding=finding_of(verdict, values),
    )


def _said(one: Compared) -> dict[str, float | None]:
    middle = float(np.median(one.twins)) if one.twins else None
    return {"value": one.value, "twin": middle, "p": one.p}


def verdict_of(found: Mapping[str, Compared]) -> Verdict:
    """Two groups in one, a group, none, or no answer: where links and distances disagree.

    found: "conductance", "table" and "inner".
    """
    links, distances, inner = found["conductance"], found["table"], found["inner"]
    if links.p is None:
        return "undecided"
    separate = links.p <= RARE
    if separate and inner.p is not None and inner.p <= RARE and (inner.value or 0.0) <= CROSSING:
        return "split"
    if distances.p is not None and separate != (distances.p <= RARE):
        return "undecided"
    return "supported" if separate else "not_supported"


def _missing(stage: _Stage, member: np.ndarray) -> list[dict[str, int]]:
    near = stage.scene.near[member]
    counts = np.bincount(near[~member[near]], minlength=len(member))
    order = np.argsort(-counts, kind="stable")[: int((counts > 0).sum())]
    return [{"id": int(stage.ids[row]), "count": int(counts[row])} for row in order]


def _strangers(stage: _Stage, member: np.ndarray) -> list[dict[str, int]]:
    """Rows inside with more than half of the neighbours that could be inside elsewhere."""
    inside = member[stage.scene.near].sum(axis=1)  # (n,)
    possible = min(stage.scene.near.shape[1], int(member.sum()) - 1)
    rows = np.flatnonzero(member & (2 * inside < possible))
    rows = rows[np.argsort(inside[rows], kind="stable")]
    return [{"id": int(stage.ids[row]), "inside": int(inside[row])} for row in rows]
