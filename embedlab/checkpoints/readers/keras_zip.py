"""Keras models since version 3 (.keras): a zip with weights in HDF5. The other parts may hold code, and stay shut."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from embedlab.checkpoints import hdf5, zips
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.reader import Reader
from embedlab.wording import Sentence

_WEIGHTS = "model.weights.h5"


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(zips.MAGIC) and zips.kind(path) == "keras"


def _open(path: Path) -> Contents:
    member = zips.locate(path, zips.members(path))[_WEIGHTS]
    opener = partial(_Part, path, member.offset, member.size)
    return Contents(hdf5.datasets(path, member.offset, member.size, cast("hdf5.Opener", opener)))


class _Part(io.RawIOBase):
    """A part of a file, as a file of its own that is only read."""

    def __init__(self, path: Path, begin: int, size: int) -> None:
        self._file: BinaryIO = path.open("rb")
        self._begin, self._size, self._at = begin, size, 0

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move within the part."""
        self._at = max(0, offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence])
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read up to the end of the part."""
        self._file.seek(self._begin + self._at)
        found = self._file.read(max(0, min(len(buffer), self._size - self._at)))
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)

    def close(self) -> None:
        """Close the whole file."""
        self._file.close()
        super().close()


READER = Reader(
    key="keras_zip",
    label=Sentence(en="Keras model (.keras)", pt="modelo do Keras (.keras)"),
    sniff=_sniff,
    open=_open,
)
