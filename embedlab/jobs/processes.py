"""Training over several processes of this machine, which torchrun starts and ends together. Job code."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from embedlab.errors import JobError
from embedlab.jobs import frames, kernel, protocol, stale
from embedlab.jobs.link import program
from embedlab.training import job

PACE = 0.05  # seconds between two looks at Stop
ORDER, ENDED = "settings.json", "ended.json"  # in the folder of a run: what to train; which process ended, and how

Emit = Callable[[dict[str, Any]], None]


def run(settings: dict[str, Any], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """As `training.job.run`, in as many processes as `settings["processes"]` says; 1, the default, is this one.

    Raises also JobError `job.process_ended`: one of them is gone, and all the others with it.
    """
    if settings.get("processes", 1) == 1:
        return job.run(settings, emit, should_stop)
    processes = job.settle(settings).general.processes  # what can be refused is refused before any process starts
    folder = stale.claim()
    try:
        (folder / ORDER).write_text(json.dumps(settings))
        with _started(folder, processes) as process:
            try:
                return _heard(process, emit, should_stop)
            except EOFError:
                raise _ended(process, folder, processes) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _started(folder: Path, processes: int) -> Iterator[subprocess.Popen[bytes]]:
    """torchrun in a group of its own. It dies with this process, and the processes that it started with it."""
    process = program("torchrun", str(os.getpid()), str(processes), str(folder), stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        kernel.kill_group(process.pid)
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # a wish that was never read
                stream.close()


def _heard(process: subprocess.Popen[bytes], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """What the first process says to the end; and to it, that it shall stop. Raises EOFError where it says no more."""
    assert process.stdin is not None
    assert process.stdout is not None
    said: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(process.stdout, said), daemon=True).start()
    asked = False
    while True:
        if not asked and should_stop():
            asked = True
            with contextlib.suppress(OSError):
                process.stdin.write(b".")
                process.stdin.flush()
        try:
            message, arrays = said.get(timeout=PACE)
        except queue.Empty:
            continue
        if "progress" in message:
            emit({**message["progress"], **({"arrays": arrays} if arrays else {})})
        elif "result" in message:
            return message["result"]
        elif "error" in message:
            raise protocol.error_from_json(message["error"])
        else:
            raise EOFError


def _listen(stream: IO[bytes], said: queue.SimpleQueue[Any]) -> None:
    """Pass on what arrives; last, an empty message."""
    message: dict[str, Any] = {"": ""}
    while message:
        try:
            message, arrays = frames.receive(stream)
        except (EOFError, OSError, ValueError):
            message, arrays = {}, {}
        said.put((message, arrays))
        if "result" in message or "error" in message:
            return


def _ended(process: subprocess.Popen[bytes], folder: Path, processes: int) -> JobError:
    """Which process is gone, as torchrun saw it; or torchrun itself."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(10)  # it ends the others, then writes
    try:
        facts = json.loads((folder / ENDED).read_text())
    except OSError:
        return JobError("job.failed", reason=f"torchrun: {kernel.how_ended(process.poll() or 0)}")
    return JobError(
        "job.process_ended", process=facts["process"], processes=processes, how=kernel.how_ended(facts["status"])
    )
