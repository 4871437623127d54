"""The exact kNN graph against the search of every row, with ties, copies and scales float32 cannot hold."""

import numpy as np
import pytest

from embedlab.errors import JobError, QueryError
from embedlab.neighbours import METRICS, graph, search
from embedlab.neighbours.graph import _Maker
from embedlab.table import EmbeddingTable, Provenance

pytestmark = pytest.mark.heavy
every_metric = pytest.mark.parametrize("metric", METRICS)


def assert_is_the_search_of_every_row(vectors, metric, k):
    table = EmbeddingTable(vectors, ("t",) * len(vectors), Provenance("graph"))
    found = graph(vectors, metric, k)
    assert (found.ids.dtype, found.values.dtype, found.metric) == (np.int32, np.float64, metric)
    for row in range(len(vectors)):
        alone = search(table, row, metric, k)
        np.testing.assert_array_equal(found.ids[row], alone.ids, err_msg=f"row {row}")
        np.testing.assert_allclose(found.values[row], alone.values, rtol=1e-12, atol=0)


def normal(rows, dims, seed=0):
    return np.random.default_rng(seed).standard_normal((rows, dims))


def test_by_hand():
    found = graph(np.array([[0.0], [1], [3], [7]]), "euclidean", 2)
    assert found.ids.tolist() == [[1, 2], [0, 2], [1, 0], [2, 1]]
    assert found.values.tolist() == [[1, 3], [1, 2], [2, 3], [4, 6]]


@every_metric
def test_more_rows_than_one_block(metric):
    assert_is_the_search_of_every_row(normal(600, 12).astype(np.float32), metric, 15)


@every_metric
def test_many_copies_of_few_rows(metric):
    vectors = np.repeat(normal(6, 5), 40, axis=0)[np.random.default_rng(1).permutation(240)]
    assert_is_the_search_of_every_row(vectors, metric, 15)


@every_metric
def test_small_whole_numbers_are_full_of_ties(metric):
    vectors = np.random.default_rng(2).integers(1, 4, (300, 3)).astype(np.float32)
    assert_is_the_search_of_every_row(vectors, metric, 10)


@every_metric
@pytest.mark.parametrize("apart", [1e-3, 1e-5])  # the second is less than float32 tells apart in products
def test_rows_far_from_zero_and_close_together(metric, apart):
    assert_is_the_search_of_every_row(normal(300, 16) * apart + 100, metric, 10)


def test_a_short_row_makes_no_product_of_long_ones_exact():
    vectors = normal(300, 16) * 1e-5 + 100
    vectors[0] /= 1e9
    assert_is_the_search_of_every_row(vectors, "dot", 10)


@every_metric
@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_scales_whose_squares_leave_float32(metric, scale):
    assert_is_the_search_of_every_row(normal(120, 8) * scale, metric, 10)


@every_metric
@pytest.mark.parametrize("scale", [1e-30, 1, 1e30])
def test_ordinary_rows_never_take_the_slow_path_at_any_scale(metric, scale, monkeypatch):
    monkeypatch.setattr(_Maker, "_again", lambda *_: pytest.fail("float32 was enough"))
    graph(normal(300, 8) * scale, metric, 10)


@every_metric
def test_a_few_rows_a_thousand_times_longer(metric):
    vectors = normal(300, 8)
    vectors[::50] *= 1000
    assert_is_the_search_of_every_row(vectors, metric, 10)


@every_metric
def test_every_other_row_is_a_neighbour_when_k_says_so(metric):
    assert_is_the_search_of_every_row(normal(20, 4), metric, 19)


def test_constant_rows_have_each_other():
    found = graph(np.ones((5, 3)), "euclidean", 2)
    assert found.ids.tolist() == [[1, 2], [0, 2], [0, 1], [0, 1], [0, 1]]
    assert not found.values.any()
    assert graph(np.zeros((4, 2)), "dot", 3).ids.tolist() == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]


@pytest.mark.parametrize("k", [0, 5])
def test_k_must_leave_the_row_itself_out(k):
    with pytest.raises(QueryError) as caught:
        graph(np.ones((5, 3)), "dot", k)
    assert caught.value.code == "query.k_too_large"
    assert caught.value.fields == {"k": k, "largest": 4}


def test_reports_and_stops_between_blocks():
    reports = []
    graph(normal(300, 3), "euclidean", 3, lambda *progress: reports.append(progress))
    assert [done for done, _, _ in reports] == [256, 300]
    with pytest.raises(JobError) as caught:
        graph(normal(300, 3), "euclidean", 3, should_stop=lambda: len(reports) == 2)
    assert caught.value.code == "job.stopped"
