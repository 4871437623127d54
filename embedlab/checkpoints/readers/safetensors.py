"""Safetensors: eight bytes of header length, a JSON header, and the values one after the other."""

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from embedlab.checkpoints.entries import Contents, TensorEntry, c_strides
from embedlab.checkpoints.faults import misplaced, misshapen
from embedlab.checkpoints.reader import Reader
from embedlab.errors import FileError
from embedlab.wording import Sentence

MAX_HEADER = 100_000_000  # bytes, the format's own limit
MAX_AXES = 32  # no real tensor has more, and their product must stay cheap

# Name in the header -> numpy's type; None where numpy has none. And the bits of one value.
_TYPES: dict[str, tuple[type[Any] | None, int]] = {
    "F64": (np.float64, 64),
    "F32": (np.float32, 32),
    "F16": (np.float16, 16),
    "BF16": (ml_dtypes.bfloat16, 16),
    "F8_E4M3": (ml_dtypes.float8_e4m3fn, 8),
    "F8_E5M2": (ml_dtypes.float8_e5m2, 8),
    "F8_E8M0": (None, 8),
    "F6_E2M3": (None, 6),
    "F6_E3M2": (None, 6),
    "F4": (None, 4),
    "C64": (np.complex64, 64),
    "I64": (np.int64, 64),
    "I32": (np.int32, 32),
    "I16": (np.int16, 16),
    "I8": (np.int8, 8),
    "U64": (np.uint64, 64),
    "U32": (np.uint32, 32),
    "U16": (np.uint16, 16),
    "U8": (np.uint8, 8),
    "BOOL": (np.bool_, 8),
}


def _sniff(head: bytes, path: Path) -> bool:
    ours = path.suffix == ".safetensors"
    # Text may have a brace there too, but not a length below 2^40 before it.
    return (ours and len(head) < 9) or (head[8:9] == b"{" and (ours or head[5:8] == b"\0\0\0"))


def _open(path: Path) -> Contents:
    """Entries of a safetensors file. The checks are those of the official library, plus our limits."""
    size = path.stat().st_size
    header, start = _header(path, size)
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise misshapen(path, "__metadata__", 8, "texts by name", metadata)
    spans = sorted((*_entry(path, name, facts, start),) for name, facts in header.items())
    end = start
    for begin, stop, name, _ in spans:
        if begin != end:
            raise FileError("file.unsafe", reason="overlap", name=path.name, tensor=name)
        end = stop
    if end > size:
        raise FileError("file.truncated", name=path.name, expected=end, found=size)
    if end < size:
        raise FileError("file.unsafe", reason="trailing", name=path.name, extra=size - end)
    return Contents(tuple(entry for *_, entry in spans), metadata)


def _header(path: Path, size: int) -> tuple[dict[str, Any], int]:
    """The header as a dict, and the byte at which the values start."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8:
            raise FileError("file.truncated", name=path.name, expected=8, found=size)
        if length > MAX_HEADER:
            raise FileError("file.unsafe", reason="header_limit", name=path.name, found=length, limit=MAX_HEADER)
        if 8 + length > size:
            raise FileError("file.truncated", name=path.name, expected=8 + length, found=size)
        text = file.read(length)
    try:
        header = json.loads(text.decode("utf-8"), object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or not text.startswith(b"{"):
        raise misshapen(path, "JSON", 8, "an object with distinct names", text[:40])
    return header, 8 + length


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; one with a repeated key would hide a tensor."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _entry(path: Path, name: str, facts: Any, start: int) -> tuple[int, int, str, TensorEntry]:
    """(begin, end, name, entry), in bytes of the file."""
    try:
        dtype_name, shape, (begin, end) = facts["dtype"], tuple(facts["shape"]), facts["data_offsets"]
        kind, bits = _TYPES[dtype_name]
        sound = len(shape) <= MAX_AXES and all(
            type(number) is int and 0 <= number < 2**63 for number in (*shape, begin, end)
        )
    except (KeyError, TypeError, ValueError):
        raise misshapen(path, name, 8, "dtype, shape, data_offsets", facts) from None
    if not sound:
        raise misshapen(path, name, 8, "whole numbers from 0", [*shape[:4], begin, end])
    if (end - begin) * 8 != prod(shape) * bits:
        raise misplaced(path, name, start + begin, f"{-(-prod(shape) * bits // 8):,} bytes", f"{end - begin:,} bytes")
    dtype = np.dtype(kind) if kind else None
    strides = c_strides(shape, dtype.itemsize if dtype else 0)
    label = str(dtype) if dtype else dtype_name
    entry = TensorEntry(name, path, start + begin, dtype, label, shape, strides, f"{path.name}@{begin}:{end}")
    return start + begin, start + end, name, entry


READER = Reader(
    key="safetensors",
    label=Sentence(en="safetensors", pt="safetensors"),
    sniff=_sniff,
    open=_open,
)
