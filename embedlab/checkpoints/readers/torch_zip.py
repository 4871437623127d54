"""Torch checkpoints since 1.6: a zip of raw storages and of an index, which is a pickle and is never unpickled."""

from __future__ import annotations

from pathlib import Path

from embedlab.checkpoints.entries import Contents, TensorEntry
from embedlab.checkpoints.faults import misplaced
from embedlab.checkpoints.pickles import follow
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.readers._torch import MAX_INDEX, Tensor, described_by, entry_of
from embedlab.checkpoints.zips import MAGIC, Member, kind, locate, members, read
from embedlab.errors import FileError
from embedlab.wording import Sentence


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(MAGIC) and kind(path) == "torch"


def _open(path: Path) -> Contents:
    """Entries of a torch checkpoint, named by their path through the saved object."""
    listed = members(path)
    index = [name for name in listed if name.count("/") == 1 and name.endswith("/data.pkl")]
    if len(index) != 1:
        raise FileError("file.unsupported", reason="zip", name=path.name)
    prefix = index[0].removesuffix("data.pkl")
    found = locate(path, listed)
    if f"{prefix}byteorder" in found and read(path, found[f"{prefix}byteorder"], 16).strip() == b"big":
        raise FileError("file.unsupported", reason="big_endian", name=path.name)
    pickled = found[index[0]]
    raw = read(path, pickled, MAX_INDEX)
    tensors = described_by(path, pickled.offset, lambda: follow(raw))
    return Contents(tuple(_entry(path, name, tensor, found, prefix) for name, tensor in tensors.items()))


def _entry(path: Path, name: str, tensor: Tensor, found: dict[str, Member], prefix: str) -> TensorEntry:
    """The entry of a tensor whose storage is there, as large as announced, and large enough."""
    member = found.get(f"{prefix}data/{tensor.key}")
    if member is None:
        raise misplaced(path, name, 0, f"{prefix}data/{tensor.key}", "no such part")
    return entry_of(path, name, tensor, member.name, member.offset, member.size)


READER = Reader(
    key="torch_zip",
    label=Sentence(en="torch checkpoint (zip)", pt="checkpoint do torch (zip)"),
    sniff=_sniff,
    open=_open,
)
