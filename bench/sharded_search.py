"""One exact query over a table in shards, beside one process that holds it all: `python -m bench.sharded_search`.

Each shard is a process of its own. Both sides answer the same query in turn, and the answers must be equal. On one
machine both read the same memory, so the ratio is what it costs to ask and to merge; the constants below it are what
docs/scale.md reckons with: bytes read per second of a shard, the answer's bytes, the merge, memory, the tokens.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import ml_dtypes
import numpy as np

from bench.memory import private_megabytes
from bench.row import Row, at_least, at_most, show
from embedlab import tablefile
from embedlab.jobs.keeper import Keeper
from embedlab.jobs.shards import Shards
from embedlab.neighbours import METRICS, graph, search
from embedlab.neighbours.shards import merge, nearest
from embedlab.table import EmbeddingTable, Provenance, cut

ROWS, DIMS, SHARDS, K, REPEATS = 200_000, 1_024, 2, 10, 9
SAMPLE = 10_000  # rows of a graph
MANY = 64  # shards of the merge that is timed


def write(path: Path) -> EmbeddingTable:
    """A table in bfloat16, whose rows after the first block are those before with other signs."""
    chance, block = np.random.default_rng(0), 10_000
    first = chance.standard_normal((block, DIMS), dtype=np.float32).astype(ml_dtypes.bfloat16).view(np.uint16)
    signs = chance.integers(0, 2, (ROWS // block, 1, DIMS), dtype=np.uint16) << 15
    vectors = (first ^ signs).reshape(ROWS, DIMS).view(ml_dtypes.bfloat16)
    table = EmbeddingTable(vectors, tuple(f"token {row}" for row in range(ROWS)), Provenance("bench"))
    tablefile.write(table, path)
    return table


def took(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def largest(keepers: Iterable[Keeper]) -> float:
    """Megabytes that the largest of them holds for itself."""
    return max(private_megabytes(keeper._child._process.pid) for keeper in keepers)


def from_disk(path: Path) -> float:
    """MB/s of a first reading, after the system was asked to forget the file (Linux)."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        milliseconds = took(lambda: [None for _ in iter(lambda: file.read(2**24), b"")])
    return path.stat().st_size / 1e3 / milliseconds


def equal(held: Shards, alone: Keeper, steps: tuple[str, ...]) -> bool:
    """Whether both sides give the same ids and values, to the last bit."""
    one, two = alone.search(7, METRICS, K, steps), held.search(7, METRICS, K, steps)
    return all(
        np.array_equal(vars(one[key])[name], vars(two[key])[name]) for key in METRICS for name in ("ids", "values")
    )


def merging(table: EmbeddingTable) -> tuple[float, int]:
    """Milliseconds to merge the answers of MANY shards, and the bytes of one of them."""
    vector, size = table.rows64([7])[0], ROWS // MANY
    starts = range(0, size * MANY, size)
    found = [nearest(cut(table, slice(at, at + size)), at, vector, ["cosine"], K)["cosine"] for at in starts]
    assert merge(found, vector, K, 7).ids[0] == search(cut(table, slice(0, size * MANY)), 7, "cosine", K).ids[0]
    return min(took(lambda: merge(found, vector, K, 7)) for _ in range(REPEATS)), sum(
        value.nbytes for value in vars(found[0]).values() if isinstance(value, np.ndarray)
    )


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.safetensors")
        table = write(path)
        disk = from_disk(path)
        alone, began = Keeper(path), time.perf_counter()
        held = Shards(path, SHARDS)
        opened = time.perf_counter() - began
        held.search(7, ["cosine"], K)
        tokens = largest(held._keepers)
        same = {steps: equal(held, alone, steps) for steps in ((), ("centred",))}
        assert all(same.values()), same
        first = took(lambda: held.search(7, ["cosine"], K, ("standardised",)))
        after = largest(held._keepers)
        held.search(7, ["cosine"], K)
        both = [
            (took(lambda: alone.search(7, ["cosine"], K)), took(lambda: held.search(7, ["cosine"], K)))
            for _ in range(REPEATS)
        ]
        merged, size = merging(table)
        graphed = took(lambda: graph(table.rows64(slice(0, SAMPLE)).astype(np.float32), "cosine", 15))
        alone.close()
        held.close()
    megabytes = table.vectors.nbytes / 1e6
    shard = float(np.median([two for _, two in both]))
    details = {
        "table": f"{ROWS:,} x {DIMS:,} bfloat16, {megabytes:,.0f} MB, {SHARDS} shards, {os.cpu_count()} cores",
        "equal to one process, to the last bit": {", ".join(steps) or "raw": found for steps, found in same.items()},
        "first reading from the disk, MB/s": round(disk),
        "opening all shards, s": round(opened, 2),
        "one query over all shards, ms": round(shard, 1),
        "read by all shards together, MB/s": round(1000 * megabytes / shard),
        "one process, ms": round(float(np.median([one for one, _ in both])), 1),
        "first query after a step, which reads the whole table, ms": round(first),
        "answer of one shard, bytes": size,
        f"merging {MANY} answers, ms": round(merged, 2),
        "private memory of a shard, MB": round(tokens),
        "and after a step, MB": round(after),
        f"exact graph of a sample of {SAMPLE:,} rows, s": round(graphed / 1000, 1),
    }
    ratios = [one / two for one, two in both]
    return show(
        [
            at_least(f"{ROWS:,} x {DIMS:,}: a query over {SHARDS} shards, against one process", 0.7, ratios),
            at_most(f"merging the answers of {MANY} shards", 5, [merged], "ms"),
        ],
        details,
    )


if __name__ == "__main__":
    sys.exit(not all(row.met for row in rows()))
