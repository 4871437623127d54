import numpy as np
import pytest

from embedlab import projection
from embedlab.errors import JobError
from embedlab.projection.methods import umap
from tests.projection.conftest import problem_of

pytestmark = pytest.mark.heavy


def test_neighbours_are_never_searched_again(blobs, quiet, monkeypatch):
    library = umap._umap()
    monkeypatch.setattr(library, "nearest_neighbors", lambda *_, **__: pytest.fail("umap searched by itself"))
    told = []
    drawn = projection.fit("umap", problem_of(blobs[0]), {}, lambda *step: told.append(step), quiet[1])
    labels = blobs[1]
    centres = np.array([drawn.coordinates[labels == label].mean(axis=0) for label in range(4)])
    nearest = ((drawn.coordinates[:, None] - centres) ** 2).sum(axis=-1).argmin(axis=1)
    assert (nearest == labels).mean() > 0.95
    assert all(stage == "umap" and done <= total for done, total, stage in told)
    assert len(told) > 1
    again = projection.fit("umap", problem_of(blobs[0]), {}, *quiet)
    np.testing.assert_array_equal(again.coordinates, drawn.coordinates)


def test_the_weights_are_those_of_the_paper():
    """exp(-(d - rho) / sigma) with sigma so that a row's weights sum to log2(n_neighbors); then the fuzzy union."""
    problem = problem_of(np.random.default_rng(0).normal(size=(40, 5)))
    values = problem.rows.values
    far = np.sqrt(((values[:, None] - values[None]) ** 2).sum(axis=-1))
    weights = np.zeros((40, 40))
    for row in range(40):
        near = np.argsort(far[row])[1:10]
        beyond = far[row, near] - far[row, near[0]]
        low, high = 1e-6, 1e3
        for _ in range(100):
            sigma = (low + high) / 2
            low, high = (low, sigma) if np.exp(-beyond / sigma).sum() > np.log2(10) else (sigma, high)
        weights[row, near] = np.exp(-beyond / sigma)
    expected = weights + weights.T - weights * weights.T
    np.testing.assert_allclose(umap._fuzzy_graph(problem, 10).toarray(), expected, atol=1e-3)


def test_dot_product_weighs_by_products_alone():
    """What is added to all products of a row, its own length say, changes no weight."""
    problem = problem_of(np.random.default_rng(1).normal(size=(50, 4)), "dot")
    weights = umap._fuzzy_graph(problem, 6).toarray()
    nearest = problem.graph.ids[:, 0]
    np.testing.assert_allclose(weights[np.arange(50), nearest], 1, atol=1e-6)
    second = problem.graph.ids[:, 1]
    assert (weights[np.arange(50), second] < 1).mean() > 0.5


@pytest.mark.parametrize("rows", [3, 4, 9, 12])
def test_a_handful_of_rows_is_drawn(rows, quiet):
    drawn = projection.fit("umap", problem_of(np.random.default_rng(rows).normal(size=(rows, 3))), {}, *quiet)
    assert drawn.settings["n_neighbors"] == rows
    assert drawn.details["n_neighbors_asked"] == 15
    assert np.isfinite(drawn.coordinates).all()


def test_one_dimension_and_a_graph_in_pieces_start_from_pca(quiet):
    pieces = np.concatenate([np.arange(30.0), np.arange(30.0) + 1e6])[:, None]
    drawn = projection.fit("umap", problem_of(pieces), {"n_neighbors": 5}, *quiet)
    assert (drawn.details["start"], drawn.details["start_asked"]) == ("pca", "spectral")
    assert np.ptp(drawn.coordinates, axis=0).min() > 0


def test_stop_ends_the_loop_at_once(blobs, quiet):
    with pytest.raises(JobError, match=r"job\.stopped"):
        projection.fit("umap", problem_of(blobs[0]), {}, quiet[0], lambda: True)
