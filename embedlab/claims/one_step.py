"""One step of training: which rows of the table move (C05).

The model is the smallest that guesses the next token: the row of a token, and the output head. What moves depends on
how rows are read, on the head and on the optimiser, and on nothing between the two tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from embedlab.claims.outcome import Outcome

OPTIMISERS = ("sgd", "adam", "adamw")
HEADS = ("untied", "tied")
SPREAD = 0.02  # standard deviation of the start
RATES = {"sgd": 0.1, "adam": 0.003, "adamw": 0.003}
DECAY = 0.01  # of AdamW (Loshchilov & Hutter 2019)
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8  # of Adam (Kingma & Ba 2015)


@dataclass(frozen=True, eq=False)
class Batch:
    """Tokens that are read and the token that follows each, ids (T,). The last token of a sentence is only guessed."""

    ids: np.ndarray
    targets: np.ndarray

    @classmethod
    def of(cls, sentences: Sequence[Sequence[int]]) -> Batch:
        """Every token of the sentences but each last one, and its successor."""
        pairs = [pair for ids in sentences for pair in pairwise(ids)]
        ids, targets = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return cls(ids, targets)


@dataclass(frozen=True, eq=False)
class Moved:
    """After the last of some steps. (V,) bool each: rows that the step changed; rows that its batch reads."""

    changed: np.ndarray
    read: np.ndarray

    def outcome(self) -> Outcome:
        """C05: "batch" where exactly the rows read moved, "more" where others did too, "all" where every row did;
        "fewer" where a row that was read stayed."""
        if (self.read & ~self.changed).any():
            verdict = "fewer"
        elif (self.read == self.changed).all():
            verdict = "batch"
        else:
            verdict = "all" if self.changed.all() else "more"
        read, changed = int(self.read.sum()), int(self.changed.sum())
        others = int((self.changed & ~self.read).sum())
        return Outcome(verdict, {"read": read, "changed": changed, "others": others, "rows": len(self.read)})


def train(
    batches: Sequence[Batch], rows: int, dims: int, optimiser: str, head: str, seed: int = 0, rate: float | None = None
) -> Moved:
    """Start anew with rows N(0, SPREAD), take a step on each batch, and tell what the last one changed.

    optimiser: of OPTIMISERS, sgd plain, without momentum or decay. head: of HEADS; tied, it is the table itself.
    """
    random = np.random.default_rng([seed, rows])
    tables = [_Numbers(random.normal(0, SPREAD, (rows, dims)).astype(np.float32)) for _ in HEADS]
    table, output = tables[0], tables[0] if head == "tied" else tables[1]
    before = table.values
    for batch in batches:
        before = table.values.copy()
        by_table, by_output = gradients(table.values, output.values, batch)
        if head == "tied":
            table.step(by_table + by_output, optimiser, rate)
        else:
            table.step(by_table, optimiser, rate)
            output.step(by_output, optimiser, rate)
    read = np.zeros(rows, dtype=bool)
    read[batches[-1].ids] = True
    return Moved((table.values != before).any(1), read)


def gradients(table: np.ndarray, head: np.ndarray, batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Of the mean of -log softmax(head . row)[next token], by table and by head, (V, d) each."""
    x = table[batch.ids]  # (T, d)
    scores = x @ head.T  # (T, V)
    blame = np.exp(scores - scores.max(1, keepdims=True))
    blame /= blame.sum(1, keepdims=True)
    blame[np.arange(len(x)), batch.targets] -= 1
    blame /= len(x)
    by_table = np.zeros_like(table)
    np.add.at(by_table, batch.ids, blame @ head)
    return by_table, blame.T @ x


@dataclass
class _Numbers:
    """A table under training and Adam's two moments of its gradient, (V, d) float32 each."""

    values: np.ndarray
    first: np.ndarray = field(init=False)
    second: np.ndarray = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.values), np.zeros_like(self.values)

    def step(self, gradient: np.ndarray, optimiser: str, rate: float | None) -> None:
        """Change the values once."""
        rate = RATES[optimiser] if rate is None else rate
        self.steps += 1
        if optimiser == "sgd":
            self.values -= rate * gradient
            return
        if optimiser == "adamw":
            self.values *= 1 - rate * DECAY
        self.first += (1 - _BETA1) * (gradient - self.first)
        self.second += (1 - _BETA2) * (gradient**2 - self.second)
        mean, square = self.first / (1 - _BETA1**self.steps), self.second / (1 - _BETA2**self.steps)
        self.values -= rate * mean / (np.sqrt(square) + _EPSILON)
