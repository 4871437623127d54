"""How much of the corpus's ground truth a table shows, beside what a random table shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from embedlab.table import EmbeddingTable
from embedlab.training import lexicon
from embedlab.training.corpus import Corpus

K = 5
RANDOM_TABLES = 20  # the standard error of their mean is a quarter of the spread of one

Scores = dict[str, float | None]


def score(table: EmbeddingTable, corpus: Corpus) -> dict[str, Any] | None:
    """The scores, by name; None for a corpus without classes.

    class_purity_at_5: share of the 5 nearest nouns (cosine) of each noun that are of its class, averaged over nouns.
    topic_purity_at_5, look_purity_at_5: the same of topic and look, for the toy world.
    margin: cos(cat, dog) - cos(cat, Tuesday). centred_: the mean row of the whole table is taken off first.
    tree_spearman: rank correlation of the centred cosines of all pairs of nouns with the nearness in the class tree
    (same class 2, same superclass 1, else 0); tree_spearman_ceiling: the most that ties allow; tree_share: their ratio.
    random: mean and standard deviation of each over random tables N(0, 1/sqrt(d)) of the same shape.
    Words with two senses (`left_out`) count in no class. A score whose words the table lacks is None.
    """
    if corpus.language is None:
        return None
    truth = _Truth(table, corpus)
    random = [truth.measure(_random_vectors(table, seed)) for seed in range(RANDOM_TABLES)]
    return {
        **truth.measure(table.rows64(slice(None))),
        "k": K,
        "nouns": len(truth.ids),
        "left_out": list(lexicon.AMBIGUOUS[corpus.language]),
        "tree_spearman_ceiling": truth.ceiling,
        "random": {name: _spread([one[name] for one in random]) for name in random[0]},
    }


def _random_vectors(table: EmbeddingTable, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, table.n_dims**-0.5, table.vectors.shape)


def _spread(values: list[float | None]) -> dict[str, float] | None:
    known = [value for value in values if value is not None]
    return {"mean": float(np.mean(known)), "sd": float(np.std(known, ddof=1))} if known else None


class _Truth:
    """The nouns of a table, their classes, and the pairs that are spoken of."""

    def __init__(self, table: EmbeddingTable, corpus: Corpus) -> None:
        assert corpus.language is not None
        rows = [(row, corpus.classes[token]) for row, token in enumerate(table.tokens) if token in corpus.classes]
        self.ids = np.array([row for row, _ in rows], dtype=np.int64)
        classes = np.array([name for _, name in rows])
        parents = np.array([corpus.superclasses[name] for _, name in rows])
        self.same = classes[:, None] == classes
        named = {name: [of[table.tokens[row]] for row, _ in rows] for name, of in corpus.groups.items()}
        self.groups = {name: np.array(found)[:, None] == np.array(found) for name, found in named.items()}
        self.upper = np.triu_indices(len(rows), 1)
        tree = self.same.astype(int) + (parents[:, None] == parents)
        self.tree_ranks = _ranks(tree[self.upper])
        self.ceiling = _correlation(self.tree_ranks, np.argsort(np.argsort(self.tree_ranks, kind="stable")))
        ids = table.ids_by_token
        self.anchors = [ids[word][0] if word in ids else None for word in lexicon.ANCHORS[corpus.language]]
        self.names = lexicon.ANCHORS["en"]

    def measure(self, vectors: np.ndarray) -> Scores:
        """Every score of vectors (n_rows, d), float64."""
        centred = vectors - vectors.mean(0)
        raw, near, unlike = _cosine(vectors), _cosine(centred), self.names[1:]
        measured: Scores = {
            "class_purity_at_5": self._purity(vectors, self.same),
            "centred_class_purity_at_5": self._purity(centred, self.same),
        }
        measured |= {f"{name}_purity_at_5": self._purity(vectors, same) for name, same in self.groups.items()}
        for prefix, cosine in (("", raw), ("centred_", near)):
            values = {name: self._pair(cosine, other) for other, name in enumerate(unlike, start=1)}
            measured |= {f"{prefix}cos_cat_{name.lower()}": value for name, value in values.items()}
            dog, tuesday = values["dog"], values["Tuesday"]
            measured[f"{prefix}margin"] = None if dog is None or tuesday is None else dog - tuesday
        rho = self._tree(centred)
        return {**measured, "tree_spearman": rho, "tree_share": rho / self.ceiling}

    def _pair(self, cosine: Callable[[int, int], float], other: int) -> float | None:
        a, b = self.anchors[0], self.anchors[other]
        return None if a is None or b is None else cosine(a, b)

    def _unit(self, vectors: np.ndarray) -> np.ndarray:
        nouns = vectors[self.ids]
        return nouns / np.maximum(np.linalg.norm(nouns, axis=1, keepdims=True), 1e-300)

    def _purity(self, vectors: np.ndarray, same: np.ndarray) -> float:
        unit = self._unit(vectors)
        cosines = unit @ unit.T
        np.fill_diagonal(cosines, -np.inf)
        nearest = np.argsort(-cosines, axis=1, kind="stable")[:, :K]  # ties by lower id
        return float(np.take_along_axis(same, nearest, 1).mean())

    def _tree(self, vectors: np.ndarray) -> float:
        unit = self._unit(vectors)
        return _correlation(self.tree_ranks, _ranks((unit @ unit.T)[self.upper]))


def _cosine(vectors: np.ndarray) -> Callable[[int, int], float]:
    def cosine(a: int, b: int) -> float:
        u, v = vectors[a], vectors[b]
        return float(u @ v / max(np.linalg.norm(u) * np.linalg.norm(v), 1e-300))

    return cosine


def _ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 0; equal values share the mean of their ranks."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count + 1) / 2)[place]


def _correlation(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.corrcoef(a, b)[0, 1])


def with_truth(table: EmbeddingTable, corpus: Corpus) -> EmbeddingTable:
    """The table with the class of every noun, None for other words; untouched for an own text."""
    if not corpus.classes:
        return table
    return replace(table, classes=tuple(corpus.classes.get(token) for token in table.tokens))
