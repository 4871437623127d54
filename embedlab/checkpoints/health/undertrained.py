"""Tokens that training has hardly touched: candidates, by the indicators of Land and Bartolo (2024)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from embedlab.checkpoints.health.kinds import KINDS
from embedlab.checkpoints.health.spectrum import leading_axes
from embedlab.neighbours.hubness import Hubs
from embedlab.neighbours.metric import directions
from embedlab.table import EmbeddingTable

Indicator = Literal["norm", "cosine_to_reference", "centred_cosine", "cosine_without_first", "distance_to_reference"]
Reference = Literal["named", "found", "none"]
SHARE = 0.02  # of the ordinary tokens, as in the paper


@dataclass(frozen=True, eq=False)
class Undertrained:
    """Candidates for under-trained tokens ("Fishing for Magikarp", EMNLP 2024, arXiv 2405.05417). No proof: theirs is
    that the model will not say the token when asked to, and a file alone cannot show it.

    indicator: the main one. "norm" for a table with a head of its own: the input row of a token that never occurred
        only shrinks. "cosine_to_reference" otherwise: what never is the answer is pushed the same way as the other
        rows that never are, the reference. Small is suspect, in all of them.
    values: every indicator that could be computed, by its name, (n_rows,) float64, NaN for a row that is not usable.
    kinds (n_rows,) int8: places in KINDS. unused: a name such as "[unused7]"; padding: no token; special: "<s>";
        byte: "<0x0A>"; partial: a piece of a UTF-8 sequence; not_usable: a row that is zero or not finite.
    reference: "named": rows without a token or with the name of an unused one; "found": from the rows alone, where no
        name tells; "none". reference_ids (m,) int64.
    separation: the share of pairs (reference row, ordinary row) in which the main indicator is smaller for the
        reference row, which itself was left out of the mean (AUC): 0.5 tells nothing, 1 is perfect. None without both.
    threshold: the main indicator of the 2 % most suspect ordinary tokens.
    candidate_ids (m,) int64: ordinary and unused tokens up to the threshold, most suspect first.
    """

    indicator: Indicator
    values: Mapping[Indicator, np.ndarray]
    kinds: np.ndarray
    reference: Reference
    reference_ids: np.ndarray
    separation: float | None
    threshold: float | None
    candidate_ids: np.ndarray


_NEAREST = 20  # rows around the densest one that make a reference with it
_SUBSPACE = 8  # axes that are iterated for the first component
_FEW = 1e-6  # the paper's floor for a product of lengths


@dataclass(frozen=True, eq=False)
class References:
    """What rows are compared with: the mean u of the reference rows, the mean m of all, the first component c, (d,)
    float64, of a sample where the table is large."""

    kind: Reference
    ids: np.ndarray
    mean: np.ndarray
    table_mean: np.ndarray
    first: np.ndarray

    @property
    def axes(self) -> np.ndarray:
        """(d, 3): what every row is multiplied with in the pass."""
        return np.stack([self.mean, self.table_mean, self.first], axis=1)


def references(table: EmbeddingTable, kinds: np.ndarray, sample: np.ndarray, seen: Hubs | None) -> References:
    """The reference rows of a table: those whose names say so, else the densest place among the sample (n, d).

    Rows that training never moved stay near each other, or are pushed the same way; so where no name tells, the row
    with the highest mean cosine to its nearest ones, and these, are taken. Not where counts say which rows training
    met: there the densest place is a group of words. `sample`: finite rows, none of them zero; `seen`: their
    densities, None where they are too few.
    """
    named = np.flatnonzero((kinds == KINDS.index("unused")) | (kinds == KINDS.index("padding")))
    rows = _usable_rows(table, named)
    kind: Reference = "named"
    if not len(rows[0]):
        untold = seen and table.counts is None and len(sample) > 2 * _NEAREST
        kind, rows = ("found", _densest(seen, sample)) if seen and untold else ("none", rows)
    with np.errstate(all="ignore"):
        table_mean = sample.mean(axis=0, dtype=np.float64) if len(sample) else np.zeros(table.n_dims)
        mean = rows[1].mean(axis=0, dtype=np.float64) if len(rows[0]) else np.zeros(table.n_dims)
        return References(kind, rows[0], mean, table_mean, _first_component(sample - table_mean))


def _usable_rows(table: EmbeddingTable, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Those of the rows that are finite and not zero: ids, and rows in float64. At most a sample's worth of them."""
    ids = ids[:: max(1, -(-len(ids) // MOST_REFERENCES))]
    rows = table.rows64(ids)
    usable = np.isfinite(rows).all(axis=1) & rows.any(axis=1)
    return ids[usable], rows[usable]


MOST_REFERENCES = 4096


def _densest(seen: Hubs, sample: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    units = directions(sample.astype(np.float64))
    centre = int(seen.density.argmax())
    nearest = np.argsort(-(units @ units[centre]), kind="stable")[: _NEAREST + 1]
    chosen = np.sort(nearest)
    return seen.ids[chosen], sample[chosen].astype(np.float64)


def _first_component(centred: np.ndarray) -> np.ndarray:
    """The first principal component (d,) of rows (n, d); zero where there is none."""
    axes = leading_axes(centred, _SUBSPACE) if centred.any() else None
    return np.zeros(centred.shape[1]) if axes is None else axes[:, 0].astype(np.float64)


def undertrained(
    kinds: np.ndarray, norms: np.ndarray, products: np.ndarray, found: References, tied: bool | None
) -> Undertrained:
    """The indicators and candidates of all rows: their norms (n,), and their products with `found.axes`, (n, 3).

    tied: False makes the norm the main indicator; so does a table without reference rows.
    """
    usable = norms > 0
    kinds = np.where(usable, kinds, KINDS.index("not_usable")).astype(np.int8)
    values = _indicators(np.where(usable, norms, np.nan), products, found)
    main: Indicator = "norm" if tied is False or found.kind == "none" else "cosine_to_reference"
    ordinary = kinds == KINDS.index("ordinary")
    threshold = float(np.quantile(values[main][ordinary], SHARE)) if ordinary.any() else None
    candidates = np.zeros(0, np.int64)
    if threshold is not None:
        candidates = np.flatnonzero((ordinary | (kinds == KINDS.index("unused"))) & (values[main] <= threshold))
        candidates = candidates[np.argsort(values[main][candidates], kind="stable")]
    compared = ordinary.copy()
    compared[found.ids] = False
    return Undertrained(
        indicator=main,
        values=values,
        kinds=kinds,
        reference=found.kind,
        reference_ids=found.ids,
        separation=separation(values[main][found.ids], values[main][compared]),
        threshold=threshold,
        candidate_ids=candidates,
    )


def _indicators(norms: np.ndarray, products: np.ndarray, found: References) -> dict[Indicator, np.ndarray]:
    """All from products with three vectors. For a reference row, u is the mean of the others, or it would find itself.

    With s the sum of the k reference rows, u_i = (s - e_i) / (k - 1) for row i of them, and s / k for the rest.
    """
    if found.kind == "none":
        return {"norm": norms}
    k, squares = len(found.ids), norms**2
    inside = np.zeros(len(norms), dtype=bool)
    inside[found.ids] = True
    own, count = np.where(inside, 1.0, 0.0), np.where(inside, k - 1.0, k)
    to_mean, to_table, to_first = products.T
    u, m, c = found.mean, found.table_mean, found.first
    with np.errstate(all="ignore"):
        e_u = (k * to_mean - own * squares) / count
        u_u = (k**2 * (u @ u) - own * (2 * k * to_mean - squares)) / count**2
        m_u = (k * (m @ u) - own * to_table) / count
        c_u = (k * (c @ u) - own * to_first) / count
        ee, uu = squares - 2 * to_table + m @ m, u_u - 2 * m_u + m @ m
        return {
            "cosine_to_reference": _apart(e_u, squares, u_u),
            "norm": norms,
            "centred_cosine": _apart(e_u - to_table - m_u + m @ m, ee, uu),
            "cosine_without_first": _apart(e_u - to_first * c_u, squares - to_first**2, u_u - c_u**2),
            "distance_to_reference": np.sqrt(np.maximum(squares - 2 * e_u + u_u, 0)),
        }


def _apart(product: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The cosine distance of a product and two squared lengths."""
    return 1 - product / np.maximum(np.sqrt(np.maximum(one * other, 0)), _FEW)


def separation(suspect: np.ndarray, others: np.ndarray) -> float | None:
    """The share of pairs in which the suspect's value is the smaller one, ties half (Mann and Whitney 1947)."""
    suspect, others = suspect[np.isfinite(suspect)], np.sort(others[np.isfinite(others)])
    if not len(suspect) or not len(others):
        return None
    below, up_to = (np.searchsorted(others, suspect, side=side).sum() for side in ("left", "right"))
    return float(1 - (below + up_to) / 2 / (len(suspect) * len(others)))
