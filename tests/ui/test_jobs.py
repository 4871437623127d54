"""The engine of the server: made once, and only after the first picture."""

import time

from streamlit.testing.v1 import AppTest

from embedlab.errors import JobError
from embedlab.ui import jobs
from embedlab.ui.errors import sentence
from embedlab.wording import LANGUAGES
from tests.jobs.machines import until


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


def _page():
    from embedlab.ui import jobs

    for kind, language in (("maps.twins", "en"), ("maps.groups", "pt")):
        jobs.panel(jobs.submit(kind, "tests.jobs.functions:patient", {"of": language}), language)


def test_the_address_of_a_scheduler_is_taken_and_what_is_wrong_with_it_is_told(monkeypatch):
    address = "tcp://10.1.2.3:8786"
    monkeypatch.setenv(jobs.SCHEDULER, address)
    monkeypatch.delenv("EMBEDLAB_SCHEDULER_UNSAFE", raising=False)
    monkeypatch.setattr(jobs, "IMPORTS", ("json",))
    monkeypatch.setattr(jobs, "WARM_UP", None)
    monkeypatch.setattr(jobs, "_made", [])
    engine = jobs.engine()
    try:
        until(lambda: engine.troubles)
        app = AppTest.from_function(_page, default_timeout=30).run()
        assert not app.exception
        told = [sentence(JobError("job.scheduler_unsafe", address=address), language) for language in LANGUAGES]
        assert [warning.value for warning in app.warning] == told
    finally:
        engine.close()
