"""b - a + c: is the row nearest to it the fourth word of two pairs (a, b) and (c, d)? (C27)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embedlab.claims.outcome import Outcome
from embedlab.neighbours import METRICS, Usable, scan
from embedlab.neighbours.metric import Metric
from embedlab.table import EmbeddingTable

SHUFFLES = 9
_ASKED, _SHUFFLED = 2e7, 3e6  # rows compared for all questions of a relation, and of one shuffle of it
ANALOGY, WORD_C = (-1, 1, 1), (0, 0, 1)  # signs of a, b and c
_SCORES = 2**21  # in memory at once
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Score:
    """Shares of the questions under one metric.

    hits: the fourth word was nearest, once the three words of the question were left out; hits_among_all: with them;
    inputs: one of the three was nearest. c_alone: the fourth word is nearest to c itself, the three left out (Linzen
    2016, arXiv 1606.07736). shuffled: `hits` where the second words were dealt out anew, one share each.
    """

    hits: float
    hits_among_all: float
    inputs: float
    c_alone: float
    shuffled: tuple[float, ...]

    @property
    def baseline(self) -> float:
        """The mean of the shuffled shares."""
        return sum(self.shuffled) / len(self.shuffled)

    @property
    def above_chance(self) -> bool:
        """More hits than any shuffle had."""
        return self.hits > max(self.shuffled)


@dataclass(frozen=True, eq=False)
class Analogies:
    """How many questions were asked, and how each metric answered."""

    questions: int
    by_metric: Mapping[str, Score]

    def outcome(self, metric: str = "cosine") -> Outcome:
        """C27: which row is nearest to b - a + c, mostly, with nothing left out?

        Verdict "input" or "fourth", whichever share is larger, or "other" where the rest is more than either.
        Values: questions, and the shares inputs, hits_among_all, hits, baseline.
        """
        score = self.by_metric[metric]
        shares = {"input": score.inputs, "fourth": score.hits_among_all}
        shares["other"] = 1 - sum(shares.values())
        values = {"inputs": score.inputs, "hits_among_all": score.hits_among_all, "hits": score.hits}
        word = max(shares, key=shares.__getitem__)
        return Outcome(word, {"questions": self.questions, **values, "baseline": score.baseline})


def ask(table: EmbeddingTable, pairs: Pairs, usable: Usable | None = None, seed: int = 0) -> Analogies:
    """All questions that two pairs of four different words make; a sample where these are very many.

    One vector is asked for under every metric, of the rows as they are. Zero rows are left out where the metric needs
    a direction, and rows that are not finite always. pairs: ids, at least two pairs of four different rows.
    """
    nearest = _Nearest(table, usable or scan(table), pairs)
    random = np.random.default_rng(seed)
    asked = _questions(np.array(pairs), int(_ASKED / table.n_rows), random)
    found = {key: nearest.answers(asked, metric) for key, metric in METRICS.items()}
    shuffled: dict[str, list[float]] = {key: [] for key in METRICS}
    for _ in range(SHUFFLES):
        dealt = np.column_stack([np.array(pairs)[:, 0], random.permutation(np.array(pairs)[:, 1])])
        some = _questions(dealt, int(_SHUFFLED / table.n_rows), random)
        for key, metric in METRICS.items():
            shuffled[key].append(_share(nearest.answers(some, metric)[1], some))
    alone = {key: _share(nearest.answers(asked, metric, WORD_C)[1], asked) for key, metric in METRICS.items()}
    scores = {key: _score(asked, *found[key], alone[key], tuple(shuffled[key])) for key in METRICS}
    return Analogies(len(asked), scores)


def _score(
    asked: np.ndarray, nearest: np.ndarray, without: np.ndarray, c_alone: float, shuffled: tuple[float, ...]
) -> Score:
    inputs = float((nearest[:, None] == asked[:, :3]).any(axis=1).mean())
    return Score(_share(without, asked), _share(nearest, asked), inputs, c_alone, shuffled)


def _share(answers: np.ndarray, asked: np.ndarray) -> float:
    """Of the answers (q,), those that are the fourth word; a shuffle may leave no question."""
    return float((answers == asked[:, 3]).mean()) if len(asked) else 0.0


def _questions(pairs: np.ndarray, most: int, random: np.random.Generator) -> np.ndarray:
    """a, b, c, d (q, 4) of every two pairs (m, 2) of four different words; a sample of `most` of them, 32 at least."""
    m = len(pairs)
    first, second = np.divmod(np.flatnonzero(~np.eye(m, dtype=bool)), m)
    asked = np.column_stack([pairs[first], pairs[second]])
    ordered = np.sort(asked, axis=1)
    asked = asked[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    most = max(32, most)
    return asked if len(asked) <= most else asked[np.sort(random.choice(len(asked), most, replace=False))]


class _Nearest:
    """The row nearest to b - a + c: its products with all rows are sums of those of the words, made once."""

    def __init__(self, table: EmbeddingTable, usable: Usable, pairs: Pairs) -> None:
        words = np.unique(np.array(pairs))
        self.place = {int(row): place for place, row in enumerate(words)}
        self.usable, self.norms = usable, usable.norms
        rows = table.rows64(words)  # (w, d)
        step = max(1, 2**22 // table.n_dims)
        starts = range(0, table.n_rows, step)
        with np.errstate(all="ignore"):
            parts = [rows @ table.rows64(slice(start, start + step)).T for start in starts]
        self.products = np.concatenate(parts, axis=1)  # (w, n)

    def answers(
        self, asked: np.ndarray, metric: Metric, signs: tuple[int, int, int] = ANALOGY
    ) -> tuple[np.ndarray, np.ndarray]:
        """The nearest row to each question (q, 4), and the nearest besides its first three words: (q,), (q,).

        signs: of a, b and c in the vector that is asked for.
        """
        found, step = [np.empty((2, 0), np.int64)], max(1, _SCORES // len(self.norms))
        for start in range(0, len(asked), step):
            some = asked[start : start + step, :3]
            scores = self._scores(some, metric, signs)
            among_all = scores.argmax(axis=1)
            np.put_along_axis(scores, some, -np.inf, axis=1)
            found.append(np.stack([among_all, scores.argmax(axis=1)]))
        nearest, without = np.concatenate(found, axis=1)
        return nearest, without

    def _scores(self, words: np.ndarray, metric: Metric, signs: tuple[int, int, int]) -> np.ndarray:
        """How near the sum of the words (q, 3) is to every row, (q, n), larger is nearer."""
        places = np.vectorize(self.place.__getitem__)(words).T
        with np.errstate(all="ignore"):
            raw = np.tensordot(signs, self.products[places], 1)
            if metric.kernel == "sqeuclidean":
                raw = self.norms**2 - 2 * raw  # but for the query's own square, which changes no order
            scores = metric.nearness(raw, self.norms, 1.0)
        scores[:, self.usable.excluded(metric)] = -np.inf
        return scores
