"""The tree in the plane gives the same graph as the product of all rows, whoever is tied."""

import numpy as np
import pytest

from embedlab.neighbours import graph
from embedlab.neighbours.graph_plane import graph_of_plane

pytestmark = pytest.mark.heavy
DOTS = np.random.default_rng(0).normal(size=(300, 2))
TENTHS = np.random.default_rng(1).permutation(np.stack(np.meshgrid(*[np.arange(17) / 10] * 2), axis=-1).reshape(-1, 2))


@pytest.mark.parametrize(
    "points",
    [
        DOTS,
        DOTS * [1, 1e-9] + 5,
        np.repeat(DOTS[:20], 15, axis=0),
        np.round(DOTS),
        DOTS[:12],
        np.zeros((30, 2)),
        TENTHS,
    ],
    ids=["cloud", "line", "copies", "lattice", "few", "one spot", "no copies"],
)
def test_the_tree_and_the_product_agree(points):
    for k in (1, 11):
        tree, product = graph_of_plane(points, k), graph(points, "euclidean", k)
        assert (tree.ids.dtype, tree.metric) == (np.int32, "euclidean")
        np.testing.assert_array_equal(tree.ids, product.ids)
        np.testing.assert_array_equal(tree.values, product.values)


def test_a_cloud_needs_no_product(monkeypatch):
    monkeypatch.setattr("embedlab.neighbours.graph_plane.graph", lambda *_: pytest.fail("no tie"))
    graph_of_plane(DOTS, 11)
