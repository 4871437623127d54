"""numpy's .npy: one array, in C or Fortran order."""

from __future__ import annotations

import warnings
from math import prod
from pathlib import Path
from tokenize import TokenError
from typing import BinaryIO

import numpy as np

from embedlab.checkpoints.entries import Contents, TensorEntry, c_strides
from embedlab.checkpoints.reader import Reader
from embedlab.errors import FileError
from embedlab.wording import Sentence

_MAGIC = b"\x93NUMPY"
NAME = "array"  # the only tensor of the file
_VERSIONS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(_MAGIC) or (path.suffix == ".npy" and _MAGIC.startswith(head))


def _open(path: Path) -> Contents:
    """The one entry of an .npy file."""
    size = path.stat().st_size
    with path.open("rb") as file:
        entry = described(path, file, NAME, 0, size)
    if entry.dtype is not None and entry.dtype.hasobject:
        raise FileError("file.unsafe", reason="objects", name=path.name)
    if entry.dtype is not None and entry.dtype.byteorder == ">":
        raise FileError("file.unsupported", reason="big_endian", name=path.name)
    return Contents((entry,))


def described(path: Path, file: BinaryIO, name: str, begin: int, stop: int) -> TensorEntry:
    """The array that fills a file's bytes from `begin` to `stop`. `file` starts there, and may be a part of the whole.

    Raises FileError `file.truncated`, `file.unsafe`.
    """
    shape, fortran, dtype = _header(path, file, stop - begin)
    start = begin + file.tell()
    if any(n < 0 for n in shape) or len(shape) > 32:
        raise FileError("file.unsafe", reason="header", name=path.name)
    end = start + prod(shape) * dtype.itemsize
    if end > stop:
        raise FileError("file.truncated", name=path.name, expected=end, found=stop)
    if end < stop and not dtype.hasobject:
        raise FileError("file.unsafe", reason="trailing", name=path.name, extra=stop - end)
    strides = c_strides(shape[::-1], dtype.itemsize)[::-1] if fortran else c_strides(shape, dtype.itemsize)
    return TensorEntry(name, path, start, dtype, str(dtype), shape, strides, name)


def _header(path: Path, file: BinaryIO, size: int) -> tuple[tuple[int, ...], bool, np.dtype]:
    """Shape, order and type by numpy's own reader, which evaluates nothing but literals."""
    prefix = file.read(12)
    length = int.from_bytes(prefix[8:12] if prefix[6:7] == b"\x02" else prefix[8:10], "little")
    expected = (12 if prefix[6:7] == b"\x02" else 10) + length
    if len(prefix) < 12 or expected > size:
        raise FileError("file.truncated", name=path.name, expected=max(expected, 12), found=size)
    file.seek(0)
    try:
        read = _VERSIONS[np.lib.format.read_magic(file)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a header written by Python 2
            return read(file)
    except (KeyError, ValueError, TypeError, SyntaxError, MemoryError, RecursionError, OverflowError, TokenError):
        raise FileError("file.unsafe", reason="header", name=path.name) from None


READER = Reader(
    key="npy",
    label=Sentence(en="numpy array (.npy)", pt="array do numpy (.npy)"),
    sniff=_sniff,
    open=_open,
)
