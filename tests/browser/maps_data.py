"""Seeded rows, their true neighbours and three flat maps, for the app of the linked maps and for its tests."""

from collections.abc import Callable

import numpy as np

from embedlab.ui.linked_maps import Distortion, Panel, Scene

K = 15
COPIES = np.arange(20, 37)  # 17 equal rows: each has 16 others at distance 0, one more than it can list
HOSTILE = (
    "<b>bold</b>",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "$x$ and $y$",
    "&lt;&amp;",
    ":red[x] :smile:",
    "[t](javascript:alert(1))",
    "שלום",
    "a\u202eb",
    "a\u200bb\x00c\x1b",
    "▁the\n",
    "😀",
)


def rows(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(n, 10) rows around 12 centres, and the centre of each."""
    generator = np.random.default_rng(seed)
    group = generator.integers(0, 12, n)
    vectors = generator.normal(0, 3, (12, 10))[group] + generator.normal(0, 1, (n, 10))
    vectors[COPIES] = vectors[COPIES[0]]
    return vectors, group


def nearest(points: np.ndarray, of: np.ndarray, k: int = K) -> np.ndarray:
    """The k nearest other points of the points `of`, nearest first, ties by lower id: brute force in float64."""
    points = points.astype(np.float64)
    found = np.empty((len(of), k), np.int32)
    for at, row in enumerate(of):
        distance = ((points - points[row]) ** 2).sum(axis=1)
        distance[row] = np.inf
        found[at] = np.argsort(distance, kind="stable")[:k]
    return found


def ranks(vectors: np.ndarray) -> Callable[[int], np.ndarray]:
    """The ranks that a click asks for: 1 + how many other rows are nearer, one row at a time."""

    def seen_from(row: int) -> np.ndarray:
        distance = ((vectors - vectors[row]) ** 2).sum(axis=1)
        others = np.sort(np.delete(distance, row))
        found = 1 + np.searchsorted(others, distance, side="left")
        found[row] = 0
        return found

    return seen_from


def scene(n: int = 300, seed: int = 0, hostile: bool = False, classes: bool = True, ready: int = 3) -> Scene:
    """PCA and two other flat views of the same rows; the first `ready` of them."""
    vectors, group = rows(n, seed)
    centred = vectors - vectors.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    views = {"pca": centred @ axes[:2].T, "tsne": np.tanh(centred @ axes[2:4].T / 4), "umap": centred @ axes[4:6].T}
    views["umap"][COPIES] += np.random.default_rng(seed).normal(0, 0.001, (len(COPIES), 2))
    views["umap"][0] = 400, 0  # one islet far away: the frame must not follow it
    tokens = [f"t{row}" for row in range(n)]
    if hostile:
        tokens[: len(HOSTILE)] = HOSTILE
    distortion = Distortion(np.linspace(0, 1, n), (0.25, 0.5, 0.75), ("some", "many", "by chance"))
    panels = [
        Panel(key, key.upper(), view, kept=0.4, chance=K / (n - 1), caption=(f"About {key}.",), waiting="Wait.",
              distortion=distortion)
        for key, view in views.items()
    ]  # fmt: skip
    late = [Panel(panel.key, panel.title, waiting=panel.waiting) for panel in panels[ready:]]
    # Brute force over 50,000 rows takes minutes; the element draws random neighbours as fast as true ones.
    neighbours = nearest(vectors, np.arange(n)) if n <= 20_000 else np.random.default_rng(seed).integers(0, n, (n, K))
    ties = [(row, other) for row in COPIES for other in COPIES if other != row and other not in neighbours[row]]
    names = [None if g == 11 else f"class {g}" for g in group] if classes else None
    return Scene(tuple(tokens), neighbours, (*panels[:ready], *late), ties=np.array(ties), classes=names)
