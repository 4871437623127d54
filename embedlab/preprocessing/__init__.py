"""Steps that change every row of a table, each of them declared and none of them silent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embedlab.errors import SettingsError, TableError
from embedlab.preprocessing import steps as _steps
from embedlab.preprocessing.step import Step, blocks
from embedlab.registry import discover
from embedlab.table import EmbeddingTable

__all__ = ["LARGEST", "STEPS", "Step", "apply", "parse"]

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
    _check_size(table)
    vectors, finite = table.vectors, _finite(table.vectors)
    derived = np.empty(vectors.shape, dtype=np.float32)
    for step, count in found:
        change = step.fit(vectors, finite, count)
        with np.errstate(over="ignore", invalid="ignore"):  # a float64 value may exceed float32: it becomes inf
            for rows in blocks(*vectors.shape):
                block, usable = vectors[rows].astype(np.float64), finite[rows]
                if usable.all():
                    derived[rows] = change(block)
                else:
                    block[usable] = change(block[usable])
                    derived[rows] = block
        vectors, finite = derived, _finite(derived)
    return replace(table, vectors=derived, steps=(*table.steps, *(_written(*one) for one in found)))


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


def _check_size(table: EmbeddingTable) -> None:
    needed = table.vectors.size * np.dtype(np.float32).itemsize
    if needed > LARGEST:
        raise TableError("table.too_large_for_steps", rows=table.n_rows, dims=table.n_dims, bytes=needed, limit=LARGEST)


def _finite(vectors: np.ndarray) -> np.ndarray:
    """Which rows hold only finite values, (n_rows,) bool."""
    finite = np.empty(len(vectors), dtype=bool)
    for rows in blocks(*vectors.shape):
        finite[rows] = np.isfinite(vectors[rows]).all(axis=1)
    return finite
