"""One plane for all snapshots of a run: the principal components of their rows together."""

from __future__ import annotations

import numpy as np


class Plane:
    """Collects snapshots and holds their plane. Each is centred by its own mean, so that the cloud does not drift.

    The basis is that of PCA pooled over the snapshots (Jolliffe 2002, section 2.3): a row's path then shows how the row
    moved, and never how the basis turned.
    """

    def __init__(self, dims: int) -> None:
        self._scatter = np.zeros((dims, dims))
        self._basis: np.ndarray | None = None
        self.snapshots = 0
        self.share = 0.0  # of the variance of all snapshots, that lies in the plane

    def add(self, rows: np.ndarray) -> None:
        """One snapshot more, (n, dims); one that is not finite is left out."""
        self.snapshots += 1
        if np.isfinite(rows).all():
            centred = _centred(rows)
            self._scatter += centred.T @ centred
            self._basis = None

    def points(self, rows: np.ndarray) -> np.ndarray:
        """The places (n, 2) of a snapshot's rows in the plane, float64."""
        if self._basis is None:
            values, vectors = np.linalg.eigh(self._scatter)
            self._basis = _signed(vectors[:, :-3:-1])
            total = float(values.sum())
            self.share = float(values[-2:].sum()) / total if total > 0 else 0.0
        return _centred(rows) @ self._basis


def _centred(rows: np.ndarray) -> np.ndarray:
    rows = rows.astype(np.float64)
    return rows - rows.mean(axis=0)


def _signed(basis: np.ndarray) -> np.ndarray:
    """Each component with its largest entry positive, so that a new snapshot does not mirror the map."""
    largest = np.abs(basis).argmax(axis=0)
    return basis * np.sign(basis[largest, np.arange(basis.shape[1])])
