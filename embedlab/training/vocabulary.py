"""The vocabulary of a corpus: its distinct tokens, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """tokens: distinct strings, row order. counts: (len(tokens),) int64, how often each occurs."""

    tokens: tuple[str, ...]
    counts: np.ndarray

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of every token."""
        return {token: row for row, token in enumerate(self.tokens)}


def of(sentences: Sequence[Sequence[str]]) -> Vocabulary:
    """Every token of the sentences; equally frequent ones in alphabetical order, so that the order is fixed."""
    counts = Counter(token for sentence in sentences for token in sentence)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Vocabulary(tuple(token for token, _ in ordered), np.array([count for _, count in ordered], dtype=np.int64))


def encode(sentences: Sequence[Sequence[str]], vocabulary: Vocabulary) -> list[np.ndarray]:
    """The ids of each sentence, int64. Every token must be in the vocabulary."""
    ids = vocabulary.ids
    return [np.array([ids[token] for token in sentence], dtype=np.int64) for sentence in sentences]
