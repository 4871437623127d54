"""Counting in machine code against comparing all pairs."""

import numpy as np
import pytest

from embedlab.distortion.counting import count_below
from embedlab.distortion.ranks import listed, listed_on_map

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize("k", [1, 4, 15])
def test_counts_below_every_threshold_over_more_than_one_run(k):
    random = np.random.default_rng(k)
    far, thresholds = random.integers(0, 50, (3, 4100)) / 1.0, random.integers(-1, 52, (3, k)) / 1.0
    far[:, -1] = np.inf
    assert (count_below(far, thresholds) == (far[:, None] < thresholds[:, :, None]).sum(axis=2)).all()


@pytest.mark.parametrize("kind", ["cloud", "lattice", "copies", "column", "one spot"])
def test_dots_of_a_map_are_ranked_as_rows_are(kind):
    random = np.random.default_rng(3)
    cloud = random.normal(size=(5000, 2))
    dots = {
        "cloud": cloud,
        "lattice": np.round(cloud * 2) / 2,
        "copies": np.repeat(cloud[:100], 50, axis=0),
        "column": cloud * [0, 1] + 1,
        "one spot": np.ones((5000, 2)),
    }[kind]
    at = random.choice(5000, 40, replace=False)
    ids = (at[:, None] + random.integers(1, 5000, (40, 6))) % 5000
    np.testing.assert_array_equal(listed_on_map(dots, at, ids), listed(dots, at, ids))
