"""Principal component analysis: the plane that holds the most variance. Exact, no seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embedlab.projection.method import Method, Projection, Report, ShouldStop
from embedlab.projection.problem import Problem
from embedlab.wording import Sentence

# Below this ratio of the second to the first eigenvalue the products have lost its digits; the SVD has not.
_LOST_DIGITS = 1e-8


@dataclass(frozen=True)
class PcaSettings:
    """PCA has nothing to set."""


def principal(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates (n, 2) on the two axes of most variance, and the share of variance of each (2,).

    Rows (n, d) are centred here; with one dimension the second axis is empty. Each axis points to where its
    largest coordinate is positive.
    """
    centred = values - values.mean(axis=0)
    coordinates = _by_products(centred)
    if coordinates is None:
        left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
        coordinates = left[:, :2] * sizes[:2]
    coordinates = np.pad(coordinates, ((0, 0), (0, 2 - coordinates.shape[1])))  # d = 1: a strip
    signs = np.sign(coordinates[np.abs(coordinates).argmax(axis=0), [0, 1]])
    return coordinates * signs, (coordinates**2).sum(axis=0) / (centred**2).sum()


def _by_products(centred: np.ndarray) -> np.ndarray | None:
    """The coordinates from the products of the shorter side, many times faster than an SVD; None if inexact."""
    from scipy.linalg import eigh

    n, d = centred.shape
    products = centred.T @ centred if d <= n else centred @ centred.T
    side = len(products)
    sizes, vectors = eigh(products, subset_by_index=[max(0, side - 2), side - 1])
    sizes, vectors = sizes[::-1], vectors[:, ::-1]
    if sizes[-1] < _LOST_DIGITS * sizes[0]:
        return None
    return centred @ vectors if d <= n else vectors * np.sqrt(sizes)


def fit(problem: Problem, settings: PcaSettings, report: Report, should_stop: ShouldStop) -> Projection:
    """PCA of all rows, in the table's own unit unless that is out of range."""
    rows = problem.rows
    coordinates, explained = principal(rows.values)
    details = {
        "explained": [float(share) for share in explained],
        "of": "unit_rows" if rows.metric == "cosine" else "rows",
    }
    return Projection(coordinates * (1.0 if rows.rescaled else rows.unit), METHOD.key, {}, problem.seed, details)


METHOD = Method(
    key="pca",
    label=Sentence("PCA", "PCA"),
    summary=Sentence(
        en="The flat view in which the rows differ most. Straight lines stay straight; what lies behind is not drawn. "
        "Under cosine it looks at rows of norm 1; under dot product at the rows themselves.",
        pt="A vista plana em que as linhas mais diferem. Retas continuam retas; o que fica atrás não é desenhado. "
        "Com cosseno, olha para linhas de norma 1; com produto escalar, para as próprias linhas.",
    ),
    paper="Pearson (1901), On lines and planes of closest fit to systems of points in space",
    Settings=PcaSettings,
    neighbours=lambda settings: 0,
    fit=fit,
    keeps_distances=True,
    seeded=False,
    order=1,
)
