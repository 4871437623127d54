"""TensorEntry: where one tensor lies in a file, and how to map it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from embedlab.checkpoints.faults import check_limit
from embedlab.errors import FileError, TableError
from embedlab.findings import Finding
from embedlab.table import FLOAT_TYPES

if TYPE_CHECKING:
    from embedlab.checkpoints.vocabulary import Vocabulary

# A table larger than this is no embedding table (2^24 rows) or no row of one (2^17 dimensions).
MAX_ROWS, MAX_DIMS = 2**24, 2**17


@dataclass(frozen=True)
class TensorEntry:
    """One tensor of a file. Nothing is read before `map`.

    `offset` is in bytes from the start of `file`, `strides` in bytes; `dtype` is None for a type numpy does not know,
    whose name stands in `dtype_name`. Entries with equal `storage` share their bytes.

    Values that do not lie in the file as numpy holds them (text, compressed, quantised) are made by `made`, as an
    array of `dtype` and `shape`; offset and strides then mean nothing, and `stored` is how many bytes they take there.
    """

    name: str
    file: Path
    offset: int
    dtype: np.dtype | None
    dtype_name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    storage: str
    made: Callable[[], np.ndarray] | None = field(default=None, compare=False)
    stored: int | None = None

    @property
    def is_table(self) -> bool:
        """Whether it has two dimensions, floating-point values, and at least one of them."""
        return len(self.shape) == 2 and self._float and 0 not in self.shape

    @property
    def _float(self) -> bool:
        # numpy holds None to be equal to float64.
        return self.dtype is not None and self.dtype in FLOAT_TYPES

    @property
    def parameters(self) -> int:
        """Number of values."""
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of the values in the file, each counted once."""
        return self.stored if self.stored is not None else self.parameters * (self.dtype.itemsize if self.dtype else 0)

    def map(self) -> np.ndarray:
        """The values of a table, (rows, dims), read-only in their own dtype: mapped, or made where they must be.

        Raises TableError `table.not_two_dimensional`, `table.empty`; FileError `file.unsupported` for a type that is
        no table's, `file.unsafe` for a shape beyond all tables, `file.truncated` where the file got shorter.
        """
        self._check()
        assert self.dtype is not None
        if self.made is not None:
            return _read_only(self.made())
        rows, dims = self.shape
        extent = (rows - 1) * self.strides[0] + (dims - 1) * self.strides[1] + self.dtype.itemsize
        size = self.file.stat().st_size
        if self.offset + extent > size:
            raise FileError("file.truncated", name=self.file.name, expected=self.offset + extent, found=size)
        raw = np.memmap(self.file, dtype=np.uint8, mode="r", offset=self.offset, shape=(extent,))
        return np.ndarray(self.shape, self.dtype, buffer=raw, strides=self.strides)

    def _check(self) -> None:
        if len(self.shape) != 2:
            raise TableError("table.not_two_dimensional", shape=list(self.shape))
        if 0 in self.shape:
            raise TableError("table.empty", shape=list(self.shape))
        if not self._float:
            raise FileError(
                "file.unsupported", reason="dtype", name=self.file.name, tensor=self.name, dtype=self.dtype_name
            )
        for part, found, limit in (("rows", self.shape[0], MAX_ROWS), ("dims", self.shape[1], MAX_DIMS)):
            check_limit(self.file, part, found, limit)


@dataclass(frozen=True)
class Contents:
    """What a reader found in one file: its tensors in the order of the file, and its metadata.

    vocabulary: reads the tokens that the file itself holds; None where it holds none. findings: what a person should
    know of the file.
    """

    entries: tuple[TensorEntry, ...]
    metadata: Mapping[str, str] = field(default_factory=dict)
    vocabulary: Callable[[], Vocabulary] | None = None
    findings: tuple[Finding, ...] = ()


def file_of(values: np.ndarray) -> np.memmap | None:
    """The mapped file that values lie in; None for values in memory, or in a file without a name."""
    base: Any = values
    while isinstance(base, np.ndarray) and not (isinstance(base, np.memmap) and base.filename):
        base = base.base
    return base if isinstance(base, np.memmap) else None


def in_memory(values: np.ndarray) -> np.ndarray:
    """The same values, read where they are mapped: a mapped file that gets shorter ends whoever touches it.

    Raises FileError `file.truncated` where it got shorter before.
    """
    raw = file_of(values)
    if raw is None:
        return values
    assert raw.filename is not None
    path, (low, high) = Path(raw.filename), np.lib.array_utils.byte_bounds(values)
    start = raw.offset + low - raw.__array_interface__["data"][0]
    try:
        held = np.fromfile(path, np.uint8, high - low, offset=start)
    except FileNotFoundError:
        return values  # nobody can cut a file that has no name any more
    if len(held) < high - low:
        raise FileError("file.truncated", name=path.name, expected=start + high - low, found=path.stat().st_size)
    begin = values.__array_interface__["data"][0] - low
    return _read_only(np.ndarray(values.shape, values.dtype, held, begin, values.strides))


def _read_only(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values


def c_strides(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """The strides in bytes of an array in C order."""
    return tuple(prod(shape[axis + 1 :]) * itemsize for axis in range(len(shape)))
