"""How fast text becomes a table: 400,000 words of 50 numbers, beside pandas' C engine and gensim.

    python -m bench.text_vectors

Aim: at least 0.9 times pandas, at least 15 times gensim. Processor time decides; the clock is shown too. All read the
words and one float32 array. gensim reads once: it takes most of the time.
"""

from __future__ import annotations

import csv
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.row import Row, at_least, show
from embedlab.checkpoints import open_table, textual

ROWS, DIMS = 400_000, 50
RUNS = 5
AIMS = {"pandas": 0.9, "gensim": 15}


def write(path: Path) -> None:
    """A GloVe file with numbers of five digits."""
    chance = np.random.default_rng(0)
    with path.open("w") as file:
        for start in range(0, ROWS, 10_000):
            rows = chance.normal(0, 0.5, (10_000, DIMS)).round(5)
            for row, numbers in enumerate(rows.tolist(), start):
                file.write(f"w{row} {' '.join(map(str, numbers))}\n")


def ours(path: Path) -> np.ndarray:
    textual._parsed.cache_clear()  # what was parsed before must not count
    return open_table(path).vectors


def pandas_engine(path: Path) -> np.ndarray:
    import pandas as pd

    kinds: Any = {0: str, **dict.fromkeys(range(1, DIMS + 1), np.float32)}
    read = pd.read_csv(path, sep=" ", header=None, quoting=csv.QUOTE_NONE, na_filter=False, dtype=kinds, engine="c")
    read[0].tolist()
    return read.iloc[:, 1:].to_numpy(np.float32)


def gensim_reader(path: Path) -> np.ndarray:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from gensim.models import KeyedVectors

        return KeyedVectors.load_word2vec_format(str(path), no_header=True).vectors


def timed(read: Callable[[Path], np.ndarray], path: Path) -> tuple[float, float, np.ndarray]:
    """Processor and clock seconds of one run, and the values."""
    clock, processor = time.perf_counter(), time.process_time()
    values = read(path)
    return time.process_time() - processor, time.perf_counter() - clock, values


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "vectors.txt")
        write(path)
        small = Path(folder, "small.txt")
        small.write_text("the 0.1 0.2\nof 0.3 0.4\n")
        open_table(small)  # imports do not count
        print(f"{ROWS:,} x {DIMS}, {path.stat().st_size / 1e6:.0f} MB")
        readers = {"embedlab": ours, "pandas": pandas_engine}
        runs = [{name: timed(read, path) for name, read in readers.items()} for _ in range(RUNS)]  # in turns
        runs[0]["gensim"] = timed(gensim_reader, path)
        own = runs[0]["embedlab"][2]
        for name, (_, _, values) in runs[0].items():
            processor, clock = (min(run[name][at] for run in runs if name in run) for at in (0, 1))
            agree = np.mean(values.view(np.int32) == own.view(np.int32))
            print(f"{name:9} processor {processor:6.2f} s, clock {clock:6.2f} s, {agree:.6%} of the values bit by bit")
    return show(
        at_least(
            f"vectors as text, {ROWS:,} x {DIMS}, processor time beside {peer}",
            aim,
            [run[peer][0] / run["embedlab"][0] for run in runs if peer in run],
        )
        for peer, aim in AIMS.items()
    )


if __name__ == "__main__":
    rows()
