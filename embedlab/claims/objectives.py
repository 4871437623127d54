"""One world, three objectives: what each calls similar (C23), and captions beside pictures in one space (C24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from embedlab.claims.outcome import Outcome
from embedlab.training import world
from embedlab.training.three import OBJECTIVES, Three, item_rows

K = 10
APART, STABLE = 0.25, 0.55  # overlap at K: across objectives at most, within one objective over seeds at least
FAR_ABOVE, OFTEN = 10, 3  # times chance: of the own picture, of one that looks alike
SWAPS, LEVEL = 199, 0.95
CHANCE = "chance"

Seeds = Sequence[np.ndarray]


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows (n, d) of length 1, float64; a zero row stays zero."""
    rows = np.asarray(rows, dtype=np.float64)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)


def words(three: Three) -> dict[str, tuple[np.ndarray, ...]]:
    """The rows of the world's words (items, d), centred by the whole table and of length 1, by objective and seed."""
    places = item_rows(three)
    return {
        name: tuple(unit((table - table.mean(0))[places]) for table in tables) for name, tables in three.tables.items()
    }


def nearest(rows: np.ndarray, k: int = K) -> np.ndarray:
    """The k nearest other rows of each by cosine, (n, k), the nearest first; ties by lower number. rows: unit."""
    cosine = rows @ rows.T
    np.fill_diagonal(cosine, -np.inf)
    return np.argsort(-cosine, axis=1, kind="stable")[:, :k]


def overlap(first: np.ndarray, second: np.ndarray) -> float:
    """Which share of its nearest rows a row has in both lists (n, k), on average."""
    shared = [len(np.intersect1d(a, b)) for a, b in zip(first, second, strict=True)]
    return float(np.mean(shared) / first.shape[1])


def overlaps(tables: Mapping[str, Seeds]) -> np.ndarray:
    """Overlap at K of every two objectives, in the order given; on the diagonal that of every two seeds of one."""
    lists = [[nearest(rows) for rows in seeds] for seeds in tables.values()]
    found = np.empty((len(lists), len(lists)))
    for a, b in product(range(len(lists)), repeat=2):
        pairs = combinations(lists[a], 2) if a == b else product(lists[a], lists[b])
        found[a, b] = np.mean([overlap(*pair) for pair in pairs])
    return found


def meanings(tables: Mapping[str, Seeds]) -> Outcome:
    """C23: do the objectives agree on who is near?

    Verdict "three" where any two share at most APART of their nearest K and each keeps at least STABLE of its own from
    seed to seed; "one" where any two share STABLE or more; else "undecided". tables: unit rows by objective and seed.
    Values: across (the most), within (the least), agree (the least across), chance, k.
    """
    shared = overlaps(tables)
    across = shared[~np.eye(len(shared), dtype=bool)]
    within, rows = float(shared.diagonal().min()), len(next(iter(tables.values()))[0])
    apart = across.max() <= APART and within >= STABLE
    verdict = "three" if apart else "one" if across.min() >= STABLE else "undecided"
    values = {"across": float(across.max()), "within": within, "agree": float(across.min())}
    return Outcome(verdict, {**values, "chance": K / (rows - 1), "k": K})


@dataclass(frozen=True, eq=False)
class Flip:
    """One word beside one of its class, one of its topic and one of its look, in the order of OBJECTIVES.

    cosines: (objectives, seeds, 3). Each objective should put its own in front: that of the diagonal.
    """

    word: int
    others: tuple[int, int, int]
    cosines: np.ndarray

    @property
    def in_every_seed(self) -> bool:
        """Whether each objective puts its own of the three first in every seed."""
        return bool((self.cosines.argmax(2) == np.arange(len(self.cosines))[:, None]).all())


def flip(tables: Mapping[str, Seeds], word: int, others: tuple[int, int, int]) -> Flip:
    """The cosines of a word with three others. tables: unit rows by objective and seed."""
    cosines = np.array([[rows[list(others)] @ rows[word] for rows in tables[name]] for name in OBJECTIVES])
    return Flip(word, others, cosines)


@dataclass(frozen=True, eq=False)
class Texts:
    """The distinct sentences of the world: their tokens, items, whether they ask, and their vectors by objective.

    vectors: (n, d) of the first seed, the mean of a sentence's rows, of length 1; and under CHANCE those of random
    rows, in which two sentences are near as far as they share words.
    """

    sentences: tuple[tuple[str, ...], ...]
    items: np.ndarray
    asks: np.ndarray
    vectors: Mapping[str, np.ndarray]


def texts(three: Three) -> Texts:
    """Every sentence of the world once, in the order of the items."""
    items, sentences, rows = _distinct(three)
    first = {name: seeds[0] for name, seeds in three.tables.items()}
    first[CHANCE] = np.random.default_rng(0).normal(size=first[OBJECTIVES[0]].shape)
    vectors = {name: _means(table, rows) for name, table in first.items()}
    return Texts(sentences, items, np.array([sentence[-1] == "?" for sentence in sentences]), vectors)


def _distinct(three: Three) -> tuple[np.ndarray, tuple[tuple[str, ...], ...], list[list[int]]]:
    """The item, the tokens and the rows of every sentence of the world, each once, in the order of the items."""
    built, places = world.build(three.language), {token: row for row, token in enumerate(three.tokens)}
    items, sentences = zip(*sorted(set(zip(built.items, built.sentences, strict=True))), strict=True)
    return np.array(items), sentences, [[places[token] for token in sentence] for sentence in sentences]


def _means(table: np.ndarray, rows: Sequence[Sequence[int]]) -> np.ndarray:
    """The mean of the rows of each sentence, (n, d), of length 1."""
    return unit(np.array([table[row].mean(0) for row in rows]))


def passage_first(found: Texts) -> dict[str, float]:
    """Of a question, a passage of its topic about another class, and a question about another of its class: how often
    the passage is the nearer, by objective. Over all such triples; ties count half.
    """
    codes = world.codes()
    kinds, topics = codes["kind"][found.items], codes["topic"][found.items]
    shares: dict[str, list[float]] = {name: [] for name in found.vectors}
    for question in np.flatnonzero(found.asks):
        passages = np.flatnonzero(~found.asks & (topics == topics[question]) & (kinds != kinds[question]))
        others = np.flatnonzero(found.asks & (kinds == kinds[question]) & (topics != topics[question]))
        for name, vectors in found.vectors.items():
            apart = (vectors[passages] @ vectors[question])[:, None] - vectors[others] @ vectors[question]
            shares[name].append(float((apart > 0).mean() + (apart == 0).mean() / 2))
    return {name: float(np.mean(values)) for name, values in shares.items()}


@dataclass(frozen=True, eq=False)
class OneSpace:
    """Words and pictures of one seed, row i of both of one item, (items, d) each, of length 1."""

    captions: np.ndarray
    patches: np.ndarray

    def hits(self, codes: np.ndarray) -> np.ndarray:
        """(items,) whether the picture nearest to a caption has its code."""
        return codes[(self.captions @ self.patches.T).argmax(1)] == codes

    @property
    def gap(self) -> float:
        """How far apart the mean caption and the mean picture are (Liang et al. 2022), where a vector has length 1."""
        return float(np.linalg.norm(self.captions.mean(0) - self.patches.mean(0)))

    def plane(self) -> tuple[np.ndarray, np.ndarray, float]:
        """Captions and pictures in the plane of their two principal components, (items, 2) each, and its share of the
        variance.
        """
        both = np.concatenate([self.captions, self.patches])
        centred = both - both.mean(0)
        _, sizes, ways = np.linalg.svd(centred, full_matrices=False)
        captions, patches = np.split(centred @ ways[:2].T, 2)
        return captions, patches, float((sizes[:2] ** 2).sum() / (sizes**2).sum())

    def gap_by_chance(self, seed: int = 0) -> float:
        """The gap that LEVEL of SWAPS draws stay below: caption and picture of each item swap or not, by chance."""
        random, apart = np.random.default_rng(seed), self.captions - self.patches
        signs = random.choice([-1.0, 1.0], (SWAPS, len(apart)))
        return float(np.quantile(np.linalg.norm(signs @ apart, axis=1) / len(apart), LEVEL))


def spaces(three: Three) -> tuple[OneSpace, ...]:
    """Captions and pictures of every seed; a caption is the mean of the sentences about its item."""
    items, _, rows = _distinct(three)
    made = []
    for table, patches in zip(three.tables["multimodal"], three.patches, strict=True):
        sentences = _means(table, rows)
        means = np.array([sentences[items == item].mean(0) for item in range(len(patches))])
        made.append(OneSpace(unit(means), unit(patches)))
    return tuple(made)


def own_picture(seeds: Sequence[OneSpace]) -> Outcome:
    """C24: is the picture nearest to a caption its own?

    Verdict "own" where its share is at least FAR_ABOVE times chance in every seed; else "alike" where the nearest has
    the caption's look at least OFTEN times as often as by chance, in every seed; else "chance".
    Values: own (the least over seeds), chance, look, by_look (chance of the look), gap (mean), swapped (mean of the
    gap that 95 % of swaps stay below), items.
    """
    looks = world.codes()["look"]
    n = len(looks)
    own = min(float(one.hits(np.arange(n)).mean()) for one in seeds)
    look = min(float(one.hits(looks).mean()) for one in seeds)
    by_look = float((looks[:, None] == looks).mean())
    verdict = "own" if own >= FAR_ABOVE / n else "alike" if look >= OFTEN * by_look else "chance"
    gap, swapped = (float(np.mean(values)) for values in zip(*((s.gap, s.gap_by_chance()) for s in seeds), strict=True))
    values = {"own": own, "chance": 1 / n, "look": look, "by_look": by_look, "gap": gap, "swapped": swapped}
    return Outcome(verdict, {**values, "items": n})
