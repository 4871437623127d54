"""One small problem per metric."""

import numpy as np
import pytest

from embedlab.neighbours import graph
from embedlab.projection import Problem, prepare


def problem_of(vectors, metric="euclidean", k=90, seed=0):
    rows = prepare(np.asarray(vectors, dtype=np.float64), metric)
    space = "dot" if metric == "dot" else "euclidean"
    distinct = rows.values[rows.distinct]
    return Problem(rows, graph(distinct, space, min(k, len(distinct) - 1)), seed)


@pytest.fixture(scope="session")
def blobs():
    """Four well separated groups of 40 rows, 10 dimensions, and their labels."""
    random = np.random.default_rng(0)
    labels = np.repeat(np.arange(4), 40)
    return random.normal(size=(4, 10))[labels] * 6 + random.normal(size=(160, 10)), labels


@pytest.fixture
def quiet():
    """report and should_stop of someone who only waits."""
    return (lambda done, total, stage: None), (lambda: False)
