"""A run's snapshots: the table at some forty steps, close together at the start, where it changes most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from embedlab import tablefile
from embedlab.training.objective import Run
from embedlab.training.plane import Plane

ENDING = ".frames"
MOST_SHOWN = 150
MOST_BYTES = 64 * 2**20  # of a file: frames * rows * dims * 2
_STEPS, _FRAMES = "steps", "frames"


def beside(table: Path) -> Path:
    """Where the snapshots of the run that writes `table` lie."""
    return table.with_name(table.name + ENDING)


def schedule(total: int, count: int) -> list[int]:
    """At most `count` steps from 0 to `total`, both included, spaced evenly in log(1 + step); none for count 0.

    >>> schedule(100, 6)
    [0, 2, 5, 15, 39, 100]
    """
    if count < 2:
        return []
    return np.unique(np.expm1(np.linspace(0, np.log1p(total), count)).round().astype(int)).tolist()


def shown(tokens: Sequence[str], classes: Mapping[str, str]) -> np.ndarray:
    """The rows that the map shows: the nouns whose class is known, else the most frequent tokens."""
    known = [row for row, token in enumerate(tokens) if token in classes]
    return np.array(known or range(min(MOST_SHOWN, len(tokens))), dtype=np.int64)


@dataclass
class Recorder:
    """Takes the snapshots of one run. `shown`: the rows of the live map; `frames`: (rows, dims) float16 each."""

    total: int
    count: int
    shape: tuple[int, int]
    shown: np.ndarray
    steps: list[int] = field(default_factory=list)
    frames: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        rows, dims = self.shape
        count = min(self.count, MOST_BYTES // (2 * rows * dims))
        self.due = frozenset(schedule(self.total, count))
        self.plane = Plane(dims)

    def take_up(self, steps: np.ndarray, frames: np.ndarray) -> None:
        """Begin with the snapshots of an earlier part of the run."""
        for step, frame in zip(steps.tolist(), frames, strict=True):
            self._add(step, frame)

    def look(self, run: Run) -> None:
        """Keep the table where its step is due. Values beyond float16 become infinite, and `cut` takes them off."""
        if run.step not in self.due or run.step in self.steps:
            return
        with np.errstate(over="ignore"):
            frame = run.tensors()[tablefile.INPUT].astype(np.float16)
        self._add(run.step, frame)

    def _add(self, step: int, frame: np.ndarray) -> None:
        self.steps.append(step)
        self.frames.append(frame)

    def cut(self, step: int) -> None:
        """Forget what came after a step."""
        kept = sum(taken <= step for taken in self.steps)
        del self.steps[kept:], self.frames[kept:]

    def points(self, run: Run) -> np.ndarray:
        """Where the shown rows stand now, (n, 2) float32, in the plane of the snapshots so far."""
        for frame in self.frames[self.plane.snapshots :]:
            self.plane.add(frame[self.shown])
        return self.plane.points(run.tensors()[tablefile.INPUT][self.shown]).astype(np.float32)

    def write(self, table: Path) -> None:
        """Write the file beside the table's; without snapshots one that is there goes."""
        path = beside(table)
        if not self.frames:
            path.unlink(missing_ok=True)
            return
        arrays = {_STEPS: np.array(self.steps, dtype=np.int64), _FRAMES: np.stack(self.frames)}
        tablefile.write_whole(path, save(arrays))


def read(table: Path, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray] | None:
    """Steps (F,) and snapshots (F, rows, dims) float16 beside a table of this shape; None where there are none.

    A file of another shape, or that is none of ours, counts as none: it only serves a picture.
    """
    try:
        with safe_open(beside(table), framework="numpy") as file:
            steps, frames = file.get_tensor(_STEPS), file.get_tensor(_FRAMES)
    except (OSError, SafetensorError):
        return None
    sound = frames.shape == (len(steps), *shape) and frames.dtype == np.float16 and steps.dtype == np.int64
    return (steps, frames) if sound and len(steps) else None
