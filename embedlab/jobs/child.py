"""One job in one process: run an importable function, report, and say why it failed."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any, TextIO

from embedlab.errors import EmbedlabError, JobError
from embedlab.jobs import kernel, protocol

PACE = 0.05  # seconds between two messages; pages look every half second
OUTPUT_LIMIT = 2**20  # characters of printed text kept; a flood of print must not fill the disk


def main(order: str, authkey: bytes) -> None:
    """Run one job, then leave this process. The order: run, folder, address, parent, inherited, allow, megabytes."""
    facts = json.loads(order)
    for inherited in facts["inherited"]:
        os.close(inherited)
    folder = Path(facts["folder"])
    if hasattr(os, "setsid"):
        os.setsid()
    kernel.die_with(facts["parent"])
    _redirect(folder)
    kernel.limit_memory(facts["megabytes"])
    connection = Client(facts["address"], authkey=authkey)
    protocol.send(connection, {"run": facts["run"]})
    try:
        work = protocol.receive(connection)
        answer = _answer(work, Channel(connection, folder), facts)
        protocol.send(connection, answer)
    except (OSError, EOFError):
        os._exit(1)  # the server is gone: nobody to report to
    # Straight out: exit handlers of libraries that were imported before the fork are not ours to run.
    os._exit(0)


def _answer(work: dict[str, Any], channel: Channel, facts: dict[str, Any]) -> dict[str, Any]:
    """What to tell the server: the result, or the error in code and fields."""
    try:
        function = find(work["function"], tuple(facts["allow"]))
        result = function(work["settings"], channel.emit, channel.should_stop)
        channel.flush()
        if result is None:  # it was stopped before it had anything to show
            raise JobError("job.stopped")
        values, files = protocol.lay_down(result, channel.folder, "result")
        return {"result": protocol.checked(values), "files": files}
    except BaseException as error:
        kernel.limit_memory(None)  # or there is no memory left to say so
        if not isinstance(error, EmbedlabError):
            traceback.print_exc()
        return protocol.failure(error, facts["megabytes"])


def find(function: str, allow: tuple[str, ...]) -> Callable[..., dict[str, Any]]:
    """The function "package.module:name", of embedlab or of an allowed module. Raises JobError `job.not_allowed`."""
    module, _, name = function.partition(":")
    if not module.startswith("embedlab.") and module not in allow:
        raise JobError("job.not_allowed", function=function)
    return getattr(importlib.import_module(module), name)


class Channel:
    """A job's way to the server: progress out, the wish to stop in. For one thread."""

    def __init__(self, connection: Connection, folder: Path) -> None:
        self.connection = connection
        self.folder = folder
        self._pending: dict[str, Any] = {}
        self._sent = self._asked = 0.0
        self._number = 0
        self._stop = False

    def emit(self, progress: dict[str, Any]) -> None:
        """Tell progress; within the pace the newest value of each name is kept and sent later."""
        self._pending |= progress
        if time.monotonic() - self._sent >= PACE:
            self.flush()

    def flush(self) -> None:
        """Send what is pending."""
        if not self._pending:
            return
        values, self._pending = self._pending, {}
        self._number += 1
        _, files = protocol.lay_down(values.pop("arrays", {}), self.folder, f"snapshot-{self._number}")
        protocol.send(self.connection, {"progress": values, "files": files})
        self._sent = time.monotonic()

    def should_stop(self) -> bool:
        """Whether somebody wants the job to end. Cheap: the socket is asked once per pace."""
        now = time.monotonic()
        if not self._stop and now - self._asked >= PACE / 2:
            self._asked = now
            self._stop = self.connection.poll()
        return self._stop


def _redirect(folder: Path) -> None:
    """Everything printed goes to a file, bounded for Python's own text; a crash writes its traceback beside it."""
    raw = (folder / "output.txt").open("a", encoding="utf-8", errors="backslashreplace", buffering=1)
    os.dup2(raw.fileno(), 1)
    os.dup2(raw.fileno(), 2)
    sys.stdout = sys.stderr = _Bounded(raw)  # type: ignore[assignment]
    faulthandler.enable((folder / "crash.txt").open("w"))


class _Bounded:
    """A text stream that swallows what exceeds the limit, or finds no room on the disk."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.left = OUTPUT_LIMIT

    def write(self, text: str) -> int:
        if self.left > 0:
            with contextlib.suppress(OSError):
                self.stream.write(text[: self.left])
            self.left -= len(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
