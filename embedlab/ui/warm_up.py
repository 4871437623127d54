"""What the job host does once, so that no job compiles or imports again. Knows no Streamlit and touches no GPU."""

from __future__ import annotations

import numpy as np

from embedlab.distortion.maps import draw
from embedlab.distortion.selection import MapsSettings
from embedlab.table import EmbeddingTable, Provenance
from embedlab.training.job import OBJECTIVES
from embedlab.training.objective import TrainingData

_ROWS = 50


def warm_up() -> None:
    """Take steps of training and draw all maps of 50 random rows, on the CPU."""
    take_steps()
    vectors = np.random.default_rng(0).normal(size=(_ROWS, 8)).astype(np.float32)
    table = EmbeddingTable(vectors, tuple(map(str, range(_ROWS))), Provenance("warm-up"))
    draw(table, MapsSettings(metric="euclidean"))


def take_steps() -> None:
    """One step of every objective that trains on any words; the others run the same parts."""
    for objective in (one for one in OBJECTIVES.values() if not one.about_the_world):
        data = TrainingData((np.arange(4), np.arange(4)), np.full(4, 2, dtype=np.int64))
        run = objective.start(data, objective.Settings(), 0, "cpu", None, 0)
        run.advance()
        run.snapshot()
