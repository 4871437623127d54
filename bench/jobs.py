"""The job host: `python -m bench.jobs` prints JSON.

How long it warms up, what it and a job hold in memory, what a job costs beside its work, and how soon after a crash
and after a kill the next one is done. The memory of a job is that of one which trains; PSS shares out common pages.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

import numpy as np

from bench.memory import memory
from embedlab.jobs import Engine, Job
from embedlab.ui.jobs import IMPORTS, WARM_UP

JOBS = 100
FUNCTIONS = "tests.jobs.functions"


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def timed(engine: Engine, function: str, number: int) -> float:
    """Milliseconds from the request to the result."""
    began = time.perf_counter()
    engine.submit("bench", f"{FUNCTIONS}:{function}", {"number": number}, owner="bench").wait()
    return (time.perf_counter() - began) * 1000


def spread(values: list[float]) -> dict[str, float]:
    return {f"p{share}": round(float(np.percentile(values, share)), 1) for share in (50, 95)}


def training(engine: Engine, out: Path) -> tuple[Job, dict[str, float]]:
    """A training run and the most memory it was seen to hold."""
    settings = {"corpus": "en", "out": str(out), "device": "cpu"}
    job = engine.submit("bench", "embedlab.training.job:run", settings, owner="bench")
    host, most = engine.host, {"rss": 0.0, "pss": 0.0}
    while not job.wait(0.05):
        for child in children(host) if host else []:
            try:
                most = max(most, memory(child), key=lambda held: held["pss"])
            except (OSError, KeyError):
                continue  # it has just ended
    return job, most


def after(engine: Engine, name: str, number: int) -> float:
    """Milliseconds of a job asked for right after another has crashed or been killed."""
    job = engine.submit("bench", f"{FUNCTIONS}:{name}", {"number": number}, owner="bench", grace=0.0)
    if name == "endless":
        while not job.progress:
            time.sleep(0.005)
        job.stop()
    job.wait()
    return timed(engine, "answer", number)


def main() -> None:
    engine = Engine(imports=IMPORTS, warm_up=WARM_UP, allow=[FUNCTIONS])
    began = time.perf_counter()
    while engine.warming is not None:
        time.sleep(0.05)
    answer: dict[str, object] = {"warm_up_seconds": round(time.perf_counter() - began, 1)}
    answer["host_mb"] = memory(engine.host) if engine.host else None
    answer["job_ms"] = spread([timed(engine, "answer", number) for number in range(JOBS)])
    for kind, name in enumerate(("segfault", "endless"), start=1):
        answer[f"after_{name}_ms"] = spread([after(engine, name, 1000 * kind + number) for number in range(10)])
    with tempfile.TemporaryDirectory() as folder:
        job, most = training(engine, Path(folder, "table.safetensors"))
    answer |= {"training_seconds": round(job.seconds, 2), "training_mb": most}
    print(json.dumps(answer, indent=1))


if __name__ == "__main__":
    main()
