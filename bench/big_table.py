"""A table of 248,320 x 5,120 in bfloat16 inside a 5 GB file: `python -m bench.big_table [--health]`.

With --health the job of the page Checkpoint runs over all of it to its end instead, head included.

The file has the table's 2.54 GB in full and a head that is a hole; it is removed afterwards. "Reading" is adding up
the table's 64-bit words where they lie, in one thread and in two, in the same run; the first pass of a query takes as
many threads as there are cores, at most four.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from bench.memory import private_megabytes
from bench.row import Row, at_most, show
from embedlab.checkpoints import job, open_table
from embedlab.jobs.keeper import Keeper
from embedlab.neighbours import METRICS

ROWS, DIMS, BLOCK = 248_320, 5_120, 4_096
REPEATS, K, QUERY = 3, 10, 12_345


def write(path: Path) -> None:
    """The safetensors file: one block of normal values, again and again with other signs and other dimensions first."""
    size = ROWS * DIMS * 2
    tensors = {
        name: {"dtype": "BF16", "shape": [ROWS, DIMS], "data_offsets": [at * size, (at + 1) * size]}
        for at, name in enumerate(("model.embed_tokens.weight", "lm_head.weight"))
    }
    header = json.dumps(tensors).encode()
    chance = np.random.default_rng(0)
    block = chance.standard_normal((BLOCK, DIMS), dtype=np.float32).astype(ml_dtypes.bfloat16).view(np.uint16)
    with path.open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        for start in range(0, ROWS, BLOCK):
            rows = min(BLOCK, ROWS - start)
            signs = chance.integers(0, 2, DIMS, dtype=np.uint16) << 15
            file.write(np.roll(block[:rows] ^ signs, int(chance.integers(DIMS)), axis=1).tobytes())
        file.truncate(8 + len(header) + 2 * size)


def took(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def read_words(path: Path, start: int, threads: int) -> int:
    """Every byte of the table, added up as 64-bit words where it lies."""
    words = np.memmap(path, np.uint64, "r", start - start % 8, (ROWS * DIMS // 4,))
    with ThreadPoolExecutor(threads) as pool:
        return sum(map(int, pool.map(lambda part: part.sum(dtype=np.uint64), np.array_split(words, threads))))


def first_row(path: Path) -> dict[str, float]:
    """Milliseconds until a reader has opened the file, and from then to its first row."""
    start = time.perf_counter()
    keeper = Keeper(path)
    opened = time.perf_counter()
    row = keeper.rows([0])
    end = time.perf_counter()
    keeper.close()
    assert row.tobytes() == open_table(path).vectors[:1].tobytes()
    return {"open_ms": 1000 * (opened - start), "first_row_ms": 1000 * (end - opened)}


def measure(path: Path) -> dict[str, Any]:
    """Lists have one value a repeat; reading and queries take turns."""
    firsts = [first_row(path) for _ in range(REPEATS)]
    keeper = Keeper(path)
    process = keeper._child._process.pid
    keeper.rows([0])
    before = private_megabytes(process)
    offset = path.stat().st_size - 2 * ROWS * DIMS * 2
    asked: dict[str, Callable[[], object]] = {
        "norms": keeper.usable,
        "read": lambda: read_words(path, offset, 1),
        "read_in_two_threads": lambda: read_words(path, offset, 2),
        **{metric: lambda metric=metric: keeper.search(QUERY, [metric], K) for metric in METRICS},
        "three_metrics": lambda: keeper.search(QUERY, METRICS, K),
    }
    rounds = [{name: took(call) for name, call in asked.items()} for _ in range(REPEATS + 1)][1:]  # the first one warms
    after = private_megabytes(process)
    found = keeper.search(QUERY, ["dot"], K)["dot"]
    table = open_table(path)
    exact = table.rows64(found.ids) @ table.rows64([QUERY])[0]
    keeper.close()
    return {
        **{name: [round(one[name], 2) for one in firsts] for name in firsts[0]},
        "milliseconds": {name: [round(one[name], 1) for one in rounds] for name in asked},
        "largest_relative_error": float(np.max(np.abs(found.values - exact) / np.abs(exact))),
        "more_private_memory_mb": round(after - before, 1),
    }


def judged(found: dict[str, Any]) -> list[Row]:
    """The rows of what `measure` found."""
    times, table = found["milliseconds"], f"{ROWS:,} x {DIMS:,} bfloat16"
    queries = [
        at_most(
            f"{table}: one exact query, {metric}, over reading the bytes in one thread",
            1.3,
            np.divide(times[metric], times["read"]),
            "x",
        )
        for metric in METRICS
    ]
    return [
        at_most(f"{table}: first row of an open file", 50, found["first_row_ms"], "ms"),
        *queries,
        at_most(f"{table}: memory that queries take", 100, [found["more_private_memory_mb"]], "MB"),
    ]


def measure_health(path: Path) -> dict[str, Any]:
    """Seconds of the whole job, the longest wait between two looks at Stop, and private memory at its highest."""
    fingerprint = open_table(path).fingerprint
    looks, before, highest = [time.perf_counter()], private_megabytes(os.getpid()), [0.0]
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.05):
            highest.append(max(highest.pop(), private_megabytes(os.getpid())))

    def should_stop() -> bool:
        looks.append(time.perf_counter())
        return False

    threading.Thread(target=watch, daemon=True).start()
    start, processor, told = looks[0], time.process_time(), []
    settings = {"table": {"path": str(path)}, "fingerprint": fingerprint}
    done = job.run(settings, lambda event: told.append(event["sentence"]), should_stop)
    ended.set()
    assert done is not None
    return {
        "health_seconds": round(time.perf_counter() - start, 1),
        "health_processor_seconds": round(time.process_time() - processor, 1),
        "longest_between_looks_at_stop_seconds": round(max(np.diff(looks)), 2),
        "reports_of_progress": len(told),
        "more_private_memory_mb": round(highest[0] - before, 1),
        "effective_rank": done["document"]["health"]["effective_rank"],
    }


def with_file(ask: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    """What `ask` finds in the file, which exists as long."""
    with tempfile.TemporaryDirectory() as folder:
        if shutil.disk_usage(folder).free < 4 * ROWS * DIMS:
            sys.exit(f"{folder} has no room for the file: point TMPDIR to another disk")
        path = Path(folder, "model.safetensors")
        write(path)
        return {"bytes": path.stat().st_size, **ask(path)}


def rows() -> list[Row]:
    found = with_file(measure)
    return show(judged(found), found)


if __name__ == "__main__":
    if "--health" in sys.argv:
        print(json.dumps(with_file(measure_health), indent=2))
    else:
        rows()
