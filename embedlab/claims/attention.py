"""Attention scores of one sentence: what they are made of, and one of them worked out number by number (C12)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from embedlab.claims.outcome import Outcome
from embedlab.neighbours import METRICS
from embedlab.training.gpt import Attention

SAME = 1e-9  # relative to the largest score
SUMS = 1e-12  # how far a row of weights may sum from 1


@dataclass(frozen=True)
class Cell:
    """One score worked out: the sum of the products of query and key, number by number, and what softmax makes of it.

    product: q.k; scaled: over sqrt(dims of a head); total: the sum of exp(scaled) over all tokens that may be seen;
    weight: exp(scaled) / total. score, held: what the model holds at this place, before and after softmax.
    """

    products: tuple[float, ...]
    product: float
    scaled: float
    total: float
    weight: float
    score: float
    held: float

    @property
    def agrees(self) -> bool:
        """Whether both are what the model holds, to SAME."""
        return abs(self.scaled - self.score) <= SAME * max(1, abs(self.score)) and abs(self.weight - self.held) <= SAME


def work_out(found: Attention, layer: int, head: int, query: int, key: int) -> Cell:
    """The score with which the token at place `query` looks at the one at place `key`: plain sums, no matrix.

    The key must be one that the query may look at.
    """
    q = found.queries[layer, head, query].tolist()
    scores = found.scores[layer, head, query].tolist()
    seen = [place for place, score in enumerate(scores) if score > -math.inf]
    scaled = {place: _products(q, found.keys[layer, head, place].tolist()) for place in seen}
    size = math.sqrt(len(q))
    total = sum(math.exp(sum(parts) / size) for parts in scaled.values())
    parts = scaled[key]
    value = sum(parts) / size
    held = float(found.weights[layer, head, query, key])
    return Cell(tuple(parts), sum(parts), value, total, math.exp(value) / total, scores[key], held)


def _products(q: list[float], k: list[float]) -> list[float]:
    return [a * b for a, b in zip(q, k, strict=True)]


def made_of(found: Attention, rows: np.ndarray) -> Outcome:
    """C12: which formula gives the scores of every head, at every place that may be seen, to SAME of the largest?

    Verdict "scaled", q.k over the root of the head's dimensions; "product", q.k; "cosine" of q and k; "rows", the dot
    product of the tokens' rows (T, d) in the table; "other" where none does. Values: tokens, cells, dims of a head,
    and off, the largest distance of a row of weights from a sum of 1.
    """
    seen = found.scores > -np.inf
    scores, size = found.scores[seen], found.queries.shape[-1] ** 0.5
    q, k = found.queries[..., :, None, :], found.keys[..., None, :, :]
    product = METRICS["dot"].values64(q, k)  # (L, H, T, T)
    by_rows = np.broadcast_to(METRICS["dot"].values64(rows[:, None], rows[None]), product.shape)
    ways = {"scaled": product / size, "product": product, "cosine": METRICS["cosine"].values64(q, k), "rows": by_rows}
    limit = SAME * np.abs(scores).max()
    verdict = next((name for name, made in ways.items() if np.abs(made[seen] - scores).max() <= limit), "other")
    off = float(np.abs(found.weights.sum(axis=-1) - 1).max())
    return Outcome(
        verdict, {"tokens": len(rows), "cells": int(seen.sum()), "off": off, "dims": found.queries.shape[-1]}
    )
