"""A small GPT that guesses the next token; looking both ways, it guesses the hidden ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from embedlab import settings as settings_of
from embedlab import tablefile
from embedlab.errors import SettingsError, TrainingError
from embedlab.settings import parameter
from embedlab.training import checkpoint, fields, gpt
from embedlab.training.adam import AdamRun
from embedlab.training.gpt import Architecture, Model
from embedlab.training.objective import Objective, TrainingData
from embedlab.wording import Sentence

if TYPE_CHECKING:
    import torch

KEY = "next_token"
LOSS_EVERY = 10  # updates; reading the loss would make a GPU wait
WARM_UP = 30  # updates in which the learning rate rises
HIDDEN = 0.15  # of the tokens, where attention looks both ways (Devlin et al. 2019, section 3.1)
NARROW = 0.02  # standard deviation of the start (Radford et al. 2018, section 4.1)


@dataclass(frozen=True)
class Settings:
    """How the GPT trains. The defaults are measured on the toy corpora."""

    updates: int = fields.updates(300)
    dims: int = fields.dims(64, low=16, step=8)
    layers: int = parameter(
        2,
        low=1,
        high=4,
        step=1,
        label=Sentence("Layers", "Camadas"),
        help=Sentence("Blocks of attention and perceptron.", "Blocos de atenção e perceptron."),
    )
    heads: int = parameter(
        4,
        low=1,
        high=8,
        step=1,
        label=Sentence("Heads", "Cabeças de atenção"),
        help=Sentence(
            "Attentions side by side in a layer; twice their number must divide the dimensions.",
            "Atenções lado a lado em uma camada; o dobro do número delas deve dividir as dimensões.",
        ),
    )
    context: int = parameter(
        32,
        low=2,
        high=128,
        step=1,
        label=Sentence("Context", "Contexto"),
        help=Sentence("Tokens that are read together.", "Tokens lidos em conjunto."),
    )
    positions: str = parameter(
        "learned",
        choices=("none", "learned", "sinusoidal", "rotary"),
        label=Sentence("Positions", "Posições"),
        help=Sentence(
            "How the order of the tokens comes in: not at all, as a second table, as fixed waves, or as a turn of"
            " queries and keys.",
            "Como entra a ordem dos tokens: de modo nenhum (none), como segunda tabela (learned), como ondas fixas"
            " (sinusoidal) ou como giro de consultas e chaves (rotary).",
        ),
    )
    attention: str = parameter(
        "causal",
        choices=("causal", "bidirectional"),
        label=Sentence("Attention", "Atenção"),
        help=Sentence(
            "causal sees the tokens before and guesses the next; bidirectional sees all and guesses those hidden"
            " (15 %), and needs many more updates.",
            "causal vê os tokens anteriores e adivinha o próximo; bidirectional vê todos e adivinha os escondidos"
            " (15 %), e precisa de muito mais atualizações.",
        ),
    )
    head: str = parameter(
        "untied",
        choices=("untied", "tied"),
        label=Sentence("Output head", "Cabeça de saída"),
        help=Sentence(
            "untied: a table of its own; tied: the input table once more.",
            "untied: uma tabela própria (separada); tied: a tabela de entrada outra vez (atada).",
        ),
    )
    start: str = parameter(
        "narrow",
        choices=("narrow", "wide"),
        label=Sentence("Start", "Início"),
        help=Sentence(
            "Spread of the random start: narrow is 0.02, wide 1/sqrt(dimensions), which stays visible in the table.",
            "Dispersão do início aleatório: narrow é 0,02; wide é 1/raiz(dimensões), que continua visível na tabela.",
        ),
    )
    batch: int = parameter(
        32,
        low=1,
        high=256,
        step=1,
        label=Sentence("Batch", "Lote"),
        help=Sentence("Windows of text in one update.", "Janelas de texto em cada atualização."),
    )
    learning_rate: float = fields.learning_rate(0.003)


class NextToken(AdamRun):
    """One run. An epoch reads every window once, in an order that depends on seed and epoch alone: exact resume.

    The sentences lie one after the other in a ring. A window begins where a sentence begins, so that a position means
    the same everywhere; a sentence longer than the context is begun again every `context` tokens.
    """

    def __init__(self, data: TrainingData, settings: Settings, seed: int, device: str, step: int) -> None:
        import torch

        from embedlab.training.gpt_gradient import Network

        self.settings, self.seed, self.device = settings, seed, device
        self.network = Network(architecture(settings, len(data.counts)), device)
        super().__init__(self.network.numbers, step, data.team)
        ring = np.concatenate(data.sentences)
        begins = _begins(data.sentences, settings.context)
        self.n_windows, self.total = len(begins), settings.updates
        self.steps_per_epoch = math.ceil(len(begins) / settings.batch)
        self.loss_every = min(LOSS_EVERY, self.steps_per_epoch)  # each epoch is measured
        places = (begins[:, None] + np.arange(settings.context + 1)) % len(ring)
        self.windows = torch.from_numpy(ring[places]).to(device)  # (W, T + 1)
        self.epoch, self._words_in_batch = -1, settings.batch * settings.context

    def begin(self) -> None:
        """Start from `beginning`; it is drawn by numpy so that devices start alike."""
        self.network.load(beginning(self.network.shape, self.settings, self.seed))

    def resume(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Go on from the tensors of a checkpoint. Raises KeyError or ValueError where they do not fit."""
        self.network.load(tensors)
        self._take_moments(tensors)

    def _draw_epoch(self, epoch: int) -> None:
        """The order of the windows, the last batch filled up from the first, and the hidden tokens."""
        import torch

        random = np.random.default_rng([self.seed, 1 + epoch])
        shape = (self.steps_per_epoch, self.settings.batch)
        order = np.resize(random.permutation(self.n_windows), shape)
        self.batches = torch.from_numpy(order).to(self.device)
        self.hide, self.guessed = None, [self._words_in_batch] * self.steps_per_epoch
        if self.settings.attention == "bidirectional":
            drawn = random.random((*shape, self.settings.context), dtype=np.float32) < HIDDEN
            self.hide, self.guessed = torch.from_numpy(drawn).to(self.device), drawn.sum((1, 2)).tolist()
        self.epoch = epoch

    def advance(self) -> torch.Tensor | None:
        """One update. Every `loss_every` updates the mean loss per guessed token, before the update."""
        import torch

        epoch, position = divmod(self.step, self.steps_per_epoch)
        if epoch != self.epoch:
            self._draw_epoch(epoch)
        with torch.inference_mode():
            windows = self.windows[self.team.part(self.batches[position])]  # (B, T + 1)
            hide = None if self.hide is None else self.team.part(self.hide[position])
            ids, targets = windows[:, :-1], windows[:, 1:] if hide is None else windows[:, :-1]
            loss = self.network.step(ids, targets, hide, self.step % self.loss_every == 0, self.guessed[position])
            self.team.add_up(self.network.gradient, loss)
            self._adam(self.network.gradient, self._rate())
        self.step += 1
        self.words += self._words_in_batch
        return loss

    def _rate(self) -> float:
        """It rises and then stays, so that more updates go on exactly."""
        return self.settings.learning_rate * min(1.0, (self.step + 1) / WARM_UP)

    def tensors(self) -> dict[str, np.ndarray]:
        """Every weight by its name, and Adam's moments of all of them in that order."""
        weights = {name: part.cpu().numpy().copy() for name, part in self.network.tensors.items()}
        return weights | self._moments()


def architecture(settings: Settings, rows: int) -> Architecture:
    """What the settings build over so many rows. Raises SettingsError `training.heads_do_not_fit`."""
    s = settings
    if s.dims % (2 * s.heads):  # rotary turns pairs of dimensions inside a head
        raise SettingsError("training.heads_do_not_fit", dims=s.dims, heads=s.heads, multiple=2 * s.heads)
    causal, tied = s.attention == "causal", s.head == "tied"
    return Architecture(rows, s.dims, s.layers, s.heads, s.context, s.positions, causal, tied)


def beginning(built: Architecture, settings: Settings, seed: int) -> dict[str, np.ndarray]:
    """The tensors before the first update: N(0, 0.02) or N(0, 1/sqrt(d)), the norms 1."""
    random = np.random.default_rng([seed, 0])
    spread, shapes = NARROW if settings.start == "narrow" else 1 / math.sqrt(settings.dims), built.shapes()
    start = {name: random.normal(0.0, spread, shape) for name, shape in shapes.items()}
    start |= {name: np.ones(shape) for name, shape in shapes.items() if name.endswith("norm.weight")}
    return {name: array.astype(np.float32) for name, array in start.items()}


def model(path: Path) -> Model:
    """The model in a file that this objective wrote, to be run layer by layer.

    Raises TrainingError `training.no_layers` (another objective's file), `training.not_resumable`, and what
    `checkpoint.read` raises.
    """
    state, tensors = checkpoint.read(path)
    if state.objective != KEY:
        raise TrainingError("training.no_layers", path=str(path), objective=state.objective)
    try:
        settings = settings_of.build(Settings, state.settings)
        built = architecture(settings, len(tensors[tablefile.INPUT]))
        unfit = [name for name, shape in built.shapes().items() if tensors[name].shape != shape]
    except (KeyError, SettingsError) as error:
        raise TrainingError("training.not_resumable", path=str(path)) from error
    if unfit:
        raise TrainingError("training.not_resumable", path=str(path))
    return Model(built, tensors)


def _begins(sentences: tuple[np.ndarray, ...], context: int) -> np.ndarray:
    """(W,) where windows begin in the ring of all sentences."""
    lengths = [len(ids) for ids in sentences]
    starts = np.cumsum([0, *lengths[:-1]])
    pairs = zip(starts, lengths, strict=True)
    return np.concatenate([np.arange(start, start + length, context) for start, length in pairs])


def config(settings: Settings) -> dict[str, Any]:
    """What a config.json says of the model: the only witness of a tied head, which is not stored twice."""
    said = {"model_type": "embedlab_next_token", "hidden_size": settings.dims}
    said |= {"num_hidden_layers": settings.layers, "num_attention_heads": settings.heads}
    said |= {"tie_word_embeddings": settings.head == "tied"}
    positions = {"learned": {"n_positions": settings.context}, "rotary": {"rope_theta": gpt.BASE}}
    return {**said, **positions.get(settings.positions, {})}


OBJECTIVE = Objective(
    key=KEY,
    order=2,
    label=Sentence("Next token", "Próximo token"),
    summary=Sentence(
        "A small GPT guesses each token from those before it; its input table is what opens.",
        "Um pequeno GPT adivinha cada token a partir dos anteriores; a tabela de entrada é a que abre.",
    ),
    paper="Radford, Narasimhan, Salimans & Sutskever 2018, Improving Language Understanding by Generative Pre-Training",
    Settings=Settings,
    run=NextToken,
    divisible=True,
    config=config,
)
