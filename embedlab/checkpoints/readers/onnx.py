"""ONNX: the initialisers of a graph, found in the protobuf without reading it into memory.

Field numbers after onnx.proto: Model.graph 7, Model.opset_import 8, Graph.initializer 5; of a tensor dims 1,
data_type 2, float_data 4, name 8, raw_data 9, double_data 10, external_data 13, data_location 14.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

import ml_dtypes
import numpy as np

from embedlab.checkpoints.entries import Contents, TensorEntry, c_strides
from embedlab.checkpoints.faults import misplaced, misshapen
from embedlab.checkpoints.folder import contained
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.readers._forward import Forward, check_names
from embedlab.errors import FileError
from embedlab.wording import Sentence

MAX_TEXT = 4_096  # bytes of a name or of a place
MAX_AXES = 32
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
# What may follow the version of the format at the start of a model: its fields 2 to 8.
_SECOND = b"\x12\x1a\x22\x28\x32\x3a\x42"
_TYPES: dict[int, np.dtype] = {
    number: np.dtype(kind)
    for number, kind in (
        *((1, np.float32), (2, np.uint8), (3, np.int8), (4, np.uint16), (5, np.int16), (6, np.int32), (7, np.int64)),
        *((9, np.bool_), (10, np.float16), (11, np.float64), (12, np.uint32), (13, np.uint64)),
        *((16, ml_dtypes.bfloat16), (17, ml_dtypes.float8_e4m3fn), (19, ml_dtypes.float8_e5m2)),
    )
}
_TYPED = {4: 1, 10: 11}  # field of values -> the data type whose values lie in it as they are


@dataclass
class _Tensor:
    """An initialiser: `start` and `end` are places of its values in the file; -1 where they are not."""

    name: str = ""
    dims: list[int] = field(default_factory=list)
    kind: int = 0
    start: int = -1
    end: int = -1
    external: dict[str, str] = field(default_factory=dict)


def _sniff(head: bytes, path: Path) -> bool:
    return len(head) > 2 and head[0] == 8 and 0 < head[1] < 64 and head[2] in _SECOND


def _open(path: Path) -> Contents:
    """Entries of the initialisers, named as the graph names them."""
    with path.open("rb") as file:
        forward = Forward(path, file)
        tensors, complete = [], False
        for number, _, start, end in _fields(forward, forward.size):
            if number == 7:
                tensors += _initialisers(forward, start, end)
                forward.at = end
            complete |= number == 8
    if not complete:  # every model says which operators it uses; one that does not has lost its end
        raise FileError("file.truncated", name=path.name, expected=forward.size + 1, found=forward.size)
    check_names(path, [tensor.name for tensor in tensors])
    return Contents(tuple(_entry(path, tensor) for tensor in tensors))


def _fields(forward: Forward, end: int) -> Iterator[tuple[int, int, int, int]]:
    """(number, value, start, end) of every field up to `end`; a length-delimited one is passed over, its value 0."""
    while forward.at < end:
        forward.part()
        start = forward.at
        tag = _varint(forward)
        number, kind = tag >> 3, tag & 7
        if kind not in (_VARINT, _FIXED64, _BYTES, _FIXED32):
            raise misshapen(forward.path, f"field {number}", start, "type 0, 1, 2, 5", kind)
        value = _varint(forward) if kind == _VARINT else 0
        length = {_VARINT: 0, _FIXED64: 8, _FIXED32: 4}.get(kind)
        begin = forward.skip(_varint(forward) if length is None else length)
        if forward.at > end:
            raise misshapen(forward.path, f"field {number}", start, f"to end by byte {end:,}", f"byte {forward.at:,}")
        yield number, value, begin, forward.at


def _varint(forward: Forward) -> int:
    found = 0
    for shift in range(0, 64, 7):
        (byte,) = forward.take(1)
        found |= (byte & 127) << shift
        if byte < 128:
            return found
    raise misshapen(forward.path, "number", forward.at, "at most 9 bytes", "more")


def _initialisers(forward: Forward, start: int, end: int) -> list[_Tensor]:
    forward.at, found = start, []
    for number, _, begin, stop in _fields(forward, end):
        if number == 5:
            found.append(_tensor(forward, begin, stop))
            forward.at = stop
    return found


def _tensor(forward: Forward, start: int, end: int) -> _Tensor:
    forward.at, found = start, _Tensor()
    for number, value, begin, stop in _fields(forward, end):
        if number == 1:
            found.dims += _numbers(forward, begin, stop) if stop > begin else [value]
            if len(found.dims) > MAX_AXES:
                raise misshapen(forward.path, "dims", begin, f"<= {MAX_AXES}", len(found.dims))
        elif number == 2:
            found.kind = value
        elif number == 8:
            found.name = _text(forward, begin, stop)
        elif number == 9 or _TYPED.get(number) == (found.kind or 1):
            found.start, found.end = begin, stop
        elif number == 13:
            _put(forward, begin, stop, found.external)
        forward.at = stop
    return found


def _numbers(forward: Forward, start: int, end: int) -> list[int]:
    forward.at, found = start, []
    while forward.at < end and len(found) <= MAX_AXES:
        found.append(_varint(forward))
    return found


def _text(forward: Forward, start: int, end: int) -> str:
    if end - start > MAX_TEXT:
        raise misshapen(forward.path, "name", start, f"<= {MAX_TEXT:,} bytes", end - start)
    forward.at = start
    return forward.take(end - start).decode("utf-8", "backslashreplace")


def _put(forward: Forward, start: int, end: int, into: dict[str, str]) -> None:
    """One pair of texts: key 1, value 2."""
    forward.at, pair = start, {1: "", 2: ""}
    for number, _, begin, stop in _fields(forward, end):
        pair[number] = _text(forward, begin, stop)
        forward.at = stop
    into[pair[1]] = pair[2]


def _entry(path: Path, tensor: _Tensor) -> TensorEntry:
    """The entry of an initialiser whose values are there, and as many as its shape says."""
    shape, dtype = tuple(tensor.dims), _TYPES.get(tensor.kind)
    if any(n >= 2**62 for n in shape):
        raise misplaced(path, tensor.name, max(tensor.start, 0), "< 2^62 in each axis", list(shape[:4]))
    wanted = prod(shape) * (dtype.itemsize if dtype else 0)
    file, start, end = (_outside if tensor.external else _inside)(path, tensor, wanted)
    if dtype is None or end - start == 0:  # strings, packed bits, or values written in a way that cannot be mapped
        strides = c_strides(shape, 0)
        return TensorEntry(tensor.name, file, start, None, f"onnx {tensor.kind}", shape, strides, tensor.name)
    if end - start != wanted:
        raise misplaced(path, tensor.name, start, f"{wanted:,} bytes", f"{end - start:,} bytes")
    strides = c_strides(shape, dtype.itemsize)
    return TensorEntry(tensor.name, file, start, dtype, str(dtype), shape, strides, f"{file.name}@{start}")


def _inside(path: Path, tensor: _Tensor, wanted: int) -> tuple[Path, int, int]:
    return path, max(tensor.start, 0), max(tensor.end, 0)


def _outside(path: Path, tensor: _Tensor, wanted: int) -> tuple[Path, int, int]:
    """Values in a file beside the model, which must lie in the same folder."""
    location = tensor.external.get("location", "")
    if Path(location).name != location or "\\" in location or location in ("", "..", "."):
        raise FileError("file.unsafe", reason="outside_folder", name=path.name, part=location)
    beside = path.parent / location
    try:
        offset, length = (
            int(tensor.external.get(key, default)) for key, default in (("offset", 0), ("length", wanted))
        )
    except ValueError:
        raise misplaced(path, tensor.name, 0, "numbers", tensor.external) from None
    if not beside.is_file():
        raise FileError("file.shard_missing", name=path.name, shards=[location])
    size = contained(beside, path.parent).stat().st_size
    if min(offset, length) < 0:
        raise misplaced(path, tensor.name, 0, "whole numbers from 0", tensor.external)
    if offset + length > size:
        raise FileError("file.truncated", name=location, expected=offset + length, found=size)
    return beside, offset, offset + length


READER = Reader(
    key="onnx",
    label=Sentence(en="ONNX model", pt="modelo ONNX"),
    sniff=_sniff,
    open=_open,
    order=50,
)
