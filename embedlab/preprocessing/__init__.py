"""Steps that change every row of a table, each of them declared and none of them silent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from embedlab.errors import SettingsError, TableError
from embedlab.preprocessing import steps as _steps
from embedlab.preprocessing.step import Change, Step, block_rows, blocks
from embedlab.registry import discover
from embedlab.table import EmbeddingTable, cut

__all__ = ["LARGEST", "STEPS", "Step", "apply", "apply_to", "borders", "parse"]

STEPS: dict[str, Step] = discover(_steps, "STEP")
_NUMBER = re.compile("[0-9]{1,9}")
LARGEST = 2 * 2**30  # bytes of a derived table, which is float32 in memory


def parse(text: str) -> tuple[str, ...]:
    """The steps of a declaration: `"centred,without_top_components:3"`; "" and "raw" are the empty list.

    A step with a parameter always carries its number. Raises SettingsError `settings.unknown` naming every unknown
    step, `settings.out_of_range` for a number outside its interval.

    >>> parse("centred, without_top_components")
    ('centred', 'without_top_components:1')
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    return () if words in ([], ["raw"]) else tuple(_written(*found) for found in _find(words))


def apply(table: EmbeddingTable, steps: Sequence[str]) -> EmbeddingTable:
    """A new table after the steps, in the order given: float32, `steps` appended. No step, no new table.

    Means and deviations are taken over the finite rows, in float64; a row that is not finite stays as it is.
    Raises TableError `table.too_large_for_steps` above 2 GiB; SettingsError as `parse` does.
    """
    found = _find(steps)
    if not found:
        return table
    _check_size(table.n_rows, table.n_dims)
    vectors, finite = table.vectors, _finite(table.vectors)
    derived = np.empty(vectors.shape, dtype=np.float32)
    for step, count in found:
        change = step.fit(vectors, finite, count)
        for rows in blocks(*vectors.shape):
            derived[rows] = _changed(vectors[rows], finite[rows], change)
        vectors, finite = derived, _finite(derived)
    return replace(table, vectors=derived, steps=(*table.steps, *(_written(*one) for one in found)))


def borders(n_rows: int, n_dims: int, parts: int) -> tuple[int, ...]:
    """Where a table is best cut into so many parts, 0 and `n_rows` included: `apply_to` begins a part at any of them.

    Parts are as even as whole blocks allow; a small table has fewer of them.

    >>> borders(32_000, 256, 3)
    (0, 10752, 21504, 32000)
    """
    size = block_rows(n_dims)
    whole = -(-n_rows // size)
    return tuple(dict.fromkeys(min(n_rows, size * round(whole * part / parts)) for part in range(parts + 1)))


def apply_to(table: EmbeddingTable, steps: Sequence[str], rows: range) -> EmbeddingTable:
    """The rows of `apply(table, steps)` in a range that begins at one of the `borders`, bit for bit.

    What a step takes from the rows (a mean, components) it takes from the whole table, which is read for it but never
    held: only the range is in memory, or mapped where there is no step. Raises as `apply`, the size being the range's.
    """
    found, part = _find(steps), cut(table, slice(rows.start, rows.stop))
    if not found:
        return part
    _check_size(len(rows), table.n_dims)
    source: Any = table.vectors
    for step, count in found:
        finite = _finite(source)
        source = _After(source, finite, step.fit(source, finite, count))
    derived = np.empty(part.vectors.shape, dtype=np.float32)
    for block in blocks(len(rows), table.n_dims):
        derived[block] = source[rows.start + block.start : rows.start + block.stop]
    return replace(part, vectors=derived, steps=(*table.steps, *(_written(*one) for one in found)))


class _After:
    """A table after one step more, for whoever fits the next on it: rows are made when they are asked for."""

    def __init__(self, vectors: Any, finite: np.ndarray, change: Change) -> None:
        self.vectors, self.finite, self.change = vectors, finite, change
        self.shape: tuple[int, int] = vectors.shape

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice) -> np.ndarray:
        return _changed(self.vectors[rows], self.finite[rows], self.change)


def _changed(rows: np.ndarray, finite: np.ndarray, change: Change) -> np.ndarray:
    """Rows after a step, float32; those that are not finite stay as they are."""
    block = rows.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):  # a float64 value may exceed float32: it becomes inf
        if finite.all():
            return change(block).astype(np.float32)
        block[finite] = change(block[finite])
        return block.astype(np.float32)


def _find(words: Sequence[str]) -> list[tuple[Step, int]]:
    """Each step and the value of its parameter (0 for a step without one)."""
    parts = [(word, *word.partition(":")) for word in words]
    unknown = [
        word
        for word, key, colon, number in parts
        if key not in STEPS or (colon and (STEPS[key].parameter is None or not _NUMBER.fullmatch(number)))
    ]
    if unknown:
        raise SettingsError("settings.unknown", names=unknown, known=list(STEPS))
    found = [(STEPS[key], _count(STEPS[key], number)) for _, key, _, number in parts]
    offenders = [
        {"name": step.key, "value": count, "low": step.parameter.low, "high": step.parameter.high, "choices": []}
        for step, count in found
        if step.parameter and not step.parameter.accepts(count)
    ]
    if offenders:
        raise SettingsError("settings.out_of_range", offenders=offenders)
    return found


def _count(step: Step, number: str) -> int:
    return int(number) if number else step.parameter.default if step.parameter else 0


def _written(step: Step, count: int) -> str:
    return f"{step.key}:{count}" if step.parameter else step.key


def _check_size(rows: int, dims: int) -> None:
    needed = rows * dims * np.dtype(np.float32).itemsize
    if needed > LARGEST:
        raise TableError("table.too_large_for_steps", rows=rows, dims=dims, bytes=needed, limit=LARGEST)


def _finite(vectors: Any) -> np.ndarray:
    """Which rows hold only finite values, (n_rows,) bool."""
    finite = np.empty(len(vectors), dtype=bool)
    for rows in blocks(*vectors.shape):
        finite[rows] = np.isfinite(vectors[rows]).all(axis=1)
    return finite
