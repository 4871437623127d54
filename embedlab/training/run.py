"""The loop: steps, progress, a last finite state, stops, and saves on the way."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embedlab.training.objective import Run

CHECK_EVERY = 10  # steps between two looks at the numbers, the clock and the stop button
EMIT_EVERY = 0.1  # seconds


@dataclass(frozen=True)
class Outcome:
    """How the loop ended. losses: [step, mean loss per pair] of every measured step of the whole run."""

    losses: list[list[float]]
    seconds: float
    stopped: bool = False
    diverged_at: int | None = None


@dataclass
class Loop:
    """A run under way. `keep(losses)` saves its state, every `keep_every` seconds and never a bad state.

    look: called at the start and after every step.
    """

    run: Run
    emit: Callable[[dict[str, float | int | None]], None]
    should_stop: Callable[[], bool]
    keep: Callable[[list[list[float]]], object]
    keep_every: float
    losses: list[list[float]] = field(default_factory=list)
    look: Callable[[Run], None] = lambda run: None

    def go(self) -> Outcome:
        """Advance to the end, a stop, or the first state that is not finite; the run then holds the last finite one."""
        run, began = self.run, time.perf_counter()
        last_emit = last_keep = began
        good = run.snapshot()
        self.look(run)
        while run.step < run.total:
            self._advance()
            if run.step % CHECK_EVERY and run.step < run.total:
                continue
            if not run.finite():
                return self._fall_back(good, time.perf_counter() - began)
            good = run.snapshot()
            if self.should_stop():
                return Outcome(self.losses, time.perf_counter() - began, stopped=run.step < run.total)
            now = time.perf_counter()
            if now - last_emit >= EMIT_EVERY or run.step == run.total:
                self._emit(now - began)
                last_emit = now
            if now - last_keep >= self.keep_every and run.step < run.total:
                self.keep(self.losses)
                last_keep = time.perf_counter()
        return Outcome(self.losses, time.perf_counter() - began)

    def _advance(self) -> None:
        step, loss = self.run.step, self.run.advance()
        if loss is not None:
            self.losses.append([step, float(loss)])
        self.look(self.run)

    def _fall_back(self, good: tuple[int, list], seconds: float) -> Outcome:
        bad = self.run.step
        self.run.restore(good)
        kept = [[step, loss] for step, loss in self.losses if step <= self.run.step and math.isfinite(loss)]
        return Outcome(kept, seconds, diverged_at=bad)

    def _emit(self, seconds: float) -> None:
        loss = self.losses[-1][1] if self.losses else None
        speed = self.run.words / seconds if seconds > 0 else None
        self.emit({"done": self.run.step, "total": self.run.total, "loss": loss, "words_per_second": speed})


def by_epoch(losses: Sequence[Sequence[float]], steps_per_epoch: int) -> list[float]:
    """The mean of the measured losses of each epoch, in order; an epoch without one is left out."""
    epochs: dict[int, list[float]] = {}
    for step, loss in losses:
        epochs.setdefault(int(step) // steps_per_epoch, []).append(loss)
    return [sum(values) / len(values) for _, values in sorted(epochs.items())]
