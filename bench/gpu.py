"""Training on a GPU beside the CPU: `python -m bench.gpu` prints JSON; without a GPU it says so and ends.

For tables of 250, 10,000 and 50,000 rows and random text with Zipf's frequencies: the largest difference of the numbers
after a few steps from the same start (at most 1e-4 is asked), and words per second of both once warm.
`python -m bench.gpu cpu` runs the CPU against itself with the smallest table, which tries the command without a GPU.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np
import torch

from embedlab.training.device import choose, describe, prepare
from embedlab.training.job import OBJECTIVES
from embedlab.training.objective import Run, TrainingData

ROWS, SENTENCES, LENGTH = (250, 10_000, 50_000), 2_000, 12
STEPS, WARM, SECONDS, CLOSE = 5, 10, 3.0, 1e-4
SETTINGS: dict[str, dict[str, Any]] = {"skipgram": {"epochs": 500}, "next_token": {"updates": 10_000}}


def text(rows: int) -> TrainingData:
    """Sentences of ids drawn with frequencies 1 / rank; every id occurs."""
    random = np.random.default_rng(0)
    weights = 1 / np.arange(1, rows + 1)
    ids = random.choice(rows, SENTENCES * LENGTH, p=weights / weights.sum())
    ids[: min(rows, len(ids))] = np.arange(min(rows, len(ids)))
    return TrainingData(tuple(ids.reshape(SENTENCES, LENGTH)), np.maximum(np.bincount(ids, minlength=rows), 1))


def start(objective: str, data: TrainingData, device: str) -> Run:
    prepare(device, 1)
    chosen = OBJECTIVES[objective].Settings(**SETTINGS[objective])
    return OBJECTIVES[objective].start(data, chosen, 0, device, None, 0)


def difference(objective: str, data: TrainingData, device: str) -> float:
    """Of any two numbers after STEPS steps."""
    runs = [start(objective, data, place) for place in ("cpu", device)]
    for run in runs:
        for _ in range(STEPS):
            run.advance()
    one, other = (run.tensors() for run in runs)
    return max(float(np.abs(one[name] - other[name]).max()) for name in one)


def speed(objective: str, data: TrainingData, device: str) -> float:
    """Words per second by the clock, waited for only at the end."""
    run = start(objective, data, device)
    for _ in range(WARM):
        run.advance()
    run.finite()  # waits for the device
    words, begin = run.words, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        run.advance()
    run.finite()
    return (run.words - words) / (time.perf_counter() - begin)


def main() -> int:
    trial = sys.argv[1:] == ["cpu"]
    device = "cpu" if trial else choose("auto")
    if device == "cpu" and not trial:
        print("no GPU here")
        return 0
    found: list[dict[str, Any]] = []
    for objective in SETTINGS:
        for rows in ROWS[:1] if trial else ROWS:
            data = text(rows)
            apart = difference(objective, data, device)
            words = {place: round(speed(objective, data, place)) for place in ("cpu", device)}
            found.append({"objective": objective, "rows": rows, "difference": apart, "words_per_second": words})
    print(json.dumps({"device": describe(device), "torch": torch.__version__, "runs": found}, indent=1))
    return 0 if all(one["difference"] <= CLOSE for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
