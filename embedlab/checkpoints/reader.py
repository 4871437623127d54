"""What a reader is, and the readers there are."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from embedlab.checkpoints import foreign, readers
from embedlab.checkpoints.entries import Contents
from embedlab.errors import FileError
from embedlab.registry import discover
from embedlab.wording import Sentence

HEAD = 4096  # bytes by which a format is recognised


@dataclass(frozen=True)
class Reader:
    """One file format.

    `sniff` gets the first bytes of a file (up to 4,096) and its path, and says whether the format is this one.
    `open` reads the index only. It runs nothing from the file, checks every number in it against the file's size,
    and raises FileError and nothing else: `file.truncated`, `file.unsafe`, `file.unsupported`.
    """

    key: str
    label: Sentence
    sniff: Callable[[bytes, Path], bool]
    open: Callable[[Path], Contents]
    order: int = 0


def read(path: Path) -> tuple[str, Contents]:
    """The key of the file's format, and its contents.

    Raises FileError `file.not_found`, `file.not_regular`, `file.unreadable`, `file.empty`, `file.unsupported`, and
    what the reader raises.
    """
    head = first_bytes(path)
    for reader in _readers().values():
        if reader.sniff(head, path):
            return reader.key, reader.open(path)
    reason = foreign.recognise(head, path)
    raise FileError("file.unsupported", reason=reason, name=path.name, bytes=path.stat().st_size)


@cache
def _readers() -> dict[str, Reader]:
    return discover(readers, "READER")


def first_bytes(path: Path) -> bytes:
    """The first bytes of a regular file that is not empty."""
    try:
        # A pipe must not be opened at all: that waits for a writer.
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileError("file.not_regular", name=path.name)
        with path.open("rb") as file:
            head = file.read(HEAD)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise FileError("file.not_found", name=path.name) from None
    except OSError as error:
        raise FileError("file.unreadable", name=path.name, why=error.strerror or str(error)) from None
    if not head:
        raise FileError("file.empty", name=path.name)
    return head
