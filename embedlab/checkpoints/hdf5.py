"""The datasets of an HDF5 file, each with its place. No link leads out of the file, and nothing in it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from embedlab.checkpoints.entries import TensorEntry, c_strides
from embedlab.checkpoints.faults import check_limit
from embedlab.checkpoints.room import room
from embedlab.errors import FileError

MAGIC = b"\x89HDF\r\n\x1a\n"
MAX_DATASETS = 100_000
MAX_DEPTH = 64
MAX_RATIO = 200  # what compressed values may grow to
_ERRORS = (OSError, ValueError, TypeError, LookupError, RuntimeError, AttributeError, ArithmeticError, MemoryError)

Opener = Callable[[], BinaryIO]


def datasets(path: Path, begin: int, size: int, opener: Opener) -> tuple[TensorEntry, ...]:
    """Every dataset, in the order of the groups. The HDF5 file takes `size` bytes from `begin`; `opener` opens it.

    Raises FileError `file.truncated`, `file.unsafe`.
    """
    import h5py

    _check_end(path, size, opener)
    try:
        with opener() as source, h5py.File(source, "r") as file:
            found = [_entry(path, begin, size, opener, name, dataset) for name, dataset in _walk(h5py, file)]
    except _ERRORS as error:
        raise _damaged(path, error) from None
    return tuple(entry for entry in found if entry is not None)


def _check_end(path: Path, size: int, opener: Opener) -> None:
    """The superblock says where the file ends; one that ends before was cut off."""
    with opener() as file:
        head = file.read(48)
    end = 48
    if len(head) == end:
        version = head[8]
        width, at = (head[13], 24) if version < 2 else (head[9], 12)  # bytes of an address; where addresses begin
        at += 2 * width + (4 if version == 1 else 0)
        end = int.from_bytes(head[at : at + width], "little")
    if end > size:
        raise FileError("file.truncated", name=path.name, expected=end, found=size)


def _walk(h5py: Any, root: Any) -> Iterator[tuple[str, Any]]:
    """Datasets by their path. Soft and external links are passed over; a group with two names is entered once."""
    entered, count = set(), 0
    waiting = [("", root)]
    while waiting:
        prefix, group = waiting.pop()
        inner = []
        for name in group:
            count += 1
            if count > MAX_DATASETS:
                raise ValueError("too many datasets")
            if type(group.get(name, getlink=True)) is not h5py.HardLink:
                continue
            part = group[name]
            address = h5py.h5o.get_info(part.id).addr
            if isinstance(part, h5py.Dataset):
                yield prefix + name, part
            elif isinstance(part, h5py.Group) and address not in entered and prefix.count("/") < MAX_DEPTH:
                entered.add(address)
                inner.append((f"{prefix}{name}/", part))
        waiting += reversed(inner)


def _entry(path: Path, begin: int, size: int, opener: Opener, name: str, dataset: Any) -> TensorEntry | None:
    """Where a dataset lies; None for one whose values are in another file, or no numbers."""
    dtype, shape = dataset.dtype, dataset.shape
    if shape is None or dtype.kind not in "fiub" or dataset.is_virtual or dataset.external:
        return None
    strides, place = c_strides(shape, dtype.itemsize), dataset.id.get_offset()
    storage = f"{name}@{place}"
    if place is None:
        stored = dataset.id.get_storage_size()
        check_limit(path, name, prod(shape) * dtype.itemsize, MAX_RATIO * max(stored, 1024))
        made = partial(_values, path, opener, name, shape, dtype)
        return TensorEntry(name, path, begin, dtype, str(dtype), shape, strides, storage, made, stored=stored)
    end = place + prod(shape) * dtype.itemsize
    if end > size:
        raise FileError("file.truncated", name=path.name, expected=begin + end, found=begin + size)
    return TensorEntry(name, path, begin + place, dtype, str(dtype), shape, strides, storage)


def _values(path: Path, opener: Opener, name: str, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    import h5py

    values = room(shape, dtype, path)
    try:
        with opener() as source, h5py.File(source, "r") as file:
            dataset: Any = file[name]
            dataset.read_direct(values)
    except _ERRORS as error:
        raise _damaged(path, error) from None
    return values


def _damaged(path: Path, error: Exception) -> FileError:
    return FileError("file.unsafe", reason="columns", name=path.name, why=type(error).__name__)
