"""How wrong the fast pass may be, and which lengths can be compared at all: the bounds by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from embedlab.errors import QueryError, TableError
from embedlab.neighbours.metrics import METRICS
from embedlab.neighbours.scan import LONGEST, SHORTEST, Usable, check_lengths, products, roundoff, scan
from embedlab.neighbours.search import overlap, search, search_all, usable
from embedlab.table import EmbeddingTable, Provenance


def table_of(rows, dtype=np.float64):
    vectors = np.array(rows, dtype)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(len(vectors))), Provenance("by hand"))


@pytest.mark.parametrize(("dtype", "unit"), [("float64", 2.0**-53), ("float32", 2.0**-24), ("float16", 2.0**-24)])
def test_twice_as_many_roundings_as_dimensions_and_eight(dtype, unit):
    assert roundoff(np.zeros((3, 2), dtype)) == 2 * 10 * unit
    assert roundoff(np.zeros((2, 56), dtype)) == 2 * 64 * unit


def test_how_far_a_query_moved_when_it_was_written_in_half_precision():
    """Between 1 and 2 half precision counts in steps of 2^-10: 1 + 2^-12 becomes 1."""
    rows = np.array([[1.0, 0], [2, 3]], np.float16)
    results, moved = products(rows, np.array([1 + 2.0**-12, 0]), "dot")
    assert results.tolist() == [1, 2]
    assert moved == pytest.approx(2.0**-12 / (1 + 2.0**-12))
    assert products(rows, np.array([0.0, 0]), "dot")[1] == 0
    distances, moved = products(rows, np.array([2.0, 1]), "sqeuclidean")
    assert (distances.tolist(), moved) == ([2, 4], 0)


def test_lengths_at_the_edges():
    assert (SHORTEST, LONGEST) == (1e-150, 1e150)
    check_lengths(np.array([0, np.nan, 1e150, 1e-150]))
    for length in (1.1e150, 0.9e-150):
        with pytest.raises(TableError) as caught:
            check_lengths(np.array([1, 0, length, length]))
        assert caught.value.code == "table.extreme_values"
        assert caught.value.fields == {"rows": 2, "id": 2, "length": length}


def test_which_rows_are_left_out():
    found = Usable(np.zeros(0), np.array([4, 7]), np.array([2, 9]))
    assert found.excluded(SimpleNamespace(needs_direction=True)).tolist() == [2, 4, 7, 9]
    assert found.excluded(SimpleNamespace(needs_direction=False)).tolist() == [2, 9]
    rows = table_of([[3, 4], [0, 0], [np.nan, 1], [0, -2]])
    assert [ids.tolist() for ids in usable(rows, "cosine")] == [[1], [2]]
    assert [ids.tolist() for ids in usable(rows, "dot")] == [[], [2]]
    np.testing.assert_array_equal(scan(rows).norms, [5, 0, np.nan, 2])


@pytest.mark.parametrize("size", [1e-13, 1e-30, 1e30])
def test_lengths_that_single_precision_squares_lose(size):
    rows = table_of(np.array([[3, 4], [6, 8], [0, 1]]) * size, np.float32)
    np.testing.assert_allclose(scan(rows).norms, np.array([5, 10, 1]) * size, rtol=1e-6)
    assert search(rows, 0, "euclidean", 2).ids.tolist() == [2, 1]
    assert search(rows, 0, "cosine", 2).ids.tolist() == [1, 2]


@pytest.mark.parametrize(("query", "others", "seed"), [(1e-2, 1e-42, 0), (1e-42, 1e-2, 1)])
def test_products_that_single_precision_loses_are_computed_again(query, others, seed):
    """Products of numbers of 1e-42 with others of 1e-2 are a multiple of 1e-45, and most of them that of 0."""
    random = np.random.default_rng(seed)
    parts = [random.normal(size=(1, 4)) * query, random.normal(size=(900, 4)) * others]
    rows = table_of(np.concatenate(parts), np.float32)
    wide = rows.vectors.astype(np.float64)
    cosines = wide[1:] @ wide[0] / np.linalg.norm(wide[1:], axis=1)
    assert search(rows, 0, "cosine", 5).ids.tolist() == (1 + np.argsort(-cosines)[:5]).tolist()


def test_one_pass_for_all_metrics_gives_what_each_gives_alone():
    random = np.random.default_rng(2)
    rows = table_of(random.normal(size=(300, 8)) * random.uniform(1, 9, size=(300, 1)) + 2, np.float32)
    for query in (3, random.normal(size=8)):
        for metric, found in search_all(rows, query, METRICS, 7).items():
            alone = search(rows, query, metric, 7)
            assert (found.ids.tolist(), found.values.tolist()) == (alone.ids.tolist(), alone.values.tolist())


def test_rows_of_extreme_lengths_are_refused_and_bad_ones_told_from_zero_ones():
    with pytest.raises(TableError, match=r"table\.extreme_values"):
        usable(table_of([[1, 1], [1e-160, 0]]), "euclidean")
    rows = table_of([[0, np.nan], [0, 0], [0, 1], [1, 0]])
    for row, zero in ((0, False), (1, True)):
        with pytest.raises(QueryError) as caught:
            search(rows, row, "cosine", 1)
        assert caught.value.fields["zero"] is zero


def test_all_rows_are_found_for_a_vector_that_is_none_of_them():
    assert search(table_of([[0, 1], [0, 3], [0, 2]]), np.array([0.0, 0]), "euclidean", 3).ids.tolist() == [0, 2, 1]


def test_the_share_that_lists_have_in_common():
    one, other, third = (SimpleNamespace(ids=np.array(ids)) for ids in ([1, 2, 3, 4], [4, 5, 2, 6], [2, 9, 8, 7]))
    assert overlap(one, other) == 0.5
    assert overlap(one, other, third) == 0.25
    assert overlap(one) == 1
