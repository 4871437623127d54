"""All pairs by hand, and random pairs of a table."""

import numpy as np
import pytest

from embedlab.errors import QueryError
from embedlab.neighbours import METRICS
from embedlab.neighbours.similarity import background, chance_cosine, compare, random_pairs, share_as_near
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


def table_of(rows):
    vectors = np.array(rows, np.float32)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(len(vectors))), Provenance("by hand"))


def test_compare_by_hand():
    found = compare(table_of([[3, 0], [9, 9], [0, 2], [-1, 0]]), [0, 2, 3])
    np.testing.assert_allclose(found.euclidean, [[0, 13**0.5, 4], [13**0.5, 0, 5**0.5], [4, 5**0.5, 0]])
    np.testing.assert_allclose(found.cosine, [[1, 0, -1], [0, 1, 0], [-1, 0, 1]], atol=1e-15)
    assert found.dot.tolist() == [[9, 0, -3], [0, 4, 0], [-3, 0, 1]]
    np.testing.assert_allclose(found.angles, [[0, 90, 180], [90, 0, 90], [180, 90, 0]])
    assert found.norms.tolist() == [3, 2, 1]
    assert found.ids == (0, 2, 3)


def test_the_dot_product_is_both_lengths_times_the_cosine():
    found = compare(tables.plain(), range(40))
    np.testing.assert_allclose(found.dot, np.outer(found.norms, found.norms) * found.cosine, atol=1e-12)


def test_a_row_meets_itself_and_its_multiples_at_zero_degrees():
    found = compare(table_of([[0.1, 0.7, 0.3], [0.3, 2.1, 0.9]]), [0, 0, 1])
    assert found.angles.diagonal().tolist() == [0, 0, 0]
    assert found.angles[0, 1] == 0
    assert found.angles[0, 2] < 1e-4


def test_a_zero_row_has_distances_and_no_angle():
    found = compare(tables.degenerate(), [0, tables.ZERO_IDS[0]])
    assert np.isnan(found.cosine[0, 1])
    assert np.isnan(found.cosine[1, 1])
    assert np.isnan(found.angles[0, 1])
    assert found.euclidean[0, 1] == pytest.approx(found.norms[0])
    assert found.dot[0, 1] == 0


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_lengths_are_told_where_squares_leave_float64(scale):
    vectors = np.array([[3, 4], [0, 1]]) * scale
    found = compare(EmbeddingTable(vectors, ("a", "b"), Provenance("by hand")), [0, 1])
    np.testing.assert_allclose(found.norms, [5 * scale, scale])
    np.testing.assert_allclose(found.cosine, [[1, 0.8], [0.8, 1]])


def test_a_row_that_is_not_finite_gives_nan_and_no_warning():
    found = compare(tables.degenerate(), [0, tables.NAN_ID, tables.INFINITE_ID])
    assert np.isnan(found.cosine[0, 1])
    assert np.isnan(found.cosine[0, 2])
    assert np.isfinite(found.cosine[0, 0])


@pytest.mark.parametrize("row", [-1, 40])
def test_compare_refuses_an_id_that_does_not_exist(row):
    with pytest.raises(QueryError) as caught:
        compare(tables.plain(), [0, row])
    assert caught.value.code == "query.id_out_of_range"


@pytest.mark.parametrize("metric", METRICS)
def test_random_pairs_of_a_small_table_are_all_its_pairs(metric):
    rows = tables.plain(rows=9)
    values64 = rows.vectors.astype(np.float64)
    matrix = METRICS[metric].values64(values64[:, None], values64[None, :])
    expected = np.sort(matrix[np.triu_indices(9, 1)])
    np.testing.assert_allclose(np.sort(random_pairs(rows, metric)), expected, atol=1e-15)


def test_random_pairs_are_seeded_and_never_a_row_with_itself():
    table = tables.plain(rows=300)
    one, same = random_pairs(table, "euclidean", 500, 1), random_pairs(table, "euclidean", 500, 1)
    other = random_pairs(table, "euclidean", 500, 2)
    assert len(one) == 500
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)
    assert one.min() > 0
    assert len(np.unique(one)) == 500


def test_random_pairs_leave_out_rows_without_a_value():
    usable = 24 - 2
    assert len(random_pairs(tables.degenerate(), "euclidean")) == usable * (usable - 1) // 2
    directed = usable - 2
    assert len(random_pairs(tables.degenerate(), "cosine")) == directed * (directed - 1) // 2
    assert len(random_pairs(table_of([[1, 2]]), "dot")) == 0


def test_background():
    found = background(np.arange(101.0))
    assert (found.mean, found.low, found.high, found.pairs) == (50, 2.5, 97.5, 101)
    assert found.sd == pytest.approx(np.arange(101).std())
    assert np.isnan(background(np.empty(0)).mean)


def test_share_as_near():
    values = np.array([0.1, 0.2, 0.3, 0.4])
    assert share_as_near(0.3, values, "cosine") == 0.5
    assert share_as_near(0.3, values, "euclidean") == 0.75
    assert np.isnan(share_as_near(float("nan"), values, "cosine"))


def test_the_cosine_of_random_directions_spreads_as_chance_says():
    table = tables.plain(rows=3000, dims=64)
    assert random_pairs(table, "cosine", 20_000).std() == pytest.approx(chance_cosine(64), rel=0.03)
