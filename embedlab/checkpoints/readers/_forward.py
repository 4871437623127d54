"""Reads forward through a file whose lengths may lie."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import BinaryIO

from embedlab.checkpoints.faults import check_limit
from embedlab.errors import FileError

MAX_PARTS = 250_000  # fields or values of one file; the largest models have some ten thousand


class Forward:
    """A place in a file. Nothing is read before it is known to be there; values that are passed over never are."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path, self.file, self.size = path, file, path.stat().st_size
        self.at = self.parts = 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        self.file.seek(self.at)
        self.skip(count)
        return self.file.read(count)

    def skip(self, count: int) -> int:
        """Pass over bytes; the place of the first of them."""
        start = self.at
        if start + count > self.size:
            raise FileError("file.truncated", name=self.path.name, expected=start + count, found=self.size)
        self.at += count
        return start

    def part(self) -> None:
        """Count one more part, so that a file of tiny ones ends."""
        self.parts += 1
        check_limit(self.path, "fields", self.parts, MAX_PARTS)


def check_names(path: Path, names: list[str]) -> None:
    """Refuse a file in which a name occurs twice: one of the tensors would hide the other."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise FileError("file.unsafe", reason="duplicate", name=path.name, part=twice[0])
