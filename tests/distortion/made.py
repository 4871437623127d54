"""Tables, settings and ranks that the tests of maps share."""

import numpy as np

from embedlab.distortion.measure import Seen
from embedlab.distortion.ranks import rank
from embedlab.neighbours import graph
from embedlab.projection import prepare
from embedlab.table import EmbeddingTable, Provenance

FAST = {"tsne": {"early_exaggeration_iter": 100, "n_iter": 100}}


def table_of(vectors, **columns):
    """A table of these rows, in their own dtype."""
    vectors = np.asarray(vectors)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(len(vectors))), Provenance("made"), **columns)


def blob_table(size=30, dims=12, seed=0):
    """Six well separated groups with `size` rows each."""
    random = np.random.default_rng(seed)
    labels = np.repeat(np.arange(6), size)
    return table_of(
        (random.normal(size=(6, dims))[labels] * 4 + random.normal(size=(6 * size, dims))).astype(np.float32)
    )


def seen_of(vectors, coordinates, k, metric="euclidean", groups=None, seed=0, at=None):
    """One map as measures see it, as `draw` makes it. groups: what `group` makes of the rows."""
    rows = prepare(np.asarray(vectors, dtype=np.float64), metric)
    space = "dot" if metric == "dot" else "euclidean"
    coordinates = np.asarray(coordinates, dtype=np.float64)
    ranks = rank(rows, graph(rows.values, space, k), coordinates, k, at)
    return Seen(rows, coordinates, ranks, groups(rows) if groups else None, seed)


def ranks_of(vectors, coordinates, k, metric="euclidean"):
    """The ranks of one map."""
    return seen_of(vectors, coordinates, k, metric).ranks


def codes(findings):
    """The codes of findings, as a set."""
    return {finding.code for finding in findings}
