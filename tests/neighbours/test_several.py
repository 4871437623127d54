"""Queries that are no single row: means of several rows, and vectors that a person types."""

import numpy as np
import pytest

from embedlab.errors import QueryError, SettingsError
from embedlab.neighbours.scan import scan
from embedlab.neighbours.several import read_vector, search_mean
from embedlab.table import EmbeddingTable, Provenance

ROWS = [[1.0, 0], [0, 1], [1, 1], [3, 3], [-1, -1], [0, 0], [np.nan, 0]]


def table():
    return EmbeddingTable(np.array(ROWS), tuple("abcdefg"), Provenance("by hand"))


@pytest.mark.parametrize("kept", [False, True])
def test_the_mean_of_two_rows_and_its_neighbours(kept):
    """Around (1/2, 1/2): rows c and f at sqrt(1/2), e at 3 sqrt(1/2), d at 5 sqrt(1/2); a and b themselves do not
    count, and g has no value."""
    found = search_mean(table(), [0, 1], "euclidean", 3, scan(table()) if kept else None)
    assert found.ids.tolist() == [2, 5, 4]
    assert found.values == pytest.approx(np.array([1, 1, 3]) * 0.5**0.5)
    assert (found.k, found.searched, found.query_id, found.own_best) == (3, 4, None, None)
    assert search_mean(table(), [0, 1], "euclidean", 4).ids.tolist() == [2, 5, 4, 3]


def test_a_row_given_twice_weighs_twice():
    """Around (5/3, 1): c lies 2/3 away; its product with c is 8/3."""
    found = search_mean(table(), [0, 3, 0], "dot", 2)
    assert (found.ids.tolist(), found.values.tolist()) == ([2, 1], pytest.approx([8 / 3, 1]))
    found = search_mean(table(), [0, 0, 3], "euclidean", 1)
    assert (found.ids.tolist(), found.values) == ([2], pytest.approx([2 / 3]))
    assert found.searched == 4


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(QueryError) as caught:
        search_mean(table(), [0, 1], "euclidean", 5)
    assert (caught.value.code, caught.value.fields) == ("query.k_too_large", {"k": 5, "largest": 4})
    with pytest.raises(QueryError) as caught:
        search_mean(table(), [0, 1, 2, 3, 4], "cosine", 1)
    assert caught.value.fields == {"k": 1, "largest": 0, "reason": "none"}
    with pytest.raises(QueryError) as caught:
        search_mean(table(), [0, 5], "cosine", 1)
    assert (caught.value.code, caught.value.fields["zero"]) == ("query.row_not_usable", True)
    with pytest.raises(SettingsError, match="k"):
        search_mean(table(), [0, 1], "euclidean", 0)


@pytest.mark.parametrize(
    ("text", "numbers"), [("[0.5, -1e-2; 3]", [0.5, -0.01, 3]), (" (1\t2\n3) ", [1, 2, 3]), ("0;0", [0, 0])]
)
def test_numbers_are_read_however_they_are_parted(text, numbers):
    assert read_vector(text).tolist() == numbers


@pytest.mark.parametrize(
    ("text", "part", "place"), [("1, two, 3", "two", 2), ("inf 1", "inf", 1), ("", "", 0), ("x" * 50, "x" * 40, 1)]
)
def test_the_first_part_that_is_no_number_is_named(text, part, place):
    with pytest.raises(QueryError) as caught:
        read_vector(text)
    assert caught.value.code == "query.vector_unreadable"
    assert caught.value.fields == {"part": part, "place": place}


@pytest.mark.parametrize("text", ["1e151 0", "1e-151 0"])
def test_lengths_whose_squares_leave_float64_are_refused(text):
    with pytest.raises(QueryError) as caught:
        read_vector(text)
    assert caught.value.code == "query.vector_extreme"
    assert read_vector("1e150").tolist() == [1e150]
    assert read_vector("1e-150").tolist() == [1e-150]
