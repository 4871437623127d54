"""What an objective is, and what a run of it can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from embedlab.training.team import ALONE, Team
from embedlab.wording import Sentence

if TYPE_CHECKING:
    import torch

    from embedlab.training.world import World


@dataclass(frozen=True, eq=False)
class TrainingData:
    """sentences: ids of each, int64. counts: (n_rows,) int64, how often each id occurs.

    world: what the sentences are about, where the text is that of the toy world. team: which part of a batch is ours.
    """

    sentences: tuple[np.ndarray, ...]
    counts: np.ndarray
    world: World | None = None
    team: Team = ALONE


class Run(Protocol):
    """A training run at some step. All that the next step depends on is in `tensors()` and `step`."""

    step: int  # steps done
    total: int  # steps of all epochs
    steps_per_epoch: int
    words: int  # tokens trained on since this object was made

    def begin(self) -> None:
        """Draw the start."""
        ...

    def resume(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Go on from the tensors of a checkpoint. Raises KeyError or ValueError where they do not fit."""
        ...

    def advance(self) -> torch.Tensor | None:
        """Do one step. Returns the loss before it where the run measures it (a scalar on the device)."""
        ...

    def finite(self) -> bool:
        """Whether every trained number is finite."""
        ...

    def snapshot(self) -> tuple[int, list[torch.Tensor]]:
        """A copy of the state, for `restore`."""
        ...

    def restore(self, snapshot: tuple[int, list[torch.Tensor]]) -> None:
        """Go back to a snapshot."""
        ...

    def tensors(self) -> dict[str, np.ndarray]:
        """The tensors of a checkpoint by their names in `embedlab.tablefile`; float32 copies."""
        ...


def _no_config(settings: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Objective:
    """A plug-in: one way to train a table.

    `run(data, settings, seed, device, step)` makes a run, at no step yet or at that of a checkpoint. `Settings` is a
    frozen dataclass of parameters, `epochs` or `updates` among them. `config(settings)` is what a config.json would
    say of the model, where the tensors alone do not tell: the checkpoint carries it. `about_the_world`: trains on more
    than words, which only the text of the toy world has; "en" and "pt" then mean that text. `divisible`: a batch's
    gradient is the sum of those of its `settings.batch` entries, and `run` leaves each process of `data.team` its part.
    """

    key: str
    label: Sentence
    summary: Sentence
    paper: str
    Settings: type[Any]
    run: Callable[[TrainingData, Any, int, str, int], Run]
    order: int = 0
    config: Callable[[Any], Mapping[str, Any]] = _no_config
    about_the_world: bool = False
    divisible: bool = False

    def start(
        self,
        data: TrainingData,
        settings: Any,
        seed: int,
        device: str,
        tensors: Mapping[str, np.ndarray] | None = None,
        step: int = 0,
    ) -> Run:
        """A run that begins, or goes on from a checkpoint's tensors at `step`.

        Raises what making the run raises; KeyError or ValueError for tensors that do not fit.
        """
        run = self.run(data, settings, seed, device, step)
        if tensors is None:
            run.begin()
        else:
            run.resume(tensors)
        return run
