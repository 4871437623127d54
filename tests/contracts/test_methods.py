"""Every projection method, because its file exists."""

import contextlib

import numpy as np
import pytest

from embedlab import projection
from embedlab.errors import JobError
from embedlab.neighbours import graph
from embedlab.projection import METHODS, Problem, prepare
from embedlab.settings import check, parameters

pytestmark = pytest.mark.heavy


def problem(metric="euclidean", rows=60, seed=3, random_start=False):
    vectors = np.random.default_rng(3).normal(size=(rows, 5))
    vectors[7] = vectors[2]
    ready = prepare(vectors, metric)
    space = "dot" if metric == "dot" else "euclidean"
    return Problem(ready, graph(ready.values[ready.distinct], space, rows - 2), seed, random_start)


def fit(key, task, should_stop=lambda: False, report=lambda done, total, stage: None):
    return projection.fit(key, task, {}, report, should_stop)


@pytest.mark.parametrize("key", METHODS)
def test_a_method_describes_itself(key):
    method = METHODS[key]
    assert method.key == key
    assert all((method.label.en, method.label.pt, method.summary.en, method.summary.pt, method.paper))
    check(method.Settings())
    assert isinstance(method.neighbours(method.Settings()), int)
    assert all(p.label.pt and p.help.en and p.help.pt for p in parameters(method.Settings))
    assert method.reach is None or method.reach in {p.name for p in parameters(method.Settings) if not p.choices}


@pytest.mark.parametrize("key", METHODS)
def test_another_seed_gives_another_map_where_the_method_says_so(key):
    one, other = (fit(key, problem(seed=seed, random_start=True)).coordinates for seed in (3, 4))
    assert (np.abs(one - other).max() > 0.01 * np.ptp(one)) == METHODS[key].seeded


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "dot"])
@pytest.mark.parametrize("key", METHODS)
def test_a_method_draws_finite_repeatable_coordinates_and_copies_on_one_spot(key, metric):
    task = problem(metric)
    drawn, again = fit(key, task), fit(key, task)
    assert drawn.coordinates.shape == (60, 2)
    assert drawn.coordinates.dtype == np.float64
    assert np.isfinite(drawn.coordinates).all()
    np.testing.assert_array_equal(drawn.coordinates, again.coordinates)
    np.testing.assert_allclose(drawn.coordinates[7], drawn.coordinates[2], atol=1e-12)
    assert (drawn.method, drawn.seed) == (key, 3)
    assert set(drawn.settings) == {p.name for p in parameters(METHODS[key].Settings)}


@pytest.mark.parametrize("key", METHODS)
def test_progress_never_passes_its_total_and_a_stopped_method_says_so(key):
    told = []
    fit(key, problem(), report=lambda done, total, stage: told.append((done <= total, stage)))
    assert all(within and stage == key for within, stage in told)
    with contextlib.suppress(JobError):  # it had nothing to show yet
        drawn = fit(key, problem(), should_stop=lambda: True)
        assert np.isfinite(drawn.coordinates).all()
