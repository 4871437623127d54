"""What the job host does before the first job must not fail: the page would say so to every reader."""

import pytest

from embedlab.ui.warm_up import take_steps


@pytest.mark.heavy
def test_every_objective_that_is_warmed_up_takes_a_step():
    take_steps()
