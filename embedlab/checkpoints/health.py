"""The state of a table's rows, from one pass over the mapped file in blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from embedlab.checkpoints.notes import said
from embedlab.findings import Finding, Severity
from embedlab.neighbours.metric import lengths
from embedlab.table import EmbeddingTable
from embedlab.wording import Sentence

_BLOCK = 2**20  # values converted to float64 at a time: 8 MB
# Up to this many multiplications the covariance takes every row (about 3 s on 2 cores); beyond, a sample.
_ALL_ROWS = 4e10
_SAMPLE_PER_DIM = 4  # rows of the sample for every dimension; fewer would bound the rank from above
MAX_COVARIANCE = 8192  # dimensions; its eigenvalues take minutes beyond

Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Health:
    """What the rows look like. Ids are (m,) int64; a row that is not finite is left out of every number below.

    duplicate_ids: rows whose bytes equal those of an earlier row.
    norms: (n_rows,) float64, NaN where a row is not finite.
    mean_cosine: the exact average over all pairs of distinct rows that are neither zero nor non-finite
        (Ethayarajh 2019); None with fewer than two.
    effective_rank: exp of the entropy of the covariance's eigenvalues (Roy & Vetterli 2007), from
        `effective_rank_rows` rows: all, or a seeded sample; None for a constant or too wide table.
    """

    rows: int
    non_finite_ids: np.ndarray
    zero_ids: np.ndarray
    duplicate_ids: np.ndarray
    norms: np.ndarray
    mean_cosine: float | None
    effective_rank: float | None
    effective_rank_rows: int


@dataclass
class _Sums:
    """What the pass adds up; `units` is the sum of the rows at length 1, `outer` of x x^T about `origin`.

    Rows of the sample wait until they are many: adding few to a d x d matrix costs as much as adding many.
    """

    n_dims: int
    origin: np.ndarray
    with_outer: bool
    units: np.ndarray = field(init=False)
    total: np.ndarray = field(init=False)
    outer: np.ndarray | None = field(init=False)
    usable: int = 0
    sampled: int = 0
    waiting: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.units, self.total = np.zeros(self.n_dims), np.zeros(self.n_dims)
        self.outer = np.zeros((self.n_dims, self.n_dims)) if self.with_outer else None

    def add(self, rows: np.ndarray, norms: np.ndarray, chosen: np.ndarray) -> None:
        """Rows (m, d) that are finite; their norms; which of them belong to the sample."""
        nonzero = norms > 0
        self.units += (rows[nonzero] / norms[nonzero, None]).sum(axis=0)
        self.usable += int(nonzero.sum())
        if self.outer is not None:
            self.waiting.append(rows[chosen])
            if sum(map(len, self.waiting)) > self.n_dims / 4:
                self.add_waiting()

    def add_waiting(self) -> None:
        """Bring the rows that wait into `outer`."""
        if self.outer is None or not self.waiting:
            return
        # Squares of huge float64 values overflow; the rank is then None, not an error.
        with np.errstate(over="ignore", invalid="ignore"):
            moved = np.concatenate(self.waiting) - self.origin
            self.total += moved.sum(axis=0)
            self.outer += moved.T @ moved
        self.sampled += len(moved)
        self.waiting.clear()


def examine(table: EmbeddingTable, report: Report, should_stop: Callable[[], bool], seed: int = 0) -> Health | None:
    """Look at every row once. None where it was stopped.

    Memory: a few blocks of 8 MB, and twice d x d float64 for the effective rank, whose sample `seed` draws.
    """
    vectors, rows, dims = table.vectors, table.n_rows, table.n_dims
    sample = _sample(rows, dims, seed)
    norms = np.full(rows, np.nan)
    repeated = np.zeros(rows, dtype=bool)
    seen: set[bytes] = set()
    sums: _Sums | None = None
    step = max(1, _BLOCK // dims)
    for start in range(0, rows, step):
        if should_stop():
            return None
        block = np.ascontiguousarray(vectors[start : start + step])
        repeated[start : start + step] = _repeated(block, seen)
        wide = block.astype(np.float64)
        finite = np.isfinite(wide).all(axis=1)
        here = norms[start : start + step]
        here[finite] = lengths(wide[finite])
        if sums is None and finite.any():
            sums = _Sums(dims, wide[finite][0], with_outer=dims <= MAX_COVARIANCE)
        if sums is not None:
            sums.add(wide[finite], here[finite], sample[start : start + step][finite])
        report(min(rows, start + step), rows, "rows examined")
    if sums is not None:
        sums.add_waiting()
    return Health(
        rows=rows,
        non_finite_ids=np.flatnonzero(np.isnan(norms)),
        zero_ids=np.flatnonzero(norms == 0),
        duplicate_ids=np.flatnonzero(repeated),
        norms=norms,
        mean_cosine=_mean_cosine(sums),
        effective_rank=_effective_rank(sums),
        effective_rank_rows=sums.sampled if sums else 0,
    )


def _sample(rows: int, dims: int, seed: int) -> np.ndarray:
    """Which rows the covariance takes, (rows,) bool."""
    most = max(_SAMPLE_PER_DIM * dims, int(_ALL_ROWS / dims**2))
    if rows <= most:
        return np.ones(rows, dtype=bool)
    chosen = np.zeros(rows, dtype=bool)
    chosen[np.random.default_rng(seed).choice(rows, most, replace=False)] = True
    return chosen


def _repeated(block: np.ndarray, seen: set[bytes]) -> np.ndarray:
    """Which rows were seen before, byte for byte. 128 bits of blake2b tell rows apart."""
    found = np.zeros(len(block), dtype=bool)
    raw = block.view(np.uint8)
    for at in range(len(raw)):
        digest = hashlib.blake2b(raw[at].data, digest_size=16).digest()
        found[at] = digest in seen
        seen.add(digest)
    return found


def _mean_cosine(sums: _Sums | None) -> float | None:
    """|sum of unit rows|^2 counts every pair twice and every row with itself once."""
    if sums is None or sums.usable < 2:
        return None
    count = sums.usable
    return float((sums.units @ sums.units - count) / (count * (count - 1)))


def _effective_rank(sums: _Sums | None) -> float | None:
    if sums is None or sums.outer is None or sums.sampled < 2:
        return None
    mean = sums.total / sums.sampled
    with np.errstate(over="ignore", invalid="ignore"):
        covariance = sums.outer / sums.sampled - np.outer(mean, mean)
    if not np.isfinite(covariance).all():
        return None
    values = np.linalg.eigvalsh(covariance)
    values = values[values > 1e-12 * max(values[-1], 0)]
    if not len(values) or values[-1] <= 0:
        return None
    shares = values / values.sum()
    return float(np.exp(-(shares * np.log(shares)).sum()))


def findings_of(health: Health) -> list[Finding]:
    """What about the rows a person should know before trusting a list or a map."""
    kinds: tuple[tuple[str, Severity, Sentence, np.ndarray], ...] = (
        ("table.non_finite_rows", "error", _NON_FINITE, health.non_finite_ids),
        ("table.zero_rows", "warning", _ZERO, health.zero_ids),
        ("table.duplicate_rows", "info", _DUPLICATE, health.duplicate_ids),
    )
    return [
        Finding(code, severity, sentence, {"count": len(ids), "rows": health.rows, "ids": said(ids)})
        for code, severity, sentence, ids in kinds
        if len(ids)
    ]


_NON_FINITE = Sentence(
    en="{count:,} of {rows:,} rows hold NaN or infinity (ids {ids}); they are left out of every list and map.",
    pt="{count:,} de {rows:,} linhas contêm NaN ou infinito (ids {ids}); ficam fora de toda lista e de todo mapa.",
)
_ZERO = Sentence(
    en="{count:,} of {rows:,} rows are zero (ids {ids}); they have no direction, so cosine leaves them out.",
    pt="{count:,} de {rows:,} linhas são nulas (ids {ids}); não têm direção, por isso o cosseno as deixa de fora.",
)
_DUPLICATE = Sentence(
    en="{count:,} of {rows:,} rows equal an earlier row byte for byte (ids {ids}).",
    pt="{count:,} de {rows:,} linhas são iguais, byte a byte, a uma linha anterior (ids {ids}).",
)
