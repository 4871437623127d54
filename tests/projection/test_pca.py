import numpy as np
import pytest

from embedlab import projection
from embedlab.projection.methods.pca import METHOD, PcaSettings, principal
from tests.projection.conftest import problem_of


def test_hand_computed():
    """Four corners of a 4 x 2 rectangle, turned by 0 degrees: variances 4 and 1, shares .8 and .2."""
    coordinates, explained = principal(np.array([[0.0, 0], [4, 0], [0, 2], [4, 2]]))
    np.testing.assert_allclose(np.abs(coordinates), [[2, 1]] * 4)
    np.testing.assert_allclose(explained, [0.8, 0.2])


@pytest.mark.parametrize("shape", [(50, 7), (20, 90), (9, 9)])
def test_equals_scikit_learn(shape, quiet):
    from sklearn.decomposition import PCA

    vectors = np.random.default_rng(1).normal(size=shape) * np.linspace(1, 3, shape[1]) + 5
    ours = projection.fit("pca", problem_of(vectors), {}, *quiet)
    theirs = PCA(2, svd_solver="full").fit(vectors)
    expected = theirs.transform(vectors)
    signs = np.sign((ours.coordinates * expected).sum(axis=0))
    np.testing.assert_allclose(ours.coordinates, expected * signs, atol=1e-8)
    np.testing.assert_allclose(ours.details["explained"], theirs.explained_variance_ratio_, rtol=1e-9)


def test_copies_weigh_as_often_as_they_occur(quiet):
    vectors = np.random.default_rng(2).normal(size=(12, 4))
    vectors[6:] = vectors[0]
    ours = projection.fit("pca", problem_of(vectors), {}, *quiet).coordinates
    left, sizes, _ = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
    np.testing.assert_allclose(np.abs(ours), np.abs(left[:, :2] * sizes[:2]), atol=1e-9)
    assert (ours[6:] == ours[0]).all()


@pytest.mark.parametrize("size", [1e-6, 1, 1e6])
def test_a_weak_second_axis_is_exact_where_products_lose_its_digits(size):
    line = np.outer(np.linspace(-1, 1, 40), [1.0, 0, 0])
    line[:, 1] = np.tile([1e-9, -1e-9], 20)
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    coordinates, _ = principal(line * size @ turn)
    x, y = line[:, 0], line[:, 1]  # the first axis leans a little towards the second
    np.testing.assert_allclose(np.abs(coordinates[:, 1]), np.abs(y - x * (x @ y) / (x @ x)) * size, rtol=1e-4)


def test_each_axis_points_to_its_farthest_row():
    for seed in range(9):
        coordinates = principal(np.random.default_rng(seed).normal(size=(30, 4)))[0]
        assert (coordinates.max(axis=0) == np.abs(coordinates).max(axis=0)).all()


def test_rows_out_of_range_are_drawn_in_a_unit_of_their_own(quiet):
    """That in which their root mean square is 1."""
    vectors = np.random.default_rng(4).normal(size=(20, 3))
    vectors -= vectors.mean(axis=0)
    drawn = projection.fit("pca", problem_of(vectors * 1e20), {}, *quiet).coordinates
    plain = projection.fit("pca", problem_of(vectors), {}, *quiet).coordinates
    np.testing.assert_allclose(drawn, plain / np.sqrt((vectors**2).mean()), rtol=1e-9)


def test_pca_needs_no_neighbours_and_no_seed_and_keeps_distances():
    assert METHOD.neighbours(PcaSettings()) == 0
    assert METHOD.keeps_distances
    assert not METHOD.seeded


def test_one_dimension_is_a_strip(quiet):
    drawn = projection.fit("pca", problem_of(np.arange(5.0)[:, None]), {}, *quiet)
    assert np.ptp(drawn.coordinates[:, 0]) == pytest.approx(4)
    assert (drawn.coordinates[:, 1] == 0).all()
    assert drawn.details["explained"] == pytest.approx([1, 0])


def test_cosine_draws_unit_rows_and_says_so(quiet):
    vectors = np.random.default_rng(3).normal(size=(20, 3))
    scaled = vectors * np.linspace(1, 50, 20)[:, None]
    one, other = (projection.fit("pca", problem_of(rows, "cosine"), {}, *quiet) for rows in (vectors, scaled))
    np.testing.assert_allclose(one.coordinates, other.coordinates, atol=1e-12)
    assert one.details["of"] == "unit_rows"
