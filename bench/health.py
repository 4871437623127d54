"""How long the health of a table takes: `python -m bench.health [ROWS DIMS]` prints JSON.

The table is bfloat16 noise whose directions differ in size, in memory; read_seconds is one sum over its bytes, the
least that any pass costs. CPU seconds are of all threads.
"""

from __future__ import annotations

import json
import resource
import sys
import time

import ml_dtypes
import numpy as np

from embedlab.checkpoints import examine
from embedlab.table import EmbeddingTable, Provenance

_BLOCK = 1024


def made(rows: int, dims: int) -> EmbeddingTable:
    sizes = np.linspace(2, 0.1, dims, dtype=np.float32)
    block = np.random.default_rng(0).standard_normal((_BLOCK, dims), dtype=np.float32) * sizes
    vectors = np.empty((rows, dims), ml_dtypes.bfloat16)
    for start in range(0, rows, _BLOCK):
        part = vectors[start : start + _BLOCK]
        part[:] = np.roll(block, start // _BLOCK, axis=1)[: len(part)]
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(rows)), Provenance("bench"))


def main(rows: int, dims: int) -> None:
    table = made(rows, dims)
    start = time.perf_counter()
    table.vectors.view(np.uint16).sum(dtype=np.uint64)
    read = time.perf_counter() - start
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, cpu = time.perf_counter(), time.process_time()
    examine(table, lambda *_: None, lambda: False)
    answer = {
        "rows": rows,
        "dims": dims,
        "seconds": round(time.perf_counter() - start, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
        "read_seconds": round(read, 3),
        "extra_megabytes": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    sizes = [int(part) for part in sys.argv[1:3]]
    main(*(sizes if len(sizes) == 2 else (30_522, 384)))
