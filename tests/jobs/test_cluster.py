"""Jobs on the workers of a dask scheduler: processes on 127.0.0.1, one of which does not see the server's files."""

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from embedlab import __version__, tablefile
from embedlab.checkpoints import open_table
from embedlab.errors import JobError
from embedlab.jobs import cluster, cluster_files, kernel
from embedlab.text.errors import cluster as sentences_of_cluster
from embedlab.text.errors import say_error
from embedlab.training import corpus, frames
from embedlab.wording import LANGUAGES
from tests.distortion.made import FAST, blob_table
from tests.jobs.machines import FUNCTIONS, ROOT, Machines, engine_of, until, workers_of

needs_dask = pytest.mark.skipif(  # in CI its absence is a failure
    find_spec("distributed") is None and "CI" not in os.environ,
    reason="distributed is not installed: pip install -r requirements-cluster.txt",
)
IMPORTS = ("torch", "embedlab.training.job")  # what several of the jobs below need
SMALL = {"corpus": {"text": corpus.build("en", 100).text()}, "dims": 8, "device": "cpu"}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A folder that the worker with the GPU does not see, where a disk of its own can be made for it."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def machines(tmp_path_factory, tables):
    """A scheduler and two workers; the second says that it has a GPU."""
    with Machines(tmp_path_factory.mktemp("logs")) as made:
        made.start_scheduler()
        made.start_worker()
        made.start_worker("--resources", "GPU=1", hidden=tables)
        yield made


@pytest.fixture(scope="module")
def engine(machines):
    with engine_of(machines.address, imports=IMPORTS, slots=1) as made:
        until(lambda: len(workers_of(made)) == 2, 60)
        yield made


@pytest.fixture(scope="module")
def source(tables):
    """A table in a file, as jobs are asked about it."""
    path = tables / "blobs.safetensors"
    tablefile.write(blob_table(), path)
    where = {"path": str(path), "tensor": None, "vocabulary": None, "name": None}
    return {"table": where, "fingerprint": open_table(path).fingerprint}


def ask(engine, name, owner="a", settings=None, **choices):
    return engine.submit("test", f"{FUNCTIONS}:{name}", settings or {}, owner=owner, **choices)


def running(engine, name, **choices):
    job = ask(engine, name, **choices)
    until(lambda: job.progress)
    assert job.work.place
    return job


def ended(job):
    """The result of a job that did well, on a worker."""
    assert job.wait(60)
    assert (job.state, job.error) == ("done", None)
    assert job.work.place
    return job.result()


TRAINED = {
    "skipgram": SMALL | {"epochs": 1},
    "next_token": SMALL | {"objective": "next_token", "dims": 16, "layers": 1, "updates": 10},
    "retrieval": {"corpus": "world_en", "objective": "retrieval", "updates": 10, "device": "cpu"},
    "multimodal": {"corpus": "world_pt", "objective": "multimodal", "updates": 10, "device": "cpu"},
}


@needs_dask
@pytest.mark.heavy
@pytest.mark.parametrize("objective", TRAINED)
def test_what_is_trained_there_is_written_here(engine, tmp_path, objective):
    settings = {**TRAINED[objective], "out": str(tmp_path / "trained.safetensors")}
    job = engine.submit("train", "embedlab.training.job:run", settings, owner="a", megabytes=4096)
    result = ended(job)
    assert result["path"] == settings["out"]
    assert open_table(Path(settings["out"])).fingerprint == result["table"]["fingerprint"]
    assert frames.beside(Path(settings["out"])).is_file()
    assert job.history[-1]["loss"] > 0


@needs_dask
@pytest.mark.heavy
def test_a_stopped_training_goes_on_on_another_worker(engine, tmp_path):
    first, second = ({**SMALL, "epochs": 150, "out": str(tmp_path / f"{name}.safetensors")} for name in "ab")
    job = engine.submit("train", "embedlab.training.job:run", first, owner="a", grace=5.0)
    until(lambda: job.progress.get("done", 0) > 0)
    job.stop()
    assert job.wait(5)
    step = job.result()["step"]
    assert (job.state, step > 0) == ("stopped", True)
    places = {job.work.place}
    for resources in ({}, {"GPU": 1}):
        further = {**second, "resume": first["out"]}
        on = engine.submit(
            "train", "embedlab.training.job:run", further, owner="a", resources=resources, key=str(resources)
        )
        assert ended(on)["step"] == on.result()["steps"] > step
        places.add(on.work.place)
    assert places == workers_of(engine)


MAPS = {"methods": ["pca", "tsne"], "parameters": FAST}
COMPARED = {"k": 5, "metric": "cosine", "rows": 50, "seed": 0}
ASKED = {
    "maps": ("embedlab.distortion.job:run", {"maps": MAPS}),
    "twins": ("embedlab.distortion.comparison_job:twins", {"maps": {"methods": ["pca"]}, "twins": 2}),
    "stability": ("embedlab.distortion.comparison_job:stability", {"maps": {"methods": ["pca"]}, "runs": 1}),
    "groups": (
        "embedlab.distortion.groups_job:run",
        {
            "maps": {"methods": ["pca"]},
            "method": "pca",
            "groups": [{"ids": list(range(30)), "name": "one", "grouped_by": "hand"}],
        },
    ),
    "health": ("embedlab.checkpoints.job:run", {}),
    "hubs": ("embedlab.claims.own_best_job:run", {"steps": ["centred"]}),
}


@needs_dask
@pytest.mark.heavy
@pytest.mark.parametrize("kind", ASKED)
def test_what_is_asked_of_a_table_is_answered_there(engine, source, kind):
    function, settings = ASKED[kind]
    assert ended(engine.submit("test", function, source | settings, owner="a", megabytes=4096, resources={"GPU": 1}))


@needs_dask
@pytest.mark.heavy
def test_two_tables_are_compared_and_a_claim_is_trained(engine, source):
    pair = [[source["table"], source["fingerprint"]]] * 2
    compared = {"tables": pair, "steps": [], "chosen": COMPARED}
    held = {"corpus": "en", "seeds": [0], "own": {"epochs": 1, "dims": 8}}
    jobs = [
        engine.submit("test", function, settings, owner="a")
        for function, settings in (
            ("embedlab.checkpoints.compared:run", compared),
            ("embedlab.claims.geometry_job:run", held),
        )
    ]
    assert all(map(ended, jobs))
    assert {job.work.place for job in jobs} == workers_of(engine)


@needs_dask
def test_a_worker_without_the_file_is_sent_it_once(engine, machines, tables, source):
    if not machines.hides:
        pytest.skip("this system lets nobody make a mount of their own, so both workers see the same disk")
    settings = {"path": source["table"]["path"]}
    first, second = (ended(ask(engine, "read", settings=settings | {"n": n}, resources={"GPU": 1})) for n in (1, 2))
    assert first["sum"] == second["sum"] == Path(settings["path"]).stat().st_size
    assert first["folder"] == second["folder"] != str(tables)
    assert first["path"] == settings["path"]  # what is told is the path here
    assert first["changed"] == second["changed"]
    assert ended(ask(engine, "read", settings=settings | {"n": 3}))["folder"] == str(tables)


@needs_dask
def test_what_is_too_large_to_send_runs_here(engine, machines, tables, monkeypatch):
    if not machines.hides:
        pytest.skip("this system lets nobody make a mount of their own, so both workers see the same disk")
    monkeypatch.setattr(cluster_files, "LARGEST", 10)
    monkeypatch.setattr(kernel, "resources", lambda: {"GPU"})
    path = tables / "large.bin"
    path.write_bytes(bytes(11))
    job = ask(engine, "read", settings={"path": str(path)}, resources={"GPU": 1})
    assert job.wait(20)
    assert (job.state, job.work.place, job.result()["folder"]) == ("done", "", str(tables))


@needs_dask
def test_what_can_run_neither_there_nor_here_is_said(engine, machines, tables, monkeypatch):
    """Too large to send, and this machine has no GPU: it may not wait for one for ever."""
    if not machines.hides:
        pytest.skip("this system lets nobody make a mount of their own, so both workers see the same disk")
    monkeypatch.setattr(cluster_files, "LARGEST", 10)
    monkeypatch.setattr(kernel, "resources", set)
    path = tables / "larger.bin"
    path.write_bytes(bytes(12))
    job = ask(engine, "read", settings={"path": str(path)}, resources={"GPU": 1})
    assert job.wait(20)
    assert (job.state, job.error.code) == ("failed", "job.no_resource")


@needs_dask
def test_arrays_and_progress_arrive(engine):
    job = ask(engine, "arrays", settings={"seconds": 0.3})
    until(lambda: "arrays" in job.progress)
    np.testing.assert_array_equal(job.progress["arrays"]["seen"], [0, 1, 2])
    result = ended(job)
    np.testing.assert_array_equal(result["matrix"], np.eye(2, dtype=np.float32))
    assert (result["count"], result["note"]) == (4, "não")


CRASHES = {
    "segfault": ("job.crashed", {"signal": "SIGSEGV"}),
    "hog": ("job.out_of_memory", {"megabytes": 200}),
    "exception": ("job.failed", {"reason": "ZeroDivisionError: by nothing"}),
    "our_error": ("table.not_float", {"dtype": "int8"}),
}


@needs_dask
def test_failures_are_named_and_touch_nobody(engine):
    bystander = running(engine, "patient", owner="b")
    for name, expected in CRASHES.items():
        job = ask(engine, name, megabytes=200)
        assert job.wait(20)
        assert (job.state, job.error.code, job.error.fields) == ("failed", *expected)
        assert job.work.place
        began = time.monotonic()
        ended(ask(engine, "answer", settings={"after": name}))
        assert time.monotonic() - began < 2.0  # bench.cluster measures it; here only that nothing hangs
    before = bystander.progress["done"]
    until(lambda: bystander.progress["done"] > before)
    bystander.stop()
    assert bystander.wait(2)


@needs_dask
def test_a_stop_is_heard_and_a_deaf_job_is_killed(engine):
    willing, deaf = running(engine, "patient", owner="b"), running(engine, "endless")
    began = time.monotonic()
    willing.stop()
    assert willing.wait(5)
    assert time.monotonic() - began < 0.5
    assert (willing.state, willing.result()["done"] > 0) == ("stopped", True)
    began = time.monotonic()
    deaf.stop()
    assert deaf.wait(5)
    assert time.monotonic() - began < 2.0
    assert (deaf.state, deaf.error, deaf.result()) == ("stopped", None, None)
    until(lambda: not Path(f"/proc/{deaf.progress['pid']}").exists(), 2)


@needs_dask
def test_an_unwanted_result_is_not_waited_for(engine):
    job = running(engine, "endless", settings={"unwanted": 1}, grace=60.0)
    began = time.monotonic()
    job.stop()
    time.sleep(0.2)
    job.stop(keep=False)
    assert job.wait(5)
    assert time.monotonic() - began < 2.0


@needs_dask
def test_a_time_limit_is_the_servers(engine):
    job = ask(engine, "patient", settings={"limited": 1}, seconds=0.5)
    assert job.wait(5)
    assert (job.state, job.error.code) == ("stopped", "job.timed_out")


@needs_dask
def test_the_queue_stays_here_and_the_server_helps(engine):
    jobs = [ask(engine, "patient", owner="c", settings={"n": n}) for n in range(5)]
    until(lambda: sum(job.state == "running" for job in jobs) == 3)
    assert {job.work.place for job in jobs[:3]} == {"", *workers_of(engine)}
    assert [job.position for job in jobs] == [0, 0, 0, 1, 2]
    for job in reversed(jobs):
        job.stop()
    assert all(job.wait(5) for job in jobs)


@needs_dask
def test_what_nobody_has_is_told_at_once(engine):
    with pytest.raises(JobError) as refused:
        ask(engine, "answer", resources={"TPU": 1})
    assert (refused.value.code, refused.value.fields) == ("job.no_resource", {"wanted": "TPU x 1"})


@needs_dask
def test_one_gpu_serves_one_run(engine):
    first = running(engine, "patient", settings={"gpu": 1}, resources={"GPU": 1})
    second = ask(engine, "answer", settings={"gpu": 2}, resources={"GPU": 1})
    beside = ask(engine, "answer", settings={"gpu": 3})
    ended(beside)
    assert (second.state, second.position) == ("queued", 1)
    first.stop()
    ended(second)
    assert second.work.place == first.work.place


@needs_dask
def test_workers_of_another_kind_are_refused(engine, machines, tmp_path):
    other = shutil.copytree(ROOT / "embedlab", tmp_path / "embedlab", ignore=shutil.ignore_patterns("__pycache__"))
    source = (other / "__init__.py").read_text("utf-8").replace(__version__, "0.0.1")
    (other / "__init__.py").write_text(source, "utf-8")
    older = machines.start_worker(PYTHONPATH=str(tmp_path))
    without = machines.start_worker(PYTHONPATH="")
    until(lambda: len(engine.troubles) == 2, 30)
    found = {error.code: error.fields for error in engine.troubles}
    assert found["job.versions_differ"] | {"where": ""} == {
        "where": "",
        "what": "embedlab",
        "ours": __version__,
        "theirs": "0.0.1",
    }
    assert "ModuleNotFoundError" in found["job.worker_unfit"]["reason"]
    assert len(workers_of(engine)) == 2
    for process in (older, without):
        process.kill()
    until(lambda: not engine.troubles)


@needs_dask
def test_a_killed_server_leaves_nothing_on_a_worker(machines):
    command = [sys.executable, "-m", "tests.jobs.cluster_server", machines.address]
    with subprocess.Popen(command, cwd=ROOT, env=machines.environment, stdout=subprocess.PIPE) as server:
        child = Path("/proc", server.stdout.readline().decode().strip())
        assert child.exists()
        server.kill()
        assert until(lambda: not child.exists()) < 5.0


@needs_dask
def test_a_killed_worker_costs_its_own_run_only(engine, machines):
    bystander = running(engine, "patient", owner="b")
    job = running(engine, "endless", settings={"killed": 1}, resources={"GPU": 1})
    began = time.monotonic()
    machines.workers[1].kill()
    assert job.wait(5)
    assert time.monotonic() - began < 2.0
    assert (job.state, job.error.code) == ("failed", "job.worker_lost")
    until(lambda: not Path(f"/proc/{job.progress['pid']}").exists(), 5)
    until(lambda: len(workers_of(engine)) == 1)
    with pytest.raises(JobError, match="no_resource"):
        ask(engine, "answer", resources={"GPU": 1})
    before = bystander.progress["done"]
    until(lambda: bystander.progress["done"] > before)
    bystander.stop()
    assert bystander.wait(2)


@needs_dask
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_lost_scheduler_is_told_and_work_goes_on_here(tmp_path, how):
    with Machines(tmp_path) as machines, engine_of(machines.address, slots=1) as engine:
        machines.start_scheduler()
        machines.start_worker()
        until(lambda: workers_of(engine) and engine._link.warm)
        there, here = running(engine, "patient"), ask(engine, "patient", settings={"here": 1})
        until(lambda: here.progress)
        assert here.work.place == ""
        os.kill(machines.scheduler.pid, how)
        assert until(lambda: engine.troubles) < 2.0
        assert engine.troubles[0].code == "job.scheduler_away"
        if how == signal.SIGKILL:
            assert until(lambda: not there.active) < 2.0
            assert there.error.code == "job.scheduler_lost"
            machines.scheduler.wait()
            machines.workers[0].wait(10)
            machines.start_scheduler()
            machines.start_worker()
        else:  # it may only be slow: nothing new goes there, and what runs there is given time
            time.sleep(0.3)
            os.kill(machines.scheduler.pid, signal.SIGCONT)
        until(lambda: workers_of(engine) and not engine.troubles)
        assert here.state == "running"
        assert there.active == (how == signal.SIGSTOP)
        for job in (here, there):
            job.stop()
        until(lambda: not there.active)  # the worker has one slot
        ended(ask(engine, "answer", settings={"back": 1}))


@needs_dask
def test_tls_is_taken_from_the_configuration_of_dask(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not on this machine")
    import dask

    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=embedlab"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    roles = {
        f"{role}.{part}": str(file)
        for role in ("client", "scheduler", "worker")
        for part, file in (("key", key), ("cert", certificate))
    }
    settings = {
        "require-encryption": True,
        "tls.ca-file": str(certificate),
        **{f"tls.{name}": file for name, file in roles.items()},
    }
    variables = {
        f"DASK_DISTRIBUTED__COMM__{name.replace('.', '__').replace('-', '_').upper()}": str(value)
        for name, value in settings.items()
    }
    with Machines(tmp_path, "tls", **variables) as machines:
        machines.start_scheduler()
        machines.start_worker()
        with engine_of(machines.address) as stranger:
            until(lambda: stranger.troubles)
            assert stranger.troubles[0].code == "job.scheduler_away"
        with (
            dask.config.set({f"distributed.comm.{name}": value for name, value in settings.items()}),
            engine_of(machines.address) as engine,
        ):
            until(lambda: workers_of(engine))
            ended(ask(engine, "answer"))


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("tcp://127.0.0.1:8786", True),
        ("tcp://localhost:8786", True),
        ("tcp://[::1]:8786", True),
        ("tls://scheduler.school:8786", True),
        ("tcp://10.1.2.3:8786", False),
        ("tcp://scheduler.school:8786", False),
        ("ws://10.1.2.3:8786", False),
        ("", False),
    ],
)
def test_who_could_read_along_is_refused(address, private, monkeypatch):
    monkeypatch.delenv(cluster.UNSAFE, raising=False)
    assert cluster._private(address) is private
    monkeypatch.setenv(cluster.UNSAFE, "1")
    assert cluster._private(address)


def test_a_refused_scheduler_is_told_and_work_is_done_here():
    with engine_of("tcp://10.1.2.3:8786") as engine:
        job = ask(engine, "answer")
        until(lambda: engine.troubles)
        assert engine.troubles[0].code == "job.scheduler_unsafe"
        assert job.wait(20)
        assert (job.state, job.work.place) == ("done", "")


def test_without_dask_it_is_told_and_work_is_done_here(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with engine_of("tcp://127.0.0.1:8786") as engine:
        until(lambda: engine.troubles)
        assert engine.troubles[0].code == "job.scheduler_needs"
        job = ask(engine, "answer")
        assert job.wait(20)
        assert job.state == "done"


def test_every_error_has_a_sentence_in_both_languages():
    facts = {"wanted": "GPU x 1", "worker": "tcp://w", "address": "tcp://s", "name": "t", "megabytes": 1, "reason": "x"}
    facts |= {"package": "p", "where": "tcp://w", "what": "python", "ours": "3.11", "theirs": "3.12"}
    for code in sentences_of_cluster.SENTENCES:
        said = {say_error(JobError(code, **facts), language) for language in LANGUAGES}
        assert len(said) == 2
        assert not any("{" in sentence for sentence in said)


def test_files_are_found_in_settings_and_what_is_read_beside_them(tmp_path):
    folder, alone = tmp_path / "model", tmp_path / "a.bin"
    folder.mkdir()
    for file in (
        folder / "model.safetensors",
        folder / "tokenizer.json",
        alone,
        tmp_path / "a.bin.frames",
        tmp_path / "b",
    ):
        file.write_text(file.name)
    settings = {
        "tables": [[{"path": str(folder), "vocabulary": None}, "x"]],
        "resume": str(alone),
        "out": str(tmp_path / "b"),
    }
    found = cluster_files.named(settings | {"name": str(alone), "path": str(tmp_path / "absent")})
    names = {path: sorted(name for name, _, _ in parts) for path, parts in found.items()}
    beside = ["model/model.safetensors", "model/tokenizer.json"]
    assert names == {str(folder): beside, str(alone): ["a.bin", "a.bin.frames"]}


def test_a_shelf_keeps_what_was_sent_and_lets_the_oldest_go(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster_files, "KEPT", 10)
    shelf = cluster_files.Shelf(tmp_path / "shelf")
    absent = [(f"/nowhere/{name}.bin", [[f"{name}.bin", 6, 10**18]]) for name in "ab"]
    for path, parts in absent:
        assert shelf.place(path, parts) is None
        shelf.put(path, parts, [b"sixsix"])
        assert shelf.place(path, parts).read_bytes() == b"sixsix"
        time.sleep(0.01)
    assert shelf.place(*absent[0]) is None
    here = tmp_path / "here.bin"
    here.write_bytes(b"x")
    ((path, parts),) = cluster_files.named({"path": str(here)}).items()
    assert shelf.place(path, parts) == here
    here.write_bytes(b"other")
    assert shelf.place(path, parts) is None
