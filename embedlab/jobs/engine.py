"""The server's table of long work: a bounded, fair queue in front of the job host."""

from __future__ import annotations

import atexit
import hashlib
import itertools
import json
import logging
import math
import os
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from embedlab import __version__
from embedlab.errors import EmbedlabError, JobError
from embedlab.jobs import kernel, protocol, stale
from embedlab.jobs.link import Link
from embedlab.jobs.work import FINISHED, Job, Limits, Work, in_turn

KEPT_RUNS, KEPT_BYTES = 64, 128 * 2**20  # finished runs whose results can be found again
OWNERS = 1_000  # whose last turn is remembered
START_SECONDS = 60.0  # from the fork to the job's first word
UNWANTED_SECONDS = 1.0  # that a stop may take when nobody wants the result
log = logging.getLogger("embedlab.jobs")


class Engine:
    """Runs functions "package.module:name" of embedlab in processes of their own, `slots` at a time.

    imports, warm_up: modules and a function "package.module:name" that the host loads and calls once, so
    that every job starts warm. allow: modules outside embedlab whose functions may run (tests).
    slots: by default one per core, at most two. waiting: length of the queue.
    silence: seconds after which a job that nobody touches is stopped.

    Any thread may call; one thread of the engine's own does the work, and waits without polling.
    """

    def __init__(
        self,
        *,
        imports: Sequence[str] = (),
        warm_up: str | None = None,
        allow: Sequence[str] = (),
        slots: int | None = None,
        waiting: int = 32,
        silence: float = 90.0,
    ) -> None:
        self.slots = slots or min(2, os.cpu_count() or 1)
        self.waiting = waiting
        self.silence = silence
        self.root = stale.claim()
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._active: dict[str, Work] = {}  # by run, in the order of submission
        self._kept: OrderedDict[str, Work] = OrderedDict()  # finished, by run, newest last
        self._served: OrderedDict[str, int] = OrderedDict()  # the turn in which each owner was served last
        self._turns = itertools.count()
        self._processes: dict[str, Work] = {}  # by run, from the fork to the exit
        self._connections: dict[Connection, Work] = {}
        self._jobs: dict[str, Job] = {}
        self._closing = False
        self._link = Link(self.root, {"imports": list(imports), "warm_up": warm_up, "allow": list(allow)})
        self._thread = threading.Thread(target=self._supervise, daemon=True, name="embedlab-jobs")
        self._thread.start()
        atexit.register(self.close)

    def submit(
        self,
        kind: str,
        function: str,
        settings: dict[str, Any],
        *,
        owner: str,
        key: str | None = None,
        seconds: float = 600.0,
        megabytes: int = 2048,
        grace: float = 1.0,
    ) -> Job:
        """Ask for work; the same work asked twice runs once, and a finished one is answered at once.

        settings: JSON values. key: what makes two requests the same within a kind, by default the settings.
        seconds, megabytes: limits of the run. grace: seconds a stop may take before the process is killed.
        Raises JobError `job.queue_full`.
        """
        content = json.dumps(settings, sort_keys=True)
        full_key = hashlib.sha256(json.dumps([kind, function, key or content, __version__]).encode()).hexdigest()
        with self._lock:
            work = self._under_way(full_key) or self._finished(full_key)
            if work is None:
                if sum(other.state == "queued" for other in self._active.values()) >= self.waiting:
                    raise JobError("job.queue_full", limit=self.waiting)
                limits = Limits(seconds, megabytes, grace)
                number = next(self._numbers)
                folder = self.root / f"run-{number}"
                work = Work(kind, function, json.loads(content), full_key, limits, number, folder)
                self._active[work.run] = work
            job = next((job for job in work.jobs if job.owner == owner and not job.left), None)
            if job is None:
                job = Job(work, owner, self._stop)
                work.jobs.append(job)
                self._jobs[job.id] = job
            job.touch()
            self._number_queue()
        self._link.wake()
        return job

    def find(self, job_id: str, owner: str | None = None) -> Job | None:
        """The job with this id, e.g. after a reload; it then belongs to `owner`. None once it is forgotten."""
        job = self._jobs.get(job_id)
        if job is not None and owner is not None:
            job.owner = owner
            job.touch()
        return job

    @property
    def warming(self) -> float | None:
        """Seconds the host has been warming up; None when it is warm."""
        return None if self._link.warm else time.monotonic() - self._link.since

    @property
    def host(self) -> int | None:
        """The process id of the host."""
        return None if self._link.process is None else self._link.process.pid

    @property
    def failures(self) -> tuple[str, ...]:
        """What went wrong while the host warmed up. Jobs run nevertheless, and start more slowly."""
        return tuple(self._link.failures)

    def close(self) -> None:
        """End every job and the host, and remove all folders. Called at exit."""
        with self._lock:
            self._closing = True
        self._link.wake()
        self._thread.join(5)
        atexit.unregister(self.close)

    # What follows runs under the lock; `_supervise` and what it calls in the engine's own thread.

    def _under_way(self, key: str) -> Work | None:
        """The same work, waiting or running; one that is being stopped is not joined."""
        return next((work for work in self._active.values() if work.key == key and work.kill_at is None), None)

    def _finished(self, key: str) -> Work | None:
        """A kept run of the same work that ended with its whole result."""
        for run, work in self._kept.items():
            if work.key == key and work.state == "done":
                self._kept.move_to_end(run)
                return work
        return None

    def _stop(self, job: Job, keep: bool) -> None:
        with self._lock:
            job.left = True
            work = job.work
            if work.state not in FINISHED and all(other.left for other in work.jobs):
                self._end(work, keep=keep)
        self._link.wake()

    def _end(self, work: Work, reason: EmbedlabError | None = None, keep: bool = True) -> None:
        """Ask a run to stop, and set the moment at which it is killed."""
        if work.kill_at is not None:
            return
        work.killed_for = reason
        if work.state == "queued":
            self._conclude(work, "stopped")
            return
        work.state = "stopping"
        grace = work.limits.grace if keep else min(UNWANTED_SECONDS, work.limits.grace)
        work.kill_at = time.monotonic() + grace
        for connection, other in self._connections.items():
            if other is work:
                self._say(connection, {"stop": True})

    def _supervise(self) -> None:
        self._link.start_host()
        while not self._closing:
            control = [self._link.control] if self._link.control else []
            ready = wait([self._link.waker, *control, *self._connections], self._pause())
            with self._lock:
                try:
                    self._turn(ready)
                except Exception:
                    # Whatever it was, nobody may wait for ever.
                    log.exception("the job engine stumbled")
                    self._lose_everything()
        with self._lock:
            self._lose_everything()
            self._link.close()
            shutil.rmtree(self.root, ignore_errors=True)

    def _turn(self, ready: list[Any]) -> None:
        """One turn of the loop: hear, mind the clock, start what fits."""
        for connection in ready:
            if connection is self._link.waker:
                self._link.woken()
            elif connection is self._link.control:
                self._hear_host()
            elif connection in self._connections:
                self._hear(connection)
        while self._link.arrivals:
            self._welcome(*self._link.arrivals.popleft())
        self._mind_the_clock()
        self._start_what_fits()

    def _pause(self) -> float | None:
        """Seconds to the next deadline; None when there is none."""
        next_one = min((min(self._moments(work)) for work in list(self._active.values())), default=math.inf)
        return None if next_one == math.inf else max(0.0, next_one - time.monotonic())

    def _moments(self, work: Work) -> list[float]:
        """When something about this run is due."""
        if work.kill_at is not None:
            return [math.inf if work.killed else work.kill_at]
        moments = [max((job.seen for job in work.jobs if not job.left), default=0.0) + self.silence]
        if work.started is not None:
            moments.append(work.started + (START_SECONDS if work.state == "starting" else work.limits.seconds))
        return moments

    def _mind_the_clock(self) -> None:
        now = time.monotonic()
        for work in [work for work in self._active.values() if min(self._moments(work)) <= now]:
            if work.kill_at is not None:
                work.killed = True
                self._link.tell({"kill": work.run})
            elif work.state == "starting" and now >= work.started_or(math.inf) + START_SECONDS:
                self._end(work, JobError("job.lost"))
            elif now >= work.started_or(math.inf) + work.limits.seconds:
                self._end(work, JobError("job.timed_out", seconds=work.limits.seconds))
            else:
                for job in work.jobs:
                    job.left = True
                self._end(work)

    def _start_what_fits(self) -> None:
        if self._link.process is None and self._active:
            self._link.start_host()
        if not self._link.warm:
            return
        for work in self._queue()[: max(0, self.slots - len(self._processes))]:
            work.folder.mkdir()
            work.state, work.started, work.position = "starting", time.monotonic(), 0
            self._processes[work.run] = work
            self._served[work.owner] = next(self._turns)
            self._served.move_to_end(work.owner)
            if len(self._served) > OWNERS:
                self._served.popitem(last=False)
            order = {"run": work.run, "folder": str(work.folder), "megabytes": work.limits.megabytes}
            self._link.tell({"start": order})
        self._number_queue()

    def _queue(self) -> list[Work]:
        waiting = [work for work in self._active.values() if work.state == "queued"]
        return in_turn(waiting, self._served)

    def _number_queue(self) -> None:
        for position, work in enumerate(self._queue(), start=1):
            work.position = position

    def _welcome(self, facts: dict[str, Any], connection: Connection | None) -> None:
        """Somebody connected, or the host ended."""
        if "host_ended" in facts:
            self._host_ended(facts["host_ended"])
        elif "host" in facts:
            self._link.control = connection
        elif connection is not None and (work := self._processes.get(facts["run"])) is not None:
            self._connections[connection] = work
            self._say(connection, {"function": work.function, "settings": work.settings})
            if work.state == "starting":
                work.state, work.started = "running", time.monotonic()
            else:
                self._say(connection, {"stop": True})

    def _say(self, connection: Connection, message: dict[str, Any]) -> None:
        try:
            protocol.send(connection, message)
        except OSError:
            log.info("a job was gone before it heard %s", sorted(message))

    def _hear_host(self) -> None:
        control = self._link.control
        assert control is not None
        try:
            message = protocol.receive(control)
        except EOFError:
            control.close()
            self._link.control = None  # its end is reported by the thread that waits for it
            return
        if "warm" in message:
            self._link.warm = True
            self._link.failures += message["failed"]
            log.info("the job host was warm after %.1f s", message["warm"])
        elif (work := self._processes.pop(message["exited"], None)) is not None:
            self._exited(work, message["status"])

    def _host_ended(self, status: int) -> None:
        """The host is gone and its jobs with it: name that, and start another one with less to trip over."""
        log.error("the job host ended with status %s: %s", status, self._link.tail())
        if not self._link.warm:
            how = kernel.signal_name(status) if status < 0 else f"exit status {status}"
            self._link.failures.append(f"warm-up: {how}")
            if self._link.level == 2:  # not even bare: try again when somebody asks
                self._lose_everything()
                self._link.process = None
                return
            self._link.level += 1
        for work in list(self._processes.values()):
            self._exited(work, None)
        self._processes.clear()
        self._link.start_host()

    def _hear(self, connection: Connection) -> None:
        """Everything a job has said so far."""
        work = self._connections[connection]
        try:
            while connection.poll():
                self._take(work, protocol.receive(connection))
        except (EOFError, OSError, ValueError, KeyError):  # it is gone, or what it said cannot be read
            del self._connections[connection]
            connection.close()

    def _take(self, work: Work, message: dict[str, Any]) -> None:
        if work.state in FINISHED:
            return
        if "progress" in message:
            arrays = protocol.pick_up(message["files"], work.folder)
            work.advance({**message["progress"], **({"arrays": arrays} if arrays else {})})
        elif "result" in message:
            work.result = {**message["result"], **protocol.pick_up(message["files"], work.folder)}
            work.error = work.killed_for
            self._conclude(work, "done" if work.kill_at is None else "stopped")
        elif "error" in message:
            work.error = protocol.error_from_json(message["error"])
            stopped = work.kill_at is not None and work.error.code == "job.stopped"
            if stopped:  # it has nothing to show
                work.error = work.killed_for
            self._conclude(work, "stopped" if stopped and work.error is None else "failed")

    def _exited(self, work: Work, status: int | None) -> None:
        """A job's process is gone; what it said before is heard first. Status None: with the host."""
        for connection in [connection for connection, other in self._connections.items() if other is work]:
            self._hear(connection)
        if work.state not in FINISHED:
            if work.killed and work.killed_for is None:
                self._conclude(work, "stopped")
            else:
                work.error = work.killed_for or _death(status)
                self._conclude(work, "failed")
        if work.state == "failed":
            log.warning("%s failed, %s: %s", work.kind, work.error, _printed(work.folder))
        shutil.rmtree(work.folder, ignore_errors=True)

    def _conclude(self, work: Work, state: Any) -> None:
        """The run has its end: keep it while there is room, and forget the oldest."""
        self._active.pop(work.run, None)
        work.state, work.position, work.ended = state, 0, time.monotonic()
        self._kept[work.run] = work
        while len(self._kept) > 1 and (
            len(self._kept) > KEPT_RUNS or sum(_bytes(kept) for kept in self._kept.values()) > KEPT_BYTES
        ):
            _, forgotten = self._kept.popitem(last=False)
            for job in forgotten.jobs:
                self._jobs.pop(job.id, None)
        self._number_queue()
        work.finished.set()

    def _lose_everything(self) -> None:
        for work in list(self._active.values()):
            self._link.tell({"kill": work.run})
            work.error = JobError("job.lost")
            self._conclude(work, "failed")


def _death(status: int | None) -> JobError:
    if status is None:
        return JobError("job.lost")
    if status < 0:
        return JobError("job.crashed", signal=kernel.signal_name(status))
    return JobError("job.failed", reason=f"exit status {status}")


def _printed(folder: Path) -> str:
    """The beginning of a job's crash report and the end of what it printed, for the log."""
    report, output = (folder / name for name in ("crash.txt", "output.txt"))
    texts = [path.read_text(errors="replace") if path.exists() else "" for path in (report, output)]
    return f"{texts[0][:2000]}{texts[1][-2000:]}" or "it printed nothing"


def _bytes(work: Work) -> int:
    """Bytes of arrays a finished run holds: its result's and its last snapshot's."""
    values = [*(work.result or {}).values(), *work.progress.get("arrays", {}).values()]
    return sum(value.nbytes for value in values if isinstance(value, np.ndarray))
