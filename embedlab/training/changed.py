"""Corpora changed on purpose, to see what a table owes to its text."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from embedlab.training.corpus import Corpus


def swapped(corpus: Corpus, a: str, b: str) -> Corpus:
    """The same sentences with two tokens in each other's place: each has the other's contexts."""
    other = {a: b, b: a}
    return replace(corpus, sentences=tuple(tuple(other.get(t, t) for t in sentence) for sentence in corpus.sentences))


def shuffled(corpus: Corpus, seed: int) -> Corpus:
    """All tokens dealt anew to sentences of the old lengths: every frequency stays, every context goes."""
    tokens = [token for sentence in corpus.sentences for token in sentence]
    Random(seed).shuffle(tokens)
    dealt = iter(tokens)
    return replace(corpus, sentences=tuple(tuple(next(dealt) for _ in sentence) for sentence in corpus.sentences))


def without(corpus: Corpus, a: str, b: str) -> Corpus:
    """The corpus without the sentences that hold both tokens."""
    return replace(corpus, sentences=tuple(kept for kept in corpus.sentences if a not in kept or b not in kept))
