"""Training over processes: real ones, started by torchrun. Small models, so that starting them is what takes time."""

import os
import signal
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from embedlab.cli.main import main
from embedlab.errors import JobError, TrainingError
from embedlab.jobs import Engine, kernel, link, processes
from embedlab.text.errors import say_error
from embedlab.training import checkpoint, corpus, device, job
from embedlab.training.team import Team

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(not kernel.LINUX, reason="looks for processes in /proc")]
TEXT = corpus.build("en", 60).text()
# A small rate: from the default .003 on, a unit of the ReLU that rounding turns on or off is soon seen in the weights,
# between one and two threads as between one and two processes.
SMALL = {"corpus": {"text": TEXT}, "objective": "next_token", "device": "cpu", "updates": 40, "learning_rate": 0.0003}
SMALL |= {"dims": 16, "heads": 2, "context": 8, "batch": 9}
LONG = {**SMALL, "updates": 100_000}
NAMES = (b"embedlab.jobs.torchrun", b"embedlab.jobs.process")


def never():
    return False


def started(folder):
    """The processes of ours that work in a folder: torchrun, then those that train, by number."""
    found = {}
    for one in Path("/proc").glob("[0-9]*"):
        try:
            words = (one / "cmdline").read_bytes().split(b"\0")
            if set(NAMES) & set(words) and str(folder).encode() in words:
                facts = dict(part.partition(b"=")[::2] for part in (one / "environ").read_bytes().split(b"\0"))
                found[int(facts[b"RANK"]) if NAMES[1] in words else -1] = int(one.name)
        except OSError:
            continue
    return [pid for _, pid in sorted(found.items())]


def gone(pids, seconds):
    deadline = time.monotonic() + seconds
    while any(_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(_alive(pid) for pid in pids)


def _alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The folder of the next run, known beforehand."""
    folder = tmp_path / "together"

    def claim():
        folder.mkdir()
        return folder

    monkeypatch.setattr(processes.stale, "claim", claim)
    return folder


def difference(one, two):
    one, two = load_file(one), load_file(two)
    assert set(one) == set(two)
    return max(float(np.abs(one[name] - two[name]).max()) for name in one)


def test_two_processes_train_what_one_does_and_leave_no_trace(tmp_path, place):
    alone = job.run({**SMALL, "out": str(tmp_path / "one")}, lambda progress: None, never)
    seen, pids = [], []

    def emit(progress):
        seen.append(progress)
        pids.extend(started(place))

    settings = {**SMALL, "processes": 2, "watch": True, "out": str(tmp_path / "two")}
    answer = processes.run(settings, emit, never)
    assert difference(tmp_path / "one", tmp_path / "two") <= 1e-5
    assert (answer["processes"], alone["processes"], answer["step"]) == (2, 1, 40)
    assert seen[-1]["done"] == 40
    assert seen[-1]["arrays"]["points"].shape == (len(seen[-1]["tokens"]), 2)
    assert len(set(pids)) == 3
    assert gone(pids, 2)
    assert not place.exists()
    assert (tmp_path / "two.frames").exists()


def stop_after(checks):
    left = iter(range(checks))
    return lambda: next(left, None) is None


def test_stop_ends_all_of_them_and_one_goes_on_where_two_stopped(tmp_path, place):
    part, pids, asked = tmp_path / "part", [], []

    def should_stop():
        if pids and not asked:
            asked.append(time.monotonic())
        return bool(pids)

    settings = {**LONG, "processes": 2, "out": str(part)}
    stopped = processes.run(settings, lambda progress: pids.extend(started(place)), should_stop)
    assert time.monotonic() - asked[0] <= 2
    assert stopped["stopped"]
    assert checkpoint.read(part)[0].step == stopped["step"] > 0
    assert gone(pids, 0.5)
    on, whole = ({**LONG, "out": str(tmp_path / name)} for name in ("on", "whole"))
    job.run({**on, "resume": str(part)}, lambda progress: None, stop_after(0))
    job.run(whole, lambda progress: None, stop_after(stopped["step"] // 10))
    steps = {checkpoint.read(Path(run["out"]))[0].step for run in (on, whole)}
    assert steps == {stopped["step"] + 10}
    assert difference(on["out"], whole["out"]) <= 1e-5


def test_one_that_is_killed_is_named_and_the_others_end(tmp_path, place, capsys):
    text, out, pids = tmp_path / "mine.txt", tmp_path / "t", []
    text.write_text(TEXT)

    def kill_the_second():
        deadline = time.monotonic() + 60
        while not out.exists() and time.monotonic() < deadline:  # saved at every step: it trains
            time.sleep(0.02)
        pids.extend(started(place))
        os.kill(pids[2], signal.SIGKILL)

    killer = threading.Thread(target=kill_the_second)
    killer.start()
    own = ["--objective", "next_token", "--updates", "100000", "--dims", "16", "--keep-every", "0"]
    status = main(["train", "--corpus", str(text), *own, "--processes", "2", "--device", "cpu", "--out", str(out)])
    killer.join()
    assert status == 3
    assert "job.process_ended: Process 2 of 2 ended (SIGKILL)" in capsys.readouterr().err
    assert gone(pids, 1)
    assert checkpoint.read(out)[0].step > 0


def test_none_outlives_the_job_that_started_it(tmp_path):
    engine = Engine()
    try:
        settings = {**LONG, "processes": 2, "out": str(tmp_path / "t")}
        run = engine.submit("train", "embedlab.jobs.processes:run", settings, owner="anyone")
        deadline = time.monotonic() + 60
        while not run.progress.get("done") and time.monotonic() < deadline:
            time.sleep(0.05)
        orders = Path(tempfile.gettempdir()).glob("embedlab-jobs-*/settings.json")
        pids = [pid for order in orders if str(tmp_path) in order.read_text() for pid in started(order.parent)]
        assert len(pids) == 3
    finally:
        engine.close()
    assert gone(pids, 2)


def test_torchrun_that_does_not_start_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(link, "environment", lambda: {**os.environ, "PYTHONHOME": str(tmp_path)})
    with pytest.raises(JobError) as caught:
        processes.run({**SMALL, "processes": 2, "out": str(tmp_path / "t")}, lambda progress: None, never)
    assert (caught.value.code, caught.value.fields) == ("job.failed", {"reason": "torchrun: exit status 1"})


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"objective": "retrieval", "corpus": "en"}, "objective"),
        ({"objective": "skipgram", "batch": 2}, "batch"),
        ({"objective": "skipgram", "device": "mps"}, None),
    ],
)
def test_what_cannot_be_divided_is_refused_before_any_process_starts(tmp_path, monkeypatch, settings, reason):
    monkeypatch.setattr(device, "choose", lambda wanted: wanted)
    monkeypatch.setattr(processes, "program", None)
    general = {"corpus": {"text": TEXT}, "device": "cpu", "processes": 3, "out": str(tmp_path / "t")}
    with pytest.raises(TrainingError) as caught:
        processes.run({**general, **settings}, lambda progress: None, never)
    assert caught.value.code == "training.processes"
    assert caught.value.fields.get("reason") == reason
    for language in ("en", "pt"):
        assert "{" not in say_error(caught.value, language)
        assert "3" in say_error(caught.value, language) or reason == "objective"


def test_the_job_itself_starts_no_processes(tmp_path):
    with pytest.raises(ValueError, match="started by"):
        job.run({**SMALL, "processes": 2, "out": str(tmp_path / "t")}, lambda progress: None, never)
    with pytest.raises(ValueError, match="started by"):
        job.follow({**SMALL, "out": str(tmp_path / "t")}, Team(1, 2))
