"""The groups that an eye would see on a map."""

from __future__ import annotations

import numpy as np

SMALLEST = 5  # dots; fewer are no group to an eye
SHARE = 50  # and at least one dot in so many


def screen_groups(coordinates: np.ndarray) -> np.ndarray:
    """A group per dot of a map (n, 2), (n,) int64, largest group first; -1 for dots between groups.

    HDBSCAN (Campello, Moulavi & Sander 2013) with groups of at least 5 dots and a fiftieth of all. It takes no number
    of groups, and where dots lie evenly it finds none.
    """
    from sklearn.cluster import HDBSCAN

    smallest = max(SMALLEST, len(coordinates) // SHARE)
    if len(coordinates) <= smallest:
        return np.full(len(coordinates), -1)
    # Only the annotation is wrong: scikit-learn infers it from a default that is about to change.
    search = HDBSCAN(min_cluster_size=smallest, copy=True)  # pyright: ignore[reportArgumentType]
    found = search.fit(coordinates).labels_
    names, sizes = np.unique(found[found >= 0], return_counts=True)
    place = np.full(len(names) + 1, -1, dtype=np.int64)
    place[names[np.argsort(-sizes, kind="stable")]] = np.arange(len(names))
    return place[found]
