"""Torch checkpoints before 1.6: five pickles, none of them unpickled, and the storages one after the other."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.faults import check_limit, misplaced, misshapen
from embedlab.checkpoints.pickles import Persistent, PickleError, follow
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.readers._torch import MAX_INDEX, TYPES, described_by, entry_of
from embedlab.errors import FileError
from embedlab.wording import Sentence

_MAGIC = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_PROTOCOL = 1001


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(_MAGIC)


def _open(path: Path) -> Contents:
    """Entries of an old torch checkpoint, named by their path through the saved object."""
    size = path.stat().st_size
    with path.open("rb") as file:
        index = BytesIO(file.read(MAX_INDEX))
    outside: list[Persistent] = []
    _check_start(path, index, size)
    at = index.tell()
    saved = _next(path, index, size, outside)
    tensors = described_by(path, at, lambda: saved)
    keys = _next(path, index, size)
    places = _places(path, keys, _widths(path, outside), index.tell(), size)
    entries = []
    for name, tensor in tensors.items():
        if tensor.key not in places:
            raise misplaced(path, name, index.tell(), f"storage {tensor.key}", "no such storage")
        entries.append(entry_of(path, name, tensor, tensor.key, *places[tensor.key]))
    return Contents(tuple(entries))


def _next(path: Path, index: BytesIO, size: int, outside: list[Persistent] | None = None) -> Any:
    """What the next pickle describes."""
    try:
        return follow(index, outside)
    except PickleError as error:
        if index.tell() < index.getbuffer().nbytes:
            raise FileError("file.unsafe", reason="pickle", name=path.name, offset=error.at) from None
    check_limit(path, "index", size, MAX_INDEX)
    raise FileError("file.truncated", name=path.name, expected=size + 1, found=size)


def _check_start(path: Path, index: BytesIO, size: int) -> None:
    """Magic number, protocol, and what the machine was that wrote the file."""
    index.seek(len(_MAGIC))
    protocol, machine = _next(path, index, size), _next(path, index, size)
    if protocol != _PROTOCOL:
        raise misshapen(path, "protocol", len(_MAGIC), _PROTOCOL, protocol)
    if not isinstance(machine, dict) or machine.get("little_endian") is not True:
        raise FileError("file.unsupported", reason="big_endian", name=path.name)


def _widths(path: Path, outside: list[Persistent]) -> dict[str, int]:
    """Bytes of one value of every storage, by its key."""
    found = {}
    for storage in outside:
        match storage.reference:
            case ("storage", name, str(key), _, int(), *_):
                kind = TYPES.get(getattr(name, "name", ""))
                found[key] = np.dtype(kind).itemsize if kind else 1
    return found


def _places(path: Path, keys: Any, widths: dict[str, int], at: int, size: int) -> dict[str, tuple[int, int]]:
    """Where each storage begins, and its bytes. They lie in the order of `keys`, each behind its number of values."""
    if not isinstance(keys, list) or not all(isinstance(key, str) and key in widths for key in keys):
        raise misshapen(path, "storages", at, "keys of the index", keys)
    found = {}
    with path.open("rb") as file:
        for key in keys:
            file.seek(at)
            stored = int.from_bytes(file.read(8), "little") * widths[key]
            found[key] = (at + 8, stored)
            at += 8 + stored
            if at > size:
                raise FileError("file.truncated", name=path.name, expected=at, found=size)
    if at < size:
        raise FileError("file.unsafe", reason="trailing", name=path.name, extra=size - at)
    return found


READER = Reader(
    key="torch_legacy",
    label=Sentence(en="torch checkpoint (before 1.6)", pt="checkpoint do torch (anterior ao 1.6)"),
    sniff=_sniff,
    open=_open,
)
