"""An axis that a few rows make."""

from __future__ import annotations

from typing import Any

import numpy as np

from embedlab.distortion.check import Check, MapCase, named
from embedlab.distortion.evidence import DOTS, counted
from embedlab.findings import Evidence
from embedlab.wording import Sentence

FEW = 0.01  # of the rows, and at least one
MIN_ROWS = 50  # of fewer, one row makes a third of an axis by chance: 35 % of clean tables of 20 rows
MADE = 0.3  # share of the variance of an axis (a Gaussian one has .08 in its farthest hundredth; one of 60 rows .1)


def look(case: MapCase) -> dict[str, Any] | None:
    """The rows farthest out along an axis of PCA, where they hold a third of its variance."""
    if "explained" not in case.projection.details:
        return None
    centred = case.projection.coordinates - case.projection.coordinates.mean(axis=0)
    if len(centred) < MIN_ROWS:
        return None
    few = max(1, int(FEW * len(centred)))
    rows = np.argsort(-np.abs(centred), axis=0, kind="stable")[:few]  # (few, 2)
    sums = (centred**2).sum(axis=0)
    held = np.take_along_axis(centred**2, rows, axis=0).sum(axis=0) / np.where(sums > 0, sums, 1)
    axis = int(held.argmax())
    if held[axis] <= MADE:
        return None
    return {**named(case.table.ids[rows[:, axis]]), "axis": axis + 1, "share": float(held[axis])}


def evidence(case: MapCase, found: dict[str, Any]) -> Evidence:
    """Where all dots lie along the axis."""
    along = case.projection.coordinates[:, found["axis"] - 1]
    return counted(along, Sentence("place along the axis", "posição ao longo do eixo"), DOTS)


CHECK = Check(
    key="map.pca_outlier",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="A few rows make axis {axis} ({count:,}: {listed}): {share:.0%} of what varies along it is theirs. The "
        "others are squeezed together.",
        pt="Poucas linhas fazem o eixo {axis} ({count:,}: {listed}): {share:.0%} do que varia ao longo dele vem delas. "
        "As outras ficam espremidas.",
    ),
    trigger="of 50 rows or more, the 1 % farthest out along an axis of PCA hold more than 30 % of its variance",
    look=look,
    weight=62,
    evidence=evidence,
    order=4,
)
