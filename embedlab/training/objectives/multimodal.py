"""Multimodal: a caption learns to stand near its picture, in one space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embedlab import tablefile
from embedlab.settings import parameter
from embedlab.training import fields
from embedlab.training.contrast import ContrastRun, info_nce
from embedlab.training.objective import Objective, TrainingData
from embedlab.wording import Sentence

if TYPE_CHECKING:
    import torch

HIDDEN = 128  # units between pixels and vector
PATCHES = "patch_table.weight"  # (items, d): what the tower makes of every clean picture
_IN, _OUT = "patch_tower.in.weight", "patch_tower.out.weight"
_IN_BIAS, _OUT_BIAS = "patch_tower.in.bias", "patch_tower.out.bias"


@dataclass(frozen=True)
class Settings:
    """How multimodal trains. The defaults are measured on the toy world."""

    updates: int = fields.updates(400)
    dims: int = fields.dims(32, more=(" and in each patch's vector", " e no vetor de cada imagem"))
    batch: int = fields.pairs_in_batch(128)
    noise: float = parameter(
        1.0,
        low=0.0,
        high=2.0,
        step=0.1,
        label=Sentence("Noise of the pictures", "Ruído das imagens"),
        help=Sentence(
            "Spread of what is added to every pixel, whose own values run from -1 to 1; new each time.",
            "Dispersão do que se soma a cada pixel, cujos valores vão de -1 a 1; nova a cada vez.",
        ),
    )
    temperature: float = fields.temperature(0.3)
    learning_rate: float = fields.learning_rate(0.003)


class Multimodal(ContrastRun):
    """One run. Every sentence is a caption; its picture is that of the thing it speaks of, with new noise each time.

    The tower is a perceptron with one hidden layer. Another caption of the same thing is right too: it counts as none.
    """

    def __init__(self, data: TrainingData, settings: Settings, seed: int, device: str, step: int) -> None:
        import torch

        assert data.world is not None
        pictures = pixels(data.world.pictures)
        tower = {_IN: (HIDDEN, pictures.shape[1]), _IN_BIAS: (HIDDEN,)}
        tower |= {_OUT: (settings.dims, HIDDEN), _OUT_BIAS: (settings.dims,)}
        super().__init__(data, settings, seed, device, step, len(data.sentences), tower)
        self.pictures = torch.from_numpy(pictures).to(device)  # (items, PIXELS)
        self.item_of = torch.from_numpy(data.world.items).to(device)

    def _draw_epoch(self, order: np.ndarray, random: np.random.Generator) -> None:
        import torch

        shape = (*order.shape, self.pictures.shape[1])
        noise = random.standard_normal(shape, dtype=np.float32) * np.float32(self.settings.noise)
        self.n_words = self.lengths[order].sum(1)
        self.captions, self.noise = (torch.from_numpy(part).to(self.device) for part in (order, noise))

    def _update(self, position: int, with_loss: bool) -> torch.Tensor | None:
        import torch

        captions, parts, moved = self.captions[position], self.parts, self.gradients
        bags, items = self.bags[captions], self.item_of[captions]
        seen = self.pictures[items] + self.noise[position]  # (B, PIXELS)
        hidden = torch.addmm(parts[_IN_BIAS], seen, parts[_IN].T).relu_()  # (B, HIDDEN)
        vectors = torch.addmm(parts[_OUT_BIAS], hidden, parts[_OUT].T)  # (B, d)
        same = (items[:, None] == items).fill_diagonal_(False)
        words = bags @ parts[tablefile.INPUT]
        to_words, to_vectors, loss = info_nce(words, vectors, same, self.settings.temperature, with_loss)
        torch.mm(bags.T, to_words, out=moved[tablefile.INPUT])
        torch.mm(to_vectors.T, hidden, out=moved[_OUT])
        torch.sum(to_vectors, 0, out=moved[_OUT_BIAS])
        to_hidden = (to_vectors @ parts[_OUT]).masked_fill_(hidden == 0, 0)
        torch.mm(to_hidden.T, seen, out=moved[_IN])
        torch.sum(to_hidden, 0, out=moved[_IN_BIAS])
        self.words += int(self.n_words[position])
        return loss

    def tensors(self) -> dict[str, np.ndarray]:
        """What ContrastRun has, and the vectors of the clean pictures."""
        found = super().tensors()
        return found | {PATCHES: vectors(found, self.pictures.cpu().numpy())}


def pixels(pictures: np.ndarray) -> np.ndarray:
    """Pictures (n, 8, 8, 3) from 0 to 1 as the tower takes them: (n, PIXELS) float32 from -1 to 1."""
    return (2 * pictures.reshape(len(pictures), -1) - 1).astype(np.float32)


def vectors(tensors: Mapping[str, np.ndarray], seen: np.ndarray) -> np.ndarray:
    """What the tower of a checkpoint makes of pixels (n, PIXELS): (n, d) float32."""
    hidden = np.maximum(seen @ tensors[_IN].T + tensors[_IN_BIAS], 0)
    return hidden @ tensors[_OUT].T + tensors[_OUT_BIAS]


OBJECTIVE = Objective(
    key="multimodal",
    order=4,
    label=Sentence("Multimodal", "Multimodal"),
    summary=Sentence(
        "A caption learns to stand near its picture and far from all others; both live in one space.",
        "Uma legenda aprende a ficar perto da sua imagem e longe das demais; ambas vivem em um só espaço.",
    ),
    paper="Radford et al. 2021, Learning Transferable Visual Models From Natural Language Supervision",
    Settings=Settings,
    run=Multimodal,
    about_the_world=True,
)
