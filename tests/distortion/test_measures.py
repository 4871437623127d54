"""Ranks and measures: by hand, by brute force, by scikit-learn, and by what must hold always."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedlab.distortion import MEASURES
from embedlab.distortion.measure import take
from embedlab.distortion.ranks import beyond, listed
from tests.distortion import brute
from tests.distortion.made import seen_of

PER_ROW = ("neighbourhood_kept", "trustworthiness", "continuity")


def values(seen):
    """Neighbourhood kept, trustworthiness and continuity."""
    return tuple(MEASURES[key].look(seen).value for key in PER_ROW)


def test_hand_computed():
    """Five points on a line at 0, 1, 3, 7, 15; on the map the second and the last change places. k = 1.

    True nearest:   0-1, 1-0, 3-1, 7-3, 15-7. Map positions: 0, 15, 3, 7, 1.
    Map's nearest:  0-15 (true rank 4), 1-7 (true rank 3), 3-15 (true rank 4; 1 and 0 tie in no way: |3-1|=2,
    |3-0|=3, |3-7|=4, |3-15|=12), 7-3 (true), 15-0 (true rank 4). Kept 1 of 5.
    Penalties: 3 + 2 + 3 + 0 + 3 = 11; T = 1 - 2 / (5 * 1 * (10 - 3 - 1)) * 11 = 1 - 11 / 15.
    Torn: on the map 0 puts 1 at rank 4, 1 puts 0 at 4, 3 puts 1 at 4, 15 puts 7 at 3: 3 + 3 + 3 + 2 = 11.
    """
    line, screen = np.array([0.0, 1, 3, 7, 15]), np.array([0.0, 15, 3, 7, 1])
    plane = np.column_stack([line, np.zeros(5)])
    seen = seen_of(plane, np.column_stack([screen, np.zeros(5)]), 1)
    ranks = seen.ranks
    assert ranks.near_ids.ravel().tolist() == [4, 3, 4, 2, 0]
    assert ranks.true_rank.ravel().tolist() == [4, 3, 4, 1, 4]
    assert ranks.map_rank.ravel().tolist() == [4, 4, 4, 1, 3]
    assert values(seen) == pytest.approx((1 / 5, 1 - 11 / 15, 1 - 11 / 15))


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "dot"])
@pytest.mark.parametrize(("n", "k"), [(3, 1), (7, 3), (40, 5), (41, 20)])
def test_agrees_with_brute_force(metric, n, k):
    random = np.random.default_rng(n)
    vectors, coordinates = random.normal(size=(n, 6)) + 1, random.normal(size=(n, 2))
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    far = {
        "euclidean": lambda: brute.distances(vectors),
        "cosine": lambda: brute.distances(unit),
        "dot": lambda: -vectors @ vectors.T,
    }[metric]()
    expected = brute.judge(far, brute.distances(coordinates), k)
    assert values(seen_of(vectors, coordinates, k, metric)) == pytest.approx(expected)


@pytest.mark.parametrize("scale", [1.0, 1e-30, 1e20])
def test_trustworthiness_equals_scikit_learn(scale):
    from sklearn.manifold import trustworthiness

    random = np.random.default_rng(5)
    vectors = random.normal(size=(300, 12))
    coordinates = vectors[:, :2] + random.normal(size=(300, 2))
    for k in (5, 15):
        ours = values(seen_of(vectors * scale, coordinates, k))
        assert ours[1] == pytest.approx(trustworthiness(vectors, coordinates, n_neighbors=k), abs=1e-4)
        assert ours[2] == pytest.approx(trustworthiness(coordinates, vectors, n_neighbors=k), abs=1e-4)


def test_a_turned_and_stretched_copy_is_perfect():
    plane = np.random.default_rng(1).normal(size=(60, 2))
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    seen = seen_of(plane, 7 * plane @ turn + 100, 10)
    assert values(seen) == (1, 1, 1)
    assert (seen.ranks.true_rank == np.arange(1, 11)).all()


def test_a_random_layout_gets_chance():
    random = np.random.default_rng(2)
    seen = seen_of(random.normal(size=(1500, 8)), random.normal(size=(1500, 2)), 15)
    for key in PER_ROW:
        found = take(MEASURES[key], seen)
        assert found["value"] == pytest.approx(found["chance"], abs=0.01), key
    assert take(MEASURES["neighbourhood_kept"], seen)["chance"] == pytest.approx(15 / 1499)


def test_the_interval_is_the_standard_error_of_the_rows():
    random = np.random.default_rng(3)
    seen = seen_of(random.normal(size=(100, 4)), random.normal(size=(100, 2)), 5)
    found = take(MEASURES["continuity"], seen)
    rows = MEASURES["continuity"].look(seen).per_row
    half = 1.96 * rows.std(ddof=1) / 10
    assert (found["low"], found["high"]) == pytest.approx((rows.mean() - half, rows.mean() + half))
    assert (found["k"], found["rows"], found["null"]) == (5, 100, None)


def test_swapped_copies_are_no_error():
    """Six rows with ten copies each, shaken a little on the map: scikit-learn calls this .980."""
    random = np.random.default_rng(4)
    vectors = np.repeat(random.normal(size=(6, 5)), 10, axis=0)
    centres = np.repeat(np.arange(6)[:, None] * [3.0, 1.0], 10, axis=0)
    seen = seen_of(vectors, centres + random.normal(scale=1e-3, size=(60, 2)), 5)
    assert values(seen) == (1, 1, 1)
    assert (seen.ranks.true_rank == 1).all()


def test_rows_far_from_the_origin_keep_their_order():
    """In float32, |x|^2 - 2xy + |y|^2 would lose these differences."""
    random = np.random.default_rng(6)
    vectors = random.normal(size=(200, 8)) * 1e-3
    seen = seen_of(vectors + 1000, vectors[:, :2], 10)
    assert values(seen) == pytest.approx(values(seen_of(vectors, vectors[:, :2], 10)))


def test_counting_works_across_blocks(monkeypatch):
    random = np.random.default_rng(7)
    vectors = random.normal(size=(101, 5))
    ids = np.argsort(brute.distances(vectors), axis=1)[:, [1, 30, 100]]
    whole = listed(vectors, np.arange(101), ids)
    monkeypatch.setattr("embedlab.distortion.ranks._BLOCK", 700)
    np.testing.assert_array_equal(whole, listed(vectors, np.arange(101), ids))
    np.testing.assert_array_equal(whole[40:50], listed(vectors, np.arange(40, 50), ids[40:50]))
    assert (whole == [1, 30, 100]).all()
    assert (beyond(vectors, ids, ids[:, 1]) == [False, False, True]).all()


@settings(max_examples=25, deadline=None)
@given(n=st.integers(8, 40), seed=st.integers(0, 10_000), copies=st.integers(0, 3))
def test_permuting_rows_permutes_answers(n, seed, copies):
    random = np.random.default_rng(seed)
    vectors, coordinates = random.normal(size=(n, 4)), random.normal(size=(n, 2))
    vectors[:copies], coordinates[:copies] = vectors[-1], coordinates[-1]
    order = random.permutation(n)
    plain, moved = seen_of(vectors, coordinates, 3), seen_of(vectors[order], coordinates[order], 3)
    for look in (MEASURES[key].look for key in PER_ROW):
        np.testing.assert_allclose(look(plain).per_row[order], look(moved).per_row, atol=1e-12)
