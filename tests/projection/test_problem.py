"""Bad rows end in an error of ours, or in rows that no library can choke on."""

import numpy as np
import pytest

from embedlab.errors import TableError
from embedlab.neighbours import graph
from embedlab.projection import Problem, prepare

METRICS = ("euclidean", "cosine", "dot")


def normal(rows=30, dims=4, seed=0):
    return np.random.default_rng(seed).normal(size=(rows, dims))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_fewer_than_three_rows_are_refused_with_their_number(metric, rows):
    with pytest.raises(TableError) as caught:
        prepare(normal(rows) if rows else np.empty((0, 4)), metric, zero=5, non_finite=1)
    assert caught.value.code == "table.too_few_rows"
    assert caught.value.fields == {"usable": rows, "needed": 3, "zero": 5, "non_finite": 1}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("factor", [1.0, 1e-30, 1e20, 1e150])
def test_a_constant_table_is_refused_at_every_scale(metric, factor):
    with pytest.raises(TableError, match=r"table\.constant") as caught:
        prepare(np.full((60, 8), 0.1) * factor, metric)
    assert caught.value.fields == {"rows": 60, "distinct": 1, "needed": 3}


def test_rows_that_differ_by_less_than_rounding_are_constant():
    """In a hundred dimensions, most of them empty, what counts is the share of the size of the rows."""
    vectors = np.zeros((6, 100))
    vectors[:, 0], vectors[:, 1] = 1, np.arange(6) * 5e-13
    assert len(prepare(vectors, "euclidean").distinct) == 6
    vectors[:, 1] /= 100
    with pytest.raises(TableError, match=r"table\.constant"):
        prepare(vectors, "euclidean")


@pytest.mark.parametrize("metric", METRICS)
def test_three_rows_are_enough(metric):
    assert len(prepare(normal(3), metric).distinct) == 3


def test_all_zeros_and_two_different_rows_are_refused():
    for vectors in (np.zeros((5, 3)), np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])):
        with pytest.raises(TableError, match=r"table\.constant"):
            prepare(vectors, "euclidean")


def test_rows_of_one_direction_are_constant_under_cosine_only():
    vectors = np.outer(np.arange(1, 9), [0.1, 0.2, 0.3])
    with pytest.raises(TableError, match=r"table\.constant"):
        prepare(vectors, "cosine")
    assert len(prepare(vectors, "euclidean").distinct) == 8


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("factor", "rescaled"), [(1.0, False), (1e-30, True), (1e20, True), (1e200, True)])
def test_scale_changes_nothing_but_the_unit(metric, factor, rescaled):
    vectors = normal()
    plain, scaled = prepare(vectors, metric), prepare(vectors * factor, metric)
    np.testing.assert_allclose(scaled.values, plain.values, rtol=1e-9, atol=1e-12)
    assert scaled.rescaled is rescaled
    assert scaled.unit == pytest.approx(1 if metric == "cosine" else plain.unit * factor, rel=1e-9, abs=0)


@pytest.mark.parametrize("peak", [1e18, 1e-18])
def test_the_last_numbers_that_libraries_take_are_not_rescaled(peak):
    vectors = normal().clip(-1, 1) * peak
    assert prepare(vectors, "dot").peak == peak
    assert not prepare(vectors, "dot").rescaled
    assert prepare(vectors * peak ** (1 / 1000), "dot").rescaled  # 4 % beyond


def test_values_keep_what_their_metric_needs():
    vectors = normal() + 3
    euclidean, cosine, dot = (prepare(vectors, metric) for metric in METRICS)
    np.testing.assert_allclose(euclidean.values * euclidean.unit, vectors - vectors.mean(axis=0), atol=1e-12)
    assert np.sqrt(np.mean(euclidean.values**2)) == pytest.approx(1)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    np.testing.assert_allclose(cosine.values, unit - unit.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(dot.values * dot.unit, vectors, atol=1e-12)
    assert np.sqrt(np.mean(dot.values**2)) == pytest.approx(1)


def test_copies_are_found_and_multiples_are_copies_under_cosine():
    vectors = normal(6)
    vectors[4], vectors[5] = vectors[1], 0.3 * vectors[2]
    rows = prepare(vectors, "euclidean")
    assert rows.distinct.tolist() == [0, 1, 2, 3, 5]
    assert rows.copy_of.tolist() == [0, 1, 2, 3, 1, 4]
    assert prepare(vectors, "cosine").copy_of.tolist() == [0, 1, 2, 3, 1, 2]


def test_unit_rows_are_the_same_to_twelve_decimals_and_other_rows_to_the_last():
    vectors = np.array([[1.0, 0], [1, 4e-13], [1, 6e-13], [0, 1], [1, 1]])
    assert prepare(vectors, "cosine").copy_of.tolist() == [0, 0, 1, 2, 3]
    assert prepare(vectors, "dot").copy_of.tolist() == [0, 1, 2, 3, 4]
    assert prepare(vectors * [1, 1e-5], "dot").copy_of.tolist() == [0, 1, 2, 3, 4]


def test_negative_zero_is_zero():
    assert prepare(np.array([[0.0, 1], [-0.0, 1], [1, 0], [1, 1]]), "dot").copy_of.tolist() == [0, 0, 1, 2]


def test_dot_product_is_handed_over_as_a_distance_that_keeps_only_products():
    rows = prepare(normal(), "dot")
    problem = Problem(rows, graph(rows.values, "dot", 5), seed=0)
    squares = problem.distances(5) ** 2
    products = np.take_along_axis(rows.values @ rows.values.T, problem.graph.ids.astype(int), axis=1)
    assert (squares[:, 0] == 0).all()
    assert not problem.random_start  # unless it is asked for
    np.testing.assert_allclose(squares[:, :1] - squares, 2 * (products - products[:, :1]), atol=1e-12)


def test_a_row_far_smaller_than_the_others_keeps_its_direction():
    vectors = normal(5)
    vectors[2, 0] = 0
    small = vectors * np.array([1, 1, 1e-200, 1, 1])[:, None]
    np.testing.assert_allclose(prepare(small, "cosine").values, prepare(vectors, "cosine").values, atol=1e-12)
