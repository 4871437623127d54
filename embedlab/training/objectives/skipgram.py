"""Skip-gram with negative sampling, in its band form, with gradients written out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embedlab import tablefile
from embedlab.settings import parameter
from embedlab.training import fields
from embedlab.training.adam import AdamRun, take
from embedlab.training.objective import Objective, TrainingData
from embedlab.wording import Sentence

if TYPE_CHECKING:
    import torch

LONGEST = 32  # longer sentences are cut: the rows of a batch are padded to the longest
LOSS_EVERY = 10  # steps; the loss costs a quarter of a step and training does not need it
NOISE_POWER = 0.75  # Mikolov et al. 2013, section 2.2


@dataclass(frozen=True)
class Settings:
    """How skip-gram trains. The defaults are measured on the toy corpora."""

    epochs: int = parameter(
        6,
        low=1,
        high=500,
        step=1,
        label=Sentence("Epochs", "Épocas"),
        help=Sentence("How often the whole text is read.", "Quantas vezes o texto inteiro é lido."),
    )
    dims: int = fields.dims(64, high=512)
    window: int = parameter(
        4,
        low=1,
        high=16,
        step=1,
        label=Sentence("Window", "Janela"),
        help=Sentence(
            "A token learns from the tokens at most this far before and after it, inside its sentence.",
            "Um token aprende com os tokens até esta distância, antes e depois, dentro da frase.",
        ),
    )
    negatives: int = parameter(
        5,
        low=1,
        high=50,
        step=1,
        label=Sentence("Negatives per pair", "Negativos por par"),
        help=Sentence(
            "How much random tokens weigh against each true pair.",
            "Quanto os tokens sorteados pesam contra cada par verdadeiro.",
        ),
    )
    shared_negatives: int = parameter(
        64,
        low=1,
        high=1024,
        step=1,
        label=Sentence("Shared negatives", "Negativos compartilhados"),
        help=Sentence("Random tokens drawn once for a whole batch.", "Tokens sorteados uma vez para o lote inteiro."),
    )
    batch: int = parameter(
        64,
        low=1,
        high=4096,
        step=1,
        label=Sentence("Batch", "Lote"),
        help=Sentence("Sentences in one step.", "Frases em cada passo."),
    )
    learning_rate: float = fields.learning_rate(0.02)


class SkipGram(AdamRun):
    """One run. The rows of centres and contexts lie in one array, so that a step gathers and scatters once.

    With s_ij = u_i . c_j for the true pairs (a band of width `window` in each sentence) and n_im = u_i . c_m for M
    negatives shared by the batch, the loss of a pair is -log sigma(s_ij) - K/M sum_m log sigma(-n_im): the negative
    of Mikolov et al. 2013, equation 4, with the K samples replaced by the mean over M.
    """

    def __init__(self, data: TrainingData, settings: Settings, seed: int, device: str, step: int) -> None:
        import torch

        self.settings, self.seed, self.device, self.n_rows = settings, seed, device, len(data.counts)
        super().__init__(torch.zeros(2 * self.n_rows, settings.dims, device=device), step, data.team)
        padded, lengths = _pad(data.sentences)
        self.n_sentences, self.length = len(lengths), padded.shape[1]
        self.steps_per_epoch = math.ceil(self.n_sentences / settings.batch)
        self.loss_every = min(LOSS_EVERY, self.steps_per_epoch)  # each epoch is measured
        self.total = settings.epochs * self.steps_per_epoch
        noise = data.counts.astype(np.float64) ** NOISE_POWER
        self.noise = np.cumsum(noise) / noise.sum()
        # One row more than there are sentences: an empty one fills the last batch, so that shapes stay the same.
        self.lengths = np.append(lengths, 0)
        self.ids = torch.from_numpy(np.vstack([padded, np.zeros_like(padded[:1])])).to(device)
        self.length_of = torch.from_numpy(self.lengths).to(device)
        pairs = _pairs(self.length, settings.window)
        self.n_pairs = pairs.sum((1, 2))[self.lengths]
        self.pairs = torch.from_numpy(pairs).to(device)  # (L + 1, L, L)
        share = pairs.sum(2) * (settings.negatives / settings.shared_negatives)
        self.share = torch.from_numpy(share).to(device)  # (L + 1, L): weight of one negative
        self.epoch = -1

    def begin(self) -> None:
        """Start from N(0, 1/sqrt(d)), drawn by numpy so that every device starts alike."""
        random = np.random.default_rng([self.seed, 0])
        d = self.settings.dims
        start = random.normal(0.0, 1 / math.sqrt(d), (2 * self.n_rows, d)).astype(np.float32)
        take(self.numbers, tablefile.INPUT, start)

    def resume(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Go on from the tensors of a checkpoint. Raises KeyError or ValueError where they do not fit."""
        take(self.numbers, tablefile.INPUT, np.concatenate([tensors[tablefile.INPUT], tensors[tablefile.OUTPUT]]))
        self._take_moments(tensors)

    def _draw_epoch(self, epoch: int) -> None:
        """The order of the sentences and all negatives of an epoch depend on seed and epoch alone: exact resume."""
        import torch

        random = np.random.default_rng([self.seed, 1 + epoch])
        order = np.full(self.steps_per_epoch * self.settings.batch, self.n_sentences)
        order[: self.n_sentences] = random.permutation(self.n_sentences)
        self.order = order.reshape(self.steps_per_epoch, self.settings.batch)
        drawn = random.random((self.steps_per_epoch, self.settings.shared_negatives))
        negatives = np.minimum(np.searchsorted(self.noise, drawn, side="right"), self.n_rows - 1)
        self.negatives = torch.from_numpy(negatives).to(self.device)
        self.batches = torch.from_numpy(self.order).to(self.device)
        self.epoch = epoch

    def advance(self) -> torch.Tensor | None:
        """One step of Adam. Every `loss_every` steps the mean loss per pair, before the step."""
        import torch

        epoch, position = divmod(self.step, self.steps_per_epoch)
        if epoch != self.epoch:
            self._draw_epoch(epoch)
        n_pairs = max(1.0, float(self.n_pairs[self.order[position]].sum()))  # one-word sentences have none
        with torch.inference_mode():
            batch, negatives = self.team.part(self.batches[position]), self.negatives[position]
            gradient, loss = self.gradient(batch, negatives, n_pairs, self.step % self.loss_every == 0)
            self.team.add_up(gradient, loss)
            self._adam(gradient, self.settings.learning_rate)
        self.step += 1
        self.words += int(self.lengths[self.order[position]].sum())
        return loss

    def gradient(
        self, batch: torch.Tensor, negatives: torch.Tensor, n_pairs: float, with_loss: bool
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Gradient of the mean loss per pair, (2 n_rows, d), and that loss.

        batch: (B,) sentence numbers with `n_pairs` true pairs, or a part of them, whose part of both it then is;
        negatives: (M,) ids.
        """
        import torch
        from torch.nn.functional import softplus

        flat, lengths = self.ids[batch].flatten(), self.length_of[batch]
        n, (B, L, d) = len(flat), (len(batch), self.length, self.settings.dims)  # noqa: N806
        index = torch.cat([flat, flat + self.n_rows, negatives + self.n_rows])
        gathered = self.numbers.index_select(0, index)  # (2BL + M, d)
        centres, noise = gathered[:n], gathered[2 * n :]
        u, c = centres.view(B, L, d), gathered[n : 2 * n].view(B, L, d)
        pairs, share = self.pairs[lengths], self.share[lengths].view(n, 1)  # (B, L, L), (BL, 1)
        true, false = torch.bmm(u, c.transpose(1, 2)), centres @ noise.T  # (B, L, L), (BL, M)
        loss = ((softplus(-true) * pairs).sum() + (softplus(false) * share).sum()) / n_pairs if with_loss else None
        g_true = true.sigmoid_().sub_(1).mul_(pairs)
        g_false = false.sigmoid_().mul_(share)
        moved = torch.empty_like(gathered)
        torch.mm(g_false, noise, out=moved[:n])
        moved[:n].view(B, L, d).baddbmm_(g_true, c)
        torch.bmm(g_true.transpose(1, 2), u, out=moved[n : 2 * n].view(B, L, d))
        torch.mm(g_false.T, centres, out=moved[2 * n :])
        return torch.zeros_like(self.numbers).index_add_(0, index, moved, alpha=1 / n_pairs), loss

    def tensors(self) -> dict[str, np.ndarray]:
        """Input table, output head, and Adam's moments of both (one above the other)."""
        rows = self.numbers.cpu().numpy()
        tables = {tablefile.INPUT: rows[: self.n_rows].copy(), tablefile.OUTPUT: rows[self.n_rows :].copy()}
        return tables | self._moments()


def _pairs(length: int, window: int) -> np.ndarray:
    """(length + 1, length, length): 1 where i and j are a true pair in a sentence of n tokens, by n; float32."""
    place = np.arange(length)
    apart = np.abs(place[:, None] - place)
    inside = place < np.arange(length + 1)[:, None]  # (length + 1, length)
    return ((apart > 0) & (apart <= window) & inside[:, :, None] & inside[:, None, :]).astype(np.float32)


def _pad(sentences: tuple[np.ndarray, ...]) -> tuple[np.ndarray, np.ndarray]:
    """(n, L) ids, zeros after the end, and (n,) lengths; sentences over LONGEST are cut into pieces."""
    pieces = [ids[start : start + LONGEST] for ids in sentences for start in range(0, len(ids), LONGEST)]
    lengths = np.array([len(piece) for piece in pieces])
    padded = np.zeros((len(pieces), lengths.max()), dtype=np.int64)
    for row, piece in enumerate(pieces):
        padded[row, : len(piece)] = piece
    return padded, lengths


OBJECTIVE = Objective(
    key="skipgram",
    order=1,
    label=Sentence("Skip-gram", "Skip-gram"),
    summary=Sentence(
        "Each token learns to tell the tokens around it from random ones.",
        "Cada token aprende a distinguir os tokens ao seu redor de tokens sorteados.",
    ),
    paper="Mikolov, Sutskever, Chen, Corrado & Dean 2013, Distributed Representations of Words and Phrases",
    Settings=Settings,
    run=SkipGram,
    divisible=True,
)
