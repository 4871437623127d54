"""Every way in which a job can end, and that nothing else is touched by it."""

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from embedlab.errors import JobError, TableError
from embedlab.jobs import Engine
from embedlab.text.errors import say_error
from embedlab.wording import LANGUAGES

FUNCTIONS = "tests.jobs.functions"


@pytest.fixture(scope="module")
def engine():
    made = Engine(allow=[FUNCTIONS], slots=2)
    assert ask(made, "answer").wait(20)
    yield made
    made.close()


@pytest.fixture
def narrow():
    """An engine with one slot and a queue of three."""
    made = Engine(allow=[FUNCTIONS], slots=1, waiting=3)
    yield made
    made.close()


def ask(engine, name, owner="a", kind="test", settings=None, **choices):
    return engine.submit(kind, f"{FUNCTIONS}:{name}", settings or {}, owner=owner, **choices)


def until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


def running(engine, name, **choices):
    """A job that has come so far as to say something."""
    job = ask(engine, name, **choices)
    until(lambda: job.progress)
    return job


CRASHES = {
    "segfault": ("job.crashed", {"signal": "SIGSEGV"}),
    "abort": ("job.crashed", {"signal": "SIGABRT"}),
    "hog": ("job.out_of_memory", {"megabytes": 200}),
    "small_hog": ("job.out_of_memory", {"megabytes": 200}),
    "memory_error": ("job.out_of_memory", {"megabytes": 200}),
    "exception": ("job.failed", {"reason": "ZeroDivisionError: by nothing"}),
    "our_error": ("table.not_float", {"dtype": "int8"}),
    "leave": ("job.failed", {"reason": "SystemExit: 3"}),
    "leave_at_once": ("job.failed", {"reason": "exit status 0"}),
    "strange": (
        "job.failed",
        {"reason": "TypeError: a object is neither JSON nor a numpy array at the top of the answer"},
    ),
}


@pytest.mark.parametrize("name", CRASHES)
def test_a_failure_is_named_and_touches_nobody(engine, name):
    bystander = running(engine, "patient", owner="b", settings={"beside": name})
    job = ask(engine, name, megabytes=200)
    assert job.wait(20)
    assert (job.state, job.error.code, job.error.fields) == ("failed", *CRASHES[name])
    with pytest.raises(type(job.error)):
        job.result()
    began = time.monotonic()
    assert ask(engine, "answer", settings={"after": name}).wait(5)
    assert time.monotonic() - began < 0.5
    before = bystander.progress["done"]
    until(lambda: bystander.progress["done"] > before)
    bystander.stop()
    assert bystander.wait(2)
    assert bystander.state == "stopped"


def test_an_error_of_ours_arrives_as_itself(engine):
    job = ask(engine, "our_error", settings={"again": True})
    job.wait(5)
    assert isinstance(job.error, TableError)
    assert "int8" in say_error(job.error, "pt")


def test_every_job_error_has_a_sentence_in_both_languages():
    facts = {"limit": 3, "signal": "SIGSEGV", "megabytes": 1500, "seconds": 600.0, "reason": "x", "function": "os:f"}
    for code in ("queue_full", "crashed", "out_of_memory", "timed_out", "lost", "failed", "not_allowed"):
        sentences = {say_error(JobError(f"job.{code}", **facts), language) for language in LANGUAGES}
        assert len(sentences) == 2
        assert not any("job." in sentence for sentence in sentences)


def test_a_job_never_meets_the_page_and_is_nice(engine):
    job = ask(engine, "answer", settings={"value": 7})
    job.wait(5)
    answer = job.result()
    assert answer["value"] == 7
    assert Path(answer["main"]).name == "host.py"
    assert answer["nice"] >= 10


def test_arrays_travel_both_ways(engine):
    job = ask(engine, "arrays", settings={"seconds": 0.3})
    until(lambda: "arrays" in job.progress)
    np.testing.assert_array_equal(job.progress["arrays"]["seen"], [0, 1, 2])
    job.wait(5)
    result = job.result()
    np.testing.assert_array_equal(result["matrix"], np.eye(2, dtype=np.float32))
    assert (result["count"], result["note"]) == (4, "não")
    until(lambda: not job.work.folder.exists())


def test_a_flood_of_print_is_swallowed(engine):
    job = ask(engine, "flood")
    assert job.wait(20)
    assert 2**19 < job.result()["printed"] <= 2**20 + 100


def test_only_our_functions_run(engine):
    job = engine.submit("test", "os:getcwd", {}, owner="a")
    job.wait(5)
    assert job.error.code == "job.not_allowed"


def test_a_stopped_job_keeps_what_it_returns(engine):
    job = running(engine, "patient")
    began = time.monotonic()
    job.stop()
    assert job.wait(5)
    assert time.monotonic() - began < 0.5
    assert job.state == "stopped"
    assert job.result()["done"] >= job.history[-1]["done"] > 0
    assert [point["loss"] for point in job.history] == sorted((point["loss"] for point in job.history), reverse=True)


def test_a_stopped_job_may_have_nothing_to_show(engine):
    job = running(engine, "nothing")
    job.stop()
    assert job.wait(5)
    assert (job.state, job.error, job.result()) == ("stopped", None, None)


def test_a_second_stop_hurries_when_nobody_wants_the_result(engine):
    job = running(engine, "endless", settings={"hurried": 1}, grace=30.0)
    job.stop()
    job.stop(keep=False)
    assert job.wait(5)
    assert (job.state, job.error) == ("stopped", None)


def test_a_stop_waits_for_what_is_wanted_only(engine):
    kept = running(engine, "thorough", grace=30.0)
    left = running(engine, "thorough", owner="b", settings={"of": "b"}, grace=30.0)
    kept.stop()
    left.stop(keep=False)
    assert left.wait(10)
    assert kept.wait(10)
    assert (left.state, left.result()) == ("stopped", None)
    assert (kept.state, kept.result()["done"]) == ("stopped", 2)


def test_a_job_that_does_not_listen_is_killed(engine):
    job = running(engine, "endless")
    bystander = running(engine, "patient", owner="b", settings={"beside": "endless"})
    began = time.monotonic()
    job.stop()
    assert job.state == "stopping"
    assert job.wait(5)
    assert 0.9 < time.monotonic() - began < 1.8
    assert (job.state, job.result(), job.error) == ("stopped", None, None)
    began = time.monotonic()
    assert ask(engine, "answer", settings={"after": "endless"}).wait(5)
    assert time.monotonic() - began < 0.5
    assert bystander.state == "running"
    bystander.stop()
    bystander.wait(2)


def test_time_is_limited(engine):
    deaf = ask(engine, "endless", seconds=0.3, grace=0.1)
    willing = ask(engine, "patient", settings={"slow": 1}, seconds=0.3)
    assert deaf.wait(5)
    assert willing.wait(5)
    assert (deaf.state, deaf.error.code, deaf.error.fields) == ("failed", "job.timed_out", {"seconds": 0.3})
    assert (willing.state, willing.error.code) == ("stopped", "job.timed_out")
    assert willing.result()["done"] > 0


def test_the_same_work_runs_once(engine, tmp_path):
    marks = tmp_path / "marks"
    settings = {"marks": str(marks)}
    jobs = [ask(engine, "once", owner=owner, settings=settings) for owner in "abc"]
    assert len({job.id for job in jobs}) == 3
    assert all(job.wait(5) and job.state == "done" for job in jobs)
    late = ask(engine, "once", owner="d", settings=settings)
    assert late.state == "done"
    assert marks.read_text() == "x"


def test_shared_work_ends_with_its_last_subscriber(engine):
    mine, yours = (ask(engine, "patient", owner=owner, settings={"shared": 1}) for owner in "ab")
    until(lambda: mine.progress)
    mine.stop()
    assert (mine.state, yours.state) == ("stopped", "running")
    yours.stop()
    assert yours.wait(2)
    assert mine.state == yours.state == "stopped"


def test_another_key_or_kind_is_other_work(engine):
    one = ask(engine, "answer", key="one")
    assert ask(engine, "answer", key="one").work is one.work
    assert ask(engine, "answer", key="two").work is not one.work
    assert ask(engine, "answer", key="one", kind="other").work is not one.work


def test_the_queue_is_fair_visible_and_bounded(narrow):
    first = running(narrow, "patient", owner="a", settings={"n": 0})
    second, third = (ask(narrow, "patient", owner="a", settings={"n": n}) for n in (1, 2))
    other = ask(narrow, "patient", owner="b", settings={"n": 3})
    assert [job.position for job in (first, second, third, other)] == [0, 2, 3, 1]
    with pytest.raises(JobError) as full:
        ask(narrow, "patient", owner="c", settings={"n": 4})
    assert (full.value.code, full.value.fields) == ("job.queue_full", {"limit": 3})
    assert ask(narrow, "patient", owner="c", settings={"n": 3}).work is other.work
    third.stop()
    assert third.state == "stopped"
    first.stop()
    until(lambda: other.state == "running")
    assert second.position == 1


def test_a_job_is_found_again_by_its_id(engine):
    job = running(engine, "patient", settings={"find": 1})
    assert len(job.id) >= 20
    found = engine.find(job.id, owner="after the reload")
    assert found is job
    assert found.owner == "after the reload"
    assert engine.find("guess") is None
    job.stop()


def test_who_is_silent_loses_the_job():
    engine = Engine(allow=[FUNCTIONS], slots=2, silence=1.0)
    assert ask(engine, "answer").wait(20)
    watched, left = (ask(engine, "patient", owner=owner, settings={"owner": owner}) for owner in "ab")
    began = time.monotonic()
    while left.state != "stopped" and time.monotonic() - began < 10:
        watched.touch()
        time.sleep(0.05)
    assert left.state == "stopped"
    assert time.monotonic() - began >= 1.0
    assert watched.state == "running"
    engine.close()


def test_a_dead_host_is_named_and_replaced(narrow):
    job = running(narrow, "patient")
    queued = ask(narrow, "answer")
    os.kill(narrow.host, signal.SIGKILL)
    assert job.wait(5)
    assert (job.state, job.error.code) == ("failed", "job.lost")
    assert queued.wait(20)
    assert queued.state == "done"


@pytest.mark.parametrize(("function", "said"), [("warm_up_crash", "SIGABRT"), ("warm_up_error", "no luck")])
def test_a_warm_up_that_fails_is_said_and_jobs_run(function, said):
    engine = Engine(imports=["no_such_module"], warm_up=f"{FUNCTIONS}:{function}", allow=[FUNCTIONS])
    assert ask(engine, "answer").wait(20)
    assert any(said in failure for failure in engine.failures)
    assert any("no_such_module" in failure for failure in engine.failures)
    assert engine.warming is None
    engine.close()


def test_a_host_that_cannot_start_is_named_and_not_tried_for_ever(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    engine = Engine(allow=[FUNCTIONS])
    job = ask(engine, "answer")
    assert job.wait(20)
    assert (job.state, job.error.code) == ("failed", "job.lost")
    until(lambda: engine.host is None)
    monkeypatch.undo()
    later = ask(engine, "answer", settings={"later": 1})
    assert later.wait(20)
    assert later.state == "done"
    engine.close()


def test_two_engines_do_not_collide_and_leave_nothing(engine):
    other = Engine(allow=[FUNCTIONS])
    jobs = [ask(one, "answer", settings={"engine": number}) for number, one in enumerate((engine, other))]
    assert all(job.wait(20) for job in jobs)
    assert [job.result()["value"] for job in jobs] == [None, None]
    assert engine.find(jobs[1].id) is None
    process = other._link.process
    other.close()
    assert process.poll() is not None
    assert not other.root.exists()
    assert ask(engine, "answer", settings={"after": "close"}).wait(5)
