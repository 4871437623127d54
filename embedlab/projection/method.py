"""What a projection method is, what it gets, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from embedlab.projection.problem import Problem
from embedlab.wording import Sentence

# (done, total, stage) and () -> bool: every long loop takes both.
Report = Callable[[int, int, str], None]
ShouldStop = Callable[[], bool]


@dataclass(frozen=True, eq=False)
class Projection:
    """One map: coordinates (n, 2) float64, finite, and how they came to be.

    `settings` are the values used, which may be lower than those asked for; `details` (JSON values) say so.
    """

    coordinates: np.ndarray
    method: str
    settings: dict[str, Any]
    seed: int
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Method:
    """One way to draw a map. A stopped `fit` returns its last state, or raises JobError `job.stopped` without one.

    neighbours:      how many neighbours per row its settings ask of the graph.
    keeps_distances: False where sizes and gaps of groups on the map are no distances (t-SNE, UMAP).
    seeded:          whether another seed, from a random start, may give another map.
    reach:           the setting that says how many neighbours count, where there is one.
    """

    key: str
    label: Sentence
    summary: Sentence
    paper: str
    Settings: type
    neighbours: Callable[[Any], int]
    fit: Callable[[Problem, Any, Report, ShouldStop], Projection]
    keeps_distances: bool = False
    seeded: bool = True
    reach: str | None = None
    order: int = 0
