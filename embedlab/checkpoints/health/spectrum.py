"""Directions: whether the rows point all the same way, and how many directions they use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from embedlab.checkpoints.health.blocks import Block
from embedlab.neighbours.metric import directions


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The eigenvalues of the centred covariance, and what follows from them.

    rows: how many it was computed from: all finite ones, or a seeded sample.
    eigenvalues (d,) float64, largest first, none below 0.
    effective_rank: exp(H(p)), p the eigenvalues divided by their sum (Roy and Vetterli 2007).
    participation_ratio: (sum l)^2 / sum l^2.
    stable_rank: ||E||_F^2 / sigma_1^2 of the same rows, centred.
    components: how many of the largest hold "90", "95", "99" percent of the variance.
    """

    rows: int
    eigenvalues: np.ndarray
    effective_rank: float
    participation_ratio: float
    stable_rank: float
    components: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Isotropy:
    """I(E) = min Z(c) / max Z(c), Z(c) = sum_i exp(c . e_i), over the eigenvectors c of E^T E and their negatives
    (Mu and Viswanath 2018, equation 3, after Arora et al. 2016). 1: the same in every direction; 0: not at all.

    It depends on the scale of the rows, so it is given twice: of the rows as they are, and at a mean norm of 1.
    Of a seeded sample of `rows` rows; beyond `EXACT_DIMS` dimensions over the 64 leading eigenvectors only, which
    makes it an upper bound.
    """

    rows: int
    raw: float
    scaled: float


MAX_COVARIANCE = 8192  # dimensions
# Up to this many multiplications the covariance takes every row (about 3 s on 2 cores); beyond, a sample.
ALL_ROWS = 4e10
_PER_DIM = 4  # rows of the sample for every dimension; fewer would bound the rank from above


def covariance_sample(rows: int, dims: int, seed: int) -> np.ndarray:
    """Which rows the covariance takes, (rows,) bool: all of a table of moderate size, else a sample."""
    most = max(_PER_DIM * dims, int(ALL_ROWS / dims**2))
    if rows <= most:
        return np.ones(rows, dtype=bool)
    chosen = np.zeros(rows, dtype=bool)
    chosen[np.random.default_rng(seed).choice(rows, most, replace=False)] = True
    return chosen


class Directions:
    """Adds up the rows, the rows at length 1, and the covariance of those chosen, about `origin` (d,).

    Rows of the sample wait until they are many: adding few to a d x d matrix costs as much as adding many.
    """

    def __init__(self, origin: np.ndarray, chosen: np.ndarray, work: np.dtype) -> None:
        dims = len(origin)
        self.origin, self.chosen = origin.astype(work), chosen
        self.total, self.units = np.zeros(dims), np.zeros(dims)
        self.finite = self.usable = self.sampled = 0
        self.squares = 0.0
        self.sampled_total = np.zeros(dims)
        self.outer = np.zeros((dims, dims)) if dims <= MAX_COVARIANCE else None
        self.waiting: list[np.ndarray] = []

    def add(self, block: Block) -> None:
        """The rows of a block."""
        finite, nonzero = np.isfinite(block.norms), block.norms > 0
        with np.errstate(all="ignore"):
            weights = np.where(nonzero, 1 / block.norms, 0).astype(block.wide.dtype)
            extreme = nonzero & ~((weights >= np.finfo(weights.dtype).tiny) & np.isfinite(weights))
            weights[extreme] = 0
            self.units += weights @ block.wide + directions(block.raw[extreme].astype(np.float64)).sum(axis=0)
            self.total += block.wide.sum(axis=0)
            self.squares += float((block.norms[finite] ** 2).sum())
        self.finite += int(finite.sum())
        self.usable += int(nonzero.sum())
        if self.outer is not None:
            self.waiting.append(block.wide[self.chosen[block.rows] & finite])
            if sum(map(len, self.waiting)) > len(self.origin) / 4:
                self._add_waiting()

    def _add_waiting(self) -> None:
        if self.outer is None or not self.waiting:
            return
        # Squares of huge values overflow; there is no spectrum then, and no error.
        with np.errstate(all="ignore"):
            moved = np.concatenate(self.waiting) - self.origin
            self.sampled_total += moved.sum(axis=0)
            self.outer += moved.T @ moved
        self.sampled += len(moved)
        self.waiting.clear()

    def mean_cosine(self) -> float | None:
        """|sum of unit rows|^2 counts every pair twice and every row with itself once (Ethayarajh 2019)."""
        count = self.usable
        return float((self.units @ self.units - count) / (count * (count - 1))) if count > 1 else None

    def mean_share(self) -> float | None:
        """||mean|| / root mean square norm."""
        with np.errstate(all="ignore"):
            share = np.linalg.norm(self.total) / math.sqrt(self.finite * self.squares) if self.squares > 0 else np.nan
        return float(share) if math.isfinite(share) else None

    def spectrum(self, seed: int) -> Spectrum | None:
        """Of what was added; asked once. None for constant rows, values beyond float64, too few rows, too many dims."""
        self._add_waiting()
        if self.outer is None or self.sampled < 2:
            return None
        mean = self.sampled_total / self.sampled
        covariance, self.outer = self.outer, None  # in place: it is the largest thing held
        with np.errstate(all="ignore"):
            covariance /= self.sampled
            covariance -= np.outer(mean, mean)
        if not np.isfinite(covariance).all():
            return None
        values = eigenvalues(covariance, seed)
        values[values < 1e-12 * values[0]] = 0
        return _spectrum(values, self.sampled) if values[0] > 0 else None


def _spectrum(values: np.ndarray, rows: int) -> Spectrum:
    shares = values / values.sum()
    some = shares[shares > 0]
    held = np.cumsum(shares)
    return Spectrum(
        rows=rows,
        eigenvalues=values,
        effective_rank=float(np.exp(-(some * np.log(some)).sum())),
        participation_ratio=float(1 / (shares**2).sum()),
        stable_rank=float(1 / shares[0]),
        components={str(p): int(np.searchsorted(held, p / 100 - 1e-12)) + 1 for p in (90, 95, 99)},
    )


def eigenvalues(covariance: np.ndarray, seed: int) -> np.ndarray:
    """The eigenvalues of a covariance (d, d), largest first, none below 0.

    Up to `EXACT_DIMS` exact. Beyond, the largest `_LEADING` by subspace iteration (Halko, Martinsson and Tropp 2011),
    the others by stochastic Lanczos quadrature (Ubaru, Chen and Saad 2017), which takes seconds instead of a minute;
    the effective rank is then right to a few in a thousand.
    """
    if len(covariance) <= EXACT_DIMS:
        return np.maximum(np.linalg.eigvalsh(covariance)[::-1], 0)
    return _estimated(covariance.astype(np.float32), np.random.default_rng(seed))


EXACT_DIMS = 2048
_LEADING, _ROUNDS, _PROBES, _STEPS = 64, 8, 16, 64


def _estimated(covariance: np.ndarray, random: np.random.Generator) -> np.ndarray:
    dims = len(covariance)
    basis = np.linalg.qr(random.standard_normal((dims, 2 * _LEADING)).astype(np.float32))[0]
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(covariance @ basis)[0]
    leading, turn = np.linalg.eigh(basis.T @ covariance @ basis)
    basis, leading = (basis @ turn)[:, : -_LEADING - 1 : -1], leading[: -_LEADING - 1 : -1]
    nodes, weights = _lanczos(covariance, basis, random)
    order = np.argsort(-nodes)
    nodes, places = nodes[order], np.cumsum(weights[order])
    rest = dims - _LEADING
    others = nodes[np.minimum(np.searchsorted(places, (np.arange(rest) + 0.5) / rest * places[-1]), len(nodes) - 1)]
    # The trace is known exactly.
    others *= (np.trace(covariance, dtype=np.float64) - leading.sum()) / max(others.sum(), np.finfo(np.float32).tiny)
    return np.sort(np.maximum(np.concatenate([leading, others]).astype(np.float64), 0))[::-1]


def _lanczos(covariance: np.ndarray, basis: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Nodes (p * s,) and weights of the eigenvalues outside of `basis` (d, r), from p random starts of s steps."""

    def outside(vectors: np.ndarray) -> np.ndarray:
        return vectors - basis @ (basis.T @ vectors)

    now = outside(random.standard_normal((len(covariance), _PROBES)).astype(np.float32))
    now /= np.linalg.norm(now, axis=0)
    before, beta = np.zeros_like(now), np.zeros(_PROBES)
    alphas, betas = [], []
    for _ in range(_STEPS):
        after = outside(covariance @ now) - (beta * before).astype(np.float32)
        alpha = np.einsum("dp,dp->p", now, after, dtype=np.float64)
        after -= (alpha * now).astype(np.float32)
        beta = np.linalg.norm(after, axis=0)
        alphas.append(alpha)
        betas.append(beta)
        before, now = now, (after / np.maximum(beta, np.finfo(np.float32).tiny)).astype(np.float32)
    across, beside = np.array(alphas).T, np.array(betas[:-1]).T
    small = [np.diag(a) + np.diag(b, 1) + np.diag(b, -1) for a, b in zip(across, beside, strict=True)]
    nodes, vectors = np.linalg.eigh(np.array(small))
    return nodes.ravel(), (vectors[:, 0, :] ** 2).ravel()


def leading_axes(rows: np.ndarray, count: int) -> np.ndarray | None:
    """The leading eigenvectors of E^T E of rows (n, d), (d, count), largest first, by subspace iteration.

    None where products leave the range of the type.
    """
    dims = rows.shape[1]
    basis = np.random.default_rng(0).standard_normal((dims, min(count, dims))).astype(rows.dtype)
    for _ in range(_AXIS_ROUNDS):
        with np.errstate(all="ignore"):
            moved = rows.T @ (rows @ basis)
        if not np.isfinite(moved).all():
            return None
        basis = np.linalg.qr(moved)[0]
    seen = rows @ basis
    return basis @ np.linalg.eigh(seen.T @ seen)[1][:, ::-1]


_AXIS_ROUNDS = 20  # of 64 axes of 3,276 x 5,120 rows: 3 s


def isotropy(rows: np.ndarray) -> Isotropy | None:
    """I(E) of the rows (n, d), all finite. None without rows that differ from zero, or beyond float64."""
    with np.errstate(all="ignore"):
        length = np.linalg.norm(rows, axis=1).mean() if len(rows) else 0.0
        if not (np.isfinite(length) and length > 0):
            return None
        scaled = rows / length
        wide = scaled.shape[1] > EXACT_DIMS
        axes = leading_axes(scaled, _LEADING) if wide else np.linalg.eigh(scaled.T @ scaled)[1]
        if axes is None:
            return None
        products = scaled @ axes
    return Isotropy(len(rows), _ratio(products * length), _ratio(products))


def _ratio(products: np.ndarray) -> float:
    """min Z / max Z over the axes and their negatives, by logarithms: exp overflows."""
    logs = []
    for signed in (products, -products):
        most = signed.max(axis=0)
        logs.append(most + np.log(np.exp(signed - most).sum(axis=0)))
    return float(np.exp(np.min(logs) - np.max(logs)))
