"""Each step against a case worked by hand, and the way steps are written."""

import numpy as np
import pytest

from embedlab import preprocessing
from embedlab.errors import SettingsError, TableError
from embedlab.preprocessing import apply, parse
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


def table_of(rows, dtype=np.float32):
    vectors = np.array(rows, dtype)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(len(vectors))), Provenance("by hand"))


def test_centred_by_hand():
    derived = apply(table_of([[1, 2], [3, 6], [2, 1]]), ("centred",))  # the mean is (2, 3)
    assert derived.vectors.tolist() == [[-1, -1], [1, 3], [0, -2]]


def test_centred_keeps_the_digits_of_rows_far_from_zero():
    derived = apply(table_of([[1e8 + 1], [1e8 + 3]], np.float64), ("centred",))
    assert derived.vectors.tolist() == [[-1], [1]]


def test_centred_leaves_non_finite_rows_out_of_the_mean():
    derived = apply(table_of([[1, 2], [np.nan, 5], [3, 6], [np.inf, 0]]), ("centred",))
    np.testing.assert_array_equal(derived.vectors, [[-1, -2], [np.nan, 5], [1, 2], [np.inf, 0]])


def test_unit_norm_by_hand_and_zero_stays_zero():
    derived = apply(table_of([[3, 4], [0, 0], [0, -2]]), ("unit_norm",))
    np.testing.assert_allclose(derived.vectors, [[0.6, 0.8], [0, 0], [0, -1]], rtol=1e-6)


def test_unit_norm_of_lengths_whose_squares_overflow_or_vanish():
    derived = apply(table_of([[3e200, 4e200], [3e-200, 4e-200], [0, 4e200]], np.float64), ("unit_norm",))
    np.testing.assert_allclose(derived.vectors, [[0.6, 0.8], [0.6, 0.8], [0, 1]], rtol=1e-6)


def test_standardised_by_hand_and_a_constant_dimension_becomes_zero():
    derived = apply(table_of([[1, 0.1], [3, 0.1], [5, 0.1]]), ("standardised",))
    np.testing.assert_allclose(derived.vectors[:, 0], np.array([-1, 0, 1]) * 1.5**0.5, rtol=1e-6)
    assert derived.vectors[:, 1].tolist() == [0, 0, 0]
    tenths = np.column_stack([np.arange(10), np.full(10, 0.1)])  # ten times 0.1 is less than 1 in float64
    assert not apply(table_of(tenths, np.float64), ("standardised",)).vectors[:, 1].any()


def test_without_top_components_by_hand():
    # The mean is (0, 0); the first axis carries the most variance, so only the second one remains.
    derived = apply(table_of([[5, 1], [-5, 1], [5, -1], [-5, -1]]), ("without_top_components:1",))
    np.testing.assert_allclose(derived.vectors, [[0, 1], [0, 1], [0, -1], [0, -1]], atol=1e-6)


def test_without_top_components_agrees_with_the_singular_vectors():
    rows = tables.plain(rows=100, dims=10).vectors.astype(np.float64)
    centred = rows - rows.mean(axis=0)
    top = np.linalg.svd(centred)[2][:3]
    derived = apply(table_of(rows, np.float64), ("without_top_components:3",))
    np.testing.assert_allclose(derived.vectors, centred - centred @ top.T @ top, atol=1e-6)


def test_a_row_alone_is_its_own_mean():
    assert apply(table_of([[2, 5]]), ("centred",)).vectors.tolist() == [[0, 0]]
    assert apply(table_of([[2, 5]]), ("standardised",)).vectors.tolist() == [[0, 0]]
    assert apply(table_of([[2, 5], [np.nan, 0]]), ("standardised",)).vectors[0].tolist() == [0, 0]
    nothing = apply(table_of([[np.inf, 1], [np.nan, 0]]), ("standardised",)).vectors
    np.testing.assert_array_equal(nothing, [[np.inf, 1], [np.nan, 0]])


def test_standardised_by_hand_with_a_row_that_does_not_count():
    """Means 2 and 6; squares 1 + 1 and 16 + 16 over two rows: deviations 1 and 4."""
    derived = apply(table_of([[1, 2], [np.nan, 7], [3, 10]]), ("standardised",))
    np.testing.assert_allclose(derived.vectors, [[-1, -1], [np.nan, 7], [1, 1]])
    three = apply(table_of([[0, 1], [0, 1], [6, 4]]), ("standardised",))  # 2 and 2: squares 24 / 3 and 6 / 3
    np.testing.assert_allclose(three.vectors, np.array([[-2, -1], [-2, -1], [4, 2]]) / [8**0.5, 2**0.5], rtol=1e-6)


def test_without_top_components_by_hand_of_rows_whose_mean_is_not_zero():
    """The mean is (10, 20, 30); around it the axes spread 5, 3 and 1: the last, then the last two remain."""
    axes = np.array([[5.0, 0, 0], [-5, 0, 0], [0, 3, 0], [0, -3, 0], [0, 0, 1], [0, 0, -1]])
    for count, kept in ((1, [0, 1, 1]), (2, [0, 0, 1])):
        derived = apply(table_of(np.add(axes, [10, 20, 30])), (f"without_top_components:{count}",))
        np.testing.assert_allclose(derived.vectors, axes * kept, atol=1e-5)


def test_steps_are_applied_in_the_order_written():
    table = tables.plain()
    one, other = apply(table, ("centred", "unit_norm")), apply(table, ("unit_norm", "centred"))
    assert one.steps == ("centred", "unit_norm")
    np.testing.assert_allclose(np.linalg.norm(one.vectors, axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(other.vectors.mean(axis=0), 0, atol=1e-6)
    assert one.fingerprint != other.fingerprint
    assert apply(apply(table, ("centred",)), ("unit_norm",)).fingerprint == one.fingerprint


def test_no_step_is_the_same_table():
    table = tables.plain()
    assert apply(table, ()) is table


def test_a_table_of_more_than_one_block_is_the_same_as_one_block():
    table = tables.plain(rows=40_000, dims=8)  # 2.4 blocks
    derived = apply(table, ("centred", "standardised"))
    whole = table.vectors.astype(np.float64)
    np.testing.assert_allclose(derived.vectors, (whole - whole.mean(0)) / whole.std(0), atol=1e-6)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ()),
        ("raw", ()),
        (" centred , unit_norm ", ("centred", "unit_norm")),
        ("without_top_components", ("without_top_components:1",)),
        ("without_top_components:3,centred", ("without_top_components:3", "centred")),
    ],
)
def test_parse(text, steps):
    assert parse(text) == steps


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("centered", ["centered"]),
        ("raw,unit_norm,whitened", ["raw", "whitened"]),
        ("centred:3", ["centred:3"]),
        ("without_top_components:x", ["without_top_components:x"]),
        ("without_top_components:", ["without_top_components:"]),
        ("without_top_components:-1", ["without_top_components:-1"]),
        ("without_top_components:" + "9" * 5000, ["without_top_components:" + "9" * 5000]),
    ],
)
def test_parse_names_every_unknown_step(text, names):
    with pytest.raises(SettingsError) as caught:
        parse(text)
    assert caught.value.code == "settings.unknown"
    assert caught.value.fields["names"] == names
    assert "centred" in caught.value.fields["known"]


@pytest.mark.parametrize("count", [0, 65])
def test_a_count_outside_its_interval_is_refused(count):
    with pytest.raises(SettingsError) as caught:
        parse(f"without_top_components:{count}")
    assert caught.value.code == "settings.out_of_range"
    assert caught.value.fields["offenders"][0]["value"] == count


def test_as_many_components_as_dimensions_would_leave_nothing():
    with pytest.raises(SettingsError) as caught:
        apply(tables.plain(dims=4), ("without_top_components:4",))
    (offender,) = caught.value.fields["offenders"]
    assert (offender["value"], offender["low"], offender["high"]) == (4, 1, 3)


def test_a_derived_table_beyond_the_limit_is_refused_before_any_work(monkeypatch):
    monkeypatch.setattr(preprocessing, "LARGEST", 40 * 8 * 4 - 1)
    with pytest.raises(TableError) as caught:
        apply(tables.plain(rows=40, dims=8), ("centred",))
    assert caught.value.code == "table.too_large_for_steps"
    assert caught.value.fields == {"rows": 40, "dims": 8, "bytes": 1280, "limit": 1279}
