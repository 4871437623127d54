"""A started server, its job host and its jobs while things break: what breaks is named, and nothing else notices.

Each test breaks one thing while others work in the same server: a neighbour whose job is under way, and a guest whose
result stands on the page. Processes are known by a word in their environment, wherever they hang.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from embedlab.errors import FileError, JobError
from embedlab.text.errors import say_error
from embedlab.text.pages import checkpoint, maps, shell
from embedlab.wording import LANGUAGES
from tests.jobs.test_keeper import written
from tests.visitor import Served, Visitor, app_with

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
# A namespace of its own, in which a small disk is mounted at the first argument; the rest is then executed.
OWN_DISK = ("unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=8m,nr_inodes=300 small "$0" && exec "$@"')
SILENCE = 6.0  # seconds after which a job whose browser is closed ends; of the app ninety
WORD = "EMBEDLAB_CHAOS"
ALLOWED = ("tests.jobs.functions", "tests.chaos.functions")
PAGE = """
import streamlit as st
import embedlab.ui.start as start
from embedlab.ui import jobs

language = start.page("maps").language
do, of = (st.query_params.get(name, "") for name in ("do", "of"))
if do and st.session_state.get("asked") != (do, of):
    st.session_state["asked"] = do, of
    module = "tests.chaos.functions" if "." in do else "tests.jobs.functions"
    settings = {"of": of, "path": of, "bytes": 2**24}
    jobs.submit("maps", f"{module}:{do.rpartition('.')[2]}", settings, megabytes=200)
job = jobs.of("maps", language)
if job is not None:
    jobs.panel(job, language)
    now = job.progress
    st.text(f"state={job.state} pid={now.get('pid')} child={now.get('child')} done={now.get('done')}")
engine = jobs.engine()
st.text(f"host={engine.host} root={engine.root}")
"""


def served(folder, before=()):
    """The app with the page `chaos`, and a table of more than a kilobyte held as one of gigabytes is."""
    app = app_with(folder, silence=SILENCE, kept_above=1_000, allow=ALLOWED, chaos=PAGE)
    home, temporary = folder / "home", folder / "temporary"
    home.mkdir()
    temporary.mkdir()
    server = Served(app, home, {"server.address": "127.0.0.1"}, before, **{WORD: str(folder), "TMPDIR": str(temporary)})
    Visitor(server.url).run().close()
    return server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("chaos")) as server:
        yield server


def skip_unless_mounting_at(folder):
    if subprocess.run([*OWN_DISK, str(folder), "true"], capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a disk of their own: no user namespaces")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server whose folder for temporary files is a disk of 8 MB and 300 files, which ends with its process."""
    folder = tmp_path_factory.mktemp("small")
    skip_unless_mounting_at(folder)
    with served(folder, (*OWN_DISK, str(folder / "temporary"))) as server:
        yield server


def fact(said, name):
    """A number that a page says, such as the process of its job."""
    return int(re.search(rf"{name}=(\d+)", said)[1])


class Watched(Visitor):
    """A visitor with a job, who looks at it every second, where a browser does every half."""

    def __init__(self, url, do, of=""):
        super().__init__(url)
        self.run(f"do={do}&of={of}", page="chaos")
        self._lock, self._end = threading.Lock(), threading.Event()
        self._eyes = threading.Thread(target=self._look)
        self._eyes.start()

    def _look(self):
        while not self._end.wait(1.0):
            with self._lock:
                self.again()

    def now(self):
        """What the page says after one more look."""
        with self._lock:
            return self.again().says

    def close(self):
        """Look away, then close."""
        self._end.set()
        self._eyes.join()
        super().close()


@pytest.fixture
def watch():
    """`watch(server, "patient")`: a visitor with a job who looks at it until the test ends."""
    watched = []

    def begin(server, do, of=""):
        watched.append(Watched(server.url, do, of))
        return watched[-1]

    yield begin
    for visitor in watched:
        visitor.close()


@pytest.fixture
def others(server, watch):
    """A neighbour with a job under way and a guest with a result: both must be as before when the test has ended."""
    neighbour, guest = watch(server, "patient"), watch(server, "answer")
    wait(lambda: re.search(r"state=running .*done=\d", neighbour.now()))
    wait(lambda: "state=done" in guest.now())
    yield neighbour
    before = fact(neighbour.now(), "done")
    wait(lambda: fact(neighbour.now(), "done") > before)
    assert "state=done" in guest.now()
    assert Visitor(server.url).run().has("heading")


def wait(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


def processes(folder):
    """Every process that somebody in this test started, however far down."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if f"{WORD}={folder}".encode() in (place / "environ").read_bytes().split(b"\0"):
                found[int(place.name)] = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # it has just ended
    return found


def gone(*pids):
    """Whether they are, within the five seconds that they have."""
    wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), 5.0)
    return True


def start(server, do, of=""):
    """A visitor whose job has said its process."""
    visitor = Visitor(server.url).run(f"do={do}&of={of}", page="chaos")
    wait(lambda: re.search(r"pid=\d", visitor.again().says))
    return visitor


def is_told(visitor, error):
    """Whether the page says the error, in both languages, and no part of it is left to be filled."""
    job = re.search(r"job=([\w-]+)", visitor.query)[1]
    for language in LANGUAGES:
        said = say_error(error, language)
        reader = Visitor(visitor.url).run(f"lang={language}&job={job}", page="chaos")
        reader.until(said)
        reader.close()
    return True


CRASHES = {
    "segfault": JobError("job.crashed", signal="SIGSEGV"),
    "hog": JobError("job.out_of_memory", megabytes=200),
}


@pytest.mark.parametrize("do", CRASHES)
def test_a_job_that_crashes_or_takes_all_memory(server, others, do):
    visitor = Visitor(server.url).run(f"do={do}", page="chaos")
    visitor.until("state=failed")
    assert is_told(visitor, CRASHES[do])


def test_a_killed_job_takes_its_own_processes_along(server, others):
    visitor = start(server, "chaos.family")
    job, child = fact(visitor.says, "pid"), fact(visitor.says, "child")
    os.kill(job, signal.SIGKILL)
    assert gone(job, child)
    visitor.until("state=failed")
    assert is_told(visitor, JobError("job.crashed", signal="SIGKILL"))


def test_a_file_cut_while_a_job_reads_it(server, others, tmp_path):
    path = tmp_path / "m.safetensors"
    written(path, rows=20_000)
    visitor = start(server, "chaos.mapped", path)
    os.truncate(path, 4_096)
    visitor.until("state=failed")
    assert is_told(visitor, JobError("job.crashed", reason="bus", signal="SIGBUS"))


def test_a_file_cut_while_pages_show_it(server, others):
    path = server.home / "large.safetensors"
    written(path, rows=20_000)
    said = {language: Visitor(server.url).run(f"lang={language}", page="checkpoint") for language in LANGUAGES}
    for language, visitor in said.items():
        visitor.set("checkpoint_path", string_value=path.name).press(checkpoint.TEXT[language].use)
        assert "20" in visitor.says
    cut = FileError("file.truncated", name=path.name, expected=path.stat().st_size, found=4_096)
    os.truncate(path, 4_096)
    for language, visitor in said.items():
        visitor.run(f"lang={language}", page="neighbours")
        assert say_error(cut, language) in visitor.says
        assert shell.TEXT[language].table_gone in visitor.says
        assert f"corpus_{language}" in visitor.says


def test_a_closed_browser_ends_its_job_and_a_reload_in_time_finds_it(server, others):
    visitor = start(server, "endless")
    job, link = fact(visitor.says, "pid"), visitor.query
    visitor.close()
    again = Visitor(server.url).run(link, page="chaos")
    assert fact(again.says, "pid") == job
    again.close()
    wait(lambda: not Path(f"/proc/{job}").exists(), SILENCE + 5.0)


def test_a_killed_host_takes_its_jobs_along_and_is_replaced(server, watch):
    guest = watch(server, "answer", "before the host")
    wait(lambda: "state=done" in guest.now())
    visitor = start(server, "endless", "host")
    host, job = fact(visitor.says, "host"), fact(visitor.says, "pid")
    os.kill(host, signal.SIGKILL)
    assert gone(host, job)
    visitor.until("state=failed")
    assert is_told(visitor, JobError("job.lost"))
    assert "state=done" in guest.now()
    after = watch(server, "answer", "after the host")
    wait(lambda: "state=done" in after.now())
    assert fact(after.now(), "host") != host


def test_a_server_that_is_asked_to_end_takes_everything_along(server):
    """Last of this server: a job in a loop of C, a table in a process of its own, and the host."""
    start(server, "endless", "sigterm")
    left = processes(server.home.parent)
    assert sum("embedlab.jobs.host" in command for command in left.values()) >= 2  # the host, and its job by fork
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(5)
    assert gone(*left)
    assert not processes(server.home.parent)
    assert not list((server.home.parent / "temporary").glob("embedlab-jobs-*"))  # it ended in order


def fill(disk, files):
    """Leave no byte on a disk, or no file."""
    with (disk / "filling").open("wb", buffering=0) as filling, pytest.raises(OSError, match="No space left"):
        exhaust(disk, files, filling)


def exhaust(disk, files, filling):
    for number in range(100_000):
        (disk / f"filling{number}").touch() if files else filling.write(bytes(2**16))


def test_a_full_disk_is_named_and_what_needs_none_goes_on(small, watch):
    disk = Path(f"/proc/{small.process.pid}/root{small.home.parent}/temporary")
    neighbour, guest = watch(small, "patient"), watch(small, "answer")
    wait(lambda: "state=done" in guest.now())
    for of, files in (("bytes", False), ("files", True)):
        fill(disk, files)
        visitor = Visitor(small.url).run(f"do=chaos.large&of={of}", page="chaos").until("state=failed")
        assert is_told(visitor, JobError("job.no_room"))
        for language in LANGUAGES:
            reader = Visitor(small.url).run(f"lang={language}", page="checkpoint")
            reader.upload("checkpoint_0", "words.txt", b"a 1 2\n" * 50_000)
            error = FileError("file.no_room", reason="upload", name="words.txt", bytes=300_000)
            assert say_error(error, language) in reader.says
            assert not reader.has("exception")
        assert "state=done" in guest.now()
        downloaded = Visitor(small.url).run("lang=en", page="maps").download(maps.EN.csv)
        assert downloaded.count(b"\r\n") == 528  # how they were made, a heading, 526 rows
        for file in disk.glob("filling*"):
            file.unlink()
    before = fact(neighbour.now(), "done")
    wait(lambda: fact(neighbour.now(), "done") > before)
    after = watch(small, "answer", "there is room again")
    wait(lambda: "state=done" in after.now())


def test_a_server_that_is_killed_leaves_no_process(small):
    """Last of this server: nothing of its own runs that could end the job, which is in a loop of C."""
    start(small, "endless", "sigkill")
    left = processes(small.home.parent)
    os.kill(small.process.pid, signal.SIGKILL)
    small.process.wait(5)
    assert gone(*left)
    assert not processes(small.home.parent)


def test_a_full_disk_under_the_command_line(tmp_path):
    """Each verb that writes a file says which, with status 3, and leaves no half of one."""
    table, disk = tmp_path / "table.npy", tmp_path / "disk"
    np.save(table, np.random.default_rng(0).standard_normal((40_000, 64)).astype(np.float32))
    disk.mkdir()
    skip_unless_mounting_at(disk)
    verbs = [["export", table, "--out", disk / "out.npy"], ["export", table, "--out", disk / "out.csv"]]
    told = "import sys, json; from embedlab.cli.main import main\n"
    told += f"for verb in {[[str(part) for part in verb] for verb in verbs]!r}: print(main([*verb, '--json']))\n"
    told += f"import os; print(os.listdir({str(disk)!r}))"
    ran = subprocess.run([*OWN_DISK, str(disk), sys.executable, "-c", told], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    first, status, second, other, listed = ran.stdout.splitlines()
    assert (status, other, listed) == ("3", "3", "[]")
    for line, name in ((first, "out.npy"), (second, "out.csv")):
        error = json.loads(line)["error"]
        assert (error["code"], error["fields"]) == ("file.system", {"path": str(disk / name)})
        assert "No space left" in error["message"]
