"""How fast the next-token objective trains, and what it learns: `python -m bench.next_token`.

The peer is what one writes first: torch's own embedding, encoder layers, linear head and Adam, in an autograd loop,
with the same size, activation, biases (none) and windows. One thread each, in turn in one process. A round is ten
updates; the ratio is of one round, in CPU seconds, which a busy machine disturbs less than the clock. Then the defaults
train on both toy corpora over three seeds, which the rows of docs/benchmarks.md leave out.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from bench.row import Row, at_least, show
from embedlab.training import corpus, job, vocabulary
from embedlab.training.objective import TrainingData
from embedlab.training.objectives.next_token import NextToken, Settings
from embedlab.wording import LANGUAGES

ROUNDS, UPDATES, SEEDS = 12, 10, (0, 1, 2)


class Plain(nn.Module):
    """The same network from torch's own parts."""

    def __init__(self, rows: int, settings: Settings) -> None:
        super().__init__()
        d, options = settings.dims, {"dropout": 0.0, "activation": "relu", "norm_first": True, "bias": False}
        self.tokens, self.positions = nn.Embedding(rows, d), nn.Embedding(settings.context, d)
        layers = (
            nn.TransformerEncoderLayer(d, settings.heads, 4 * d, batch_first=True, **options)
            for _ in range(settings.layers)
        )
        self.layers, self.norm = nn.ModuleList(layers), nn.LayerNorm(d, bias=False)
        self.head = nn.Linear(d, rows, bias=False)
        self.register_buffer("hidden", nn.Transformer.generate_square_subsequent_mask(settings.context))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.tokens(ids) + self.positions.weight
        for layer in self.layers:
            x = layer(x, src_mask=self.hidden, is_causal=True)
        return self.head(self.norm(x))


def plain_loop(run: NextToken) -> Callable[[], None]:
    model = Plain(run.network.shape.rows, run.settings)
    optimiser = torch.optim.Adam(model.parameters(), lr=run.settings.learning_rate)
    run._draw_epoch(0)
    step = 0

    def update() -> None:
        nonlocal step
        windows = run.windows[run.batches[step % run.steps_per_epoch]]
        step += 1
        optimiser.zero_grad()
        scores = model(windows[:, :-1]).flatten(0, 1)
        nn.functional.cross_entropy(scores, windows[:, 1:].flatten()).backward()
        optimiser.step()

    return update


def seconds(*updates: Callable[[], object]) -> np.ndarray:
    """CPU seconds of one update of each in every round, (n_updates, ROUNDS), the rounds in turn."""
    spent = np.empty((len(updates), ROUNDS))
    for round_ in range(ROUNDS):
        for which, update in enumerate(updates):
            began = time.process_time()
            for _ in range(UPDATES):
                update()
            spent[which, round_] = (time.process_time() - began) / UPDATES
    return spent


def speed() -> dict[str, Any]:
    text = corpus.build("en")
    words = vocabulary.of(text.sentences)
    data = TrainingData(tuple(vocabulary.encode(text.sentences, words)), words.counts)
    run = NextToken(data, Settings(), 0, "cpu", 0)
    run.begin()
    ours, plain = seconds(run.advance, plain_loop(run))
    tokens = run.settings.batch * run.settings.context
    return {
        "rows": len(words.tokens),
        "tokens_per_update": tokens,
        "tokens_per_cpu_second": round(tokens / ours.min()),
        "plain_tokens_per_cpu_second": round(tokens / plain.min()),
        "times_faster_than_plain": (plain / ours).round(2).tolist(),
    }


def quality(language: str, seed: int) -> dict[str, Any]:
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as out:
        began = time.process_time()
        settings = {"corpus": language, "objective": "next_token", "seed": seed, "device": "cpu", "out": out.name}
        answer = job.run(settings, lambda progress: None, lambda: False)
        seconds = time.process_time() - began
    scores = answer["scores"]
    said = {name: round(scores[name], 3) for name in ("class_purity_at_5", "margin", "cos_cat_dog", "cos_cat_tuesday")}
    return {"corpus": language, "seed": seed, "cpu_seconds": round(seconds, 1), **said}


def rows() -> list[Row]:
    torch.set_num_threads(1)
    found = speed()
    question = "next token, tokens per processor second beside torch's own layers, loss and Adam"
    return show([at_least(question, 1, found["times_faster_than_plain"])], found)


if __name__ == "__main__":
    rows()
    print(json.dumps([quality(language, seed) for language in LANGUAGES for seed in SEEDS], indent=1))
