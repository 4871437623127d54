"""Every measure of distortion, because its file exists."""

import numpy as np
import pytest

from embedlab.distortion import MEASURES
from embedlab.distortion.measure import take
from tests.distortion.made import ranks_of

RANDOM = np.random.default_rng(0)
VECTORS = RANDOM.normal(size=(400, 2))
PERFECT = ranks_of(VECTORS, 3 * VECTORS, 10)
SCATTERED = ranks_of(VECTORS, RANDOM.normal(size=(400, 2)), 10)


@pytest.mark.parametrize("key", MEASURES)
def test_a_measure_describes_itself(key):
    measure = MEASURES[key]
    assert measure.key == key
    assert all((measure.label.en, measure.label.pt, measure.summary.en, measure.summary.pt, measure.paper))


@pytest.mark.parametrize("key", MEASURES)
def test_a_perfect_map_gets_one_and_a_scattered_one_gets_chance(key):
    perfect, scattered = take(MEASURES[key], PERFECT), take(MEASURES[key], SCATTERED)
    assert perfect["value"] == 1
    assert scattered["value"] == pytest.approx(scattered["chance"], abs=0.05)
    assert 0 <= scattered["low"] <= scattered["value"] <= scattered["high"] <= 1
    assert scattered["chance"] < 0.9


@pytest.mark.parametrize("key", MEASURES)
def test_rows_get_a_share_each(key):
    rows = MEASURES[key].per_row(SCATTERED)
    assert rows.shape == (400,)
    assert (rows >= 0).all()
    assert (rows <= 1).all()
