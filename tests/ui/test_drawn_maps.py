"""Maps drawn by a job: what a stop keeps."""

import pytest

from embedlab.jobs import Engine
from embedlab.ui import drawn_maps, jobs


@pytest.fixture
def engine():
    made = Engine(allow=["tests.jobs.functions"])
    yield made
    made.close()


def test_a_map_under_way_at_a_stop_has_time_to_be_judged(monkeypatch, engine):
    """Judging t-SNE's last state took 3 seconds on a busy machine."""
    function = "tests.jobs.functions:thorough"
    monkeypatch.setattr(
        jobs, "submit", lambda kind, _, settings, **limits: engine.submit(kind, function, settings, owner="a", **limits)
    )
    job = drawn_maps.again({})
    while not job.progress:
        assert not job.wait(0.01)
    job.stop()
    assert job.wait(20)
    assert job.result() == {"done": 2}
