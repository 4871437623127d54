"""A handful of the tables by which checks are calibrated: each check speaks on most planted ones, on few others."""

import json

import pytest

from bench.calibration import TRIALS, calibrate, page, wilson
from embedlab.distortion import CHECKS

pytestmark = pytest.mark.heavy
FEW = {"map.group_supported": 2, "map.noise_like": 4, "map.unconverged": 3, "map.seed_unstable": 3}


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.code)
def test_a_check_speaks_when_its_fault_is_planted_and_not_otherwise(trial):
    """Of 8 at most one may go astray: at the rates of docs/calibration.md, five in a hundred, more would be rare."""
    few = FEW.get(trial.code, 8)
    hits = sum(trial.found(seed, True) for seed in range(few))
    alarms = sum(trial.found(seed, False) for seed in range(few))
    assert hits >= few - 1
    assert alarms <= 1


def test_wilsons_interval_by_hand():
    """Of 10 in 10: 1 / (1 + z^2 / 10) = .7225 to 1."""
    low, high = wilson(10, 10)
    assert low == pytest.approx(1 / (1 + 1.96**2 / 10))
    assert high == pytest.approx(1)
    low, high = wilson(50, 100)
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(0.192, abs=0.001)


def test_the_page_names_every_check_once():
    trial = next(trial for trial in TRIALS if trial.code == "table.near_duplicates")
    one = json.loads(json.dumps(calibrate(trial, 2)))
    assert (one["tables"], one["hits"], one["alarms"], one["passed"]) == (2, 2, 0, True)
    written = page([{**one, "code": trial.code} for trial in TRIALS])
    for key in CHECKS:
        assert written.count(f"`{key}`") == 1
