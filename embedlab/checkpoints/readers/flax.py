"""Flax checkpoints: msgpack, in which an array is extension 1 holding shape, type and values."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from embedlab.checkpoints.entries import Contents, TensorEntry, c_strides
from embedlab.checkpoints.faults import misplaced, misshapen
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.readers._forward import Forward, check_names
from embedlab.errors import FileError
from embedlab.wording import Sentence

MAX_DEPTH = 64
MAX_AXES = 32
MAX_TEXT = 4_096  # bytes of one name
_ARRAY = 1
_CHUNKED = "__msgpack_chunked_array__"
_INTEGERS = tuple(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
_TYPES = {name: np.dtype(name) for name in ("float64", "float32", "float16", "bool", *_INTEGERS)} | {
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    "float8_e4m3fn": np.dtype(ml_dtypes.float8_e4m3fn),
    "float8_e5m2": np.dtype(ml_dtypes.float8_e5m2),
}
# First byte -> kind, and the bytes of the length that follows, or of the value itself.
_TEXT = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_BYTES = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_LIST = {0xDC: 2, 0xDD: 4}
_MAP = {0xDE: 2, 0xDF: 4}
_EXTENSION = {0xC7: 1, 0xC8: 2, 0xC9: 4}
_FIXED_EXTENSION = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
_VALUE = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8} | {0xCC + n: 2 ** (n % 4) for n in range(8)}


def _sniff(head: bytes, path: Path) -> bool:
    """A map that is not empty, whose first key is a short text of letters."""
    start = {0xDE: 3, 0xDF: 5}.get(head[0], 1)
    if not (0x81 <= head[0] <= 0x8F or start > 1) or len(head) < start + 2:
        return False
    first = head[start]
    length, at = (head[start + 1], start + 2) if first == 0xD9 else (first - 0xA0, start + 1)
    return (first == 0xD9 or 0xA1 <= first <= 0xBF) and head[at : at + length].isascii()


def _open(path: Path) -> Contents:
    """Entries named by their path through the maps."""
    with path.open("rb") as file:
        forward = Forward(path, file)
        entries = tuple(_walk(forward, ()))
        if forward.at < forward.size:
            raise FileError("file.unsafe", reason="trailing", name=path.name, extra=forward.size - forward.at)
    check_names(path, [entry.name for entry in entries])
    return Contents(entries)


def _walk(forward: Forward, path: tuple[str, ...]) -> Iterator[TensorEntry]:
    """The arrays of the next value, which is passed over."""
    forward.part()
    if len(path) > MAX_DEPTH:
        raise misshapen(forward.path, ".".join(path), forward.at, f"<= {MAX_DEPTH} levels", "more")
    start, kind, count = forward.at, *_head(forward)
    if kind == "map":
        for _ in range(count):
            key = _text(forward)
            if key == _CHUNKED:
                raise FileError("file.unsupported", reason="flax_chunked", name=forward.path.name)
            yield from _walk(forward, (*path, key))
    elif kind == "list":
        for number in range(count):
            yield from _walk(forward, (*path, str(number)))
    elif kind == "array":
        end = forward.at + count
        yield _entry(forward, ".".join(path) or "array", start, end)
    else:
        forward.skip(count)


def _head(forward: Forward) -> tuple[str, int]:
    """What comes next, and how many bytes or parts it has."""
    (first,) = forward.take(1)
    if first < 0x80 or first >= 0xE0:
        return "value", 0
    if first < 0xC0:
        kinds = ((0x90, "map", 0x80), (0xA0, "list", 0x90), (0xC0, "text", 0xA0))
        return next((kind, first - base) for limit, kind, base in kinds if first < limit)
    for kind, widths in (("text", _TEXT), ("bytes", _BYTES), ("list", _LIST), ("map", _MAP)):
        if first in widths:
            return kind, int.from_bytes(forward.take(widths[first]), "big")
    if first in _EXTENSION or first in _FIXED_EXTENSION:
        fixed = _FIXED_EXTENSION.get(first)
        length = int.from_bytes(forward.take(_EXTENSION[first]), "big") if fixed is None else fixed
        return ("array" if forward.take(1)[0] == _ARRAY else "value"), length
    if first not in _VALUE:
        raise misshapen(forward.path, "value", forward.at - 1, "a byte of msgpack", first)
    return "value", _VALUE[first]


def _text(forward: Forward) -> str:
    start, kind, length = forward.at, *_head(forward)
    if kind != "text" or length > MAX_TEXT:
        raise misshapen(forward.path, "name", start, f"a text of <= {MAX_TEXT:,} bytes", f"{kind}, {length:,}")
    return forward.take(length).decode("utf-8", "backslashreplace")


def _entry(forward: Forward, name: str, start: int, end: int) -> TensorEntry:
    """The entry of an array: a list of its shape, its type, and its values."""
    parts, path = _head(forward), forward.path
    shape = _shape(forward, name) if parts == ("list", 3) else None
    label = _text(forward) if shape is not None else ""
    kind, count = _head(forward) if shape is not None else ("", 0)
    if shape is None or kind != "bytes" or forward.at + count != end:
        raise misplaced(
            path, name, start, f"an array that ends at byte {end:,}", f"{kind or parts[0]}, byte {forward.at:,}"
        )
    dtype = _TYPES.get(label)
    if dtype is not None and prod(shape) * dtype.itemsize != count:
        raise misplaced(path, name, forward.at, f"{prod(shape) * dtype.itemsize:,} bytes", f"{count:,} bytes")
    offset = forward.skip(count)
    strides = c_strides(shape, dtype.itemsize if dtype else 0)
    return TensorEntry(name, path, offset, dtype, str(dtype or label), shape, strides, f"{path.name}@{offset}")


def _shape(forward: Forward, name: str) -> tuple[int, ...]:
    start, kind, count = forward.at, *_head(forward)
    if kind != "list" or count > MAX_AXES:
        raise misplaced(forward.path, name, start, f"a shape of <= {MAX_AXES} axes", f"{kind}, {count:,}")
    return tuple(_number(forward, name) for _ in range(count))


def _number(forward: Forward, name: str) -> int:
    """A whole number from 0."""
    (first,) = forward.take(1)
    if first < 0x80:
        return first
    found: Any = None
    if 0xCC <= first <= 0xCF:
        found = int.from_bytes(forward.take(_VALUE[first]), "big")
    if found is None or found >= 2**62:
        raise misplaced(forward.path, name, forward.at, "a length below 2^62", first)
    return found


READER = Reader(
    key="flax",
    label=Sentence(en="Flax checkpoint", pt="checkpoint do Flax"),
    sniff=_sniff,
    open=_open,
    order=51,
)
