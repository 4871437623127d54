"""Loss and gradient of the small GPT in torch, with gradients written out by hand.

Without autograd no graph is built, every gradient is written where the optimiser reads it, and the job host, which
takes a step before it forks, starts none of autograd's threads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from embedlab import tablefile
from embedlab.training import gpt
from embedlab.training.adam import take
from embedlab.training.gpt import Architecture, Block

if TYPE_CHECKING:
    import torch


@dataclass
class _Kept:
    """What a block's backward pass needs of its forward pass. Norms: (normed, mean, 1 / standard deviation)."""

    x: torch.Tensor  # (BT, d)
    normed: tuple[torch.Tensor, ...]
    qkv: torch.Tensor  # (3, HB, T, e), rotated
    weights: torch.Tensor  # (HB, T, T)
    mixed: torch.Tensor  # (BT, d)
    middle: torch.Tensor  # (BT, d), after attention
    mlp_normed: tuple[torch.Tensor, ...]
    active: torch.Tensor  # (BT, 4d)


class Network:
    """All trained numbers in one row, `numbers`, and their gradient in another; `tensors`, `gradients` are views.

    So the optimiser and a snapshot are a few operations over one tensor, whatever the number of layers.
    """

    def __init__(self, architecture: Architecture, device: str, dtype: torch.dtype | None = None) -> None:
        import torch

        self.shape, self.shapes = architecture, architecture.shapes()
        size = sum(map(math.prod, self.shapes.values()))
        self.numbers, self.gradient = torch.zeros(2, size, device=device, dtype=dtype or torch.float32)
        self.tensors, self.gradients = self._views(self.numbers), self._views(self.gradient)
        self.head = tablefile.INPUT if architecture.tied else tablefile.OUTPUT
        self.blocks = [gpt.block_names(layer) for layer in range(architecture.layers)]
        place = np.arange(architecture.context)
        self.fixed = self._constant(gpt.sinusoid(place, architecture.dims))  # (T, d)
        turns = gpt.angles(place, architecture.head_dims)
        self.cos, self.sin = self._constant(np.cos(turns)), self._constant(np.sin(turns))  # (T, e / 2)
        later = place[:, None] < place if architecture.causal else np.zeros((len(place),) * 2, dtype=bool)
        self.hidden = self._constant(np.where(later, -np.inf, 0.0))  # (T, T), added to the scores

    def _constant(self, values: np.ndarray) -> torch.Tensor:
        import torch

        return torch.from_numpy(values).to(self.numbers.device, self.numbers.dtype)

    def _views(self, numbers: torch.Tensor) -> dict[str, torch.Tensor]:
        parts = numbers.split([math.prod(shape) for shape in self.shapes.values()])
        return {name: part.view(shape) for (name, shape), part in zip(self.shapes.items(), parts, strict=True)}

    def load(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Take the values of every tensor. Raises KeyError or ValueError where one is missing or has another shape."""
        for name, tensor in self.tensors.items():
            take(tensor, name, tensors[name])

    def step(
        self,
        ids: torch.Tensor,
        targets: torch.Tensor,
        hide: torch.Tensor | None,
        with_loss: bool,
        guessed: int | None = None,
    ) -> torch.Tensor | None:
        """Fill `gradient` with that of the mean loss, and return that loss where it is asked for.

        ids, targets: (B, T). hide: (B, T) bool, the tokens that the mask row replaces; they alone are predicted.
        Without it every target is. Loss: mean of -log softmax(scores)[target]. guessed: over how many tokens the mean
        goes, where these are but a part of them; gradient and loss are then their part of both.
        """
        shape, tensors, gradients = self.shape, self.tensors, self.gradients
        if guessed is None:
            guessed = ids.numel() if hide is None else int(hide.sum())
        batch, flat = len(ids), ids.flatten()
        x, kept = self._embed(flat, hide), []
        for names in self.blocks:
            x, one = self._forward(x, names)
            kept.append(one)
        normed = self._norm(x, tensors[gpt.LAST_NORM])
        scores, loss = self._surprise(normed[0] @ tensors[self.head].T, targets.flatten(), hide, with_loss, guessed)
        gradients[tablefile.INPUT].zero_()
        _product(scores.T, normed[0], gradients[self.head])
        back = self._norm_back(scores @ tensors[self.head], x, normed, gpt.LAST_NORM)
        for names, one in zip(reversed(self.blocks), reversed(kept), strict=True):
            back = self._backward(back, one, names)
        if shape.positions == "learned":
            gradients[gpt.POSITIONS].copy_(back.view(batch, shape.context, shape.dims).sum(0))
        if hide is not None:
            hidden = hide.flatten()[:, None]
            gradients[gpt.MASK].copy_((back * hidden).sum(0))
            back = back.masked_fill(hidden, 0)
        gradients[tablefile.INPUT].index_add_(0, flat, back)
        return loss

    def _embed(self, flat: torch.Tensor, hide: torch.Tensor | None) -> torch.Tensor:
        import torch

        shape = self.shape
        x = self.tensors[tablefile.INPUT].index_select(0, flat)  # (BT, d)
        if hide is not None:
            x = torch.where(hide.flatten()[:, None], self.tensors[gpt.MASK], x)
        added = {"learned": self.tensors.get(gpt.POSITIONS), "sinusoidal": self.fixed}.get(shape.positions)
        return x if added is None else (x.view(-1, shape.context, shape.dims) + added).view(-1, shape.dims)

    def _surprise(
        self,
        scores: torch.Tensor,
        targets: torch.Tensor,
        hide: torch.Tensor | None,
        with_loss: bool,
        guessed: int,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """The gradient of the mean loss by the scores, (BT, rows), and the loss."""
        chosen = targets[:, None]
        if hide is None:
            share = scores.new_full((len(scores), 1), 1 / guessed)
        else:
            share = hide.flatten()[:, None].to(scores.dtype) / max(1, guessed)  # a small batch may hide nothing
        loss = None
        if with_loss:
            loss = ((scores.logsumexp(-1, keepdim=True) - scores.gather(1, chosen)) * share).sum()
        return scores.softmax(-1).mul_(share).scatter_add_(1, chosen, -share), loss

    def _forward(self, x: torch.Tensor, names: Block) -> tuple[torch.Tensor, _Kept]:
        import torch

        tensors, width = self.tensors, self.shape.head_dims
        normed = self._norm(x, tensors[names.norm])
        # A product per head leaves each head's rows in one piece, so that nothing is copied.
        each = tensors[names.qkv].view(3 * self.shape.heads, width, -1)  # (3H, e, d)
        qkv = torch.matmul(normed[0], each.transpose(1, 2)).view(3, -1, self.shape.context, width)  # (3, HB, T, e)
        if self.shape.positions == "rotary":
            self._turn(qkv[:2], self.sin)
        scores = torch.baddbmm(self.hidden, qkv[0], qkv[1].transpose(1, 2), alpha=width**-0.5)
        weights = scores.softmax(-1)
        mixed = self._together(torch.bmm(weights, qkv[2])[None])
        middle = torch.addmm(x, mixed, tensors[names.out].T)
        mlp_normed = self._norm(middle, tensors[names.mlp_norm])
        active = torch.mm(mlp_normed[0], tensors[names.up].T).relu_()
        last = torch.addmm(middle, active, tensors[names.down].T)
        return last, _Kept(x, normed, qkv, weights, mixed, middle, mlp_normed, active)

    def _backward(self, back: torch.Tensor, kept: _Kept, names: Block) -> torch.Tensor:
        """The gradient by the block's input, (BT, d), from that by its output; the weights' own are written."""
        import torch

        tensors, gradients = self.tensors, self.gradients
        _product(back.T, kept.active, gradients[names.down])
        up = torch.ops.aten.threshold_backward(back @ tensors[names.down], kept.active, 0)  # of the ReLU
        _product(up.T, kept.mlp_normed[0], gradients[names.up])
        back = back + self._norm_back(up @ tensors[names.up], kept.middle, kept.mlp_normed, names.mlp_norm)
        _product(back.T, kept.mixed, gradients[names.out])
        by_mixed = (back @ tensors[names.out]).view(-1, self.shape.heads, self.shape.head_dims)
        qkv = self._attention_back(by_mixed.transpose(0, 1).reshape(kept.qkv.shape[1:]), kept)
        _product(qkv.T, kept.normed[0], gradients[names.qkv])
        return back + self._norm_back(qkv @ tensors[names.qkv], kept.x, kept.normed, names.norm)

    def _attention_back(self, back: torch.Tensor, kept: _Kept) -> torch.Tensor:
        """The gradient by queries, keys and values, (BT, 3d), from that by what attention mixed, (HB, T, e)."""
        import torch

        (q, k, v), weights = kept.qkv, kept.weights
        out = torch.empty_like(kept.qkv)
        torch.bmm(weights.transpose(1, 2), back, out=out[2])
        by_weights = torch.bmm(back, v.transpose(1, 2))
        scores = torch.ops.aten._softmax_backward_data(by_weights, weights, -1, weights.dtype)
        scores.mul_(self.shape.head_dims**-0.5)
        torch.bmm(scores, k, out=out[0])
        torch.bmm(scores.transpose(1, 2), q, out=out[1])
        if self.shape.positions == "rotary":  # a turn's transpose is the turn back
            self._turn(out[:2], -self.sin)
        return self._together(out)

    def _turn(self, vectors: torch.Tensor, sin: torch.Tensor) -> None:
        """`gpt.rotate` of (..., T, e), in place."""
        first, second = vectors.chunk(2, -1)
        turned = first * self.cos - second * sin
        second.mul_(self.cos).addcmul_(first, sin)
        first.copy_(turned)

    def _together(self, heads: torch.Tensor) -> torch.Tensor:
        """(parts, HB, T, e) -> (BT, parts * d): the heads of a token side by side."""
        shape, parts = self.shape, len(heads)
        apart = heads.view(parts * shape.heads, -1, shape.head_dims)  # (parts * H, BT, e)
        return apart.transpose(0, 1).reshape(-1, parts * shape.dims)

    def _norm(self, x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
        import torch

        return torch.native_layer_norm(x, (self.shape.dims,), weight, None, gpt.EPSILON)

    def _norm_back(self, back: torch.Tensor, x: torch.Tensor, normed: tuple[torch.Tensor, ...], name: str) -> Any:
        import torch

        _, mean, scale = normed
        arguments = (back, x, (self.shape.dims,), mean, scale, self.tensors[name], None, (True, True, False))
        by_x, by_weight, _ = torch.ops.aten.native_layer_norm_backward(*arguments)
        self.gradients[name].copy_(by_weight)
        return by_x


def _product(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> None:
    import torch

    torch.mm(a, b, out=out)
