"""Counted pairs, and what skip-gram predicts of them, against plain loops."""

import math

import numpy as np
import pytest

from embedlab.claims import pairs


def test_pairs_are_counted_inside_their_sentence():
    counts = pairs.counted([np.array([0, 1, 2]), np.array([1, 1])], rows=3, window=1)
    assert counts.tolist() == [[0, 1, 0], [1, 2, 1], [0, 1, 0]]
    assert pairs.counted([np.array([0, 1, 2])], rows=3, window=2)[0, 2] == 1
    assert pairs.counted([np.array([0])], rows=1, window=4).tolist() == [[0]]


def test_the_loss_is_that_of_plain_loops():
    random = np.random.default_rng(0)
    table, head, counts = random.normal(size=(4, 3)), random.normal(size=(4, 3)), random.integers(0, 5, (4, 4))
    negatives = pairs.noise(np.array([1, 2, 3, 4]))
    assert negatives.tolist() == pytest.approx([w**0.75 / sum(v**0.75 for v in (1, 2, 3, 4)) for w in (1, 2, 3, 4)])
    total = 0.0
    for i in range(4):
        for j in range(4):
            total -= counts[i, j] * math.log(1 / (1 + math.exp(-(table[i] @ head[j]))))
            for m in range(4):
                total -= counts[i, j] * 5 * negatives[m] * math.log(1 / (1 + math.exp(table[i] @ head[m])))
    assert pairs.loss(table, head, counts, negatives, 5) == pytest.approx(total / counts.sum(), rel=1e-12)


def test_what_is_predicted_is_the_share_at_the_optimum():
    """With u.c = log(P(c|u) / (k P_n(c))) the prediction is P(c|u), whatever k."""
    share, negatives = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6])
    head = np.log(share / (5 * negatives))[:, None]
    assert pairs.predicted(np.array([1.0]), head, negatives) == pytest.approx(share)
