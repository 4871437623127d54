"""What a run leaves in its file besides the table, and how it is taken up again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open

from embedlab.errors import FileError, TrainingError

METADATA = "embedlab.training"
GROWING = ("epochs", "updates")  # settings that may be larger when a run goes on


@dataclass(frozen=True)
class State:
    """A run as its file holds it. settings: of the objective. losses: [step, loss] of the measured steps."""

    objective: str
    settings: Mapping[str, Any]
    seed: int
    threads: int
    step: int
    corpus: str  # fingerprint of the text
    losses: list[list[float]]

    def to_metadata(self) -> dict[str, str]:
        """The metadata entry of the checkpoint."""
        return {METADATA: json.dumps(self.__dict__)}


def read(path: Path) -> tuple[State, dict[str, np.ndarray]]:
    """The state of a stopped or finished run and all tensors of its file.

    Raises FileError `training.resume_missing`, TrainingError `training.not_resumable`.
    """
    if not path.is_file():
        raise FileError("training.resume_missing", path=str(path))
    try:
        with safe_open(path, framework="numpy") as file:
            state = _checked(State(**json.loads((file.metadata() or {})[METADATA])))
            return state, {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise TrainingError("training.not_resumable", path=str(path)) from error


def _checked(state: State) -> State:
    """The state, after its values are seen to be of their kinds. Raises TypeError or ValueError."""
    if not isinstance(state.settings, dict) or not isinstance(state.step, int) or state.step < 0:
        raise ValueError("settings or step")
    losses = [[int(step), float(loss)] for step, loss in state.losses]
    return replace(state, losses=losses)


def check_same(stored: State, current: State) -> None:
    """Raise unless the run may go on: same objective, text and settings; only `epochs` or `updates` may grow.

    Raises TrainingError `training.resume_other_text`, `training.resume_mismatch` (every difference).
    """
    if stored.corpus != current.corpus:
        raise TrainingError("training.resume_other_text")
    before, now = ({**state.settings, "objective": state.objective, "seed": state.seed} for state in (stored, current))
    grown = {name for name in GROWING if now.get(name, 0) >= before.get(name, 0)}
    different = [name for name in now if name not in grown and now[name] != before.get(name)]
    if different:
        differences = [f"{name}: {before.get(name)} -> {now[name]}" for name in different]
        raise TrainingError("training.resume_mismatch", differences=differences)
