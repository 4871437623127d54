"""What the server knows about long work: one Work per run, one Job per person who asked for it."""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from embedlab.errors import EmbedlabError

State = Literal["queued", "starting", "running", "stopping", "done", "stopped", "failed"]
FINISHED: frozenset[str] = frozenset({"done", "stopped", "failed"})
HISTORY = 1_000  # points of progress kept; beyond it every second one goes


@dataclass(frozen=True)
class Limits:
    """How long a run may take, how much memory beyond the host's it may hold, and the seconds a stop may take."""

    seconds: float
    megabytes: int
    grace: float


@dataclass(eq=False)
class Work:
    """One run. Changed by the engine only, under its lock; pages read single attributes without one."""

    kind: str
    function: str
    settings: dict[str, Any]
    key: str
    limits: Limits
    number: int  # order of submission
    folder: Path
    resources: dict[str, float] = field(default_factory=dict)  # what a worker must have free
    place: str = ""  # the worker that has it; "" on this machine
    stays: bool = False  # whether it has to run on this machine
    state: State = "queued"
    position: int = 0  # 1 is next; 0 outside the queue
    progress: dict[str, Any] = field(default_factory=dict)  # replaced, never changed
    history: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    error: EmbedlabError | None = None
    submitted: float = field(default_factory=time.monotonic)
    started: float | None = None
    ended: float | None = None
    kill_at: float | None = None  # a stop was asked for and ends here
    killed: bool = False
    killed_for: EmbedlabError | None = None  # why we ended it ourselves; None: a person asked
    jobs: list[Job] = field(default_factory=list)
    finished: threading.Event = field(default_factory=threading.Event)

    @property
    def run(self) -> str:
        """The name of the run in messages: its folder's."""
        return self.folder.name

    @property
    def owner(self) -> str:
        """Who has waited longest for it, and whose turn it takes."""
        return next((job.owner for job in self.jobs if not job.left), "")

    def started_or(self, never: float) -> float:
        """When it started; `never` if it did not."""
        return never if self.started is None else self.started

    def advance(self, progress: dict[str, Any]) -> None:
        """Take newer progress; the history keeps its numbers."""
        self.progress = {**self.progress, **progress}
        self.history.append({name: value for name, value in self.progress.items() if isinstance(value, (int, float))})
        if len(self.history) > HISTORY:
            self.history = self.history[::2]


class Job:
    """One person's handle on a run: states, progress, result. Reading never waits."""

    def __init__(self, work: Work, owner: str, stop: Callable[[Job, bool], None]) -> None:
        self.id = secrets.token_urlsafe(16)  # in links; whoever has it may look and stop
        self.owner = owner
        self.work = work
        self.left = False
        self.seen = time.monotonic()
        self._stop = stop

    @property
    def kind(self) -> str:
        """What sort of work it is."""
        return self.work.kind

    @property
    def state(self) -> State:
        """queued, starting, running, stopping, done, stopped or failed; stopped for one who left work others await."""
        alone = all(job.left for job in self.work.jobs)
        return "stopped" if self.left and not alone and self.work.state not in FINISHED else self.work.state

    @property
    def settings(self) -> dict[str, Any]:
        """What it was asked to do. Not to be changed."""
        return self.work.settings

    @property
    def active(self) -> bool:
        """Whether there is something to wait for."""
        return self.state not in FINISHED

    @property
    def position(self) -> int:
        """1 for the next in the queue; 0 outside it."""
        return self.work.position

    @property
    def progress(self) -> dict[str, Any]:
        """The newest value of everything the job emitted, arrays under "arrays"."""
        return self.work.progress

    @property
    def history(self) -> list[dict[str, Any]]:
        """The numbers of the progress over time, oldest first, at most `HISTORY` points."""
        return self.work.history[:]

    @property
    def seconds(self) -> float:
        """How long it has run; 0.0 while it waits."""
        work = self.work
        return 0.0 if work.started is None else (work.ended or time.monotonic()) - work.started

    @property
    def waited(self) -> float:
        """Seconds from the submission to the start, or to now."""
        work = self.work
        return (work.started or work.ended or time.monotonic()) - work.submitted

    @property
    def error(self) -> EmbedlabError | None:
        """Why it failed, or which limit ended a run whose result stands nevertheless."""
        return self.work.error

    def result(self) -> dict[str, Any] | None:
        """What the job returned: JSON values and arrays. None before the end and for a run stopped without one.

        Raises the job's error if it failed.
        """
        if self.state == "failed" and self.work.error is not None:
            raise self.work.error
        return self.work.result if self.state in FINISHED else None

    def stop(self, keep: bool = True) -> None:
        """Leave the work. It ends when nobody awaits it any more, and keeps what it returns within its grace.

        keep: False where nobody wants that; then it ends within a second.
        """
        self._stop(self, keep)

    def touch(self) -> None:
        """Say that somebody is still looking."""
        self.seen = time.monotonic()

    def wait(self, seconds: float | None = None) -> bool:
        """Block until the run ends; False when the time is over first. For programs, not for pages."""
        return self.work.finished.wait(seconds)


def in_turn(waiting: Iterable[Work], served: Mapping[str, int]) -> list[Work]:
    """The queue in the order it will be served: owners take turns, each with its oldest work.

    served: when each owner was served last, as a growing number; who never was comes first.
    """
    queues: dict[str, deque[Work]] = {}
    for work in sorted(waiting, key=lambda work: work.number):
        queues.setdefault(work.owner, deque()).append(work)
    last, turn, turns = dict(served), max(served.values(), default=0), []
    while queues:
        owner = min(queues, key=lambda owner: (last.get(owner, -1), queues[owner][0].number))
        turns.append(queues[owner].popleft())
        last[owner] = turn = turn + 1
        if not queues[owner]:
            del queues[owner]
    return turns
