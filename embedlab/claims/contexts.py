"""Claims C25 and C26: one row for a word of two senses, what the layers above make of it, and which of them is asked.

Everything is computed in float64 from a model's tensors (`embedlab.training.gpt`), without torch.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from embedlab import tablefile
from embedlab.claims.outcome import Outcome
from embedlab.neighbours.search import search_all
from embedlab.table import EmbeddingTable, Provenance
from embedlab.training import grammar, senses
from embedlab.training.gpt import Model
from embedlab.training.senses import Sensed
from embedlab.wording import Language

ROW, PLACED = "input", "input + position"  # what goes into the first layer; the layers are "1", "2", ...
READ = 0.95  # of sentences whose noun the probe has not seen: the sense is read
RIDGE, STEPS = 1.0, 12  # the probe's penalty on its weights, and its steps of Newton: it stands after about 8
K = 5  # neighbours that are compared
POOLINGS: Mapping[str, Callable[[np.ndarray, int], np.ndarray]] = {
    "token": lambda states, place: states[:, place],
    "first": lambda states, place: states[:, 0],
    "last": lambda states, place: states[:, -1],
    "mean": lambda states, place: states.mean(1),
    "max": lambda states, place: states.max(1),
}  # of (S, T, dims), a sentence's states, (S, dims)


@dataclass(frozen=True, eq=False)
class Reader:
    """A model, and the ids of its tokens."""

    model: Model
    ids: Mapping[str, int]

    @classmethod
    def of(cls, model: Model, tokens: Sequence[str]) -> Reader:
        """The reader of a model whose vocabulary is `tokens`."""
        return cls(model, {token: row for row, token in enumerate(tokens)})

    @property
    def layers(self) -> tuple[str, ...]:
        """The names of the S states of a token, as a declaration writes them."""
        placed = (PLACED,) if self.model.architecture.positions in ("learned", "sinusoidal") else ()
        return (ROW, *placed, *(str(layer + 1) for layer in range(self.model.architecture.layers)))

    def states(self, tokens: Sequence[str]) -> np.ndarray:
        """(S, T, dims) float64: the row of each token, row plus position where they are added, each layer."""
        ids = [self.ids[token] for token in tokens]
        states = self.model.states(ids)
        rows = np.asarray(self.model.tensors[tablefile.INPUT][ids], np.float64)
        return states if PLACED not in self.layers else np.concatenate([rows[None], states])

    def digest(self, token: str) -> str:
        """sha-256 of the bytes of the row that the token looks up."""
        row = self.model.tensors[tablefile.INPUT][self.ids[token]]
        return hashlib.sha256(np.ascontiguousarray(row).tobytes()).hexdigest()


@dataclass(frozen=True, eq=False)
class Probe:
    """How well a line tells the senses apart in one state of the word.

    scores: (n,) log-odds of money, each from a probe that has not seen the sentence's noun.
    accuracy: share of sentences on their side of 0; a score of 0 counts half.
    gap: mean cosine of two sentences of one sense, less that of two of different senses; of centred states, 0 to 2.
    """

    scores: np.ndarray
    accuracy: float
    gap: float


@dataclass(frozen=True, eq=False)
class Reading:
    """The word's states in n sentences, probed. chance: what a guess of the more frequent sense gets right."""

    layers: tuple[str, ...]
    probes: tuple[Probe, ...]
    money: np.ndarray  # (n,) bool
    chance: float

    def of(self, layer: str) -> Probe:
        """The probe of one layer. Raises ValueError where the model has no such layer."""
        return self.probes[self.layers.index(layer)]


def read(reader: Reader, sentences: Sequence[Sensed], language: Language) -> Reading:
    """Probe each state of the word in the sentences; each noun is held out once, with others of its fold."""
    states = np.stack([reader.states(one.tokens)[:, one.place] for one in sentences], axis=1)  # (S, n, dims)
    money = np.array([one.sense == "money" for one in sentences])
    folds = np.array([senses.fold(one.noun, language) for one in sentences])
    probes = tuple(probe(layer, money, folds) for layer in states)
    return Reading(reader.layers, probes, money, float(max(money.mean(), 1 - money.mean())))


def probe(states: np.ndarray, money: np.ndarray, folds: np.ndarray) -> Probe:
    """Judge each fold of states (n, dims) by a logistic regression on the others. money, folds: (n,)."""
    scores = np.zeros(len(states))
    for held in np.unique(folds):
        known = folds != held
        scores[~known] = _fit(states[known], money[known])(states[~known])
    right = np.where(scores == 0, 0.5, (scores > 0) == money)
    return Probe(scores, float(right.mean()), gap(states, money))


def _fit(states: np.ndarray, money: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Logistic regression by Newton's steps, of standardised dimensions; its constant bears no penalty."""
    centre, spread = states.mean(0), states.std(0)
    spread = np.where(spread > 1e-9, spread, 1.0)  # a dimension that never differs says nothing

    def columns(these: np.ndarray) -> np.ndarray:
        return np.column_stack([(these - centre) / spread, np.ones(len(these))])

    x, weights = columns(states), np.zeros(states.shape[1] + 1)
    penalty = np.append(np.full(states.shape[1], RIDGE), 0.0)
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (odds - money) + penalty * weights
        bend = (x * (odds * (1 - odds))[:, None]).T @ x + np.diag(penalty)
        weights = weights - np.linalg.solve(bend, slope)
    return lambda these: columns(these) @ weights


def gap(states: np.ndarray, money: np.ndarray) -> float:
    """Half the squared distance of the senses' mean directions, for states (n, dims) about their mean.

    That is the mean cosine inside the senses less that between them, every pair counted, a sentence with itself too.
    States that are equal but for rounding have no direction.
    """
    centred = states - states.mean(0)
    norms = np.linalg.norm(centred, axis=1, keepdims=True)
    units = centred / np.where(norms > 1e-9, norms, np.inf)
    return float(((units[money].mean(0) - units[~money].mean(0)) ** 2).sum() / 2)


def first_read(reading: Reading) -> Outcome:
    """C25: where the sense is read first: in what goes in ("row"), the "first" layer, a "later" one, or "never"."""
    found = next((name for name, one in zip(reading.layers, reading.probes, strict=True) if one.accuracy >= READ), None)
    verdict = "never" if found is None else "row" if found in (ROW, PLACED) else "first" if found == "1" else "later"
    above = [one for name, one in zip(reading.layers, reading.probes, strict=True) if name not in (ROW, PLACED)]
    values = {"row": reading.of(ROW).accuracy, "first": above[0].accuracy, "best": max(one.accuracy for one in above)}
    gaps = max(one.gap for one in above)
    return Outcome(verdict, {**values, "chance": reading.chance, "gap": gaps, "layer": found or "–"})


def leak(reading: Reading) -> Outcome:
    """C25: what row plus position tells of the sense: "none" within two standard errors of chance, "some", or "all"."""
    row, placed, chance = reading.of(ROW).accuracy, reading.of(PLACED).accuracy, reading.chance
    margin = 2 * (chance * (1 - chance) / len(reading.money)) ** 0.5
    verdict = "all" if placed >= READ else "some" if placed > chance + margin else "none"
    return Outcome(verdict, {"row": row, "placed": placed, "chance": chance, "limit": chance + margin})


def places(sentences: Sequence[Sensed]) -> dict[int, dict[str, int]]:
    """How often each sense stands at each place of a sentence, the first being 1."""
    counts: dict[int, dict[str, int]] = {}
    for one in sorted(sentences, key=lambda one: one.place):
        counts.setdefault(one.place + 1, dict.fromkeys(senses.SENSES, 0))[one.sense] += 1
    return counts


@dataclass(frozen=True)
class Item:
    """A word in its sentence: what C26 compares."""

    tokens: tuple[str, ...]
    place: int

    @property
    def name(self) -> str:
        """The word, and the sentence it stands in."""
        return f"{self.tokens[self.place]} · {' '.join(self.tokens)}"


def items(sentences: Sequence[Sensed], language: Language) -> list[Item]:
    """The word in these sentences, then each noun of the toy corpus in the first sentence that has it."""
    found = {str(at): Item(one.tokens, one.place) for at, one in enumerate(sentences)}
    for template, words in grammar.sentences(2000, 0):
        tokens = grammar.render(template, words, language)
        for word in words.values():
            noun = getattr(word, language)
            if word.noun_class and noun in tokens and noun not in found:
                found[noun] = Item(tokens, tokens.index(noun))
    return list(found.values())


@dataclass(frozen=True, eq=False)
class Cell:
    """n items under one layer and pooling. order: (n - 1,) ids of the others, the nearest to item 0 first; cosines."""

    table: EmbeddingTable
    order: np.ndarray
    cosines: np.ndarray

    @property
    def nearest(self) -> np.ndarray:
        """(K,) ids of the nearest items."""
        return self.order[:K]

    @property
    def rank(self) -> int:
        """Where item 1 stands among the others, from 1."""
        return int(np.flatnonzero(self.order == 1)[0]) + 1

    @property
    def cosine(self) -> float:
        """The cosine of items 0 and 1."""
        return float(self.cosines[self.rank - 1])


def grid(reader: Reader, listed: Sequence[Item], source: str) -> dict[tuple[str, str], Cell]:
    """The neighbours of item 0 by cosine of raw states, under each (layer, pooling). source: the model's name."""
    states = [reader.states(item.tokens) for item in listed]
    names, cells = tuple(item.name for item in listed), {}
    for pooling, pool in POOLINGS.items():
        pooled = np.stack([pool(one, item.place) for one, item in zip(states, listed, strict=True)], axis=1)
        for layer, vectors in zip(reader.layers, pooled.astype(np.float32), strict=True):
            table = EmbeddingTable(vectors, names, Provenance(source, layer=layer, pooling=pooling))
            cells[layer, pooling] = _cell(table)
    return cells


def _cell(table: EmbeddingTable) -> Cell:
    found = search_all(table, 0, ("cosine",), table.n_rows - 1)["cosine"]
    return Cell(table, found.ids, found.values)


def same_lists(cells: Mapping[tuple[str, str], Cell]) -> Outcome:
    """C26: whether the K nearest are the "same" in every cell, only their "order" differs, or "others" are nearest."""
    lists = [tuple(cell.nearest.tolist()) for cell in cells.values()]
    verdict = "same" if len(set(lists)) == 1 else "order" if len(set(map(frozenset, lists))) == 1 else "others"
    shared = [len({*one} & {*other}) / K for one, other in combinations(lists, 2)]
    ranks = [cell.rank for cell in cells.values()]
    values = {"cells": len(lists), "lists": len(set(lists)), "shared": float(np.mean(shared))}
    return Outcome(verdict, {**values, "k": K, "low": min(ranks), "high": max(ranks)})
