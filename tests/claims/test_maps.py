"""C22: noise is told from structure on the maps. docs/calibration.md has the rates over 200 tables a side, and those of
the test of a group, a few of which tests/distortion/test_calibration.py runs.
"""

import pytest

from bench.calibration import TRIALS

pytestmark = [pytest.mark.claims, pytest.mark.heavy]
NOISE = next(trial for trial in TRIALS if trial.code == "map.noise_like")
SEEDS = range(1_000, 1_010)  # others than the calibration's


def test_c22_a_gaussian_twin_is_noise_and_planted_groups_are_not():
    assert sum(NOISE.found(seed, True) for seed in SEEDS) >= 9
    assert sum(NOISE.found(seed, False) for seed in SEEDS) <= 1
