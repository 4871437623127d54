"""What a dask worker does for a server: an engine of its own runs the job, in the same host and children as anywhere.

The server calls these functions on the worker, through the scheduler: `run` as a dask task, which holds the slot and
the resources while the job lasts, and the others beside it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import platform
import shutil
import threading
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from embedlab import __version__
from embedlab.errors import EmbedlabError, JobError
from embedlab.jobs import protocol
from embedlab.jobs.cluster_files import LARGEST, Parts, Shelf, placed
from embedlab.jobs.engine import Engine
from embedlab.jobs.work import Job

SILENCE = 15.0  # seconds without a word from the server, after which a job ends
LISTEN = 5.0  # seconds that one question of the server waits for news
_TICK, _LOOK = 0.01, 0.5
_TOLD = 30.0  # seconds that an ended job waits to be heard


class Run:
    """A job under way, and how much of it the server knows."""

    def __init__(self, job: Job, places: dict[str, str], written: Path) -> None:
        self.job, self.written = job, written
        self.told = threading.Event()  # the server knows how it ended
        self._origins = {here: there for there, here in places.items()}
        self._begun = False
        self._known: dict[str, Any] = {}

    def news(self) -> list[dict[str, Any]]:
        """What is new since the last call; the last message of all holds "ended"."""
        self.job.touch()
        ended, progress = self.job.work.finished.is_set(), self.job.progress
        found: list[dict[str, Any]] = []
        if not self._begun and (ended or self.job.state in ("running", "stopping")):
            self._begun = True
            found.append({"running": True})
        if progress is not self._known:
            new = {name: value for name, value in progress.items() if self._known.get(name) is not value}
            found.append({"arrays": new.pop("arrays", {}), "progress": new})
            self._known = progress
        if ended:
            found.append(self._end())
            self.told.set()
        return found

    def _end(self) -> dict[str, Any]:
        """The result or the error, and the files that were written."""
        files = [file for file in self.written.parent.iterdir() if file.name.startswith(self.written.name)]
        if sum(file.stat().st_size for file in files) > LARGEST:
            error = JobError("job.too_large_to_send", name=self.written.name, megabytes=LARGEST // 2**20)
            return {"ended": {}, **self._error(error)}
        contents = {file.name: file.read_bytes() for file in files}
        result = self.job.work.result
        if result is None:
            return {"ended": contents, **self._error(self.job.error or JobError("job.stopped"))}
        arrays = {name: value for name, value in result.items() if hasattr(value, "dtype")}
        plain = {name: value for name, value in result.items() if name not in arrays}
        return {"ended": contents, "result": placed(plain, self._origins), "arrays": arrays}

    def _error(self, error: EmbedlabError) -> dict[str, Any]:
        return {"error": placed(protocol.error_to_json(error), self._origins)}


class Station:
    """One engine, the files that were sent to it, and its runs by their names."""

    def __init__(self, order: dict[str, Any], slots: int) -> None:
        self.engine = Engine(**order, slots=slots, waiting=slots, silence=SILENCE)
        self.shelf = Shelf(self.engine.root / "sent")
        self.runs: dict[str, Run] = {}
        self.stops: dict[str, bool] = {}  # asked for, by the name of the run: whether its result is wanted

    def begin(self, name: str, asked: dict[str, Any], files: Parts) -> Run:
        """Start a run, asked for as of an engine; its files have been sent. Raises JobError `job.queue_full`."""
        places = {path: str(self.shelf.place(path, parts)) for path, parts in files.items()}
        out = asked["settings"].get("out", "")
        written = self.engine.root / "written" / name / (Path(out).name or "nothing")
        written.parent.mkdir(parents=True)
        places |= {out: str(written)} if out else {}
        asked = {**asked, "settings": placed(asked["settings"], places)}
        return Run(self.engine.submit(**asked, owner="server", key=name), places, written)


_stations: dict[str, Station] = {}
# Dask tells the log of each call beside a task: twenty lines a second for each run.
logging.getLogger("distributed.worker").addFilter(lambda record: "out-of-band" not in str(record.msg))


def versions() -> dict[str, str]:
    """What must be the same on server, scheduler and workers."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"embedlab": __version__, "python": python, "distributed": version("distributed")}


async def warm(order: dict[str, Any], slots: int) -> str | None:
    """Make the station of an order, once. Its name when its host is warm; None when that takes longer."""
    name = json.dumps(order)
    if name not in _stations:
        _stations[name] = Station(order, slots)
    end = time.monotonic() + LISTEN
    while _stations[name].engine.warming is not None:
        if time.monotonic() > end:
            return None
        await asyncio.sleep(_TICK)
    return name


def lacking(station: str, files: Parts) -> list[str]:
    """The paths of the files that are not here."""
    return [path for path, parts in files.items() if _stations[station].shelf.place(path, parts) is None]


def put(station: str, path: str, parts: list[Any], contents: list[bytes]) -> None:
    """Keep a file that was sent."""
    _stations[station].shelf.put(path, parts, contents)


def run(station: str, name: str, asked: dict[str, Any], files: Parts) -> None:
    """The task: run a job, and return when the server knows how it ended."""
    here = _stations[station]
    one = here.runs[name] = here.begin(name, asked, files)
    if name in here.stops:
        one.job.stop(here.stops[name])
    while not one.job.wait(_LOOK):
        if _released(name):
            one.job.stop(keep=False)
    one.told.wait(0 if _released(name) else _TOLD)
    here.runs.pop(name)
    here.stops.pop(name, None)
    shutil.rmtree(one.written.parent, ignore_errors=True)


def _released(name: str) -> bool:
    """Whether nobody wants a task any more: the server is gone or has given it up, or the scheduler is gone."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(name)
    return task is None or task.state == "cancelled" or worker.status.name in ("closing", "closed", "failed")


async def hear(station: str, name: str) -> list[dict[str, Any]]:
    """What is new of a run; waits for it, but not for ever."""
    end = time.monotonic() + LISTEN
    while time.monotonic() < end:
        one = _stations[station].runs.get(name)
        if one is not None and (found := one.news()):
            return found
        await asyncio.sleep(_TICK)
    return []


def stop(station: str, name: str, keep: bool) -> None:
    """Ask a run to end, also one that is only on its way here."""
    here = _stations[station]
    here.stops[name] = keep
    if name in here.runs:
        here.runs[name].job.stop(keep)
