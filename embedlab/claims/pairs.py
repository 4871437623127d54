"""Pairs of a token and one of its context: counted, and as a skip-gram table predicts them. numpy only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def counted(sentences: Sequence[np.ndarray], rows: int, window: int) -> np.ndarray:
    """(rows, rows) float64: how often id j stands at most `window` tokens from id i in a sentence."""
    flat = np.concatenate(sentences)
    sentence = np.repeat(np.arange(len(sentences)), [len(ids) for ids in sentences])
    counts = np.zeros(rows * rows)
    for apart in range(1, window + 1):
        together = sentence[:-apart] == sentence[apart:]
        counts += np.bincount((flat[:-apart] * rows + flat[apart:])[together], minlength=rows * rows)
    both = counts.reshape(rows, rows)
    return both + both.T


def noise(counts: np.ndarray) -> np.ndarray:
    """(rows,) the distribution of the negatives: frequencies to the power 3/4 (Mikolov et al. 2013, section 2.2)."""
    weights = counts.astype(np.float64) ** 0.75
    return weights / weights.sum()


def loss(table: np.ndarray, head: np.ndarray, pairs: np.ndarray, negatives: np.ndarray, k: float) -> float:
    """The exact mean loss of skip-gram per pair: `pairs` as counted, `k` negatives per pair from `negatives`."""
    scores = table.astype(np.float64) @ head.astype(np.float64).T
    true = (pairs * np.logaddexp(0, -scores)).sum()
    false = k * (pairs.sum(1)[:, None] * negatives * np.logaddexp(0, scores)).sum()
    return float((true + false) / pairs.sum())


def predicted(row: np.ndarray, head: np.ndarray, negatives: np.ndarray) -> np.ndarray:
    """(rows,) the share of each token among the contexts of the token of this row, as the table predicts it.

    At the optimum u.c = log(P(c|u) / (k P_n(c))) (Levy & Goldberg 2014, equation 7): P(c|u) goes as P_n(c) exp(u.c).
    """
    scores = head.astype(np.float64) @ row.astype(np.float64)
    weights = negatives * np.exp(scores - scores.max())
    return weights / weights.sum()
