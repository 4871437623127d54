"""Train: opens on a finished picture, trains in a job, and says what is wrong with a text."""

import time
from pathlib import Path

import pytest

from embedlab.jobs import Engine
from embedlab.text.pages import jobs as job_words
from embedlab.text.pages import train as words
from embedlab.training import job as job_settings
from embedlab.ui import classroom, jobs, train_claims
from embedlab.wording import fill
from tests.pages.conftest import shown

# AppTest draws numbers from the link as a browser does: small runs by ?skipgram_epochs=1.
QUICK = {"skipgram_epochs": "1", "skipgram_dims": "8"}
LONG = {"skipgram_epochs": "500", "skipgram_dims": "8"}


@pytest.fixture(scope="module")
def engine():
    """An engine whose host imports torch and nothing else."""
    made = Engine(imports=["torch", "embedlab.training.job"])
    yield made
    made.close()


@pytest.fixture(autouse=True)
def server(engine, monkeypatch):
    monkeypatch.setattr(jobs, "_made", [engine])


def until(app, condition, seconds=60):
    """Rerun the page, as the browser's timer does, until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, shown(app)
        time.sleep(0.2)
        app.run()
        assert not app.exception


def button(app, key):
    return next((found for found in app.button if found.key == key), None)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_it_opens_on_a_finished_picture(run_page, language):
    app = run_page("train", language)
    text = words.TEXT[language]
    table = app.table[0].value
    assert list(table.iloc[:, 0]) == list(text.scores.values())
    purity, random = (float(table.iloc[0, column].replace(",", ".")) for column in (1, 2))
    assert purity >= 0.93
    assert random < 0.1
    assert text.ready in shown(app)
    assert "Skip-gram" in shown(app)
    assert not app.error


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_run_can_be_looked_at_at_every_moment(run_page, language):
    app = run_page("train", language)
    slider = app.select_slider[0]
    last = slider.value
    ended = shown(app)
    slider.set_value(0).run()
    assert not app.exception
    assert fill(words.TEXT[language].at_step, language, step=0, of=474)[:-1] in shown(app)
    assert shown(app) != ended
    button(app, "play").click().run()
    for _ in range(last + 3):
        app.run()
    assert not app.exception
    assert app.select_slider[0].value == last  # it stops at the end
    assert not app.session_state["playing"]


def test_a_record_repeats_the_run(run_page):
    app = run_page("train")
    assert any("python -m embedlab train --corpus en --objective skipgram" in code.value for code in app.code)


def test_another_objective_brings_its_own_settings(run_page):
    app = run_page("train", objective="next_token")
    assert job_settings.OBJECTIVES["next_token"].summary.en in shown(app)
    assert any(found.key == "next_token_layers" for found in app.number_input)


@pytest.mark.heavy
def test_a_run_of_the_toy_world_is_drawn_too(run_page):
    app = run_page("train", "pt", objective="retrieval", retrieval_updates="10", retrieval_dims="16")
    button(app, "start").click().run()
    until(app, lambda: app.success)
    assert "world_pt / input_table.weight" in shown(app)
    assert words.PT.no_words in shown(app)  # its words are others than the cat, the dog and the Tuesday


@pytest.mark.heavy
@pytest.mark.claims
def test_a_prediction_starts_the_runs_and_gets_its_verdict(run_page, engine, monkeypatch):
    monkeypatch.setattr(train_claims, "FIVE", [0, 1])
    app = run_page("train", **QUICK)
    app.button_group(key=classroom.card_key("C06")).set_value("every").run()
    assert not app.exception
    until(app, lambda: words.EN.cards["C06"].rule in shown(app))
    assert "of 2 runs" in shown(app)
    job = engine.find(app.session_state["jobs"]["train.seeds"])
    assert job.settings["own"]["epochs"] == 1
    assert app.session_state["jobs"].keys() == {"train.seeds"}  # the other cards wait for their guess


@pytest.mark.heavy
def test_a_trained_table_comes_into_use_and_is_found_after_a_reload(run_page):
    app = run_page("train", **QUICK)
    button(app, "start").click().run()
    until(app, lambda: app.success)
    assert "epochs = 1" in shown(app)
    assert "corpus_en / input_table.weight" in shown(app)
    assert Path(app.session_state["table_in_use"].path).parent.name == "trained"
    assert app.get("download_button")
    job_id = app.query_params["job"]
    again = run_page("train", job=job_id[0] if isinstance(job_id, list) else job_id)
    assert again.success
    assert again.session_state["table_in_use"] == app.session_state["table_in_use"]


@pytest.mark.heavy
def test_stop_keeps_the_state_and_go_on_resumes_it(run_page, engine):
    app = run_page("train", **LONG)
    button(app, "start").click().run()
    first = engine.find(jobs_id(app))
    until(app, lambda: first.progress.get("done", 0) > 10)
    button(app, "stop_train").click().run()
    until(app, lambda: button(app, "resume") is not None)
    assert (first.state, first.result()["stopped"]) == ("stopped", True)
    assert job_words.EN.kept in shown(app)
    button(app, "resume").click().run()
    second = engine.find(jobs_id(app))
    assert second is not first
    until(app, lambda: second.progress.get("done", 0) > first.result()["step"])
    second.stop()
    assert second.wait(10)


@pytest.mark.heavy
def test_an_own_text_without_a_pair_is_refused_in_words(run_page):
    app = run_page("train", "pt", corpus="own", **QUICK)
    app.text_area[0].set_value("um\ndois\ntrês").run()
    button(app, "start").click().run()
    until(app, lambda: app.error)
    assert "não há par com que" in shown(app)
    assert "corpus_pt" in shown(app)  # the table in use stays


def test_a_file_that_is_not_text_is_named(run_page):
    app = run_page("train", corpus="own")
    app.file_uploader[0].upload("notes.txt", b"caf\xe9").run()
    assert "notes.txt is not text in UTF-8" in shown(app)
    assert app.table


def test_a_full_queue_is_said(run_page, monkeypatch):
    full = Engine(waiting=0)
    monkeypatch.setattr(jobs, "_made", [full])
    app = run_page("train")
    button(app, "start").click().run()
    assert "The queue is full" in shown(app)
    assert app.table
    full.close()


def test_a_run_that_is_no_longer_known_is_said_once(run_page):
    app = run_page("train", job="gone")
    assert job_words.EN.unknown in shown(app)
    assert "job" not in app.query_params
    assert app.table


def jobs_id(app):
    return app.session_state["jobs"]["train"]


def processes_asked(app):
    return [found for found in app.number_input if found.key == "processes"]


@pytest.mark.parametrize(
    ("cores", "objective", "in_class", "asked"),
    [
        (4, "next_token", False, True),
        (1, "next_token", False, False),
        (4, "retrieval", False, False),
        (4, "next_token", True, False),
    ],
)
def test_processes_are_asked_where_they_can_help(run_page, monkeypatch, cores, objective, in_class, asked):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    if in_class:
        monkeypatch.setenv(classroom.TEACHER, "word")
    app = run_page("train", "en", objective=objective)
    assert [found.max for found in processes_asked(app)] == ([cores] if asked else [])


def test_a_run_over_processes_is_the_job_that_starts_them(run_page, monkeypatch):
    submitted = []
    monkeypatch.setattr(jobs, "submit", lambda kind, *asked, **limits: submitted.append(asked))
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    app = run_page("train", "en", **QUICK)
    processes_asked(app)[0].set_value(3).run()
    button(app, "start").click().run()
    ((function, settings),) = submitted
    assert (function, settings["processes"]) == ("embedlab.jobs.processes:run", 3)
