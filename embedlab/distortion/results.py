"""Maps and their judgement as values, and how they travel through a file."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from embedlab.declaration import Declaration
from embedlab.distortion.readings import Readings
from embedlab.findings import Finding
from embedlab.neighbours import Graph
from embedlab.projection import Projection
from embedlab.wording import Sentence


@dataclass(frozen=True, eq=False)
class JudgedMap:
    """One map and what is true of it. Rows are positions in `Maps.ids`.

    measures:  by key of MEASURES, `{"value", "chance", "null", "low", "high", "k", "rows"}`.
    kept:      (n,) float32, share of the k true neighbours that the map keeps.
    near:      (n, k) int32, the k nearest dots of each dot, nearest first.
    true_rank: (n, k) int32, how near the table really puts each of them (1 = nearest).
    false:     (n, k) bool, which of them are no true neighbours.
    torn:      (n, k) bool, which of the k true neighbours (`Maps.graph.ids`) are not kept.
    """

    projection: Projection
    declaration: Declaration
    measures: dict[str, dict[str, Any]]
    readings: Readings
    kept: np.ndarray
    near: np.ndarray
    true_rank: np.ndarray
    false: np.ndarray
    torn: np.ndarray
    findings: tuple[Finding, ...]
    seconds: float

    ARRAYS = ("kept", "near", "true_rank", "false", "torn")

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
        arrays = {name: getattr(self, name) for name in self.ARRAYS}
        return document, {"coordinates": self.projection.coordinates, **arrays}

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


def _packed(finding: Finding) -> dict[str, Any]:
    return dataclasses.asdict(finding)


def _unpacked(packed: Mapping[str, Any]) -> Finding:
    return Finding(**{**packed, "sentence": Sentence(**packed["sentence"])})


def _declaration(document: Mapping[str, Any]) -> Declaration:
    return Declaration(**{**document, "steps": tuple(document["steps"])})
