"""What a dask scheduler in between costs: `python -m bench.cluster`.

A scheduler and two workers are processes of their own on 127.0.0.1; the same engine code runs the same jobs on this
machine and there, in turn. Beside the work itself: from the request to the result, from Stop to the end (of a job that
listens, and of one that holds the interpreter and is killed after its grace of one second), from `emit` in the job to
the snapshot of 60 KB at the server, from the death of the scheduler to the sentence. Jobs are without imports.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.row import Row, at_most, show
from embedlab.jobs import Engine, Job
from tests.jobs.machines import FUNCTIONS, Machines, engine_of, until, workers_of

JOBS, STOPS, MESSAGES = 60, 5, 60


def ask(engine: Engine, function: str, number: Any, **settings: Any) -> Job:
    return engine.submit("bench", f"{FUNCTIONS}:{function}", {"number": number, **settings}, owner="bench")


def answered(engine: Engine, number: int) -> float:
    """Milliseconds from the request to the result."""
    began = time.perf_counter()
    ask(engine, "answer", number).wait()
    return (time.perf_counter() - began) * 1000


def stopped(engine: Engine, function: str, number: int) -> float:
    """Milliseconds from Stop to the end."""
    job = ask(engine, function, number)
    until(lambda: job.progress)
    began = time.perf_counter()
    job.stop()
    job.wait()
    return (time.perf_counter() - began) * 1000


def streamed(engine: Engine) -> list[float]:
    """Milliseconds from each `emit` to the server, as one sees it who looks every half millisecond."""
    job, last, late = ask(engine, "stream", 0, messages=MESSAGES), 0.0, []
    while not job.wait(0.0005):
        sent = job.progress.get("sent", 0.0)
        if sent != last:
            last = sent
            late.append((time.time() - sent) * 1000)
    return late


def lost(engine: Engine, machines: Machines) -> tuple[float, float]:
    """Milliseconds from the death of the scheduler until that is said, and until its run has ended."""
    job = ask(engine, "patient", "lost")
    until(lambda: job.progress)
    machines.kill_scheduler()
    began = time.perf_counter()
    job.wait()
    ended = time.perf_counter() - began
    until(lambda: engine.troubles)
    return (time.perf_counter() - began) * 1000, ended * 1000


def measured(here: Engine, there: Engine, machines: Machines) -> dict[str, dict[str, list[float]]]:
    """Every figure in milliseconds, by what it is and where; both sides in turn."""
    sides = {"here": here, "dask": there}

    def each(measure: Callable[[Engine, int], float], repeats: int) -> dict[str, list[float]]:
        turns = [{name: measure(engine, number) for name, engine in sides.items()} for number in range(repeats)]
        return {name: [turn[name] for turn in turns] for name in sides}

    each(answered, 3)
    found = {
        "job": each(lambda engine, number: answered(engine, 100 + number), JOBS),
        "stop": each(lambda engine, number: stopped(engine, "patient", number), STOPS),
        "kill": each(lambda engine, number: stopped(engine, "endless", number), STOPS),
        "snapshot": {name: streamed(engine) for name, engine in sides.items()},
    }
    told, ended = lost(there, machines)
    return found | {"lost scheduler told": {"dask": [told]}, "its run lost": {"dask": [ended]}}


def spread(values: list[float]) -> dict[str, float]:
    return {f"p{share}": round(float(np.percentile(values, share)), 1) for share in (50, 95, 100)}


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as logs, Machines(Path(logs)) as machines:
        machines.start_scheduler()
        machines.start_worker()
        machines.start_worker()
        with engine_of(machines.address) as there, engine_of(None) as here:
            until(lambda: len(workers_of(there)) == 2 and here.warming is None, 60)
            found = measured(here, there, machines)
    p95 = {name: {where: float(np.percentile(times, 95)) for where, times in by.items()} for name, by in found.items()}
    return show(
        [
            at_most("A job on this machine, beside its work, p95", 250, [p95["job"]["here"]], "ms"),
            at_most("A job through dask, beside its work, p95", 400, [p95["job"]["dask"]], "ms"),
            at_most("Stop through dask, a job that listens", 500, found["stop"]["dask"], "ms"),
            at_most("Stop through dask, a job that is killed", 2000, found["kill"]["dask"], "ms"),
            at_most("A snapshot of 60 KB through dask, p95", 300, [p95["snapshot"]["dask"]], "ms"),
            at_most("A lost scheduler is told", 2000, found["lost scheduler told"]["dask"], "ms"),
        ],
        {name: {where: spread(times) for where, times in by.items()} for name, by in found.items()},
    )


if __name__ == "__main__":
    rows()
