"""Exact search: by hand, against brute force in float64, and on every degenerate row."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.errors import QueryError, SettingsError
from embedlab.neighbours import METRICS, overlap, scan, search, usable
from embedlab.table import EmbeddingTable, Provenance
from tests import tables

every_metric = pytest.mark.parametrize("metric", METRICS)


def table_of(rows, dtype=np.float32):
    vectors = np.asarray(rows).astype(dtype)
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(len(vectors))), Provenance("by hand"))


def brute_force(table, query, metric, k):
    """Every row in float64, sorted by value, then by id: slow, and nothing to be wrong about."""
    chosen = METRICS[metric]
    rows = table.vectors.astype(np.float64)
    values = chosen.values64(rows[query], rows)
    left_out = set(np.concatenate(usable(table, metric)).tolist()) | {query}
    order = sorted(
        (row for row in range(table.n_rows) if row not in left_out), key=lambda row: (chosen.keys(values[row]), row)
    )
    return order[:k], values[order[:k]]


BY_HAND = table_of([[1, 0], [2, 0], [0, 1], [1, 1], [-1, 0]])


@pytest.mark.parametrize(
    ("metric", "ids", "values", "own_best"),
    [
        ("euclidean", [1, 3, 2, 4], [1, 1, 2**0.5, 2], True),
        ("cosine", [1, 3, 2, 4], [1, 2**-0.5, 0, -1], True),
        ("dot", [1, 3, 2, 4], [2, 1, 0, -1], False),  # row 1 is twice row 0: a better match than row 0 itself
    ],
)
def test_by_hand(metric, ids, values, own_best):
    found = search(BY_HAND, 0, metric, 4)
    assert found.ids.tolist() == ids
    np.testing.assert_allclose(found.values, values, atol=1e-15)
    assert found.own_best is own_best
    assert (found.query_id, found.metric, found.k, found.searched) == (0, metric, 4, 4)


@every_metric
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "float8_e4m3fn", ">f4"])
def test_agrees_with_brute_force_for_every_dtype(metric, dtype):
    table = tables.plain(rows=400, dims=24, dtype=dtype)
    for query in (0, 7, 399):
        found = search(table, query, metric, 15)
        ids, values = brute_force(table, query, metric, 15)
        assert found.ids.tolist() == ids
        np.testing.assert_array_equal(found.values, values)


@every_metric
@given(data=st.data())
def test_agrees_with_brute_force_on_rows_full_of_ties(metric, data):
    n = data.draw(st.integers(3, 30))
    cells = st.lists(st.integers(-2, 2), min_size=3 * n, max_size=3 * n)
    rows = np.array(data.draw(cells), float).reshape(n, 3)
    rows[-1] = [1, 2, 2]
    table = table_of(rows, data.draw(st.sampled_from([np.float16, ml_dtypes.bfloat16, np.float32, np.float64])))
    excluded = len(usable(table, metric)[0])
    if n - 1 - excluded < 1:
        return
    k = data.draw(st.integers(1, n - 1 - excluded))
    found = search(table, n - 1, metric, k)
    ids, values = brute_force(table, n - 1, metric, k)
    assert found.ids.tolist() == ids
    np.testing.assert_array_equal(found.values, values)


@every_metric
def test_rows_nearer_together_than_half_precision_sums_can_tell(metric):
    # 500 float16 rows that differ in the last digit of one of 512 dimensions, far from zero.
    rows = np.full((500, 512), 30.0)
    rows[np.arange(500), np.arange(500)] += np.random.default_rng(0).integers(-8, 8, 500) / 64
    table = table_of(rows, np.float16)
    found = search(table, 250, metric, 20)
    ids, values = brute_force(table, 250, metric, 20)
    assert found.ids.tolist() == ids
    np.testing.assert_array_equal(found.values, values)


@pytest.mark.parametrize(
    ("metric", "ids"), [("euclidean", [2, 3, 4, 5, 6]), ("cosine", [0, 2, 3, 4, 5]), ("dot", [32, 2, 3, 4, 5])]
)
def test_ties_go_to_the_lower_id(metric, ids):
    table = table_of([[1, 2], [3, 3], *[[2, 4]] * 30, [9, 1]])  # rows 2 to 31 are copies, row 0 their direction
    assert search(table, 10, metric, 5).ids.tolist() == ids


def test_copies_of_the_query_do_not_make_it_less_than_its_own_best():
    for metric in ("euclidean", "cosine"):
        found = search(table_of([[0.1, 0.7], [0.1, 0.7], [0.3, 2.1], [5, 1]]), 0, metric, 2)
        assert found.own_best is True
        assert found.ids[0] == 1


@every_metric
def test_degenerate_rows_are_left_out_and_counted(metric):
    table = tables.degenerate()
    found = search(table, 0, metric, 10)
    zero = list(tables.ZERO_IDS) if METRICS[metric].needs_direction else []
    assert found.zero_ids.tolist() == zero
    assert found.non_finite_ids.tolist() == [tables.NAN_ID, tables.INFINITE_ID]
    assert found.searched == table.n_rows - 1 - len(zero) - 2
    every = search(table, 0, metric, found.searched).ids.tolist()
    assert sorted(every) == sorted(set(range(24)) - {0, tables.NAN_ID, tables.INFINITE_ID} - set(zero))
    assert [row for row in every if row in tables.DUPLICATE_IDS] == list(tables.DUPLICATE_IDS)


@every_metric
def test_permuting_rows_permutes_the_neighbours(metric):
    table = tables.plain(rows=80)
    order = np.random.default_rng(4).permutation(80)
    shuffled = EmbeddingTable(table.vectors[order], tuple(table.tokens[row] for row in order), table.provenance)
    query = 11
    found = search(shuffled, int(np.flatnonzero(order == query)[0]), metric, 12)
    assert order[found.ids].tolist() == search(table, query, metric, 12).ids.tolist()


@every_metric
def test_a_vector_as_query_keeps_its_digits(metric):
    # bfloat16 steps by 1/128 here and the query lies between: rounded for the first pass, never for the answer.
    random = np.random.default_rng(9)
    table = table_of(1 + random.integers(0, 4, (200, 4)) / 128, ml_dtypes.bfloat16)
    for query in 1 + random.uniform(0, 3 / 128, (30, 4)):
        found = search(table, query, metric, 10)
        keys = METRICS[metric].keys(METRICS[metric].values64(query, table.vectors.astype(np.float64)))
        assert found.ids.tolist() == np.argsort(keys, kind="stable")[:10].tolist()
    assert found.own_best is None
    assert found.query_id is None
    assert found.searched == 200


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_directions_of_rows_whose_squares_leave_float64(scale):
    vectors = np.array([[3.0, 4], [0, 1], [1, 0], [-1, 0]]) * scale
    found = search(EmbeddingTable(vectors, tuple("abcd"), Provenance("made")), 0, "cosine", 3)
    assert found.ids.tolist() == [1, 2, 3]
    np.testing.assert_allclose(found.values, [0.8, 0.6, -0.6])


@every_metric
@pytest.mark.parametrize("scale", [1e-30, 2e-23, 1e25, 3e37])
def test_values_whose_squares_leave_float32(metric, scale):
    table = tables.plain(rows=60, dtype="float64")
    for dtype in (np.float32, ml_dtypes.bfloat16):
        extreme = EmbeddingTable((table.vectors * scale).astype(dtype), table.tokens, table.provenance)
        assert search(extreme, 5, metric, 8).ids.tolist() == brute_force(extreme, 5, metric, 8)[0]


@every_metric
@pytest.mark.parametrize("layout", ["columns first", "every second row", "unaligned"])
def test_rows_that_do_not_lie_as_the_kernel_needs_them(metric, layout):
    table = tables.plain(rows=60)
    vectors = table.vectors
    if layout == "columns first":
        odd = np.asfortranarray(vectors)
    elif layout == "every second row":
        odd = np.repeat(vectors, 2, axis=0)[::2]
    else:
        raw = np.zeros(vectors.nbytes + 1, np.uint8)
        odd = raw[1:].view(np.float32).reshape(vectors.shape)
        odd[:] = vectors
    found = search(EmbeddingTable(odd, table.tokens, table.provenance), 3, metric, 5)
    assert found.ids.tolist() == search(table, 3, metric, 5).ids.tolist()


def test_a_kept_scan_gives_the_same_answer():
    table = tables.degenerate()
    kept = scan(table)
    assert search(table, 0, "cosine", 5, kept).ids.tolist() == search(table, 0, "cosine", 5).ids.tolist()


def test_scan_finds_lengths_zero_rows_and_rows_that_are_not_finite():
    found = scan(table_of([[3, 4], [0, 0], [np.nan, 1], [3e-30, 4e-30], [3e30, 4e30], [np.inf, 0], [-0.0, 0]]))
    np.testing.assert_allclose(found.norms, [5, 0, np.nan, 5e-30, 5e30, np.nan, 0], rtol=1e-6)
    assert found.zero_ids.tolist() == [1, 6]
    assert found.non_finite_ids.tolist() == [2, 5]


def test_k_may_be_as_large_as_the_rows_that_can_be_compared_and_no_larger():
    table = tables.degenerate()  # 24 rows: 2 not finite, 2 zero
    assert len(search(table, 0, "cosine", 19).ids) == 19
    with pytest.raises(QueryError) as caught:
        search(table, 0, "cosine", 20)
    assert caught.value.code == "query.k_too_large"
    assert caught.value.fields == {"k": 20, "largest": 19}
    with pytest.raises(SettingsError):
        search(table, 0, "cosine", 0)


@pytest.mark.parametrize(
    ("query", "metric", "zero"),
    [(tables.ZERO_IDS[0], "cosine", True), (tables.NAN_ID, "euclidean", False), (tables.INFINITE_ID, "dot", False)],
)
def test_a_query_row_without_values_is_refused(query, metric, zero):
    with pytest.raises(QueryError) as caught:
        search(tables.degenerate(), query, metric, 3)
    assert caught.value.code == "query.row_not_usable"
    assert caught.value.fields == {"id": query, "token": f"t{query}", "metric": metric, "zero": zero}


def test_a_zero_row_has_euclidean_neighbours():
    found = search(tables.degenerate(), tables.ZERO_IDS[0], "euclidean", 3)
    assert found.ids[0] == tables.ZERO_IDS[1]
    assert found.values[0] == 0


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (24, "query.id_out_of_range"),
        (-1, "query.id_out_of_range"),
        (np.ones(5), "query.wrong_length"),
        (np.full(6, np.nan), "query.vector_not_usable"),
        (np.zeros(6), "query.vector_not_usable"),
    ],
)
def test_a_query_that_does_not_exist_is_refused(query, code):
    with pytest.raises(QueryError) as caught:
        search(tables.degenerate(), query, "cosine", 3)
    assert caught.value.code == code


def test_overlap():
    table = table_of([[1, 0], [2, 0.1], [0.9, 0.9], [8, 6], [-1, 0.2]])
    cosine, dot = search(table, 0, "cosine", 2), search(table, 0, "dot", 2)
    assert cosine.ids.tolist() == [1, 3]
    assert dot.ids.tolist() == [3, 1]
    euclidean = search(table, 0, "euclidean", 2)
    assert euclidean.ids.tolist() == [2, 1]
    assert overlap(cosine, dot) == 1
    assert overlap(cosine, euclidean) == 0.5
    assert overlap(cosine, dot, euclidean) == 0.5


def test_minilm_oracles(real_file):
    from embedlab.checkpoints import open_table

    table = open_table(real_file("minilm_folder"))
    cat = table.tokens.index("cat")
    found = search(table, cat, "cosine", 3)
    assert [table.tokens[row] for row in found.ids] == ["cats", "kitten", "kitty"]
    np.testing.assert_allclose(found.values, [0.815, 0.560, 0.537], atol=5e-4)
    directions = table.vectors / np.linalg.norm(table.vectors, axis=1, keepdims=True)
    assert np.argsort(-directions @ directions[cat])[1:4].tolist() == found.ids.tolist()


def test_wordllama_oracles(real_file):
    from embedlab.checkpoints import open_table

    table = open_table(real_file("wordllama"), vocabulary=real_file("wordllama_vocabulary"))
    found = search(table, table.tokens.index("▁dog"), "cosine", 2)
    assert [table.tokens[row] for row in found.ids] == ["▁Dog", "▁dogs"]
    np.testing.assert_allclose(found.values, [0.882, 0.841], atol=5e-4)
