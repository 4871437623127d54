"""Maps: rows in the plane, by PCA, t-SNE and UMAP, which never get numbers they would crash on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from embedlab import settings
from embedlab.errors import TableError
from embedlab.projection import methods
from embedlab.projection.method import Method, Projection, Report, ShouldStop
from embedlab.projection.problem import Problem, Rows, prepare
from embedlab.registry import discover

METHODS: dict[str, Method] = discover(methods, "METHOD")

# A map narrower than this share of its distance from the origin is one spot.
ONE_SPOT = 1e-12

__all__ = [
    "METHODS", "Method", "Problem", "Projection", "Report", "Rows", "ShouldStop", "fit", "prepare",
]  # fmt: skip


def fit(
    key: str, problem: Problem, parameters: Mapping[str, Any], report: Report, should_stop: ShouldStop
) -> Projection:
    """Draw one map, and look at it: finite and not on one spot.

    Raises SettingsError for parameters out of range, TableError `map.not_finite` or `map.collapsed`, and
    JobError `job.stopped` where there is nothing to show yet.
    """
    method = METHODS[key]
    projection = method.fit(problem, settings.build(method.Settings, parameters), report, should_stop)
    coordinates = projection.coordinates
    if not np.isfinite(coordinates).all():
        raise TableError("map.not_finite", method=method.label.en, rows=len(coordinates))
    if np.ptp(coordinates, axis=0).max() <= ONE_SPOT * np.abs(coordinates).max():
        raise TableError("map.collapsed", method=method.label.en, rows=len(coordinates))
    return projection
