"""A large table is compared by several threads, and nobody can tell from the answer."""

import sys

import ml_dtypes
import numpy as np
import pytest

from embedlab.neighbours import METRICS, scan, search
from embedlab.table import EmbeddingTable, Provenance


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float32, np.float64, ml_dtypes.float8_e4m3fn])
@pytest.mark.parametrize("rows", [3, 1_001])
def test_threads_change_nothing(rows, dtype, monkeypatch):
    vectors = np.random.default_rng(0).standard_normal((rows, 16)).astype(dtype)
    table = EmbeddingTable(vectors, tuple(map(str, range(rows))), Provenance("x"))
    alone = [scan(table).norms, *(search(table, 1, metric, 2).values for metric in METRICS)]
    monkeypatch.setattr(sys.modules["embedlab.neighbours.scan"], "_SHARED", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    together = [scan(table).norms, *(search(table, 1, metric, 2).values for metric in METRICS)]
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one, other)
