"""Retrieval: a question learns to stand near the passages that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embedlab import tablefile
from embedlab.training import fields
from embedlab.training.contrast import ContrastRun, info_nce
from embedlab.training.objective import Objective, TrainingData
from embedlab.wording import Sentence

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Settings:
    """How retrieval trains. The defaults are measured on the toy world."""

    updates: int = fields.updates(400)
    dims: int = fields.dims(32)
    batch: int = fields.pairs_in_batch(128)
    temperature: float = fields.temperature(0.1)
    learning_rate: float = fields.learning_rate(0.005)


class Retrieval(ContrastRun):
    """One run. A question is paired with a passage about another thing of its topic, drawn anew in every epoch.

    Both sides are read from one table. Other passages of the topic would be right answers too: they count as none.
    """

    def __init__(self, data: TrainingData, settings: Settings, seed: int, device: str, step: int) -> None:
        import torch

        assert data.world is not None
        world = data.world
        self.questions, passages = np.flatnonzero(world.asks), np.flatnonzero(~world.asks)
        topics, kinds, told = world.topics, world.kinds, world.items[passages]
        fits = (topics[:, None] == topics[told]) & (kinds[:, None] != kinds[told])  # (items, passages)
        self.answers = [passages[row] for row in fits]
        self.item_of = world.items
        super().__init__(data, settings, seed, device, step, len(self.questions), {})
        self.topic_of = torch.from_numpy(topics[world.items]).to(device)

    def _draw_epoch(self, order: np.ndarray, random: np.random.Generator) -> None:
        import torch

        asked = self.questions[order]
        told = _drawn(self.answers, self.item_of[asked], random.random(order.shape))
        self.n_words = (self.lengths[asked] + self.lengths[told]).sum(1)
        self.asked, self.told = (torch.from_numpy(side).to(self.device) for side in (asked, told))

    def _update(self, position: int, with_loss: bool) -> torch.Tensor | None:
        import torch

        asked, told = self.asked[position], self.told[position]
        left, right = self.bags[asked], self.bags[told]  # (B, n_rows)
        topics, table = self.topic_of[asked], self.parts[tablefile.INPUT]
        same = (topics[:, None] == topics).fill_diagonal_(False)
        to_left, to_right, loss = info_nce(left @ table, right @ table, same, self.settings.temperature, with_loss)
        gradient = self.gradients[tablefile.INPUT]
        torch.mm(left.T, to_left, out=gradient)
        gradient.addmm_(right.T, to_right)
        self.words += int(self.n_words[position])
        return loss


def _drawn(lists: Sequence[np.ndarray], which: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """One entry of `lists[which]` for each share from 0 to 1, in the shape of `which`."""
    lengths = np.array([len(one) for one in lists])
    starts = np.cumsum(lengths) - lengths
    return np.concatenate(lists)[starts[which] + (shares * lengths[which]).astype(np.int64)]


OBJECTIVE = Objective(
    key="retrieval",
    order=3,
    label=Sentence("Retrieval", "Recuperação"),
    summary=Sentence(
        "A question learns to stand near the passages of its topic and far from all others.",
        "Uma pergunta aprende a ficar perto das passagens do seu assunto e longe das demais.",
    ),
    paper="Karpukhin et al. 2020, Dense Passage Retrieval for Open-Domain Question Answering",
    Settings=Settings,
    run=Retrieval,
    about_the_world=True,
)
