"""What every neighbour metric keeps: exact values, and an error bound the fast pass never leaves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from embedlab.neighbours import METRICS, scan, search
from embedlab.neighbours.scan import products, roundoff
from embedlab.wording import LANGUAGES
from tests import tables

every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
DTYPES = ("float16", "bfloat16", "float32", "float64")

# A second opinion for each metric we know; a new one adds its line here.
INDEPENDENT = {
    "euclidean": lambda a, b: cdist(a, b),
    "cosine": lambda a, b: 1 - cdist(a, b, "cosine"),
    "dot": lambda a, b: np.array([[sum(x * y for x, y in zip(r, s, strict=True)) for s in b] for r in a]),
}


@every_metric
def test_describes_itself_in_both_languages(metric):
    for language in LANGUAGES:
        assert metric.label.say(language)
        assert len(metric.short.say(language)) <= 16
        assert len(metric.summary.say(language)) > 40


@every_metric
def test_values_agree_with_another_implementation(metric):
    rows = tables.plain(rows=12).vectors.astype(np.float64)
    values = metric.values64(rows[:, None], rows[None, :])
    np.testing.assert_allclose(values, INDEPENDENT[metric.key](rows, rows), atol=1e-12)
    np.testing.assert_array_equal(values, values.T)


@every_metric
def test_equal_rows_have_equal_values_wherever_they_stand(metric):
    rows = np.random.default_rng(0).standard_normal((301, 37))
    query, copies = rows[0], [1, 2, 64, 150, 299, 300]
    rows[copies] = rows[5]
    values = metric.values64(query, rows)[copies]
    assert len(set(values.tolist())) == 1
    assert metric.values64(query, rows[7:8])[0] == metric.values64(query, rows)[7]


@every_metric
def test_a_zero_row_has_a_value_unless_a_direction_is_needed(metric):
    zero, row = np.zeros(3), np.array([1.0, 2, 3])
    assert np.isnan(metric.values64(zero, row)) == metric.needs_direction
    assert np.isnan(metric.values64(zero, zero)) == metric.needs_direction


@every_metric
@given(seed=st.integers(0, 10**6), scale=st.sampled_from([1e-3, 1.0, 100.0]), offset=st.sampled_from([0.0, 5.0]))
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_fast_pass_stays_inside_its_bound(metric, dtype, seed, scale, offset):
    drawn = np.random.default_rng(seed).standard_normal((30, 40)) * scale + offset * scale
    table = tables.plain(rows=30, dims=40, dtype=dtype)
    table = type(table)(drawn.astype(table.vectors.dtype), table.tokens, table.provenance)
    query, norms = table.rows64([0])[0], scan(table).norms
    raw, moved = products(table.vectors, query, metric.kernel)
    score = metric.nearness(raw, norms, norms[0])
    true = -metric.keys(metric.values64(query, table.rows64(slice(None))))
    if metric.kernel == "sqeuclidean":
        true = -(true**2)
    assert moved == 0
    assert (np.abs(score - true) <= roundoff(table.vectors) * metric.slack(norms, norms[0])).all()


@every_metric
def test_the_product_form_ranks_as_the_values_do(metric):
    rows = metric.prepare(np.random.default_rng(2).standard_normal((40, 6)) + 3)
    products, offsets = metric.for_product(rows)
    scores = products @ products.T - offsets
    keys = metric.keys(metric.pairs(rows[:, None], rows[None, :]))
    np.testing.assert_array_equal(np.argsort(-scores, axis=1), np.argsort(keys, axis=1))


@every_metric
def test_self_is_best_is_true_where_it_is_claimed(metric):
    rows = np.random.default_rng(3).standard_normal((50, 4))
    keys = metric.keys(metric.values64(rows[:, None], rows[None, :]))
    best = (keys.diagonal()[:, None] <= keys + 1e-12).all()
    assert bool(best) == metric.self_is_best


@every_metric
def test_scaling_the_table_by_a_power_of_two_keeps_the_neighbours(metric):
    table = tables.plain(rows=60)
    twice = type(table)(table.vectors * np.float32(4), table.tokens, table.provenance)
    first, second = search(table, 3, metric.key, 10), search(twice, 3, metric.key, 10)
    np.testing.assert_array_equal(first.ids, second.ids)
