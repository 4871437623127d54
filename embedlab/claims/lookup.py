"""A table is looked up: rows, one-hot products, labels, and the length of random starts (C01 to C04)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from embedlab import tablefile
from embedlab.claims.outcome import Outcome
from embedlab.errors import QueryError
from embedlab.table import EmbeddingTable
from embedlab.training.gpt import Model

Layer = Callable[[np.ndarray, int], np.ndarray]  # a table (V, d) and an id give a vector (d,)

ROUNDING = 1e-6  # of float32, relative to the largest value of the row
SAME = 1e-6  # how far scores and loss may move, C03
NEAR = 0.01  # share of a length, C04
SHUFFLES = 99
_REPEATS = 5
_BLOCK = 2**20  # values drawn at a time


def pick(vectors: np.ndarray, row: int) -> np.ndarray:
    """The whole layer: a copy of one row (d,) of a table (V, d). Raises QueryError `query.id_out_of_range`."""
    if not 0 <= row < len(vectors):
        raise QueryError("query.id_out_of_range", id=row, rows=len(vectors), highest=len(vectors) - 1)
    return np.array(vectors[row])


def multiply(vectors: np.ndarray, row: int) -> np.ndarray:
    """One-hot times table, (d,): V * d products, of which all but d are with 0."""
    one_hot = np.zeros(len(vectors), vectors.dtype)
    one_hot[row] = 1
    with np.errstate(invalid="ignore"):  # 0 * inf is NaN: that is what is to be seen
        return one_hot @ vectors


def copies(vectors: np.ndarray, layer: Layer = pick) -> Outcome:
    """C01: for every id, are the bytes that the layer gives those which the table holds at its place?

    Verdict "copy" where all are, else "computed". vectors: (V, d). Values: rows, dims, equal, bytes of a row.
    """
    held, size = memoryview(np.ascontiguousarray(vectors).tobytes()), vectors.shape[1] * vectors.itemsize
    equal = sum(
        layer(vectors, row).tobytes() == held[row * size : (row + 1) * size].tobytes() for row in range(len(vectors))
    )
    values = {"rows": len(vectors), "dims": vectors.shape[1], "equal": equal, "bytes": size}
    return Outcome("copy" if equal == len(vectors) else "computed", values)


def other_row(rows: int, row: int) -> int:
    """Another row of a table of so many: the next, or the first after the last."""
    return (row + 1) % rows


def with_nan(vectors: np.ndarray, row: int) -> np.ndarray:
    """A copy of the table (V, d) in which `other_row` is NaN."""
    spoilt = vectors.copy()
    spoilt[other_row(len(vectors), row)] = np.nan
    return spoilt


def one_hot(vectors: np.ndarray, row: int) -> Outcome:
    """C02: how far is the product from the row? vectors: (V, d) float32.

    Verdict "equal" at a difference of 0, "rounding" up to ROUNDING, else "apart", a NaN among the differences included.
    A zero's sign may differ: 0 and -0 are equal. Values: difference, spoilt (numbers of the product that are NaN).
    """
    product, row_of_table = multiply(vectors, row), pick(vectors, row)
    with np.errstate(invalid="ignore"):
        difference = float(np.abs(product - row_of_table).max())
    limit = ROUNDING * float(np.abs(row_of_table).max())
    verdict = "equal" if difference == 0 else "rounding" if difference <= limit else "apart"
    spoilt = int(np.isnan(product).sum())
    return Outcome(verdict, {"difference": difference, "spoilt": spoilt, "dims": vectors.shape[1]})


@dataclass(frozen=True)
class Work:
    """What both ways cost for one row of a table (rows, dims): seconds, the best of a few runs; None if not run."""

    rows: int
    dims: int
    multiply: float | None = None
    pick: float | None = None

    @property
    def multiplications(self) -> int:
        """Of the one-hot product; indexing copies `dims` numbers instead."""
        return self.rows * self.dims


def measure(vectors: np.ndarray, row: int) -> Work:
    """Run both ways on a table (V, d) and take the time."""
    rows, dims = vectors.shape
    return Work(rows, dims, _seconds(multiply, vectors, row), _seconds(pick, vectors, row))


def _seconds(layer: Layer, vectors: np.ndarray, row: int) -> float:
    best = math.inf
    for _ in range(_REPEATS):
        begun = time.perf_counter()
        layer(vectors, row)
        best = min(best, time.perf_counter() - begun)
    return best


@dataclass(frozen=True, eq=False)
class Guesses:
    """How often the class of a noun is that of the noun nearest to it: by id, a number, and by row.

    words: nouns, each predicted from all others. constant: the share of the largest class, the best that one answer
    for all can reach. by_id, by_row: shares that are right. id_shuffled, row_shuffled: (SHUFFLES,), the same with
    classes dealt out anew.
    """

    words: int
    classes: int
    constant: float
    by_id: float
    by_row: float
    id_shuffled: np.ndarray
    row_shuffled: np.ndarray

    def outcome(self) -> Outcome:
        """C03 (a). A way works if it beats the constant and every shuffle: "row", "both", "id" or "neither"."""
        row = self.by_row > max(self.constant, self.row_shuffled.max())
        number = self.by_id > max(self.constant, self.id_shuffled.max())
        verdict = {(True, False): "row", (True, True): "both", (False, True): "id", (False, False): "neither"}
        values = {"words": self.words, "classes": self.classes, "constant": self.constant}
        return Outcome(verdict[row, number], {**values, "by_id": self.by_id, "by_row": self.by_row})


def guess_classes(table: EmbeddingTable, seed: int = 0) -> Guesses:
    """Predict the class of each row that has one from the nearest other one. Ties: the lower id."""
    ids = classed(table)
    _, classes = np.unique([table.classes[row] for row in ids] if table.classes else [], return_inverse=True)
    shares = np.bincount(classes) / len(ids)
    shuffles = [np.random.default_rng([seed, number]).permutation(classes) for number in range(SHUFFLES)]
    found = []
    for places in (ids[:, None].astype(np.float64), table.rows64(ids)):
        nearest = _nearest(places)
        right = [float(np.mean(dealt[nearest] == dealt)) for dealt in (classes, *shuffles)]
        found.append((right[0], np.array(right[1:])))
    (by_id, id_shuffled), (by_row, row_shuffled) = found
    return Guesses(len(ids), len(shares), float(shares.max()), by_id, by_row, id_shuffled, row_shuffled)


def classed(table: EmbeddingTable) -> np.ndarray:
    """The ids (n,) of the rows that have a class, ascending."""
    return np.array([row for row, name in enumerate(table.classes or ()) if name is not None], dtype=np.int64)


def nearest_rows(table: EmbeddingTable, row: int, k: int) -> list[int]:
    """The k rows nearest to one, by Euclidean distance; ties: the lower id."""
    distances = np.linalg.norm(table.rows64(slice(None)) - table.rows64([row]), axis=1)
    distances[row] = np.inf
    return np.argsort(distances, kind="stable")[:k].tolist()


def _nearest(places: np.ndarray) -> np.ndarray:
    """(n,) the nearest other one of each of (n, m), by Euclidean distance."""
    squares = (places**2).sum(1)
    distances = squares[:, None] + squares - 2 * places @ places.T
    np.fill_diagonal(distances, np.inf)
    return distances.argmin(1)


@dataclass(frozen=True, eq=False)
class Relabelled:
    """The same sentence before and after all ids changed. new_ids: (V,), the new id of each old one.

    difference: the largest between scores of the same token at the same place.
    """

    new_ids: np.ndarray
    loss: float
    new_loss: float
    difference: float

    def outcome(self) -> Outcome:
        """C03 (b): "same" where scores and loss moved by SAME at most, else "other"."""
        moved = max(self.difference, abs(self.new_loss - self.loss))
        changed = int((self.new_ids != np.arange(len(self.new_ids))).sum())
        values = {"loss": self.loss, "new_loss": self.new_loss, "difference": self.difference}
        return Outcome("same" if moved <= SAME else "other", {**values, "changed": changed, "rows": len(self.new_ids)})


def relabel(model: Model, ids: Sequence[int], seed: int = 0, rows_along: bool = True) -> Relabelled:
    """Give every token another id, at random, and move its rows along, or leave the rows where they are.

    ids: (T,) of a sentence, T > 1; the model guesses each token from those before it, and has two rows or more. The
    rows are those of the input table, and of the output head where it is another one. Raises what `states` raises.
    """
    rows, old = model.architecture.rows, np.asarray(ids)
    order = np.random.default_rng([seed, rows]).permutation(rows)
    new_ids = np.empty(rows, dtype=np.int64)
    new_ids[order] = np.roll(order, 1)  # one large circle: nobody keeps an id
    tables = {name: model.tensors[name] for name in (tablefile.INPUT, tablefile.OUTPUT) if name in model.tensors}
    places = np.argsort(new_ids) if rows_along else np.arange(rows)  # where each new row comes from
    renamed = replace(model, tensors={**model.tensors, **{name: table[places] for name, table in tables.items()}})
    scores, new_scores = (one.scores(one.states(read)[-1]) for one, read in ((model, old), (renamed, new_ids[old])))
    difference = float(np.abs(new_scores[:, new_ids] - scores).max())
    return Relabelled(new_ids, _loss(scores, old), _loss(new_scores, new_ids[old]), difference)


def _loss(scores: np.ndarray, ids: np.ndarray) -> float:
    """Mean of -log softmax(scores)[next token]. scores: (T, V); ids: (T,)."""
    before = scores[:-1] - scores[:-1].max(1, keepdims=True)
    chosen = before[np.arange(len(before)), ids[1:]]
    return float((np.log(np.exp(before).sum(1)) - chosen).mean())


SPREADS: dict[str, Callable[[int], float]] = {
    "lesson": lambda dims: 1 / math.sqrt(dims),
    "wide": lambda dims: 1.0,  # torch.nn.Embedding
    "narrow": lambda dims: 0.02,  # GPT-2 (Radford et al. 2019)
    "variance": lambda dims: dims**-0.25,  # the lesson's 1/sqrt(d) read as a variance
}


def lengths(dims: int) -> dict[str, float]:
    """Norm that each start gives by theory, spread * sqrt(dims), under the name of the verdict about it."""
    names = {"one": "lesson", "long": "wide", "short": "narrow", "fourth": "variance"}
    return {verdict: SPREADS[start](dims) * math.sqrt(dims) for verdict, start in names.items()}


def norms(spread: float, rows: int, dims: int, seed: int = 0) -> np.ndarray:
    """Norms (rows,) of random rows N(0, spread), spread being the standard deviation of each number."""
    random, found = np.random.default_rng(seed), []
    step = max(1, _BLOCK // dims)
    for start in range(0, rows, step):
        drawn = random.standard_normal((min(step, rows - start), dims), dtype=np.float32)
        found.append(np.linalg.norm(drawn.astype(np.float64), axis=1))
    return spread * np.concatenate(found)


def length_of(found: np.ndarray, dims: int) -> Outcome:
    """C04: which length the root mean square of norms (rows,) is within NEAR of; "other" if none.

    Values: rms, theory (the nearest of `lengths`), off (share by which they differ).
    """
    rms = float(np.sqrt(np.mean(found**2)))
    verdict, theory = min(lengths(dims).items(), key=lambda pair: abs(pair[1] - rms))
    off = abs(rms / theory - 1)
    return Outcome(verdict if off <= NEAR else "other", {"rms": rms, "theory": theory, "off": off, "dims": dims})
