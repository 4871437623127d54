"""What retrieval and multimodal share: two sides of a pair, and a loss that tells the pair from all others."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from embedlab import tablefile
from embedlab.training.adam import AdamRun, take
from embedlab.training.objective import TrainingData

if TYPE_CHECKING:
    import torch

LOSS_EVERY = 10  # updates; reading the loss would make a GPU wait


def info_nce(
    left: torch.Tensor, right: torch.Tensor, same: torch.Tensor, temperature: float, with_loss: bool
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
    """Gradients of the mean loss per pair for both sides, (B, d) each, and that loss.

    Row i of `left` belongs to row i of `right`. With cosines c_ij over the temperature, the loss of a pair is the mean
    of -log softmax_j(c_ij)[i] and -log softmax_i(c_ij)[j]: van den Oord et al. 2018, equation 4, in both directions
    (Radford et al. 2021, figure 3). same: (B, B) pairs that would be right too, and so count as no mistake.
    """
    import torch

    sizes = [side.norm(dim=1, keepdim=True).clamp_min(1e-12) for side in (left, right)]
    u, v = left / sizes[0], right / sizes[1]
    scores = (u @ v.T / temperature).masked_fill_(same, -torch.inf)  # (B, B)
    loss = None
    if with_loss:
        loss = (scores.logsumexp(1) + scores.logsumexp(0)).mean() / 2 - scores.diagonal().mean()
    wrong = scores.softmax(1) + scores.softmax(0)
    wrong.diagonal().sub_(2)
    wrong /= 2 * len(u) * temperature
    gradients = []
    for own, size, moved in ((u, sizes[0], wrong @ v), (v, sizes[1], wrong.T @ u)):
        along = (own * moved).sum(1, keepdim=True)  # the loss does not see how long a vector is
        gradients.append((moved - own * along) / size)
    return gradients[0], gradients[1], loss


class ContrastRun(AdamRun, ABC):
    """One run. A sentence is the mean of its tokens' rows. An epoch reads every pair once, in an order that depends on
    seed and epoch alone: exact resume.

    shapes: name and shape of each trained tensor besides the input table. pairs: how many there are in an epoch.
    """

    def __init__(
        self,
        data: TrainingData,
        settings: Any,
        seed: int,
        device: str,
        step: int,
        pairs: int,
        shapes: Mapping[str, tuple[int, ...]],
    ) -> None:
        import torch

        self.settings, self.seed, self.device, self.pairs = settings, seed, device, pairs
        self.shapes = {tablefile.INPUT: (len(data.counts), settings.dims), **shapes}
        sizes = [math.prod(shape) for shape in self.shapes.values()]
        super().__init__(torch.zeros(sum(sizes), device=device), step)
        self.gradient = torch.zeros_like(self.numbers)
        self.parts, self.gradients = (self._split(flat, sizes) for flat in (self.numbers, self.gradient))
        self.bags = torch.from_numpy(_bags(data.sentences, len(data.counts))).to(device)
        self.lengths = np.array([len(ids) for ids in data.sentences])
        self.total, self.epoch = settings.updates, -1
        self.steps_per_epoch = math.ceil(pairs / settings.batch)
        self.loss_every = min(LOSS_EVERY, self.steps_per_epoch)  # each epoch is measured

    def _split(self, flat: torch.Tensor, sizes: Sequence[int]) -> dict[str, torch.Tensor]:
        """The tensors that lie in one flat one, by name."""
        cut = flat.split(list(sizes))
        return {name: part.view(shape) for (name, shape), part in zip(self.shapes.items(), cut, strict=True)}

    def begin(self) -> None:
        """Start from N(0, 1/sqrt(columns)), drawn by numpy so that every device starts alike."""
        random = np.random.default_rng([self.seed, 0])
        for name, shape in self.shapes.items():
            take(self.parts[name], name, random.normal(0.0, 1 / math.sqrt(shape[-1]), shape).astype(np.float32))

    def resume(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Go on from the tensors of a checkpoint. Raises KeyError or ValueError where they do not fit."""
        for name, part in self.parts.items():
            take(part, name, tensors[name])
        self._take_moments(tensors)

    def advance(self) -> torch.Tensor | None:
        """One step of Adam. Every `loss_every` updates the mean loss per pair, before the step."""
        import torch

        epoch, position = divmod(self.step, self.steps_per_epoch)
        if epoch != self.epoch:
            random = np.random.default_rng([self.seed, 1 + epoch])
            order = np.resize(random.permutation(self.pairs), (self.steps_per_epoch, self.settings.batch))
            self._draw_epoch(order, random)
            self.epoch = epoch
        with torch.inference_mode():
            loss = self._update(position, self.step % self.loss_every == 0)
            self._adam(self.gradient, self.settings.learning_rate)
        self.step += 1
        return loss

    @abstractmethod
    def _draw_epoch(self, order: np.ndarray, random: np.random.Generator) -> None:
        """Draw what an epoch trains on. order: (steps, B) numbers of pairs."""

    @abstractmethod
    def _update(self, position: int, with_loss: bool) -> torch.Tensor | None:
        """Fill `gradient` for one batch of the epoch, and return the loss where it is asked for."""

    def tensors(self) -> dict[str, np.ndarray]:
        """Every trained tensor by its name, and Adam's moments of all of them in that order."""
        return {name: part.cpu().numpy().copy() for name, part in self.parts.items()} | self._moments()


def _bags(sentences: Sequence[np.ndarray], rows: int) -> np.ndarray:
    """(n, rows) float32: which share of each sentence is which token."""
    bags = np.zeros((len(sentences), rows), dtype=np.float32)
    for place, ids in enumerate(sentences):
        np.add.at(bags[place], ids, 1 / len(ids))
    return bags
