"""The exact kNN graph of points in the plane, by a tree of them. Job code: it imports scipy's."""

from __future__ import annotations

import numpy as np

from embedlab.neighbours.graph import Graph, graph
from embedlab.neighbours.metrics import METRICS

_CLOSE = 1e-12  # distances that the tree and we may round to either side of each other


def graph_of_plane(points: np.ndarray, k: int) -> Graph:
    """The same as `graph(points, "euclidean", k)` of finite points (n, 2), about ten times sooner.

    Bentley (1975), Multidimensional binary search trees used for associative searching.
    """
    from scipy.spatial import KDTree

    n = len(points)
    wanted = min(k + 2, n)  # itself and one beyond the last
    far, ids = map(np.asarray, KDTree(points).query(points, wanted))
    if wanted > k + 1 and (far[:, k + 1] <= far[:, k] * (1 + _CLOSE)).any():
        return graph(points, "euclidean", k)  # whom a tie leaves out, the tree decides and not the lower id
    ids = ids[:, : k + 1]
    ids = ids[ids != np.arange(n)[:, None]].reshape(n, k)
    values = METRICS["euclidean"].pairs(points[:, None], points[ids])
    order = np.lexsort((ids, values), axis=1)
    return Graph(
        np.take_along_axis(ids, order, axis=1).astype(np.int32), np.take_along_axis(values, order, axis=1), "euclidean"
    )
