"""What the element draws: rows, their true neighbours, and one panel per map. Knows no Streamlit."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from embedlab.charts.palette import MOST_CLASSES
from embedlab.text.linked_maps import WORDS
from embedlab.ui.escaping import visible
from embedlab.wording import Language, fill

OTHER, BARE = MOST_CLASSES, MOST_CLASSES + 1  # groups of the smaller classes, and of rows without a class
MOST_NAMED, MOST_CLASSES_NAMED = 8, 16  # classes gather in islets, where more names find room
# The frame holds all rows within 1.8 times the room of the 4th to 96th percentile: far islets must not shrink the
# rest (UMAP puts a class of 8 among 526 rows far away: more than 1 %), but of a bell-shaped cloud it cuts off 0.2 %.
INNER, ROOM, MARGIN = (4, 96), 1.8, 1.04


@dataclass(frozen=True, eq=False)
class Distortion:
    """How badly a map treats each row, drawn as cells behind the dots when the reader asks.

    values: (n,), larger is worse.
    edges:  where the bins begin that are drawn, ascending; below the first nothing is.
    names:  what each of the bins means, as many as edges.
    """

    values: np.ndarray
    edges: tuple[float, ...]
    names: tuple[str, ...]

    @property
    def bins(self) -> np.ndarray:
        """The bin of each row, (n,) uint8: 0 below the first edge."""
        return np.searchsorted(self.edges, self.values, side="right").astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Panel:
    """One map, or its place while it is being computed.

    xy:      (n, 2), one point per row of the scene; None while still computing.
    kept:    share of the true neighbours kept, 0-1, mean over rows; `chance` beside it.
    caption: paragraphs under the map: how it was made, what may be read from it.
    axes:    names of the horizontal and vertical axis where they mean something.
    distortion: how badly the map treats each row.
    """

    key: str
    title: str
    xy: np.ndarray | None = None
    kept: float | None = None
    chance: float | None = None
    caption: tuple[str, ...] = ()
    axes: tuple[str, str] | None = None
    waiting: str = ""
    distortion: Distortion | None = None

    @cached_property
    def points(self) -> np.ndarray | None:
        """The coordinates as the browser gets them, (n, 2) float32."""
        return None if self.xy is None else np.ascontiguousarray(self.xy, dtype=np.float32)

    @cached_property
    def digest(self) -> str:
        """Of the coordinates."""
        return "" if self.points is None else hashlib.sha256(self.points.tobytes()).hexdigest()

    @cached_property
    def framing(self) -> tuple[dict[str, float], dict[str, float]]:
        """As `frames`; empty while still computing."""
        return ({}, {}) if self.points is None else frames(self.points)

    def facts(self, k: int, language: Language) -> dict[str, Any]:
        """All but the coordinates, as JSON."""
        words = WORDS[language]
        known = self.kept is not None and self.chance is not None
        frame, whole = self.framing
        return {
            "key": self.key,
            "title": self.title,
            "digest": self.digest,
            "kept": self.kept if known else None,
            "chance": self.chance,
            "badge": [
                fill(words.share, language, share=self.kept),
                fill(words.of_true, language, k=k, chance=self.chance),
            ]
            if known
            else [],
            "caption": list(self.caption),
            "axes": self.axes,
            "waiting": self.waiting,
            "frame": frame,
            "whole": whole,
            "binNames": [] if self.distortion is None else list(self.distortion.names),
        }


@dataclass(frozen=True, eq=False)
class Scene:
    """The rows shown and their maps.

    tokens:     n strings, raw: they are made visible on the way out.
    neighbours: (n, k) ids of the true neighbours among the rows shown, nearest first.
    ties:       (m, 2) pairs (row, other): `other` is exactly as near to `row` as its k-th neighbour.
    classes:    n names, None for a row without one; None where there are none.
    """

    tokens: tuple[str, ...]
    neighbours: np.ndarray
    panels: tuple[Panel, ...]
    ties: np.ndarray | None = None
    classes: Sequence[str | None] | None = None

    @property
    def k(self) -> int:
        """How many true neighbours each row has here."""
        return self.neighbours.shape[1]

    @cached_property
    def digest(self) -> str:
        """Of the rows, not of the maps: pick and selection outlive a map that arrives later."""
        digest = hashlib.sha256("\0".join(self.tokens).encode("utf-8", "surrogatepass"))
        digest.update(np.ascontiguousarray(self.neighbours, dtype=np.int32).tobytes())
        return digest.hexdigest()

    @cached_property
    def grouping(self) -> tuple[np.ndarray, tuple[str, ...]]:
        """Group of each row, (n,) uint8, and the names of the coloured groups: the largest classes."""
        if self.classes is None:
            return np.zeros(len(self.tokens), np.uint8), ()
        counts = Counter(name for name in self.classes if name is not None)
        names = tuple(name for name, _ in counts.most_common(MOST_CLASSES))
        group = {name: at for at, name in enumerate(names)}
        of = [BARE if name is None else group.get(name, OTHER) for name in self.classes]
        return np.array(of, np.uint8), names

    @cached_property
    def named(self) -> tuple[int, ...]:
        """Rows named at rest: of each larger class the row that most of it have among their neighbours.

        Where there are no classes: rows that many have, none of them a neighbour of another.
        """
        if self.classes is not None:
            counts = Counter(name for name in self.classes if name is not None)
            return tuple(self._medoid(name) for name, _ in counts.most_common(MOST_CLASSES_NAMED))
        popular = np.argsort(-np.bincount(self.neighbours.ravel(), minlength=len(self.tokens)), kind="stable")
        found: list[int] = []
        taken: set[int] = set()
        for row in popular.tolist():
            if len(found) < MOST_NAMED and row not in taken:
                found.append(row)
                taken |= {row, *self.neighbours[row].tolist()}
        return tuple(found)

    def _medoid(self, name: str) -> int:
        members = np.array([row for row, other in enumerate(self.classes or ()) if other == name])
        counts = np.bincount(self.neighbours[members].ravel(), minlength=len(self.tokens))
        return int(members[np.argmax(counts[members])])

    def facts(self, language: Language) -> dict[str, Any]:
        """What is not a column, as JSON."""
        words = WORDS[language]
        group, names = self.grouping
        legend = {at: visible(name, 40) for at, name in enumerate(names)}
        legend |= {OTHER: words.other} if np.any(group == OTHER) else {}
        legend |= {BARE: words.bare} if np.any(group == BARE) else {}
        return {
            "k": self.k,
            "digest": self.digest,
            "groups": legend,
            "named": list(self.named),
            "panels": [panel.facts(self.k, language) for panel in self.panels],
        }

    @cached_property
    def tables(self) -> dict[str, pa.Table]:
        """The columns: `rows` (token, group, n0 .. n(k-1)), `ties`, and x, y of each map that is ready."""
        n = len(self.tokens)
        whole = np.uint16 if n < 2**16 else np.int32  # halves the bytes of the widest part
        columns: dict[str, Any] = {"token": [visible(token) for token in self.tokens], "group": self.grouping[0]}
        columns |= {f"n{rank}": self.neighbours[:, rank].astype(whole) for rank in range(self.k)}
        ties = np.empty((0, 2)) if self.ties is None else self.ties
        found = {"rows": pa.table(columns), "ties": _pairs(ties.astype(np.int32), "row", "also")}
        for panel in self.panels:
            if panel.points is not None:
                found[f"xy_{panel.key}"] = _pairs(panel.points, "x", "y")
            if panel.distortion is not None:
                found[f"bins_{panel.key}"] = pa.table({"bin": panel.distortion.bins})
        return found


def _pairs(values: np.ndarray, first: str, second: str) -> pa.Table:
    return pa.table({first: np.ascontiguousarray(values[:, 0]), second: np.ascontiguousarray(values[:, 1])})


def frames(points: np.ndarray) -> tuple[dict[str, float], dict[str, float]]:
    """The square a map is shown in, {x, y, half} in its own units, and the view {x, y, zoom} that shows all rows."""
    rough = _square(np.percentile(points, INNER, axis=0))
    reach = np.abs(points - [rough["x"], rough["y"]]).max(axis=1)
    inner, outer = _square(points[reach <= ROOM * rough["half"]]), _square(points)
    half = inner["half"]
    return inner, {
        "x": (outer["x"] - inner["x"]) / half,
        "y": (outer["y"] - inner["y"]) / half,
        "zoom": half / outer["half"],
    }


def _square(points: np.ndarray) -> dict[str, float]:
    low, high = points.min(axis=0).astype(np.float64), points.max(axis=0).astype(np.float64)
    middle = (low + high) / 2
    half = float((high - low).max()) / 2 * MARGIN
    return {"x": float(middle[0]), "y": float(middle[1]), "half": half or 1.0}  # one single spot is shown in the middle
