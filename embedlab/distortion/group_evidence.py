"""What is measured of a group of rows: how separate it is in the table, on the map, and in itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SEEDS = 8  # groups tried in a twin, and as many on its map: a person who looks for one tries no more
_AXES = 3  # the ends of so many principal axes are tried too: in a long table they are its most separate part
_REFINED = 3  # times a tried group is redrawn as the rows with most neighbours in it
_ROUNDS = 10  # of 2-means; the halves only have to be compact


@dataclass(frozen=True, eq=False)
class Scene:
    """Rows, their neighbours, and where a map puts them.

    values:      (n, d) float64; where `distances`, their Euclidean order is the order of the metric.
    near:        (n, k) int32, the k true neighbours of each row.
    coordinates: (n, 2) on the map; None where no map was drawn.
    distances:   False under dot product, which is none: then there is no silhouette in the table.
    """

    values: np.ndarray
    near: np.ndarray
    coordinates: np.ndarray | None
    distances: bool = True


@dataclass(frozen=True)
class Evidence:
    """The numbers of one group; None where one could not be found.

    conductance: share of the neighbour links of the group that cross its border, 0 to 1 (small: separate).
    table, map:  silhouette in the table and on the map, -1 to 1 (large: separate).
    inner:       share of the links inside that run between the halves of the group (small: two groups).
    """

    conductance: float
    table: float | None
    map: float | None
    inner: float | None


def conductance(near: np.ndarray, member: np.ndarray) -> float:
    """Cut / volume in the graph of neighbour links (n, k), for the rows `member` (n,) bool.

    Each link counts at both of its ends: 1 for all links crossing, 0 for none. The volume is that of the smaller side
    (Kannan, Vempala & Vetta 2004, On clusterings: good, bad and spectral).
    """
    target = member[near]  # (n, k)
    cut = int((target != member[:, None]).sum())
    inside = int(member.sum()) * near.shape[1] + int(target.sum())
    return cut / min(inside, 2 * near.size - inside)


def silhouette(values: np.ndarray, member: np.ndarray) -> float:
    """Mean silhouette of the rows `member` (n,) against equally many rows outside, those nearest to them on average.

    For (n, d) Euclidean rows. Against the whole rest any part of a far-away cluster looks separate (Rousseeuw 1987
    compares with the nearest other cluster; here it must be made, for only one group is named).
    """
    inside, outside = values[member], values[~member]
    rivals = np.argsort(_sums(outside, inside), kind="stable")[: len(inside)]
    own = _sums(inside, inside) / max(len(inside) - 1, 1)
    other = _sums(inside, outside[rivals]) / len(rivals)
    return float(np.mean((other - own) / np.maximum(np.maximum(own, other), np.finfo(float).tiny)))


def silhouette_of(values: np.ndarray, labels: np.ndarray) -> float | None:
    """Mean silhouette of a labelling (n,), -1 for none (Rousseeuw 1987, eq. 2); None with fewer than two groups."""
    kept = labels >= 0
    names, own, sizes = np.unique(labels[kept], return_inverse=True, return_counts=True)
    if len(names) < 2:
        return None
    points = values[kept]
    means = np.stack([_sums(points, points[own == group]) for group in range(len(names))], axis=1)  # (m, groups)
    row = np.arange(len(points))
    inside = means[row, own] / np.maximum(sizes[own] - 1, 1)
    means /= sizes
    means[row, own] = np.inf
    other = means.min(axis=1)
    scores = (other - inside) / np.maximum(np.maximum(inside, other), np.finfo(float).tiny)
    return float(np.where(sizes[own] > 1, scores, 0.0).mean())


def evidence(scene: Scene, member: np.ndarray) -> Evidence:
    """All numbers of the rows `member` (n,)."""
    return Evidence(
        conductance(scene.near, member),
        silhouette(scene.values, member) if scene.distances else None,
        None if scene.coordinates is None else silhouette(scene.coordinates, member),
        inner(scene, member),
    )


def best(scene: Scene, size: int, seed: int) -> Evidence:
    """The most separate of all groups of `size` rows that are tried on a table without groups, each number by itself.

    Tried are rows around a seed, in the table and on the map, and the ends of the long axes; for the conductance also
    each of them redrawn to cross fewer links. A person picks a group because it looks separate, so what it is compared
    with must be picked too, and as well as possible: the true selection on a map knows less than this one.
    """
    random = np.random.default_rng(seed)
    inside = [*_around(scene.values, size, random), *_ends(scene.values, size)]
    screen = [] if scene.coordinates is None else _around(scene.coordinates, size, random)
    plain = [*inside, *screen]
    links = [conductance(scene.near, group) for first in plain for group in (first, _redrawn(scene.near, first, size))]
    table = [silhouette(scene.values, group) for group in plain] if scene.distances else []
    shown = [] if scene.coordinates is None else [silhouette(scene.coordinates, group) for group in screen]
    halved = [inner(scene, group) for group in inside[:SEEDS]]
    return Evidence(
        min(links),
        max(table, default=None),
        max(shown, default=None),
        min((one for one in halved if one is not None), default=None),
    )


def split(scene: Scene, member: np.ndarray) -> np.ndarray | None:
    """Which of the rows `member` (n,) are in the second half by 2-means, (n,) bool.

    None under dot product, and where a half has fewer than a tenth of the rows or fewer than 3.
    """
    if not scene.distances:
        return None
    inside = scene.values[member] - scene.values[member].mean(axis=0)
    second = inside @ _long_axis(inside) > 0
    for _ in range(_ROUNDS):
        if second.all() or not second.any():
            return None
        centres = inside[~second].mean(axis=0), inside[second].mean(axis=0)
        line = centres[1] - centres[0]
        before, second = second, inside @ line > (centres[0] + centres[1]) @ line / 2
        if (before == second).all():
            break
    if min(second.sum(), (~second).sum()) < max(3, len(inside) / 10):
        return None
    halves = np.zeros(len(member), dtype=bool)
    halves[member] = second
    return halves


def inner(scene: Scene, member: np.ndarray) -> float | None:
    """Conductance of the smaller half within the rows `member` (n,); None where `split` finds no halves."""
    if (halves := split(scene, member)) is None:
        return None
    links = member[:, None] & member[scene.near]  # (n, k), both ends inside
    far = halves[scene.near]
    second = int((links & halves[:, None]).sum() + (links & far).sum())
    smaller = min(second, 2 * int(links.sum()) - second)
    return int((links & (halves[:, None] != far)).sum()) / smaller if smaller else None


def _around(points: np.ndarray, size: int, random: np.random.Generator) -> list[np.ndarray]:
    """The `size` points nearest to each of SEEDS points."""
    seeds = random.choice(len(points), min(SEEDS, len(points)), replace=False)
    return [_smallest(far, size) for far in _distances(points[seeds], points)]


def _ends(values: np.ndarray, size: int) -> list[np.ndarray]:
    """The `size` rows at both ends of the longest axes."""
    centred, ends = values - values.mean(axis=0), []
    for _ in range(min(_AXES, values.shape[1])):
        axis = _long_axis(centred)
        along = centred @ axis
        ends += [_smallest(along, size), _smallest(-along, size)]
        centred = centred - np.outer(along, axis)
    return ends


def _redrawn(near: np.ndarray, group: np.ndarray, size: int) -> np.ndarray:
    """The group again and again as the `size` rows with most links to it: fewer and fewer links cross its border."""
    for _ in range(_REFINED):
        links = group[near].sum(axis=1) + np.bincount(near[group].ravel(), minlength=len(near))
        group = _smallest(-(links + 0.5 * group), size)
    return group


def _smallest(values: np.ndarray, size: int) -> np.ndarray:
    chosen = np.zeros(len(values), dtype=bool)
    chosen[np.argsort(values, kind="stable")[:size]] = True
    return chosen


def _long_axis(centred: np.ndarray) -> np.ndarray:
    """Direction (d,) of most variance of centred rows, by power iteration: it only has to be long."""
    axis = centred[np.argmax((centred**2).sum(axis=1))]
    for _ in range(30):
        length = np.linalg.norm(axis)
        if length == 0:
            break
        axis = centred.T @ (centred @ (axis / length))
    return axis / max(np.linalg.norm(axis), np.finfo(float).tiny)


def _distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    squares = (first**2).sum(axis=1)[:, None] + (second**2).sum(axis=1) - 2 * first @ second.T
    return np.sqrt(np.maximum(squares, 0, out=squares), out=squares)


def _sums(points: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Sum of distances of each point to the rows of a group, (n,), in blocks: no n x n storage."""
    step = max(1, 2**22 // max(len(group), 1))
    return np.concatenate(
        [_distances(points[begin : begin + step], group).sum(axis=1) for begin in range(0, len(points), step)]
    )
