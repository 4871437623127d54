"""Work on the workers of a dask scheduler: which of them has room, and what they say of the runs they were given.

The table of jobs and the queue stay with the engine; dask is given only what starts at once. Everything goes through
the scheduler, which keeps none of it. Only the thread that speaks to dask, and workers, import it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import logging
import os
import secrets
import threading
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import asdict, dataclass
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from embedlab import tablefile
from embedlab.errors import EmbedlabError, JobError
from embedlab.jobs import cluster_files, cluster_station, kernel, protocol
from embedlab.jobs.work import Work

PULSE = 0.5  # seconds between two looks at the scheduler
LATE = 1.2  # seconds after which an answer is late: no more work goes there, and that is said
SILENT = 10.0  # seconds without an answer after which the runs there are given up
RETRY = 1.0  # seconds between two tries to connect
MARGIN = 60.0  # seconds beyond a run's own limit, which the server minds
CONFIRM = 2.0  # seconds that a worker may take to confirm that it killed a run
UNSAFE = "EMBEDLAB_SCHEDULER_UNSAFE"
Message = dict[str, Any]
log = logging.getLogger("embedlab.jobs")


@dataclass(frozen=True)
class Worker:
    """A worker that is warm."""

    address: str
    slots: int
    resources: Mapping[str, float]
    station: str


class Cluster:
    """Carries runs to workers. The public methods are for the engine's thread; a thread of its own speaks to dask.

    order: what an engine on a worker is made with. arrive: takes what happened, and wakes the engine: the name of a
    run and a message as of `cluster_station.Run.news`, {"returned": ...} for one that did not begin: True where it has
    to run on the server, False where its worker went.
    """

    def __init__(self, address: str, order: dict[str, Any], arrive: Callable[[str, Message], None]) -> None:
        self.address = address
        self.order = order
        self.offered: Mapping[str, float] | None = None  # the most of each resource that one worker has; None: unheard
        self._arrive = arrive
        self._workers: dict[str, Worker] = {}  # that can be given work; replaced, never changed
        self._others: dict[str, int] = {}  # tasks that are not of this server, by worker; replaced, never changed
        self._met: dict[str, asyncio.Task[None]] = {}
        self._carried: dict[str, tuple[Worker, asyncio.Task[None]]] = {}
        self._troubles: dict[str, JobError] = {}  # replaced, never changed
        self._doing: set[asyncio.Task[None]] = set()
        self._prefix = f"embedlab-{secrets.token_hex(4)}-"
        self._client: Any = None
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="embedlab-cluster")
        self._thread.start()

    @property
    def warm(self) -> bool:
        """Whether there is a worker that can be given work."""
        return bool(self._workers)

    @property
    def troubles(self) -> tuple[JobError, ...]:
        """Why the scheduler or some of its workers are not used."""
        return tuple(self._troubles.values())

    def room(self, work: Work, under_way: Iterable[Work]) -> str:
        """The worker that can start a run now, one with few resources first; "" while there is none."""
        given = [other for other in under_way if other.place]
        for worker in sorted(self._workers.values(), key=lambda one: len(one.resources)):
            mine = [other for other in given if other.place == worker.address]
            taken = {name: sum(other.resources.get(name, 0) for other in mine) for name in work.resources}
            fits = all(worker.resources.get(name, 0) - taken[name] >= work.resources[name] for name in taken)
            if fits and len(mine) + self._others.get(worker.address, 0) < worker.slots:
                return worker.address
        return ""

    def start(self, work: Work) -> None:
        """Carry a run to the worker of its `place`."""
        self._soon(self._begin, work)

    def stop(self, work: Work, keep: bool) -> None:
        """Ask a run to end; whether what stands is wanted."""
        self._soon(self._do, self._stop, work.run, keep)

    def kill(self, work: Work) -> None:
        """End a run whose time to stop is over, and give it up where the worker does not confirm that."""
        self._soon(self._do, self._kill, work.run)

    def close(self) -> None:
        """Ask what runs there to end, and let go of the scheduler."""
        self._soon(self._closing.set)
        self._thread.join(5)

    def _soon(self, function: Callable[..., object], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(function, *arguments)

    # What follows runs in the thread that speaks to dask.

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        connecting = asyncio.create_task(self._connect_for_ever())
        await asyncio.wait({connecting, asyncio.create_task(self._closing.wait())}, return_when="FIRST_COMPLETED")
        await asyncio.gather(*(self._stop(run, False) for run in self._carried))

    async def _connect_for_ever(self) -> None:
        if not _private(self.address):
            self._offer({})
            return self._trouble("scheduler", JobError("job.scheduler_unsafe", address=self.address))
        try:
            from distributed import Client
        except ImportError:
            self._offer({})
            return self._trouble("scheduler", JobError("job.scheduler_needs", package="distributed"))
        gc.collect()
        gc.freeze()  # dask's 30,000 objects would be looked through at every collection
        while True:
            try:
                async with Client(self.address, asynchronous=True, set_as_default=False, timeout=3) as client:
                    await self._serve(client)
            except JobError as error:
                self._trouble("scheduler", error)
            except Exception as error:  # an address that is none, certificates that do not fit, nobody there
                log.warning("%s: %s: %s", self.address, type(error).__name__, error)
                self._trouble("scheduler", JobError("job.scheduler_away", address=self.address))
            self._offer({})
            await asyncio.sleep(RETRY)

    async def _serve(self, client: Any) -> None:
        """Look again and again. Raises OSError once the connection is gone, JobError `job.versions_differ`."""
        theirs = await asyncio.wait_for(client.scheduler.versions(packages=[]), SILENT)
        python = ".".join(theirs["host"]["python"].split(".")[:2])
        _compare(self.address, {"python": python, "distributed": theirs["packages"]["distributed"]})
        self._client, seen = client, self._loop.time()
        try:
            while client.status == "running" and self._loop.time() - seen < SILENT:
                looks = asyncio.gather(client.scheduler.identity(), client.scheduler.processing(workers=None))
                try:
                    self._meet(*await asyncio.wait_for(looks, LATE))
                    seen = self._loop.time()
                except TimeoutError:
                    self._leave({*self._met})
                    self._trouble("scheduler", JobError("job.scheduler_away", address=self.address))
                await asyncio.sleep(PULSE)
            raise OSError("the connection is gone")
        finally:
            self._client = None
            self._leave({*self._met})
            for _, task in self._carried.values():
                task.cancel()

    def _meet(self, facts: Message, tasks: Mapping[str, list[Any]]) -> None:
        """Take note of who is there: greet who came, forget who went."""
        there = facts["workers"]
        self._leave({*self._met, *self._troubles} - {*there})
        offers = [dict(one["resources"]) for one in there.values()]
        self._offer({name: max(one.get(name, 0) for one in offers) for one in offers for name in one})
        for address in there.keys() - self._met.keys():
            self._met[address] = self._loop.create_task(self._greet(address, there[address]))
        others = {
            address: sum(not str(key).startswith(self._prefix) for key in keys) for address, keys in tasks.items()
        }
        if others != self._others:
            self._others = others
            self._arrive("", {})

    def _offer(self, most: Mapping[str, float]) -> None:
        """Note what workers have; runs that wait for something that nobody has any more are then told so."""
        if most != self.offered:
            self.offered = most
            self._arrive("", {})

    def _leave(self, gone: Collection[str]) -> None:
        """Give no more work to these, and forget what was wrong with them."""
        for address in gone:
            if (task := self._met.pop(address, None)) is not None:
                task.cancel()
        self._troubles = {place: error for place, error in self._troubles.items() if place not in gone}
        self._workers = {address: one for address, one in self._workers.items() if address in self._met}

    async def _greet(self, address: str, facts: Message) -> None:
        """See whether a worker is of our kind, and wait until it is warm."""
        try:
            _compare(address, await self._call(address, "versions"))
            station = None
            while station is None:
                station = await self._call(address, "warm", self.order, facts["nthreads"])
        except JobError as error:
            return self._trouble(address, error)
        except (TimeoutError, OSError):  # it is slow, or gone: the next look greets it again
            self._met.pop(address, None)
            return None
        except Exception as error:  # whatever its embedlab raises, or that it has none
            reason = f"{type(error).__name__}: {error}"[:300]
            return self._trouble(address, JobError("job.worker_unfit", worker=address, reason=reason))
        ready = Worker(address, facts["nthreads"], dict(facts["resources"]), station)
        self._workers = {**self._workers, address: ready}
        return self._arrive("", {})

    def _trouble(self, place: str, error: JobError) -> None:
        if place not in self._troubles:
            log.error("%s", error)
        self._troubles = {**self._troubles, place: error}

    async def _ask(self, worker: Worker, function: str, *arguments: Any) -> Any:
        """What a function of a station answers. Raises what it raises; OSError where nobody answers."""
        return await self._call(worker.address, function, worker.station, *arguments)

    async def _call(self, address: str, function: str, *arguments: Any) -> Any:
        if self._client is None:
            raise OSError("not connected")
        asked = self._client.run(getattr(cluster_station, function), *arguments, workers=[address])
        return (await asyncio.wait_for(asked, cluster_station.LISTEN + SILENT))[address]

    def _do(self, function: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        task = self._loop.create_task(function(*arguments))
        self._doing.add(task)  # the loop alone would let go of it
        task.add_done_callback(self._doing.discard)

    def _begin(self, work: Work) -> None:
        worker = self._workers.get(work.place)
        if worker is None:  # it went just now
            return self._arrive(work.run, {"returned": False})
        task = self._loop.create_task(self._carry(work, worker))
        self._carried[work.run] = (worker, task)
        return task.add_done_callback(lambda _: self._carried.pop(work.run))

    async def _stop(self, run: str, keep: bool) -> None:
        if run in self._carried:
            worker, _ = self._carried[run]
            with contextlib.suppress(Exception):  # who does not hear it is missed by the run's own task
                await asyncio.wait_for(self._ask(worker, "stop", self._prefix + run, keep), CONFIRM)

    async def _kill(self, run: str) -> None:
        await self._stop(run, False)
        await asyncio.sleep(CONFIRM)
        if run in self._carried:
            self._arrive(run, {"ended": {}})
            self._carried[run][1].cancel()

    async def _carry(self, work: Work, worker: Worker) -> None:
        """Carry one run from its start to its end, whatever that is."""
        said = {"ended": {}, **protocol.failure(JobError("job.scheduler_lost", address=self.address))}
        try:
            files = await asyncio.to_thread(cluster_files.named, work.settings)
            sent = await self._send(worker, files)
            said = await self._relay(work, worker, files) if sent else {"returned": True}
        except Exception as error:
            log.warning("%s on %s: %s: %s", work.run, work.place, type(error).__name__, error)
            named = (
                protocol.failure(error) if _is_own(error) else protocol.failure(await self._what_failed(work, error))
            )
            said = {"ended": {}, **named}
        finally:
            self._arrive(work.run, said)

    async def _what_failed(self, work: Work, error: Exception) -> JobError:
        """Who is gone; or what went wrong on a worker that is still there."""
        from distributed import KilledWorker

        try:
            facts = await asyncio.wait_for(self._client.scheduler.identity(), LATE)
        except Exception:
            return JobError("job.scheduler_lost", address=self.address)
        if work.place in facts["workers"] and not isinstance(error, (OSError, TimeoutError, KilledWorker)):
            return JobError("job.failed", reason=f"{type(error).__name__}: {error}"[:500])
        return JobError("job.worker_lost", worker=work.place)

    async def _send(self, worker: Worker, files: cluster_files.Parts) -> bool:
        """Send what the worker lacks; False where that is too much."""
        lacking = await self._ask(worker, "lacking", files)
        if sum(part[1] for path in lacking for part in files[path]) > cluster_files.LARGEST:
            return False
        for path in lacking:
            contents = await asyncio.to_thread(cluster_files.contents, path, files[path])
            await self._ask(worker, "put", path, files[path], contents)
        return True

    async def _relay(self, work: Work, worker: Worker, files: cluster_files.Parts) -> Message:
        """Start a run and hand on what it says; returns the last."""
        asked = {name: getattr(work, name) for name in ("kind", "function", "settings")} | asdict(work.limits)
        asked["seconds"] += MARGIN
        key = self._prefix + work.run  # its name among those of all servers
        how = {"key": key, "pure": False, "retries": 0, "workers": [worker.address]}
        how["resources"] = work.resources or None
        task = self._client.submit(cluster_station.run, worker.station, key, asked, files, **how)
        try:
            while True:
                news = await self._ask(worker, "hear", key)
                for message in news:
                    if "ended" in message:
                        return await asyncio.to_thread(_received, work, message, files)
                    self._arrive(work.run, message)
                if not news and task.status == "error":
                    raise await task.exception()
                if not news and task.status != "pending":
                    raise OSError(f"the task is {task.status}")
        finally:
            task.release()


def _received(work: Work, message: Message, files: cluster_files.Parts) -> Message:
    """The last message of a run, once the files that it wrote are here; returned where its own files did not do."""
    own_files = files and message.get("error", {}).get("class") in ("FileError", "TableError")
    if own_files and work.resources.keys() <= kernel.resources():
        return {"returned": True}
    out = Path(work.settings.get("out", ""))
    for name, content in message["ended"].items():
        if name.startswith(out.name):
            tablefile.write_whole(out.with_name(Path(name).name), content)
    return message


def _is_own(error: Exception) -> bool:
    """Whether an error says by itself what happened: one of ours, or a disk that is full, here or there."""
    return isinstance(error, EmbedlabError) or (isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT))


def _compare(where: str, theirs: Mapping[str, str]) -> None:
    """Raises JobError `job.versions_differ`."""
    ours = cluster_station.versions()
    for what, version in theirs.items():
        if version != ours[what]:
            raise JobError("job.versions_differ", where=where, what=what, ours=ours[what], theirs=version)


def _private(address: str) -> bool:
    """Whether nobody else can read or enter what is said: TLS, or this machine; or somebody says that it is so."""
    parts = urlsplit(address)
    if parts.scheme == "tls" or os.environ.get(UNSAFE) == "1" or parts.hostname == "localhost":
        return True
    try:
        return ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
