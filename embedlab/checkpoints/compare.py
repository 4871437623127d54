"""Two tables with tokens in common: how far one is from a turned copy of the other, and which tokens moved most."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from embedlab.errors import InputError
from embedlab.findings import Finding, by_severity
from embedlab.neighbours import METRICS, check_lengths, scan
from embedlab.neighbours.metric import directions, dots
from embedlab.table import EmbeddingTable
from embedlab.wording import Sentence

ROWS, K = 2_000, 10
_BLOCK = 512  # rows whose scores against all are in memory at once
_LITTLE = 0.1  # of the residual: nearer to that of shuffled pairs, a fit says nothing
_FARTHEST = 0.05  # share of a baseline's tokens that moved furthest


@dataclass(frozen=True, eq=False)
class Comparison:
    """What n compared pairs of rows say. Both tables may be turned, reflected and scaled freely against each other.

    shared: tokens that both tables have; ids, other_ids: (n,) int64, the rows compared.
    residual: min over orthogonal Q and scale s of |s A Q - B|^2 / |B|^2, 0 to 1 (Schoenemann 1966).
    shuffled_residual: the same with the pairs shuffled once: what Q and s fit where there is nothing to fit.
    cosines: (n,) cosine of a turned row of A and its partner in B. jaccard: (n,) neighbours among the n rows that
    both sides share, |both| / |either|; chance_jaccard: what it would be on average by chance.
    """

    metric: str
    k: int
    seed: int
    shared: int
    ids: np.ndarray
    other_ids: np.ndarray
    residual: float
    shuffled_residual: float
    cosines: np.ndarray
    jaccard: np.ndarray
    chance_jaccard: float

    @property
    def moved(self) -> np.ndarray:
        """Places (n,) in `ids` in the order of who moved most, by the cosine after turning."""
        return np.lexsort((self.ids, self.cosines))


def compare(
    table: EmbeddingTable,
    other: EmbeddingTable,
    *,
    k: int = K,
    metric: str = "cosine",
    rows: int = ROWS,
    seed: int = 0,
) -> Comparison:
    """Compare two tables over their shared tokens, row for row where the vocabularies are the same.

    Rows that are zero or not finite on either side are left out. Of more than `rows` tokens the most frequent are
    taken where the first table has counts, else a sample that `seed` draws. Tables of different width are compared
    as if the narrower one had further columns of zeros.
    Raises InputError `compare.too_few_shared`, TableError `table.extreme_values`.
    """
    ids, other_ids = _usable(table, other, *_pairs(table, other))
    shared = len(ids)
    if shared < k + 2:
        raise InputError("compare.too_few_shared", shared=shared, k=k, least=k + 2)
    if rows < k + 2:
        raise InputError("compare.too_few_shared", shared=shared, k=k, least=k + 2, rows=rows, reason="rows")
    chosen = _chosen(table, ids, rows, seed)
    ids, other_ids = ids[chosen], other_ids[chosen]
    a, b = table.rows64(ids), other.rows64(other_ids)
    turned, fit = turn(a, b)
    shuffled = np.random.default_rng(seed).permutation(len(b))
    both = _common(_nearest(a, metric, k), _nearest(b, metric, k))
    return Comparison(
        metric=metric,
        k=k,
        seed=seed,
        shared=shared,
        ids=ids,
        other_ids=other_ids,
        residual=_residual(fit),
        shuffled_residual=_residual(turn(a, b[shuffled])[1]),
        cosines=np.clip(dots(directions(turned), directions(b)), -1, 1),
        jaccard=both / (2 * k - both),
        chance_jaccard=chance(len(ids), k),
    )


def turn(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, float]:
    """A (n, d) turned to B (n, e) as near as an orthogonal matrix can, (n, e), and the fit, 0 to 1.

    The turn is U V^T of the singular value decomposition of A^T B, the fit the sum of its singular values over
    |A| |B| (Schoenemann 1966). With fewer rows than dimensions both are first written in the span of their rows.
    """
    a, b = (rows / np.linalg.norm(rows) for rows in (a, b))
    if len(a) < min(a.shape[1], b.shape[1]):
        left, right = np.linalg.qr(a.T), np.linalg.qr(b.T)
        u, values, v = np.linalg.svd(left.R @ right.R.T)
        return left.R.T @ (u @ v) @ right.Q.T, float(values.sum())
    u, values, v = np.linalg.svd(a.T @ b, full_matrices=False)
    return a @ (u @ v), float(values.sum())


def _residual(fit: float) -> float:
    return max(0.0, 1 - fit**2)


def chance(rows: int, k: int) -> float:
    """The mean Jaccard index of two random sets of k among the rows - 1 others: their overlap is hypergeometric."""
    others, total = rows - 1, comb(rows - 1, k)
    found = range(max(0, 2 * k - others), k + 1)
    return sum(comb(k, both) * comb(others - k, k - both) * both / (2 * k - both) for both in found) / total


def _pairs(table: EmbeddingTable, other: EmbeddingTable) -> tuple[np.ndarray, np.ndarray]:
    """Rows that mean the same token, by the first table's ids; a repeated token means its lowest id."""
    if table.tokens == other.tokens:
        ids = np.arange(table.n_rows)
        return ids, ids
    firsts = [(rows[0], other.ids_by_token[token][0]) for token, rows in table.ids_by_token.items()
              if token in other.ids_by_token]  # fmt: skip
    found = np.array(sorted(firsts), dtype=np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _usable(
    table: EmbeddingTable, other: EmbeddingTable, ids: np.ndarray, other_ids: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    norms, other_norms = scan(table).norms[ids], scan(other).norms[other_ids]
    good = (norms > 0) & (other_norms > 0)  # False for NaN too
    check_lengths(norms[good])
    check_lengths(other_norms[good])
    return ids[good], other_ids[good]


def _chosen(table: EmbeddingTable, ids: np.ndarray, rows: int, seed: int) -> np.ndarray:
    """Places in `ids`, ascending."""
    if len(ids) <= rows:
        return np.arange(len(ids))
    if table.counts is not None:
        return np.sort(np.argsort(-table.counts[ids], kind="stable")[:rows])
    return np.sort(np.random.default_rng(seed).choice(len(ids), rows, replace=False))


def _nearest(rows: np.ndarray, metric: str, k: int) -> np.ndarray:
    """The k nearest other rows of each row, (n, k) places; ties, up to rounding, go to the lower one."""
    prepared, offsets = METRICS[metric].for_product(METRICS[metric].prepare(rows))
    found = np.empty((len(rows), k), dtype=np.int64)
    for start in range(0, len(rows), _BLOCK):
        scores = prepared[start : start + _BLOCK] @ prepared.T - offsets
        own = np.arange(len(scores))
        scores[own, start + own] = -np.inf
        found[start : start + _BLOCK] = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    return found


def _common(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """How many places each row has in both lists, (n,)."""
    return np.array([len(np.intersect1d(a, b, assume_unique=True)) for a, b in zip(one, other, strict=True)])


def moved_beyond(found: Comparison, baseline: Comparison) -> float:
    """The share of tokens that moved further than all but the farthest 5 % of the baseline's: 5 % means no more."""
    return float((found.cosines < line_of(baseline)).mean())


def line_of(baseline: Comparison) -> float:
    """The cosine below which the farthest 5 % of the baseline's tokens lie."""
    return float(np.quantile(baseline.cosines, _FARTHEST))


CODES = ("compare.no_better_than_shuffled", "compare.no_baseline")  # of its findings


def findings_of(found: Comparison, baseline: Comparison | None) -> tuple[Finding, ...]:
    """What to know before a number is believed."""
    made = []
    if found.shuffled_residual - found.residual < _LITTLE:
        values = {"residual": found.residual, "shuffled": found.shuffled_residual, "rows": len(found.ids)}
        made.append(Finding("compare.no_better_than_shuffled", "warning", _NO_BETTER, values))
    if baseline is None:
        made.append(Finding("compare.no_baseline", "info", _NO_BASELINE, {}))
    return by_severity(made)


_NO_BETTER = Sentence(
    en="Turned at best, {residual:.0%} is left over; of shuffled pairs {shuffled:.0%}. Over these {rows:,} rows the "
    "turn finds next to nothing in common: look at the shared neighbours instead.",
    pt="Com o melhor giro sobra {residual:.0%}; com pares embaralhados, {shuffled:.0%}. Nestas {rows:,} linhas o giro "
    "quase não acha nada em comum: olhe antes os vizinhos compartilhados.",
)
_NO_BASELINE = Sentence(
    en="No second seed stands beside this: it says how far the tables are apart, not whether that is more than chance "
    "in training makes.",
    pt="Não há uma segunda semente ao lado: isto diz quão longe as tabelas estão, não se é mais do que o acaso do "
    "treino produz.",
)
