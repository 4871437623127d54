"""Maps and their judgement as values, and how they travel through a file."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from embedlab.declaration import Declaration
from embedlab.distortion import CHECKS, MEASURES
from embedlab.distortion.check import NullCase, run
from embedlab.distortion.readings import Readings
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins
from embedlab.findings import Evidence, Finding
from embedlab.neighbours import Graph
from embedlab.projection import Projection
from embedlab.wording import Sentence


@dataclass(frozen=True, eq=False)
class JudgedMap:
    """One map and what is true of it. Rows are positions in `Maps.ids`.

    measures:  by key of MEASURES, what `take` of `measure` says; what the twins say is in it where they were drawn.
    kept:      (n,) float32, share of the k true neighbours that the map keeps; the rest of its k dots are false.
    trust, continuity: (n,) float32, those measures of each row; NaN where its ranks were not counted.
    worst:     (n,) int32, how near the table really puts the worst of the k nearest dots; 0 where not counted.
    stretch:   (n,) float32, above 0 where true neighbours are drawn too far apart, below 0 where too near; may be NaN.
    near:      (n, k) int32, the k nearest dots of each dot, nearest first.
    true_rank: (n, k) int32, how near the table really puts each of them (1 = nearest); 0 where not counted.
    false:     (n, k) bool, which of them are no true neighbours.
    torn:      (n, k) bool, which of the k true neighbours (`Maps.graph.ids`) are not kept.
    twins, shuffled: the maps of Gaussian twins, and of the table with shuffled columns; None until they are drawn.
    stability: by what was changed, how much of the map came back; empty until it is tested.
    """

    projection: Projection
    declaration: Declaration
    measures: dict[str, dict[str, Any]]
    readings: Readings
    kept: np.ndarray
    trust: np.ndarray
    continuity: np.ndarray
    worst: np.ndarray
    stretch: np.ndarray
    near: np.ndarray
    true_rank: np.ndarray
    false: np.ndarray
    torn: np.ndarray
    findings: tuple[Finding, ...]
    seconds: float
    twins: Twins | None = None
    shuffled: Twins | None = None
    stability: Mapping[str, Stability] = field(default_factory=dict)

    ARRAYS = ("kept", "trust", "continuity", "worst", "stretch", "near", "true_rank", "false", "torn")

    def with_twins(self, twins: Twins) -> JudgedMap:
        """The same with twins of one kind, and what checks find in them."""
        if twins.kind == "shuffled":
            return dataclasses.replace(self, shuffled=twins)  # easy to beat: no check asks for it
        measures = {key: _with_null(key, found, twins) for key, found in self.measures.items()}
        return dataclasses.replace(self, measures=measures, twins=twins)._checked()

    def with_stability(self, stability: Mapping[str, Stability]) -> JudgedMap:
        """The same with more that was tested, and what checks find in it."""
        return dataclasses.replace(self, stability={**self.stability, **stability})._checked()

    def _checked(self) -> JudgedMap:
        case = NullCase(self.near.shape[1], self.measures, self.twins, self.stability)
        others = (one for one in self.findings if one.code not in CHECKS or CHECKS[one.code].scope != "null")
        return dataclasses.replace(self, findings=(*run(CHECKS, case), *others))

    def to_arrays(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """A JSON document and named arrays, from which `from_arrays` builds the same map."""
        projection = {name: value for name, value in self.projection.__dict__.items() if name != "coordinates"}
        document = {
            "projection": projection,
            "declaration": self.declaration.to_json(),
            "measures": self.measures,
            "readings": self.readings.to_json(),
            "findings": [_packed(finding) for finding in self.findings],
            "seconds": self.seconds,
        }
        arrays = {"coordinates": self.projection.coordinates}
        arrays |= {name: getattr(self, name) for name in self.ARRAYS}
        for name in ("twins", "shuffled"):
            twins = getattr(self, name)
            if twins is not None:
                document[name], arrays[f"{name}_coordinates"] = twins.to_arrays()
        document["stability"] = {}
        for name, found in self.stability.items():
            document["stability"][name], arrays[f"{name}_overlap"] = found.to_arrays()
        return document, arrays

    @classmethod
    def from_arrays(cls, document: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> JudgedMap:
        """The inverse of `to_arrays`."""
        return cls(
            projection=Projection(coordinates=arrays["coordinates"], **document["projection"]),
            declaration=_declaration(document["declaration"]),
            measures=document["measures"],
            readings=Readings(**document["readings"]),
            findings=tuple(_unpacked(finding) for finding in document["findings"]),
            seconds=document["seconds"],
            **{name: arrays[name] for name in cls.ARRAYS},
            twins=_twins("twins", document, arrays),
            shuffled=_twins("shuffled", document, arrays),
            stability={
                name: Stability.from_arrays(found, arrays[f"{name}_overlap"])
                for name, found in document.get("stability", {}).items()
            },
        )


@dataclass(frozen=True, eq=False)
class Maps:
    """The maps of one table.

    ids:      (n,) int64, ascending: the rows drawn, ids in the table.
    excluded: ids of chosen rows that could not be drawn, under "zero" and "non_finite".
    graph:    the k true neighbours of each row among the rows drawn, as positions in `ids`; values in the metric.
    maps:     by method key, in the order drawn; shorter than asked after a stop.
    findings: what concerns all maps; each map has its own.
    """

    declaration: Declaration
    ids: np.ndarray
    excluded: dict[str, list[int]]
    graph: Graph
    maps: dict[str, JudgedMap] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    stopped: bool = False

    def with_map(self, key: str, judged: JudgedMap) -> Maps:
        """The same with one more map."""
        return dataclasses.replace(self, maps={**self.maps, key: judged})

    def with_twins(self, twins: Mapping[str, Twins]) -> Maps:
        """The same with twins of one kind, by method; those of maps that do not stand are left out."""
        maps = {key: one.with_twins(twins[key]) if key in twins else one for key, one in self.maps.items()}
        return dataclasses.replace(self, maps=maps)

    def with_stability(self, stability: Mapping[str, Mapping[str, Stability]]) -> Maps:
        """The same with what was tested, by method and by what was changed."""
        maps = {key: one.with_stability(stability.get(key, {})) for key, one in self.maps.items()}
        return dataclasses.replace(self, maps=maps)

    @property
    def in_degree(self) -> np.ndarray:
        """How many rows have each row among their k nearest, (n,) int64: hubs have many."""
        return np.bincount(self.graph.ids.ravel(), minlength=len(self.ids))

    def to_arrays(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """A JSON document, and arrays named "ids", "graph_ids", "graph_values", "pca_coordinates", ..."""
        arrays = {"ids": self.ids, "graph_ids": self.graph.ids, "graph_values": self.graph.values}
        maps = {}
        for key, judged in self.maps.items():
            maps[key], own = judged.to_arrays()
            arrays |= {f"{key}_{name}": array for name, array in own.items()}
        document = {
            "declaration": self.declaration.to_json(),
            "metric": self.graph.metric,
            "excluded": self.excluded,
            "maps": maps,
            "findings": [_packed(finding) for finding in self.findings],
            "stopped": self.stopped,
        }
        return document, arrays

    @classmethod
    def from_arrays(cls, document: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Maps:
        """The inverse of `to_arrays`."""
        maps = {}
        for key, part in document["maps"].items():
            own = {name.removeprefix(f"{key}_"): array for name, array in arrays.items()}
            maps[key] = JudgedMap.from_arrays(part, own)
        return cls(
            declaration=_declaration(document["declaration"]),
            ids=arrays["ids"],
            excluded=dict(document["excluded"]),
            graph=Graph(ids=arrays["graph_ids"], values=arrays["graph_values"], metric=document["metric"]),
            maps=maps,
            findings=tuple(_unpacked(finding) for finding in document["findings"]),
            stopped=document["stopped"],
        )


def _twins(name: str, document: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Twins | None:
    return Twins.from_arrays(document[name], arrays[f"{name}_coordinates"]) if name in document else None


def _with_null(key: str, found: Mapping[str, Any], twins: Twins) -> dict[str, Any]:
    """A measure with what the twins get: their mean, the band of one more, and each of them."""
    band = twins.band(key)
    low, high = MEASURES[key].cut(*band) if band else (None, None)
    values = twins.values[key].tolist() if key in twins.values else []
    return {**found, "null": twins.mean(key), "null_low": low, "null_high": high, "twins": values}


def _packed(finding: Finding) -> dict[str, Any]:
    return dataclasses.asdict(finding)


def _unpacked(packed: Mapping[str, Any]) -> Finding:
    evidence = packed["evidence"]
    return Finding(
        **{
            **packed,
            "sentence": Sentence(**packed["sentence"]),
            "evidence": None if evidence is None else _evidence(evidence),
        }
    )


def _evidence(packed: Mapping[str, Any]) -> Evidence:
    sentences = {name: Sentence(**packed[name]) for name in ("x_title", "y_title")}
    names = tuple(Sentence(**name) for name in packed["names"])
    return Evidence(**{**packed, **sentences, "x": tuple(packed["x"]), "y": tuple(packed["y"]), "names": names})


def _declaration(document: Mapping[str, Any]) -> Declaration:
    return Declaration(**{**document, "steps": tuple(document["steps"])})
