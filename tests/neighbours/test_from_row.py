"""Ranks seen from one row: by hand, against the graph, and with copies."""

import numpy as np
import pytest

from embedlab.neighbours import METRICS, graph, ranks_from


@pytest.mark.parametrize(
    ("metric", "ranks"), [("euclidean", [0, 1, 3, 1, 4]), ("cosine", [0, 1, 3, 2, 4]), ("dot", [0, 1, 3, 2, 4])]
)
def test_by_hand(metric, ranks):
    rows = np.array([[1.0, 0], [2, 0], [0, 1], [1, 1], [-1, 0]])
    assert ranks_from(METRICS[metric].prepare(rows), 0, metric).tolist() == ranks


@pytest.mark.parametrize("metric", METRICS)
def test_agrees_with_the_graph(metric):
    rows = np.random.default_rng(0).normal(size=(300, 12))
    known = graph(rows, metric, 15)
    prepared = METRICS[metric].prepare(rows)
    for at in (0, 17, 299):
        ranks = ranks_from(prepared, at, metric)
        assert ranks[known.ids[at]].tolist() == list(range(1, 16))
        assert sorted(ranks.tolist()) == list(range(300))


def test_copies_share_the_best_rank_that_is_theirs():
    rows = np.array([[3.0, 1], [3, 1], [0, 1], [3, 1], [9, 1]])
    assert ranks_from(METRICS["euclidean"].prepare(rows), 1, "euclidean").tolist() == [1, 0, 3, 1, 4]
