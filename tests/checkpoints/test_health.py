import math

import ml_dtypes
import numpy as np
import pytest

from embedlab.checkpoints import examine, findings_of, health
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


def look(vectors: np.ndarray, **options) -> health.Health:
    table = EmbeddingTable(vectors, tuple(map(str, range(len(vectors)))), Provenance("test"))
    found = examine(table, lambda done, total, sentence: None, lambda: False, **options)
    assert found is not None
    return found


def plain_cosine(rows: np.ndarray) -> float:
    """The mean cosine over all pairs."""
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return (units @ units.T)[np.triu_indices(len(rows), 1)].mean()


def plain_rank(rows: np.ndarray) -> float:
    """The effective rank from the singular values of the centred rows."""
    values = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    shares = values[values > 1e-12 * values[0]] / values.sum()
    return math.exp(-(shares * np.log(shares)).sum())


def test_degenerate_rows_are_counted_and_named(degenerate_table):
    found = examine(degenerate_table, lambda *_: None, lambda: False)
    assert found.zero_ids.tolist() == list(tables.ZERO_IDS)
    assert found.non_finite_ids.tolist() == [tables.NAN_ID, tables.INFINITE_ID]
    assert found.duplicate_ids.tolist() == [6, 17, 20]
    assert np.isnan(found.norms[[tables.NAN_ID, tables.INFINITE_ID]]).all()
    said = {finding.code: (finding.severity, finding.values["ids"]) for finding in findings_of(found)}
    assert said == {
        "table.non_finite_rows": ("error", "9, 12"),
        "table.zero_rows": ("warning", "3, 17"),
        "table.duplicate_rows": ("info", "6, 17, 20"),
    }


def test_degenerate_rows_are_left_out_of_the_numbers(degenerate_table):
    found = examine(degenerate_table, lambda *_: None, lambda: False)
    finite = np.isfinite(degenerate_table.vectors).all(axis=1)
    rows = degenerate_table.rows64(finite)
    nonzero = rows[np.any(rows != 0, axis=1)]
    assert found.mean_cosine == pytest.approx(plain_cosine(nonzero), abs=1e-12)
    assert found.effective_rank == pytest.approx(plain_rank(rows), rel=1e-9)
    assert found.effective_rank_rows == finite.sum()
    assert found.norms[finite] == pytest.approx(np.linalg.norm(rows, axis=1))


def test_a_hand_computed_table():
    found = look(np.array([[3, 4], [0, 2], [-1, 0]], np.float32))
    assert found.norms.tolist() == [5, 2, 1]
    assert found.mean_cosine == pytest.approx((0.8 - 0.6 + 0) / 3)


@pytest.mark.parametrize("dtype", [np.float64, np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn])
def test_several_blocks_give_what_one_gives(dtype, monkeypatch):
    vectors = (np.random.default_rng(0).standard_normal((50, 6)) + 1).astype(dtype)
    vectors[40] = vectors[3]
    whole = look(vectors)
    monkeypatch.setattr(health, "_BLOCK", 6 * 7)
    parts = look(vectors)
    assert parts.duplicate_ids.tolist() == whole.duplicate_ids.tolist() == [40]
    wide = vectors.astype(np.float64)
    for found in (whole, parts):
        assert (found.mean_cosine, found.effective_rank) == pytest.approx(
            (plain_cosine(wide), plain_rank(wide)), rel=1e-9
        )


def test_a_large_table_is_sampled_with_the_seed(monkeypatch):
    vectors = np.random.default_rng(0).standard_normal((2_000, 4))
    monkeypatch.setattr(health, "_ALL_ROWS", 500 * 4**2)
    found = look(vectors, seed=1)
    assert found.effective_rank_rows == 500
    assert found.effective_rank == look(vectors, seed=1).effective_rank != look(vectors, seed=2).effective_rank
    assert found.effective_rank == pytest.approx(plain_rank(vectors), rel=0.05)
    assert found.mean_cosine == pytest.approx(plain_cosine(vectors), abs=1e-12)


def test_a_table_too_wide_for_its_covariance(monkeypatch):
    monkeypatch.setattr(health, "MAX_COVARIANCE", 3)
    found = look(np.eye(4))
    assert (found.effective_rank, found.effective_rank_rows, found.mean_cosine) == (None, 0, 0)


def test_tables_without_an_answer():
    assert look(np.full((3, 2), np.nan)).mean_cosine is None
    assert look(np.full((5, 2), 0.25)).effective_rank is None
    assert look(np.zeros((5, 2))).mean_cosine is None
    assert look(np.ones((1, 2))).effective_rank is None


def test_extreme_values():
    found = look(np.array([[1e300, 1e300], [1e-320, 0], [-1e300, 5e299]]))
    assert found.norms[0] == pytest.approx(math.sqrt(2) * 1e300)
    assert found.norms[1] > 0
    assert found.effective_rank is None
    assert abs(found.mean_cosine) <= 1


def test_minus_zero_is_another_row():
    assert look(np.array([[0.0, 1], [-0.0, 1], [0.0, 1]])).duplicate_ids.tolist() == [2]


def test_it_stops_and_reports(plain_table):
    reports = []
    assert examine(plain_table, lambda *facts: reports.append(facts), lambda: True) is None
    assert reports == []
    examine(plain_table, lambda *facts: reports.append(facts), lambda: False)
    assert reports[-1][:2] == (40, 40)
