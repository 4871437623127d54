"""The server's table of long work: a bounded, fair queue in front of the job host, and of other machines."""

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
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from embedlab import __version__
from embedlab.errors import EmbedlabError, JobError
from embedlab.jobs import kernel, protocol, stale
from embedlab.jobs.link import Link
from embedlab.jobs.work import FINISHED, Job, Limits, Work, in_turn

if TYPE_CHECKING:
    from embedlab.jobs.cluster import Cluster

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
    silence: seconds after which a job that nobody touches is stopped. scheduler: the address of a dask scheduler,
    whose workers are used first; what finds no room there, and all work while it is out of reach, runs here.

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
        scheduler: str | None = None,
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
        order = {"imports": list(imports), "warm_up": warm_up, "allow": list(allow)}
        self._link = Link(self.root, order)
        self._cluster: Cluster | None = None
        if scheduler:
            from embedlab.jobs.cluster import Cluster

            self._cluster = Cluster(scheduler, order, self._carried)
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
        resources: Mapping[str, float] | None = None,
    ) -> Job:
        """Ask for work; the same work asked twice runs once, and a finished one is answered at once.

        settings: JSON values. key: what makes two requests the same within a kind, by default the settings.
        seconds, megabytes: limits of the run. grace: seconds a stop may take before the process is killed.
        resources: what a worker of the scheduler must have free, as {"GPU": 1}; without a scheduler it says nothing.
        Raises JobError `job.queue_full`, `job.no_resource`.
        """
        content = json.dumps(settings, sort_keys=True)
        full_key = hashlib.sha256(json.dumps([kind, function, key or content, __version__]).encode()).hexdigest()
        with self._lock:
            work = self._under_way(full_key) or self._finished(full_key)
            if work is None:
                if sum(other.state == "queued" for other in self._active.values()) >= self.waiting:
                    raise JobError("job.queue_full", limit=self.waiting)
                wanted = dict(resources or {}) if self._cluster else {}
                if not self._offered(wanted, here_only=False):
                    raise JobError("job.no_resource", wanted=_listed(wanted))
                limits = Limits(seconds, megabytes, grace)
                number = next(self._numbers)
                folder = self.root / f"run-{number}"
                work = Work(kind, function, json.loads(content), full_key, limits, number, folder, wanted)
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
        """Seconds the host has been warming up; None when it is warm, or a worker is."""
        warm = self._link.warm or (self._cluster is not None and self._cluster.warm)
        return None if warm else time.monotonic() - self._link.since

    @property
    def troubles(self) -> tuple[JobError, ...]:
        """Why the scheduler, or a worker of it, is not used. Jobs run nevertheless."""
        return () if self._cluster is None else self._cluster.troubles

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
        """Ask a run to stop, and set the moment at which it is killed; a second time only if it is now unwanted."""
        if work.kill_at is not None and (keep or work.killed):
            return
        work.killed_for = work.killed_for or reason
        if work.state == "queued":
            self._conclude(work, "stopped")
            return
        work.state = "stopping"
        grace = work.limits.grace if keep else min(UNWANTED_SECONDS, work.limits.grace)
        work.kill_at = min(work.kill_at or math.inf, time.monotonic() + grace)
        if self._cluster and work.place:
            self._cluster.stop(work, keep)
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
            if self._cluster:
                self._cluster.close()
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
                self._kill(work)
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
        for work in self._queue():
            if not self._offered(work.resources, work.stays):
                work.error = JobError("job.no_resource", wanted=_listed(work.resources))
                self._conclude(work, "failed")
            elif self._cluster and not work.stays and (place := self._cluster.room(work, self._processes.values())):
                self._start(work, place)
                self._cluster.start(work)
            elif self._room_here(work) and self._has_folder(work):
                self._start(work, "")
                order = {"run": work.run, "folder": str(work.folder), "megabytes": work.limits.megabytes}
                self._link.tell({"start": order})
        self._number_queue()

    def _room_here(self, work: Work) -> bool:
        here = sum(not other.place for other in self._processes.values())
        return self._link.warm and here < self.slots and work.resources.keys() <= kernel.resources()

    def _offered(self, wanted: Mapping[str, float], here_only: bool) -> bool:
        """Whether anybody has what a run needs, be it in use; or may have, while the scheduler was not yet heard."""
        if wanted.keys() <= kernel.resources():
            return True
        if here_only or self._cluster is None:
            return False
        offered = self._cluster.offered
        return offered is None or all(offered.get(name, 0) >= wanted[name] for name in wanted)

    def _start(self, work: Work, place: str) -> None:
        """Note that a run starts there."""
        work.state, work.started, work.position, work.place = "starting", time.monotonic(), 0, place
        self._processes[work.run] = work
        self._served[work.owner] = next(self._turns)
        self._served.move_to_end(work.owner)
        if len(self._served) > OWNERS:
            self._served.popitem(last=False)

    def _kill(self, work: Work) -> None:
        if self._cluster and work.place:
            self._cluster.kill(work)
        else:
            self._link.tell({"kill": work.run})

    def _has_folder(self, work: Work) -> bool:
        """Make the folder of a run; on a full disk this run ends, and no other."""
        try:
            work.folder.mkdir()
        except OSError:
            work.error = JobError("job.no_room")
            self._conclude(work, "failed")
        return work.state not in FINISHED

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
        elif "carried" in facts:
            self._hear_worker(facts["run"], facts["carried"])
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
            self._link.failures.append(f"warm-up: {kernel.how_ended(status)}")
            if self._link.level == 2:  # not even bare: try again when somebody asks
                self._lose_everything()
                self._link.process = None
                return
            self._link.level += 1
        for work in [work for work in self._processes.values() if not work.place]:
            del self._processes[work.run]
            self._exited(work, None)
        self._link.start_host()

    def _carried(self, run: str, message: dict[str, Any]) -> None:
        """What the thread that speaks to the scheduler has heard; without a run, only the room has changed."""
        self._link.arrive({"run": run, "carried": message}, None)

    def _hear_worker(self, run: str, message: dict[str, Any]) -> None:
        """Something that a worker says of a run."""
        if (work := self._processes.get(run)) is None:
            return
        if "returned" in message and work.kill_at is None and work.state not in FINISHED:
            work.state, work.started, work.place, work.stays = "queued", None, "", message["returned"]
        elif "returned" in message:
            work.killed = True  # nothing of it runs
        elif "running" in message and work.state == "starting":
            work.state, work.started = "running", time.monotonic()
        self._take(work, message)
        if "returned" in message or "ended" in message:
            del self._processes[run]
            if work.state != "queued":
                self._exited(work, None)

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
            arrays = _arrays(message, work.folder)
            work.advance({**message["progress"], **({"arrays": arrays} if arrays else {})})
        elif "result" in message:
            work.result = {**message["result"], **_arrays(message, work.folder)}
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
            self._kill(work)
            work.error = JobError("job.lost")
            self._conclude(work, "failed")


def _arrays(message: dict[str, Any], folder: Path) -> dict[str, np.ndarray]:
    """The arrays of a message: in it, or in files."""
    return message["arrays"] if "arrays" in message else protocol.pick_up(message["files"], folder)


def _listed(wanted: Mapping[str, float]) -> str:
    return ", ".join(f"{name} x {number:g}" for name, number in wanted.items())


def _death(status: int | None) -> JobError:
    if status is None:
        return JobError("job.lost")
    if status < 0:
        signal = kernel.signal_name(status)
        return JobError("job.crashed", signal=signal, **({"reason": "bus"} if signal == "SIGBUS" else {}))
    return JobError("job.failed", reason=kernel.how_ended(status))


def _printed(folder: Path) -> str:
    """The beginning of a job's crash report and the end of what it printed, for the log."""
    report, output = (folder / name for name in ("crash.txt", "output.txt"))
    texts = [path.read_text(errors="replace") if path.exists() else "" for path in (report, output)]
    return f"{texts[0][:2000]}{texts[1][-2000:]}" or "it printed nothing"


def _bytes(work: Work) -> int:
    """Bytes of arrays a finished run holds: its result's and its last snapshot's."""
    values = [*(work.result or {}).values(), *work.progress.get("arrays", {}).values()]
    return sum(value.nbytes for value in values if isinstance(value, np.ndarray))
