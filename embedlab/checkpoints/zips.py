"""The list of members of a zip file, read with every bound checked. Nothing is unpacked."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from embedlab.checkpoints.faults import check_limit, misplaced
from embedlab.errors import FileError

MAGIC = b"PK\x03\x04"
MAX_DIRECTORY = 32 * 2**20  # bytes; 200,000 tensors with long names need less
MAX_RATIO = 200  # what deflated bytes may grow to; the format itself allows 1,032
_DEFLATED = 8
_PIECE = 2**20  # bytes read or inflated at a time
_END, _END64, _LOCATOR64 = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
_MEMBER = struct.Struct("<4s6H3I5H2I")  # central directory, 46 bytes
_LOCAL = struct.Struct("<4s5H3I2H")  # local header, 30 bytes
_UNSET = 0xFFFFFFFF  # the true number stands in the zip64 field


@dataclass(frozen=True)
class Member:
    """One member: `size` bytes that start at byte `offset` of the file, once `locate` found them there.

    A deflated member takes `packed` bytes there. method: 0 stored, 8 deflated, None for any other. mode: of the file
    as Unix writes it, 0 where nothing says. crc: CRC-32 of all the bytes; 0 where nobody counted it, as torch does when
    told so.
    """

    name: str
    size: int
    header: int
    method: int | None
    packed: int
    offset: int = -1
    mode: int = 0
    crc: int = 0

    @property
    def stored(self) -> bool:
        """Whether the bytes lie in the file as they are."""
        return self.method == 0


class _DamagedError(Exception):
    """The list of members is not there, or does not hold together."""


def members(path: Path) -> dict[str, Member]:
    """Every member by name, without its place. Raises FileError `file.truncated`, `file.unsafe`."""
    try:
        with path.open("rb") as file:
            return _listed(path, _directory(path, file))
    except (_DamagedError, struct.error):
        raise FileError("file.truncated", reason="zip", name=path.name) from None


def _directory(path: Path, file: BinaryIO) -> bytes:
    """The bytes of the central directory, found from the end of the file."""
    size = file.seek(0, os.SEEK_END)
    tail_start = max(0, size - 66_000)
    file.seek(tail_start)
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or at + 22 > len(tail) or at + 22 + int.from_bytes(tail[at + 20 : at + 22], "little") != len(tail):
        raise _DamagedError
    length, start = struct.unpack_from("<2I", tail, at + 12)
    if tail[max(0, at - 20) : at].startswith(_LOCATOR64):
        file.seek(min(size, int.from_bytes(tail[at - 12 : at - 4], "little")))
        record = file.read(56)
        if not record.startswith(_END64):
            raise _DamagedError
        length, start = struct.unpack_from("<2Q", record, 40)
    if length > MAX_DIRECTORY:
        raise FileError("file.unsafe", reason="header_limit", name=path.name, found=length, limit=MAX_DIRECTORY)
    if start + length > tail_start + at:
        raise _DamagedError
    file.seek(start)
    return file.read(length)


def _listed(path: Path, directory: bytes) -> dict[str, Member]:
    found: dict[str, Member] = {}
    at = 0
    while at < len(directory):
        fields = _MEMBER.unpack_from(directory, at)
        flags, method, crc, packed, size = fields[3], fields[4], *fields[7:10]
        name_length, extra_length, comment_length, header = *fields[10:13], fields[16]
        extra_at = at + _MEMBER.size + name_length
        name = directory[at + _MEMBER.size : extra_at].decode("utf-8", "replace")
        extra = directory[extra_at : extra_at + extra_length]
        at = extra_at + extra_length + comment_length
        if fields[0] != b"PK\x01\x02" or at > len(directory):
            raise _DamagedError
        size, packed, header = _wide(extra, size, packed, header)
        if name in found:
            raise FileError("file.unsafe", reason="duplicate", name=path.name, part=name)
        known = not flags & 1 and (method == _DEFLATED or (method == 0 and packed == size))
        found[name] = Member(name, size, header, method if known else None, packed, mode=fields[15] >> 16, crc=crc)
    return found


def _wide(extra: bytes, *numbers: int) -> list[int]:
    """The numbers, those that did not fit taken from the zip64 field, where they stand in this order."""
    fields, at = b"", 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            fields = extra[at + 4 : at + 4 + length]
        at += 4 + length
    found = []
    for number in numbers:
        if number == _UNSET:
            (number,) = struct.unpack_from("<Q", fields)
            fields = fields[8:]
        found.append(number)
    return found


def kind(path: Path) -> str:
    """What a zip is by the names of its members: "npz", "keras", "torch", or "folder" for any other.

    A damaged one counts as "torch".
    """
    status = path.stat()
    names = _names(path, status.st_size, status.st_mtime_ns)
    if names and all(name.endswith(".npy") for name in names):
        return "npz"
    if "model.weights.h5" in names:
        return "keras"
    return "torch" if not names or any(name.endswith("/data.pkl") for name in names) else "folder"


@lru_cache(maxsize=4)
def _names(path: Path, size: int, changed: int) -> frozenset[str]:
    """The names of the members, none of a damaged file. `size` and `changed` tell files of one name apart."""
    try:
        return frozenset(members(path))
    except FileError:
        return frozenset()


def locate(path: Path, listed: dict[str, Member], deflated: bool = False) -> dict[str, Member]:
    """The same members with their place in the file, none over another; each stored as it is, or `deflated` too.

    Raises FileError `file.truncated`, `file.unsafe`.
    """
    found: dict[str, Member] = {}
    size, end = path.stat().st_size, 0
    with path.open("rb") as file:
        for member in sorted(listed.values(), key=lambda member: member.header):
            if not member.stored and not (deflated and member.method == _DEFLATED):
                raise FileError("file.unsafe", reason="compressed", name=path.name, part=member.name)
            check_limit(path, member.name, member.size, MAX_RATIO * max(member.packed, 1024))
            if member.header < end:
                raise FileError("file.unsafe", reason="overlap", name=path.name, tensor=member.name)
            start = _data_start(path, file, member, size)
            end = start + member.packed
            if end > size:
                raise FileError("file.truncated", name=path.name, expected=end, found=size)
            found[member.name] = replace(member, offset=start)
    return found


def _data_start(path: Path, file: BinaryIO, member: Member, size: int) -> int:
    file.seek(min(member.header, size))
    header = file.read(_LOCAL.size)
    if len(header) == _LOCAL.size:
        fields = _LOCAL.unpack(header)
        name = file.read(fields[9]).decode("utf-8", "replace")
        if fields[0] == MAGIC and name == member.name and fields[3] == member.method:
            return member.header + _LOCAL.size + fields[9] + fields[10]
    raise misplaced(path, member.name, member.header, "its own local header", repr(header[:4]))


def read(path: Path, member: Member, limit: int) -> bytes:
    """All bytes of a located member that has no more than `limit`. Raises FileError as `pieces` does."""
    check_limit(path, member.name, member.size, limit)
    return b"".join(pieces(path, member))


def pieces(path: Path, member: Member) -> Iterator[bytes]:
    """The bytes of a located member, piece by piece, and never more than its size.

    Raises FileError `file.unsafe` where a deflated member holds less, or nothing that can be inflated; and at the end
    where the bytes are others than those that were written.
    """
    left, packed, crc = member.size, member.packed, 0
    with path.open("rb") as file:
        file.seek(member.offset)
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        while left and packed and (raw := file.read(min(_PIECE, packed))):
            packed -= len(raw)
            for piece in (raw,) if member.stored else _inflated(inflate, raw):
                part = piece[:left]
                crc = zlib.crc32(part, crc)
                yield part
                left -= len(part)
    if left:
        raise FileError("file.unsafe", reason="inflated", name=path.name, part=member.name, missing=left)
    if member.crc not in (0, crc):
        raise FileError("file.unsafe", reason="crc", name=path.name, part=member.name)


def _inflated(inflate: Any, raw: bytes) -> Iterator[bytes]:
    """What deflated bytes hold, in bounded pieces; it ends where they are damaged."""
    try:
        while piece := inflate.decompress(raw, _PIECE):
            raw = inflate.unconsumed_tail
            yield piece
    except zlib.error:
        return
