"""Values, bounds and product forms of the metrics, worked out by hand."""

import numpy as np
import pytest

from embedlab.neighbours import METRICS
from embedlab.neighbours.metric import directions, lengths

ROWS = np.array([[3.0, 4.0], [4.0, 3.0], [0.0, -2.0]])


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("euclidean", [0, 2**0.5, 45**0.5]),
        ("cosine", [1, 24 / 25, -4 / 5]),
        ("dot", [25, 24, -8]),
    ],
)
def test_values_and_what_is_nearer(key, values):
    metric = METRICS[key]
    found = metric.values64(ROWS[0], ROWS)
    assert found == pytest.approx(values)
    assert metric.keys(found).tolist() == (found if key == "euclidean" else -found).tolist()  # smaller is nearer
    assert metric.keys(metric.keys(found)).tolist() == found.tolist()


def test_rounding_carries_no_cosine_past_one():
    """Of a thousand directions some have a product with themselves of 1 and a digit."""
    rows = np.random.default_rng(0).normal(size=(1000, 7))
    unit = directions(rows)
    assert np.einsum("ij,ij->i", unit, unit).max() > 1
    assert METRICS["cosine"].values64(rows, rows).max() == 1
    assert METRICS["cosine"].values64(rows, -rows).min() == -1


def test_directions_and_lengths():
    np.testing.assert_allclose(directions(ROWS), [[0.6, 0.8], [0.8, 0.6], [0, -1]])
    assert lengths(ROWS).tolist() == [5, 5, 2]
    assert lengths(np.array([3e200, 4e200])) == pytest.approx(5e200)
    assert lengths(np.array([3e-200, 4e-200])) == pytest.approx(5e-200)
    assert np.isnan(directions(np.zeros((1, 2)))).all()
    assert lengths(np.zeros((1, 2))).tolist() == [0]


@pytest.mark.parametrize(
    ("key", "scores", "errors"),
    [("euclidean", [-1, -2], [49, 64]), ("cosine", [0.25, 0.25], [3, 3]), ("dot", [1, 2], [10, 15])],
)
def test_what_the_fast_pass_makes_of_a_product(key, scores, errors):
    """Rows of length 2 and 3 and a query of length 5 (but cosine: 2 and 4, and 2). Higham: the sum of n products is
    wrong by at most n u times |x| |y|; the squared distance has sums of (|x| + |y|)^2; cosine two norms besides."""
    norms, query = (np.array([2.0, 4.0]), 2.0) if key == "cosine" else (np.array([2.0, 3.0]), 5.0)
    assert METRICS[key].nearness(np.array([1.0, 2.0]), norms, query).tolist() == scores
    assert METRICS[key].slack(norms, query).tolist() == errors


def test_product_forms():
    """Euclidean: rows around their mean (7/3, 5/3), and half of their squares taken off."""
    rows, offsets = METRICS["euclidean"].for_product(ROWS)
    np.testing.assert_allclose(rows, ROWS - [7 / 3, 5 / 3])
    np.testing.assert_allclose(offsets, (rows**2).sum(axis=1) / 2)
    for key in ("cosine", "dot"):
        rows, offsets = METRICS[key].for_product(ROWS)
        assert (rows.tolist(), offsets.tolist()) == (ROWS.tolist(), [0, 0, 0])
