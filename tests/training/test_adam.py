"""What Adam's run keeps, and that it goes on from there as if nothing had happened."""

import numpy as np
import pytest
import torch

from embedlab.training.adam import FIRST_MOMENT, AdamRun, take

STEPS = torch.tensor([[3.0, -1.0], [0.5, 2.0]])


def test_a_run_goes_back_to_its_snapshot():
    run = AdamRun(torch.tensor([1.0, 2.0]), 0)
    run._adam(STEPS[0], 0.1)
    run.step, kept = 1, [part.clone() for part in run._state()]
    snapshot = run.snapshot()
    run._adam(STEPS[1], 0.1)
    run.step = 2
    assert all((part != before).all() for part, before in zip(run._state(), kept, strict=True))
    run.restore(snapshot)
    assert run.step == 1
    assert all((part == before).all() for part, before in zip(run._state(), kept, strict=True))


def test_a_run_goes_on_from_the_moments_of_another():
    one, other = AdamRun(torch.tensor([1.0, 2.0]), 0), AdamRun(torch.zeros(2), 1)
    one._adam(STEPS[0], 0.1)
    take(other.numbers, "numbers", one.numbers.numpy())
    other._take_moments(one._moments())
    one.step = 1
    for run in (one, other):
        run._adam(STEPS[1], 0.1)
    assert one.numbers.tolist() == other.numbers.tolist()


@pytest.mark.parametrize("values", [np.zeros(3, np.float32), np.zeros((2, 1), np.float32), np.zeros(2)])
def test_values_that_do_not_fit_are_refused(values):
    with pytest.raises(ValueError, match=FIRST_MOMENT):
        take(torch.zeros(2), FIRST_MOMENT, values)
