"""A small GPT in numpy: what its tensors are called, and its states layer by layer.

It needs no torch, so a page may run it. The training computes the same in torch (`gpt_gradient`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from embedlab import tablefile
from embedlab.errors import QueryError, TrainingError

POSITIONS = "position_table.weight"  # (context, dims), where positions are learned
MASK = "mask_row"  # (dims,), stands in for a hidden token where attention looks both ways
LAST_NORM = "norm.weight"  # (dims,), before the head
BASE = 10_000.0  # of the wavelengths (Vaswani et al. 2017, section 3.5; Su et al. 2021, section 3.2)
EPSILON = 1e-5  # of the layer norm (Ba, Kiros & Hinton 2016)


@dataclass(frozen=True)
class Architecture:
    """Everything that settles which tensors there are. positions: none, learned, sinusoidal or rotary."""

    rows: int
    dims: int
    layers: int
    heads: int
    context: int
    positions: str
    causal: bool
    tied: bool

    @property
    def head_dims(self) -> int:
        """Dimensions of one attention head."""
        return self.dims // self.heads

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Name -> shape of every trained tensor. A matrix is stored as (outputs, inputs)."""
        d = self.dims
        shapes: dict[str, tuple[int, ...]] = {tablefile.INPUT: (self.rows, d)}
        if not self.tied:
            shapes[tablefile.OUTPUT] = (self.rows, d)
        if self.positions == "learned":
            shapes[POSITIONS] = (self.context, d)
        if not self.causal:
            shapes[MASK] = (d,)
        for layer in range(self.layers):
            block = block_names(layer)
            shapes |= {block.norm: (d,), block.qkv: (3 * d, d), block.out: (d, d)}
            shapes |= {block.mlp_norm: (d,), block.up: (4 * d, d), block.down: (d, 4 * d)}
        return {**shapes, LAST_NORM: (d,)}


@dataclass(frozen=True)
class Block:
    """The names of one block's tensors. qkv: queries above keys above values."""

    norm: str
    qkv: str
    out: str
    mlp_norm: str
    up: str
    down: str


def block_names(layer: int) -> Block:
    """The names of a block's tensors, the first block being 0."""
    parts = ("attention_norm", "attention.query_key_value", "attention.out", "mlp_norm", "mlp.up", "mlp.down")
    return Block(*(f"blocks.{layer}.{part}.weight" for part in parts))


@dataclass(frozen=True, eq=False)
class Attention:
    """What every head of every layer did with a sentence of T tokens, all float64.

    queries, keys: (layers, heads, T, dims / heads), turned by their places where positions are rotary.
    scores: (layers, heads, T, T), queries . keys / sqrt(dims / heads); -inf where a causal model may not look.
    weights: (layers, heads, T, T), softmax of the scores: each row sums to 1 (Vaswani et al. 2017, equation 1).
    """

    queries: np.ndarray
    keys: np.ndarray
    scores: np.ndarray
    weights: np.ndarray


@dataclass(frozen=True, eq=False)
class Model:
    """A trained model. tensors: by the names of `Architecture.shapes`; they are computed with in float64."""

    architecture: Architecture
    tensors: Mapping[str, np.ndarray]
    _double: dict[str, np.ndarray] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        double = {name: np.asarray(self.tensors[name], np.float64) for name in self.architecture.shapes()}
        object.__setattr__(self, "_double", double)

    def states(self, ids: Sequence[int] | np.ndarray) -> np.ndarray:
        """(layers + 1, T, dims) float64: row plus position of each token, then what each block makes of them.

        Learned positions end with the context; all others reach any length.
        Raises TrainingError `training.context_exceeded`, `training.no_tokens`; QueryError `query.id_out_of_range`.
        """
        return self._run(ids)[0]

    def attention(self, ids: Sequence[int] | np.ndarray) -> Attention:
        """Queries, keys, scores and weights of every head, from the pass that `states` makes. Raises as `states`."""
        return Attention(*map(np.stack, zip(*self._run(ids)[1], strict=True)))

    def scores(self, state: np.ndarray) -> np.ndarray:
        """(T, rows): what the head says of the last of the states, (T, dims); softmax makes probabilities of it."""
        head = self._double[tablefile.INPUT if self.architecture.tied else tablefile.OUTPUT]
        return _norm(state, self._double[LAST_NORM]) @ head.T

    def _run(self, ids: Sequence[int] | np.ndarray) -> tuple[np.ndarray, list[tuple[np.ndarray, ...]]]:
        ids = self._checked(np.asarray(ids, dtype=np.int64).ravel())
        place = np.arange(len(ids))
        states, heads = [self._double[tablefile.INPUT][ids]], []
        if self.architecture.positions == "learned":
            states[0] = states[0] + self._double[POSITIONS][place]
        if self.architecture.positions == "sinusoidal":
            states[0] = states[0] + sinusoid(place, self.architecture.dims)
        for layer in range(self.architecture.layers):
            state, head = self._block(states[-1], place, block_names(layer))
            states.append(state)
            heads.append(head)
        return np.stack(states), heads

    def _checked(self, ids: np.ndarray) -> np.ndarray:
        shape = self.architecture
        if not len(ids):
            raise TrainingError("training.no_tokens")
        if shape.positions == "learned" and len(ids) > shape.context:
            raise TrainingError("training.context_exceeded", tokens=len(ids), context=shape.context)
        outside = ids[(ids < 0) | (ids >= shape.rows)]
        if len(outside):
            raise QueryError("query.id_out_of_range", id=int(outside[0]), rows=shape.rows, highest=shape.rows - 1)
        return ids

    def _block(self, x: np.ndarray, place: np.ndarray, names: Block) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        shape, tensors = self.architecture, self._double
        mixed = _norm(x, tensors[names.norm]) @ tensors[names.qkv].T
        q, k, v = mixed.reshape(len(x), 3, shape.heads, shape.head_dims).transpose(1, 2, 0, 3)  # each (H, T, d / H)
        if shape.positions == "rotary":
            q, k = rotate(q, place), rotate(k, place)
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(shape.head_dims)  # (H, T, T)
        if shape.causal:
            scores = np.where(place[:, None] >= place, scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        x = x + (weights @ v).transpose(1, 0, 2).reshape(x.shape) @ tensors[names.out].T
        # ReLU as in Vaswani et al. 2017; the GELU of GPT-2 would cost a fifth of the training time here.
        active = np.maximum(_norm(x, tensors[names.mlp_norm]) @ tensors[names.up].T, 0)  # (T, 4d)
        return x + active @ tensors[names.down].T, (q, k, scores, weights)


def sinusoid(places: np.ndarray, dims: int) -> np.ndarray:
    """(T, dims) float64 of places (T,): sin(p / 10000^(2i/d)) in dimension 2i, its cosine in 2i + 1. dims is even.

    Vaswani et al. 2017, section 3.5. The product of two rows depends on their distance alone.

    >>> sinusoid(np.array([0]), 4).tolist()
    [[0.0, 1.0, 0.0, 1.0]]
    """
    turns = angles(places, dims)
    return np.stack([np.sin(turns), np.cos(turns)], -1).reshape(len(places), dims)


def rotate(vectors: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Queries or keys (..., T, e) turned by their places (T,): dimensions i and i + e/2 by p / 10000^(2i/e). e is even.

    Su et al. 2021, equation 15. Norms stay, and the product of two depends on the distance of their places alone.
    """
    turns = angles(places, vectors.shape[-1])
    cos, sin = np.cos(turns), np.sin(turns)  # (T, e / 2)
    first, second = np.split(vectors, 2, axis=-1)
    return np.concatenate([first * cos - second * sin, first * sin + second * cos], axis=-1)


def angles(places: np.ndarray, dims: int) -> np.ndarray:
    """(T, dims / 2) float64: the angle of each pair of dimensions at each place, p / 10000^(2i/dims)."""
    return np.asarray(places, np.float64)[:, None] / BASE ** (np.arange(0, dims, 2) / dims)


def _norm(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON) * weight
