"""The engine of the server: made once, and only after the first picture."""

import time

from embedlab.ui import jobs


def test_the_first_browser_has_the_engine_made_later_and_once(monkeypatch):
    made = []
    monkeypatch.setattr(jobs, "Engine", lambda **choices: made.append(choices) or choices)
    monkeypatch.setattr(jobs, "_made", [])
    monkeypatch.setattr(jobs, "_soon", [])
    monkeypatch.setattr(jobs, "_WARM_AFTER", 0.2)
    for _ in range(3):
        jobs.warm_soon()
    assert not made  # nobody waits for it
    jobs._soon[0].join()
    assert len(made) == 1
    time.sleep(0.3)
    jobs.warm_soon()
    assert jobs.engine() is jobs._made[0]
    assert len(made) == 1
