import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.neighbours.hubness import hubs


def plain_counts(scores: np.ndarray, k: int) -> np.ndarray:
    """How many lists of k each row is in, by sorting."""
    lists = np.argsort(-scores, axis=1)[:, :k]
    return np.array([(lists == row).sum() for row in range(len(scores))])


def plain_scores(rows: np.ndarray) -> np.ndarray:
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    scores = units @ units.T
    np.fill_diagonal(scores, -np.inf)
    return scores


@given(st.integers(0, 2**31), st.integers(1, 12))
def test_counts_and_the_correction_by_their_definition(seed, k):
    rows = np.random.default_rng(seed).standard_normal((40, 5)) + 0.5
    found = hubs(np.arange(40), rows, k)
    scores = plain_scores(rows)
    density = np.sort(scores, axis=1)[:, -k:].mean(axis=1)
    assert found.density == pytest.approx(density, abs=1e-6)
    assert found.cosine.counts.tolist() == plain_counts(scores, k).tolist()
    corrected = 2 * scores - density[:, None] - density[None]
    assert found.csls.counts.tolist() == plain_counts(corrected, k).tolist()
    assert found.cosine.counts.sum() == 40 * k


def test_a_hub_by_hand():
    """Three rows around one in the middle, and k = 1: the middle is in three lists."""
    rows = np.array([[1, 0, 0.1], [-1, 0, 0.1], [0, 1, 0.1], [0, 0, 1.0]])
    found = hubs(np.array([3, 5, 7, 9]), rows, 1).cosine
    assert found.counts[3] == 3
    assert (found.largest, found.hub_rows[0], found.anti_share) == (3, 3, 0.5)
    counts = found.counts
    assert found.skew == pytest.approx(((counts - 1.0) ** 3).mean() / counts.std() ** 3)


def test_csls_takes_hubs_away():
    rows = np.random.default_rng(0).standard_normal((600, 40)) + 0.7  # a common direction makes hubs
    found = hubs(np.arange(600), rows)
    assert found.cosine.skew > found.csls.skew
    assert found.csls.anti_share < found.cosine.anti_share


def test_rows_with_equal_counts_have_no_skew():
    found = hubs(np.arange(2), np.array([[1.0, 0], [1, 1]]), 1)
    assert (found.cosine.skew, found.cosine.anti_share) == (None, 0)
