"""Room for values that are made from a file: in memory, or beyond a bound in a file without a name."""

from __future__ import annotations

import os
import tempfile
from math import prod
from pathlib import Path

import numpy as np

from embedlab.checkpoints.faults import check_limit
from embedlab.errors import FileError

IN_MEMORY = 256 * 2**20  # bytes
MAX_BYTES = 16 * 2**30  # the largest table known, 262,144 x 5,376 as float32, takes a third of it


def room(shape: tuple[int, ...], dtype: np.dtype, path: Path) -> np.ndarray:
    """An array to be filled. Beyond 256 MB it lies in a temporary file that ends with it, so that memory stays free.

    path: the file whose values they are, for the errors: FileError `file.unsafe`, `file.no_room`.
    """
    wanted = prod(shape) * dtype.itemsize
    check_limit(path, "values", wanted, MAX_BYTES)
    if wanted <= IN_MEMORY:
        return np.empty(shape, dtype)
    try:
        with tempfile.TemporaryFile() as file:
            # A hole that cannot be filled later would kill the process: the disk gives its bytes now, or says no.
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, wanted)
            else:
                file.truncate(wanted)
            return np.memmap(file, dtype, "r+", shape=shape)
    except OSError:
        raise FileError("file.no_room", name=path.name, bytes=wanted) from None
