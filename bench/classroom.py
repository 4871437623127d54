"""What a class asks of one server: many browsers with time to think, while nobody, one or two people compute.

    python -m bench.classroom                  100 browsers, 5 s, one job: p95, errors, memory, joining at once
    python -m bench.classroom --jobs 2         a training run and maps, each held by one more browser
    python -m bench.classroom --first          they were never here: each also fetches Streamlit's own files
    python -m bench.classroom --returns 3      all leave and come back three times: does memory grow?

The server is that of `make class`, on 127.0.0.1. Browsers are sessions over real websockets (bench/browsers.py) in this
one process, whose own processor time is shown beside the server's. Each asks for tokens, k, steps, metrics and, one
time in five, another page, and compares every list that returns with what the library finds. A time runs from the
message that asks to the end of the run it causes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.browsers import Browser, FailedError
from bench.memory import memory
from bench.row import Row, at_most, show
from embedlab.neighbours import METRICS, search
from embedlab.neighbours.similarity import compare
from embedlab.preprocessing import STEPS, apply
from embedlab.table import EmbeddingTable
from embedlab.text.pages import shell
from embedlab.ui import classroom, open_class, session
from embedlab.wording import number
from tools.browser import ROOT, Server

SETTLE = 10.0  # seconds in which a class that has just joined falls out of step
WARM = 60.0  # seconds that the job host may take to be warm
VISITED = ("similarity", "maps", "lookup", "home", "similarity")
PREPARED = ((), ("centred",), ("unit_norm",))  # the steps asked for
PAIR = ("cat", "dog")  # which the page of similarity opens on
TICKS = os.sysconf("SC_CLK_TCK")


class ClassServer(Server):
    """The server of `make class`, on loopback; the larger limits of a server for one person do not hold."""

    def command(self, app: Path) -> list[str]:
        return [*open_class.command("127.0.0.1", self.port, 20), "--server.address=127.0.0.1"]


@dataclass
class Measured:
    """What one stretch of time held: seconds by what was asked, errors, processor seconds and most megabytes."""

    seconds: float = 0.0
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    processor: dict[str, float] = field(default_factory=dict)
    most: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    jobs: list[int] = field(default_factory=list)

    @property
    def every(self) -> list[float]:
        return [one for times in self.took.values() for one in times]


@functools.cache
def table() -> EmbeddingTable:
    """The table that everybody has in use."""
    return session.opened(session.shipped("en"))


@functools.cache
def derived(steps: tuple[str, ...]) -> EmbeddingTable:
    return apply(table(), steps)


def labels(steps: tuple[str, ...]) -> list[str]:
    """How the page calls them."""
    return [STEPS[key].label.say("en") for key in steps]


@functools.cache
def lists(token: str, steps: tuple[str, ...], k: int) -> list[list[list[str]]]:
    """Rank, token and value of every list, as the page writes them."""
    one = derived(steps)
    found = [search(one, one.ids_by_token[token][0], metric, k) for metric in METRICS]
    return [
        [
            [str(rank), one.tokens[row], number(value, "z,.3f", "en")]
            for rank, (row, value) in enumerate(zip(near.ids, near.values, strict=True), 1)
        ]
        for near in found
    ]


class Student:
    """One browser that asks, waits for the answer, checks it, and thinks."""

    def __init__(self, port: int, seed: int, think: float) -> None:
        self.browser = Browser(port)
        self.chance = random.Random(seed)
        self.think = think
        self.page = "home"
        self.token, self.k, self.steps = "cat", 10, ()

    async def attend(self, until: float, measured: Measured) -> None:
        """Until then. Nobody begins at once: a class does not think in step."""
        pause = self.chance.uniform(0, self.think)
        while time.monotonic() + pause < until:
            await asyncio.sleep(pause)
            try:
                what, took = await self.act()
                measured.took[what].append(took)
            except (FailedError, AssertionError) as error:
                measured.errors.append(f"{self.page}: {error!r}")
            pause = self.think * self.chance.uniform(0.5, 1.5)

    async def act(self) -> tuple[str, float]:
        """One thing that a student does: what, and the seconds it took."""
        if self.page == "similarity" and self.chance.random() < 0.7:
            return "metric", await self.ask_metric()
        if self.page != "neighbours":
            return "page", await self.visit("neighbours")
        what = self.chance.choices(["token", "k", "steps", "page"], [64, 12, 12, 12])[0]
        if what == "page":
            return what, await self.visit(self.chance.choice(VISITED))
        return what, await getattr(self, f"ask_{what}")()

    async def visit(self, page: str) -> float:
        took = await self.browser.go("" if page == "home" else page)
        self.page = page
        assert shell.TEXT["en"].titles[page] in self.browser.texts, "another page"
        self.check()
        return took

    async def ask_token(self) -> float:
        self.token = self.chance.choice([name for name in table().tokens if name != self.token])
        took = await self.browser.tell("lists", "asked", self.token)
        self.check()
        return took

    async def ask_k(self) -> float:
        self.k = self.chance.choice([k for k in (5, 10, 15, 20) if k != self.k])
        took = await self.browser.set("k", double_value=float(self.k))
        self.check()
        return took

    async def ask_steps(self) -> float:
        self.steps = self.chance.choice([one for one in PREPARED if one != self.steps])
        took = await self.browser.set("steps", string_array_value=labels(self.steps))
        self.check()
        return took

    async def ask_metric(self) -> float:
        metric = self.chance.choice(list(METRICS))
        took = await self.browser.set("metric", string_array_value=[METRICS[metric].short.say("en")])
        self.check()
        return took

    def check(self) -> None:
        """Whether what stands on the page is what the library finds."""
        if self.page == "neighbours":
            shown = self.browser.data("lists")
            assert shown["question"]["text"] == self.token, "another token"
            got = [[row["cells"] for row in one["rows"]] for one in shown["lists"]]
            assert got == lists(self.token, self.steps, self.k), f"wrong list of {self.token}"
        elif self.page == "similarity":
            found = compare(derived(self.steps), [table().ids_by_token[name][0] for name in PAIR])
            dot = number(found.dot[0, 1], "z,.4f", "en")
            assert any(dot in text for text in self.browser.texts), "wrong dot product"


class Worker:
    """One more browser, that has something computed all the time and watches it on its page."""

    def __init__(self, port: int, page: str) -> None:
        self.browser = Browser(port)
        self.page = page

    async def work(self, over: asyncio.Event, errors: list[str]) -> None:
        """Start, and start again whenever it is done, until the lesson is over."""
        await self.browser.open(self.page)
        if self.page == "train":
            await self.browser.set("skipgram_epochs", double_value=500.0)
        seed = 0
        while not over.is_set():
            try:
                if not self.busy():
                    seed += 1
                    await self.start(seed)
                await asyncio.sleep(0.25)
            except FailedError as error:
                errors.append(f"{self.page}: {error!r}")
        if self.busy():
            with contextlib.suppress(FailedError):  # it has just ended, and its button with it
                await self.browser.press(f"stop_{self.page}")

    def busy(self) -> bool:
        return self.browser.renewing

    async def start(self, seed: int) -> None:
        await self.browser.set("seed", double_value=float(seed))
        if self.page == "train":
            await self.browser.press("start")


def processor(process: int) -> float:
    """Seconds of processor time so far, of the children that were waited for too."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def below(process: int) -> list[int]:
    """All processes below one, whichever of its threads started them."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it has just ended
            found += [one for child in map(int, path.read_text().split()) for one in (child, *below(child))]
    return found


def held(processes: list[int]) -> float:
    """Megabytes (PSS) of processes together; one that has just ended holds none."""
    megabytes = 0.0
    for one in processes:
        with contextlib.suppress(OSError, KeyError):
            megabytes += memory(one)["pss"]
    return megabytes


async def watch(server: Server, until: float, measured: Measured) -> None:
    """Weigh the server, and host and jobs together, now and then: the kernel takes up to .1 s, in which the server
    cannot grow. In a thread, so that no browser waits for it."""
    while time.monotonic() < until:
        host = below(server.process.pid)
        measured.jobs.append(max(0, len(host) - 1))
        for name, processes in {"server": [server.process.pid], "host and jobs": host}.items():
            measured.most[name] = max(measured.most[name], await asyncio.to_thread(held, processes))
        await asyncio.sleep(5)


async def attend(server: Server, students: list[Student], seconds: float, pages: list[str]) -> Measured:
    """Everybody asks for so long, while the pages in `pages` compute; what all ask first, in step, is not timed."""
    before, measured, over = Measured(), Measured(seconds), asyncio.Event()
    workers = [Worker(server.port, page) for page in pages]
    jobs = [asyncio.create_task(one.work(over, measured.errors)) for one in workers]
    warm = time.monotonic() + WARM
    while pages and len(below(server.process.pid)) <= len(pages) and time.monotonic() < warm:
        await asyncio.sleep(0.25)
    await asyncio.gather(*(one.attend(time.monotonic() + SETTLE, before) for one in students))
    measured.errors += before.errors
    until = time.monotonic() + seconds
    spent, own = processor(server.process.pid), time.process_time()
    await asyncio.gather(watch(server, until, measured), *(one.attend(until, measured) for one in students))
    measured.processor = {"server": processor(server.process.pid) - spent, "browsers": time.process_time() - own}
    over.set()
    await asyncio.gather(*jobs)
    for one in workers:
        await one.browser.close()
    return measured


async def join(students: list[Student], errors: list[str], first: bool = False) -> float:
    """All at once. Seconds until the last one has its page. first: they have nothing in their caches."""

    async def enter(one: Student) -> None:
        try:
            if first:
                await one.browser.fetch()
            await one.browser.open()
        except (FailedError, OSError) as error:
            errors.append(f"joining: {error!r}")

    began = time.perf_counter()
    await asyncio.gather(*map(enter, students))
    return time.perf_counter() - began


async def leave(students: list[Student]) -> None:
    await asyncio.gather(*(one.browser.close() for one in students))


def percentile(times: list[float], share: float) -> float:
    """Milliseconds; NaN of nothing."""
    return 1000 * float(np.percentile(times, share)) if times else float("nan")


def report(turns: list[Turn]) -> None:
    """The table of the last turn."""
    turn, found = turns[-1], turns[-1].found
    print(f"turn {len(turns)}: joined in {turn.joining:.1f} s; {len(found.every) / found.seconds:.1f} answers a second")
    for what, times in [*sorted(found.took.items()), ("all", found.every)]:
        p50, p95, p99 = (percentile(times, share) for share in (50, 95, 99))
        print(f"  {what:8} p50 {p50:6.0f} ms, p95 {p95:6.0f} ms, p99 {p99:6.0f} ms of {len(times)}")
    print(f"  errors   {len(found.errors)} {found.errors[:3]}")
    shares = ", ".join(f"{name} {seconds / found.seconds:.0%}" for name, seconds in found.processor.items())
    print(f"  of a core: {shares}; jobs at work {statistics.mean(found.jobs):.1f}")
    most = ", ".join(f"{name} {megabytes:.0f} MB" for name, megabytes in found.most.items())
    print(f"  memory   {most}; server at the end {turn.held:.0f} MB ({turn.held / turns[0].held - 1:+.1%})", flush=True)


@dataclass
class Turn:
    """Everybody joins, asks for a while, and is weighed before leaving."""

    joining: float
    found: Measured
    held: float


async def prepare(teacher: Browser) -> None:
    """Have the server import the rest, and the maps drawn that are not shipped and a student comes upon: as many jobs
    run in a lesson as it is said, and every return finds what the first class found."""
    await teacher.open()
    await asyncio.sleep(SETTLE)
    for steps in PREPARED[1:]:
        await teacher.go("neighbours")
        await teacher.set("steps", string_array_value=labels(steps))
        await teacher.go("maps")
        until = time.monotonic() + WARM
        while teacher.renewing and time.monotonic() < until:
            await asyncio.sleep(0.25)
    await teacher.go("")


async def measure(
    server: Server,
    clients: int,
    think: float,
    seconds: float,
    jobs: int,
    returns: int = 0,
    first: bool = False,
    away: float = 65.0,
) -> list[Turn]:
    """One turn and as many returns. away: seconds between two; a server keeps who left for 60.

    The teacher is there before the class, as whoever shows it the way in is.
    """
    teacher, turns = Browser(server.port), list[Turn]()
    await prepare(teacher)
    for turn in range(returns + 1):
        if turn:
            await asyncio.sleep(away)
        students = [Student(server.port, clients * turn + seed, think) for seed in range(clients)]
        errors: list[str] = []
        joining = await join(students, errors, first and not turns)
        found = await attend(server, students, seconds, ["train", "maps"][:jobs])
        found.errors += errors
        turns.append(Turn(joining, found, held([server.process.pid])))
        report(turns)
        await leave(students)
    await teacher.close()
    return turns


def started(home: str) -> ClassServer:
    teacher = {classroom.TEACHER: "word", classroom.LINK: "http://127.0.0.1", "EMBEDLAB_ROOT": ""}
    return ClassServer(ROOT / "app.py", Path(home), 60.0, **teacher)


def rows() -> list[Row]:
    """A hundred browsers, one of whose owners trains, and three returns: the numbers of the design, in 7 minutes."""
    with tempfile.TemporaryDirectory() as home, started(home) as server:
        turns = asyncio.run(measure(server, 100, 5.0, 30.0, 1, 3))
    p95 = [percentile(turn.found.every, 95) for turn in turns]
    growth = 100 * (turns[-1].held / turns[0].held - 1)
    return show(
        [
            at_most("100 browsers, 5 s to think, one job: p95 of all answers", 250, p95, "ms"),
            at_most("the same: errors and wrong lists", 0, [len(turn.found.errors) for turn in turns], "errors"),
            at_most("the same: server (PSS)", 350, [turn.found.most["server"] for turn in turns], "MB"),
            at_most(
                "the same: job host and job (PSS)", 1024, [turn.found.most["host and jobs"] for turn in turns], "MB"
            ),
            at_most("100 browsers join at once", 5, [turn.joining for turn in turns], "s"),
            at_most("server after three returns against the first time", 5, [growth], "% more memory"),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=100, choices=range(1, 201), metavar="1-200")
    parser.add_argument("--think", type=float, default=5.0, help="seconds, half to one and a half of it")
    parser.add_argument("--seconds", type=float, default=45.0, help="of each turn")
    parser.add_argument("--jobs", type=int, choices=(0, 1, 2), default=1)
    parser.add_argument("--returns", type=int, default=0)
    parser.add_argument("--first", action="store_true", help="with empty caches, the first time")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the server ends with us
    print(f"{asked.clients} browsers, {asked.think:g} s to think, {asked.jobs} jobs, {asked.seconds:g} s")
    with tempfile.TemporaryDirectory() as home, started(home) as server:
        asyncio.run(measure(server, **vars(asked)))


if __name__ == "__main__":
    main()
