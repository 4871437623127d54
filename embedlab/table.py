"""EmbeddingTable: the one type that flows through the app."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import ml_dtypes
import numpy as np

from embedlab.errors import TableError
from embedlab.pieces import is_byte_level, text_of

# Above this many bytes of vectors the fingerprint samples fixed blocks, and starts with "s:".
SAMPLED_ABOVE = 256 * 2**20
_BLOCKS, _BLOCK = 256, 2**20

FLOAT_TYPES = tuple(
    np.dtype(name)
    for name in (
        np.float64,
        np.float32,
        np.float16,
        ml_dtypes.bfloat16,
        ml_dtypes.float8_e4m3fn,
        ml_dtypes.float8_e5m2,
    )
)


@dataclass(frozen=True)
class Provenance:
    """Where a table comes from. `settings` and `versions` hold JSON values."""

    source: str
    tensor: str | None = None
    layer: str = "input"
    pooling: str = "token"
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    versions: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Every field, by name."""
        return {**self.__dict__, "settings": dict(self.settings), "versions": dict(self.versions)}


@dataclass(frozen=True, eq=False)
class EmbeddingTable:
    """Vectors, one per vocabulary entry, and what is known about them. Frozen; compare by fingerprint.

    vectors: (n_rows, n_dims), read-only, in its own dtype, in memory or mapped.
    tokens:  n_rows strings; duplicates and empty strings are real. A row without a token is "#" + id.
    counts:  (n_rows,) int64, how often each token occurred; None where nobody counted.
    classes: n_rows names of ground truth, None for a row without one; None where there are none.
    steps:   preprocessing already applied, in order, as the declaration writes it.

    Raises TableError: `table.not_two_dimensional`, `table.not_float`, `table.empty`, `table.length_mismatch`.
    """

    vectors: np.ndarray
    tokens: tuple[str, ...]
    provenance: Provenance
    counts: np.ndarray | None = None
    classes: tuple[str | None, ...] | None = None
    steps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        vectors = self.vectors
        if vectors.ndim != 2:
            raise TableError("table.not_two_dimensional", shape=list(vectors.shape))
        if vectors.dtype.newbyteorder("=") not in FLOAT_TYPES:
            raise TableError("table.not_float", dtype=str(vectors.dtype))
        if 0 in vectors.shape:
            raise TableError("table.empty", shape=list(vectors.shape))
        for name in ("tokens", "counts", "classes"):
            column = getattr(self, name)
            if column is not None and len(column) != len(vectors):
                raise TableError("table.length_mismatch", part=name, expected=len(vectors), found=len(column))
        view = vectors.view()
        view.flags.writeable = False
        object.__setattr__(self, "vectors", view)
        object.__setattr__(self, "tokens", tuple(self.tokens))

    @property
    def n_rows(self) -> int:
        """Number of rows (vocabulary entries)."""
        return self.vectors.shape[0]

    @property
    def n_dims(self) -> int:
        """Number of dimensions (columns)."""
        return self.vectors.shape[1]

    @property
    def name(self) -> str:
        """What the declaration calls the table: its source, and its tensor where it has one."""
        tensor = self.provenance.tensor
        return f"{self.provenance.source} / {tensor}" if tensor else self.provenance.source

    @cached_property
    def fingerprint(self) -> str:
        """The only cache key: sha-256 of dtype, shape, vectors, tokens and steps. Not of provenance."""
        digest = hashlib.sha256()
        digest.update(json.dumps([str(self.vectors.dtype), self.vectors.shape, self.steps]).encode())
        for token in self.tokens:
            raw = token.encode("utf-8", "surrogatepass")
            digest.update(len(raw).to_bytes(8, "little") + raw)
        sampled = self.vectors.nbytes > SAMPLED_ABOVE
        for rows in _sampled_rows(self.vectors) if sampled else _all_rows(self.vectors):
            digest.update(np.ascontiguousarray(rows).view(np.uint8).data)
        return ("s:" if sampled else "") + digest.hexdigest()

    @cached_property
    def ids_by_token(self) -> dict[str, tuple[int, ...]]:
        """The ids of every token, lowest first. A repeated token has several."""
        ids: dict[str, list[int]] = {}
        for row, token in enumerate(self.tokens):
            ids.setdefault(token, []).append(row)
        return {token: tuple(rows) for token, rows in ids.items()}

    @cached_property
    def _byte_level(self) -> bool:
        return is_byte_level(self.tokens)

    def text(self, row: int) -> str:
        """What the row's token says, with its space: '▁dog' is ' dog'. What "Ġ" means depends on the vocabulary."""
        return text_of(self.tokens[row], self._byte_level)

    def rows64(self, ids: Sequence[int] | np.ndarray | slice) -> np.ndarray:
        """The chosen rows as float64, (len(ids), n_dims): a copy, for exact arithmetic."""
        return np.asarray(self.vectors[ids]).astype(np.float64)


def _all_rows(vectors: np.ndarray) -> list[np.ndarray]:
    step = max(1, _BLOCK // (vectors.shape[1] * vectors.itemsize))
    return [vectors[start : start + step] for start in range(0, len(vectors), step)]


def _sampled_rows(vectors: np.ndarray) -> list[np.ndarray]:
    """Fixed blocks at even distances, the first and the last rows among them."""
    step = max(1, _BLOCK // (vectors.shape[1] * vectors.itemsize))
    starts = np.linspace(0, max(0, len(vectors) - step), _BLOCKS).astype(np.int64)
    return [vectors[start : start + step] for start in np.unique(starts)]


def cut(table: EmbeddingTable, rows: slice) -> EmbeddingTable:
    """The table of a run of rows, in memory or mapped as the whole one is. Steps and provenance stay."""
    return replace(
        table,
        vectors=table.vectors[rows],
        tokens=table.tokens[rows],
        counts=None if table.counts is None else table.counts[rows],
        classes=None if table.classes is None else table.classes[rows],
    )


def take(table: EmbeddingTable, ids: np.ndarray) -> EmbeddingTable:
    """The table of the chosen rows, in the order of `ids` (m,), int64. Steps and provenance stay."""
    return replace(
        table,
        vectors=table.vectors[ids],
        tokens=tuple(table.tokens[row] for row in ids),
        counts=None if table.counts is None else table.counts[ids],
        classes=None if table.classes is None else tuple(table.classes[row] for row in ids),
    )
