"""Two tables compared: by hand, against scipy, and under what must not change anything."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import orthogonal_procrustes

from embedlab.checkpoints.compare import chance, compare, findings_of, moved_beyond, turn
from embedlab.errors import InputError, TableError
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


def table(vectors, tokens=None):
    vectors = np.asarray(vectors, dtype=np.float64)
    return EmbeddingTable(vectors, tuple(tokens or (f"t{row}" for row in range(len(vectors)))), Provenance("made"))


def turned(vectors, seed=0, scale=1.0):
    """The same rows after a random rotation and a scale."""
    dims = vectors.shape[1]
    rotation = np.linalg.qr(np.random.default_rng(seed).standard_normal((dims, dims))).Q
    return vectors.astype(np.float64) @ rotation * scale


def test_by_hand():
    """Rows (2, 0), (0, 1) against (0, 2), (1, 0): a swap of the axes fits exactly. Against (2, 0), (1, 0):
    A^T B = [[4, 0], [1, 0]] has the one singular value sqrt(17), |A| = |B| = sqrt(5), the residual is 1 - 17/25."""
    a, swapped, flat = np.array([[2.0, 0], [0, 1]]), np.array([[0, 2.0], [1, 0]]), np.array([[2.0, 0], [1, 0]])
    assert turn(a, swapped)[1] == pytest.approx(1)
    np.testing.assert_allclose(turn(a, swapped)[0] * np.sqrt(5), swapped, atol=1e-12)
    assert 1 - turn(a, flat)[1] ** 2 == pytest.approx(1 - 17 / 25)


@pytest.mark.parametrize("shape", [(30, 5), (5, 5), (4, 9)])
def test_the_turn_is_scipys(shape):
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal(shape), rng.standard_normal(shape)
    rotation, total = orthogonal_procrustes(a, b)
    ours, fit = turn(a, b)
    assert fit == pytest.approx(total / np.linalg.norm(a) / np.linalg.norm(b))
    assert np.linalg.norm(ours * np.linalg.norm(a) - b) == pytest.approx(np.linalg.norm(a @ rotation - b))


@given(st.integers(0, 2**32 - 1), st.floats(1e-3, 1e3))
@settings(max_examples=15)
def test_turning_and_scaling_change_nothing(seed, scale):
    plain = tables.plain()
    found = compare(plain, table(turned(plain.vectors, seed, scale)), k=5)
    assert found.residual < 1e-12
    assert found.jaccard.min() == 1
    np.testing.assert_allclose(found.cosines, 1)
    assert found.shuffled_residual > 0.3


@pytest.mark.parametrize("metric", ["cosine", "euclidean", "dot"])
def test_shared_neighbours_are_those_of_sets(metric):
    one, other = tables.plain(seed=1), tables.plain(seed=2)
    found = compare(one, other, k=4, metric=metric)
    a, b = (_lists(part.vectors.astype(np.float64), metric, 4) for part in (one, other))
    expected = [len(set(x) & set(y)) / len(set(x) | set(y)) for x, y in zip(a, b, strict=True)]
    np.testing.assert_allclose(found.jaccard, expected)


def _lists(rows, metric, k):
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    distances = {
        "cosine": -units @ units.T,
        "dot": -rows @ rows.T,
        "euclidean": np.linalg.norm(rows[:, None] - rows[None], axis=2),
    }[metric]
    np.fill_diagonal(distances, np.inf)
    return np.argsort(distances, axis=1)[:, :k]


@pytest.mark.parametrize(("rows", "k"), [(12, 3), (6, 4), (40, 10)])
def test_chance_is_that_of_random_sets(rows, k):
    rng = np.random.default_rng(0)
    drawn = [set(rng.choice(rows - 1, k, replace=False)) for _ in range(4000)]
    mean = np.mean([len(a & b) / len(a | b) for a, b in zip(drawn[::2], drawn[1::2], strict=True)])
    assert chance(rows, k) == pytest.approx(mean, abs=0.02)


def test_who_moved_most():
    plain = tables.plain(rows=60)
    moved = turned(plain.vectors)
    moved[7] = -moved[7]
    found = compare(plain, table(moved), k=5)
    assert found.ids[found.moved[0]] == 7
    assert found.cosines[7] < 0
    assert np.median(found.cosines) > 0.95


def test_tokens_pair_rows_wherever_they_stand():
    plain = tables.plain(rows=30)
    order = np.random.default_rng(0).permutation(30)[:20]
    other = table(turned(plain.vectors)[order], [plain.tokens[row] for row in order])
    found = compare(plain, other, k=3)
    assert found.shared == 20
    assert {plain.tokens[a] == other.tokens[b] for a, b in zip(found.ids, found.other_ids, strict=True)} == {True}
    assert found.residual < 1e-12


def test_rows_of_one_vocabulary_pair_by_their_ids_and_unusable_ones_are_left_out():
    bad = tables.degenerate()
    found = compare(bad, bad, k=3)
    left_out = {*tables.ZERO_IDS, tables.NAN_ID, tables.INFINITE_ID}
    assert set(range(24)) - set(found.ids.tolist()) == left_out
    assert found.residual < 1e-12
    assert found.jaccard.min() == 1


def test_repeated_tokens_of_two_vocabularies_mean_their_lowest_ids():
    one = table(np.random.default_rng(0).standard_normal((6, 3)), ["a", "b", "a", "c", "d", "e"])
    other = table(np.random.default_rng(1).standard_normal((6, 3)), ["e", "a", "a", "b", "c", "d"])
    found = compare(one, other, k=2)
    assert list(zip(found.ids.tolist(), found.other_ids.tolist(), strict=True)) == [
        (0, 1),
        (1, 3),
        (3, 4),
        (4, 5),
        (5, 0),
    ]


def test_a_narrower_table_counts_as_one_with_columns_of_zeros():
    rng = np.random.default_rng(0)
    narrow, wide = rng.standard_normal((20, 3)), rng.standard_normal((20, 5))
    padded = np.pad(narrow, ((0, 0), (0, 2)))
    expected = compare(table(padded), table(wide), k=3)
    for one, other in ((narrow, wide), (wide, narrow)):
        found = compare(table(one), table(other), k=3)
        assert found.residual == pytest.approx(expected.residual)


def test_the_rows_compared_are_the_most_frequent_or_a_seeded_sample():
    plain = tables.plain(rows=60)
    counted = dataclasses.replace(plain, counts=np.arange(60))
    assert compare(counted, counted, k=3, rows=20).ids.tolist() == list(range(40, 60))
    sampled = compare(plain, plain, k=3, rows=20, seed=5)
    assert sampled.ids.tolist() == compare(plain, plain, k=3, rows=20, seed=5).ids.tolist()
    assert sampled.ids.tolist() != compare(plain, plain, k=3, rows=20, seed=6).ids.tolist()
    assert (len(sampled.ids), sampled.shared) == (20, 60)


def test_two_random_tables_share_what_chance_gives():
    found = compare(tables.plain(rows=400, seed=1), tables.plain(rows=400, seed=2), k=10)
    assert found.jaccard.mean() == pytest.approx(found.chance_jaccard, abs=0.004)
    assert found.residual == pytest.approx(found.shuffled_residual, abs=0.03)
    assert "compare.no_better_than_shuffled" in [one.code for one in findings_of(found, None)]


def test_a_baseline_gives_a_drift_its_meaning():
    plain = tables.plain(rows=200)
    noise = np.random.default_rng(3).standard_normal((3, *plain.vectors.shape))
    near, same, far = (table(plain.vectors + size * part) for size, part in zip((0.2, 0.2, 1.0), noise, strict=True))
    baseline = compare(plain, near, k=5)
    assert moved_beyond(compare(plain, same, k=5), baseline) == pytest.approx(0.05, abs=0.05)
    assert moved_beyond(compare(plain, far, k=5), baseline) > 0.6
    assert [one.code for one in findings_of(baseline, None)] == ["compare.no_baseline"]
    assert findings_of(baseline, baseline) == ()


def test_too_few_shared_tokens_and_lengths_out_of_range_are_errors():
    with pytest.raises(InputError) as raised:
        compare(tables.plain(), table(np.eye(8), [f"x{row}" for row in range(8)]))
    assert (raised.value.code, raised.value.fields["shared"]) == ("compare.too_few_shared", 0)
    with pytest.raises(TableError):
        compare(table(np.eye(8) * 1e300), table(np.eye(8)), k=2)
