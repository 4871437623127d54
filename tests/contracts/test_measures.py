"""Every measure of distortion, because its file exists."""

import numpy as np
import pytest

from embedlab.distortion import MEASURES
from embedlab.distortion.measure import take
from embedlab.distortion.readings import group
from tests.distortion.made import seen_of

RANDOM = np.random.default_rng(0)
VECTORS = RANDOM.normal(size=(400, 2))
TURN = np.array([[0.6, -0.8], [0.8, 0.6]])


def seen(screen):
    return seen_of(VECTORS, screen, 10, groups=lambda rows: group(rows, None, seed=0))


PERFECT = seen(3 * VECTORS @ TURN + 20)
SCATTERED = [seen(RANDOM.normal(size=(400, 2))) for _ in range(4)]


@pytest.mark.parametrize("key", MEASURES)
def test_a_measure_describes_itself(key):
    measure = MEASURES[key]
    assert measure.key == key
    assert all((measure.label.en, measure.label.pt, measure.summary.en, measure.summary.pt, measure.paper))


@pytest.mark.parametrize("key", MEASURES)
def test_a_turned_copy_gets_the_best_value(key):
    found = take(MEASURES[key], PERFECT)
    best = {"larger": 1, "smaller": 0}[found["better"]]
    assert found["value"] == pytest.approx(best, abs=1e-6)
    assert found["low"] == pytest.approx(best, abs=0.1)
    assert found["high"] == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("key", MEASURES)
def test_random_dots_get_chance(key):
    found = [take(MEASURES[key], one) for one in SCATTERED]
    values = np.array([one["value"] for one in found])
    for one in found:
        assert -1 <= one["low"] <= one["value"] <= one["high"] <= 1
        assert one["low"] < one["high"]
        assert one["rows"] >= 3
    chance = np.mean([one["chance"] for one in found])
    assert values.mean() == pytest.approx(chance, abs=0.05 + 2 * values.std())
    assert abs(PERFECT_VALUES[key] - chance) > 0.3


PERFECT_VALUES = {key: take(measure, PERFECT)["value"] for key, measure in MEASURES.items()}


@pytest.mark.parametrize("key", MEASURES)
def test_the_same_seed_gives_the_same_number(key):
    one, again = (take(MEASURES[key], seen(VECTORS * [1, 0.2])) for _ in range(2))
    assert one == again


@pytest.mark.parametrize("metric", ["cosine", "dot"])
def test_a_measure_of_distances_does_not_apply_to_products(metric):
    table = RANDOM.normal(size=(60, 5)) + 1
    judged = seen_of(table, table[:, :2], 5, metric)
    taken = {key for key, measure in MEASURES.items() if take(measure, judged) is not None}
    assert set(MEASURES) - taken == {"centroid_rho"} | (
        {"stress", "shepard_rho", "density_r"} if metric == "dot" else set()
    )
