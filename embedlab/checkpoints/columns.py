"""Tables in columns, as Arrow and Parquet files hold them: a column of lists, or one column for each dimension."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from embedlab.checkpoints.entries import MAX_DIMS, MAX_ROWS, Contents, TensorEntry, c_strides
from embedlab.checkpoints.faults import check_limit
from embedlab.checkpoints.room import MAX_BYTES, room
from embedlab.checkpoints.vocabulary import Vocabulary, from_list
from embedlab.errors import FileError

T = TypeVar("T")
_TOKENS = ("token", "tokens", "word", "words", "label", "text", "name", "key")
_Rows = Callable[[pa.RecordBatch], np.ndarray]
_MANY = "columns"  # the table that is made of one column for each dimension


@dataclass(frozen=True)
class Columns:
    """A file of columns. `batches` reads the named ones, in the order of the rows; `sizes`: about their bytes in it."""

    path: Path
    schema: pa.Schema
    rows: int
    batches: Callable[[Sequence[str]], Iterable[pa.RecordBatch]]
    sizes: Mapping[str, int]


def guarded(path: Path, work: Callable[[], T]) -> T:
    """What `work` returns. Whatever Arrow says of a damaged file is our error."""
    try:
        return work()
    except (pa.ArrowException, OSError, ValueError, TypeError, LookupError, ArithmeticError, MemoryError) as error:
        raise FileError("file.unsafe", reason="columns", name=path.name, why=type(error).__name__) from None


def contents(source: Columns) -> Contents:
    """The tables and the tokens of a file of columns. Raises FileError `file.unsafe`."""
    check_limit(source.path, "rows", source.rows, MAX_ROWS)
    lists = [column for column in source.schema if _is_list(column.type)]
    entries = [_of_lists(source, column) for column in lists if pa.types.is_floating(column.type.value_type)]
    floats = [column for column in source.schema if pa.types.is_floating(column.type)]
    if len(floats) > 1:
        entries.append(_of_columns(source, floats))
    texts = [column.name for column in source.schema if _is_text(column.type)]
    named = min(texts, key=lambda name: name.lower() not in _TOKENS, default=None)
    return Contents(tuple(entries), vocabulary=None if named is None else partial(_vocabulary, source, named))


def _is_list(kind: pa.DataType) -> bool:
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def _is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _of_lists(source: Columns, column: pa.Field) -> TensorEntry:
    """The table of a column of lists. Their length is that of the type, or of the first row."""
    kind: Any = column.type
    if pa.types.is_fixed_size_list(kind):
        dims = kind.list_size
    else:
        first = guarded(source.path, lambda: next(iter(source.batches([column.name])), None))
        dims = len(first[0][0]) if first is not None and len(first) and first[0][0].is_valid else 0
    return _entry(source, column.name, kind.value_type, dims, [column.name], _lists)


def _of_columns(source: Columns, columns: list[pa.Field]) -> TensorEntry:
    names = [column.name for column in columns]
    widest: Any = max((column.type for column in columns), key=lambda kind: kind.bit_width)
    return _entry(source, _MANY, widest, len(names), names, _side_by_side)


def _entry(
    source: Columns,
    name: str,
    kind: Any,
    dims: int,
    names: list[str],
    values_of: _Rows,
) -> TensorEntry:
    check_limit(source.path, "dims", dims, MAX_DIMS)
    dtype, shape = np.dtype(kind.to_pandas_dtype()), (source.rows, dims)
    made = partial(_values, source, names, shape, dtype, values_of)
    stored = sum(source.sizes.get(column, 0) for column in names)
    strides = c_strides(shape, dtype.itemsize)
    return TensorEntry(name, source.path, 0, dtype, str(dtype), shape, strides, name, made, stored)


def _values(
    source: Columns,
    names: list[str],
    shape: tuple[int, int],
    dtype: np.dtype,
    values_of: _Rows,
) -> np.ndarray:
    values, row = room(shape, dtype, source.path), 0

    def fill() -> None:
        nonlocal row
        for batch in source.batches(names):
            found = values_of(batch)
            if found.shape != (len(batch), shape[1]) or row + len(batch) > shape[0]:
                raise _ragged(source, batch, row, shape[1])
            values[row : row + len(batch)] = found
            row += len(batch)

    guarded(source.path, fill)
    if row != shape[0]:
        raise FileError("file.unsafe", reason="rows", name=source.path.name, expected=shape[0], found=row)
    return values


def _lists(batch: pa.RecordBatch) -> np.ndarray:
    """The lists of the only column as rows, (rows, dims); flat where they are not all there and equally long."""
    column: Any = batch[0]
    flat = column.flatten().to_numpy(zero_copy_only=False)
    lengths = np.array(column.value_lengths().fill_null(-1)) if len(column) else np.zeros(0)
    equal = len(lengths) == 0 or (lengths == lengths[0]).all()
    return flat.reshape(len(column), -1) if equal and len(flat) and len(column) else flat


def _side_by_side(batch: pa.RecordBatch) -> np.ndarray:
    return np.column_stack([column.to_numpy(zero_copy_only=False) for column in batch.columns])


def _ragged(source: Columns, batch: pa.RecordBatch, row: int, dims: int) -> FileError:
    """Names the first row that is not as long as the first one of all."""
    lengths = np.array(batch[0].value_lengths().fill_null(0))
    odd = int(np.argmax(lengths != dims))
    return FileError(
        "file.unsafe", reason="ragged", name=source.path.name, row=row + odd, expected=dims, found=int(lengths[odd])
    )


def _vocabulary(source: Columns, name: str) -> Vocabulary:
    check_limit(source.path, name, source.sizes.get(name, 0), MAX_BYTES)

    def read() -> list[str]:
        return [token or "" for batch in source.batches([name]) for token in batch[0].to_pylist()]

    return from_list(f"{source.path.name}/{name}", guarded(source.path, read))
