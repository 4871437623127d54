"""GGUF, the files of llama.cpp: settings, tensor places, values in blocks that are often quantised.

Written after the format's description with every length checked before it is believed; the `gguf` package reads only
valid files safely, and gives us its arithmetic of the quantised blocks.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import ml_dtypes
import numpy as np

from embedlab.checkpoints.entries import Contents, TensorEntry, c_strides
from embedlab.checkpoints.faults import misplaced, misshapen
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.room import room
from embedlab.checkpoints.vocabulary import Vocabulary, from_list
from embedlab.errors import FileError
from embedlab.wording import Sentence

_MAGIC = b"GGUF"
MAX_HEADER = 128 * 2**20  # bytes
MAX_KEYS = MAX_TENSORS = 65_536
MAX_TEXT = 2**20  # bytes of one string
MAX_TEXTS = 2**21  # texts of one list: four times the most merges that a model has
_PIECE = 2**22  # bytes read at a time
_BLOCK = 2**20  # bytes of quantised values turned into numbers at a time; more leave the cache
_TOKENS = "tokenizer.ggml.tokens"

_TEXT, _LIST = 8, 9
_NUMBERS = dict(enumerate(("<B", "<b", "<H", "<h", "<I", "<i", "<f", "<?", "", "", "<Q", "<q", "<d")))
# Number of a type in the file, its name, the values of one block, the bytes of one block.
_TYPE_LIST = """
0 float32 1 4, 1 float16 1 2, 2 Q4_0 32 18, 3 Q4_1 32 20, 6 Q5_0 32 22, 7 Q5_1 32 24, 8 Q8_0 32 34,
10 Q2_K 256 84, 11 Q3_K 256 110, 12 Q4_K 256 144, 13 Q5_K 256 176, 14 Q6_K 256 210, 15 Q8_K 256 292,
16 IQ2_XXS 256 66, 17 IQ2_XS 256 74, 18 IQ3_XXS 256 98, 19 IQ1_S 256 50, 20 IQ4_NL 32 18, 21 IQ3_S 256 110,
22 IQ2_S 256 82, 23 IQ4_XS 256 136, 24 int8 1 1, 25 int16 1 2, 26 int32 1 4, 27 int64 1 8, 28 float64 1 8,
29 IQ1_M 256 56, 30 bfloat16 1 2, 34 TQ1_0 256 54, 35 TQ2_0 256 66, 39 MXFP4 32 17
"""
_TYPES = {
    int(number): (label, int(values), int(width))
    for number, label, values, width in (line.split() for line in _TYPE_LIST.split(","))
}
_PLAIN = {"bfloat16": np.dtype(ml_dtypes.bfloat16)} | {
    name: np.dtype(name) for name in ("float64", "float32", "float16", "int8", "int16", "int32", "int64")
}


@dataclass
class _Header:
    """Reads forward through the header, a piece of the file in memory at a time."""

    path: Path
    file: BinaryIO
    size: int
    held: bytes = b""
    start: int = 0  # place in the file of the first byte held
    at: int = 0  # place in the file of the next byte to take

    def hold(self, count: int) -> int:
        """Have `count` more bytes in memory, or all that there are; the place of the next one among those held."""
        if self.at + count > self.start + len(self.held):
            if self.at > MAX_HEADER:
                facts = {"found": self.at, "limit": MAX_HEADER}
                raise FileError("file.unsafe", reason="header_limit", name=self.path.name, **facts)
            self.held = self.held[self.at - self.start :] + self.file.read(max(count, _PIECE))
            self.start = self.at
        return self.at - self.start

    def take(self, count: int) -> bytes:
        if self.at + count > self.size:
            raise self.cut(self.at + count)
        begin = self.hold(count)
        self.at += count
        return self.held[begin : begin + count]

    def cut(self, expected: int) -> FileError:
        return FileError("file.truncated", name=self.path.name, expected=expected, found=self.size)

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def bounded(self, form: str, part: str, limit: int) -> int:
        """A number that must not exceed `limit`."""
        offset, found = self.at, self.number(form)
        if found > limit:
            raise misshapen(self.path, part, offset, f"<= {limit:,}", found)
        return found

    def text(self, part: str) -> bytes:
        return self.take(self.bounded("<Q", part, MAX_TEXT))

    def value(self, part: str, keep: bool) -> Any:
        """A number, a text, or the texts of a list where they are to be kept; other lists are passed over."""
        kind = self.bounded("<I", part, len(_NUMBERS) - 1)
        if kind == _TEXT:
            return self.text(part)
        return self._list(part, keep) if kind == _LIST else self.number(_NUMBERS[kind])

    def _list(self, part: str, keep: bool) -> list[bytes] | None:
        offset, kind = self.at, self.bounded("<I", part, len(_NUMBERS) - 1)
        if kind == _LIST:
            raise misshapen(self.path, part, offset, "a list of numbers or texts", "a list of lists")
        if kind != _TEXT:
            width = struct.calcsize(_NUMBERS[kind])
            self.take(width * self.bounded("<Q", part, MAX_HEADER // width))
            return None
        return self._texts(self.bounded("<Q", part, MAX_TEXTS), part, keep)

    def _texts(self, count: int, part: str, keep: bool) -> list[bytes] | None:
        """As `text`, many times, written out: half a million calls would take half a second."""
        found: list[bytes] = []
        length_of = struct.Struct("<Q").unpack_from
        while count:
            begin = self.hold(_PIECE)
            held, safe = self.held, len(self.held) - 8 - MAX_TEXT
            if begin > safe:  # near the end of the file, where the longest text allowed may not be in memory
                found += [self.text(part) for _ in range(count)]
                break
            while count and begin <= safe:
                (length,) = length_of(held, begin)
                if length > MAX_TEXT:
                    raise misshapen(self.path, part, self.start + begin, f"<= {MAX_TEXT:,}", length)
                end = begin + 8 + length
                if keep:
                    found.append(held[begin + 8 : end])
                begin = end
                count -= 1
            self.at = self.start + begin
        return found if keep else None


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(_MAGIC) or (path.suffix == ".gguf" and _MAGIC.startswith(head))


def _open(path: Path) -> Contents:
    """Entries of a GGUF file, and its tokens."""
    with path.open("rb") as file:
        header = _Header(path, file, path.stat().st_size)
        tensors = _tensors(header)
        settings = _settings(header, header.bounded("<Q", "n_kv", MAX_KEYS))
        places = [_place(header) for _ in range(tensors)]
        aligned = _alignment(header, settings)
        start = -(-header.at // aligned) * aligned
        entries = _entries(header, places, start, aligned)
    tokens = settings.pop(_TOKENS, None)
    metadata = {
        key: value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
        for key, value in settings.items()
    }
    vocabulary = (lambda: _vocabulary(path, tokens)) if isinstance(tokens, list) else None
    return Contents(entries, metadata, vocabulary)


def _tensors(header: _Header) -> int:
    """The number of tensors, after magic and version."""
    header.take(4)
    version = header.number("<I")
    if version in (0x01000000, 0x02000000, 0x03000000):
        raise FileError("file.unsupported", reason="big_endian", name=header.path.name)
    if version not in (2, 3):
        raise misshapen(header.path, "version", 4, "2, 3", version)
    return header.bounded("<Q", "n_tensors", MAX_TENSORS)


def _settings(header: _Header, count: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(count):
        offset, key = header.at, header.text("key").decode("utf-8", "replace")
        if key in found:
            raise misshapen(header.path, key, offset, "one value", "two")
        found[key] = header.value(key, keep=key == _TOKENS)
    return {key: value for key, value in found.items() if value is not None}


def _alignment(header: _Header, settings: dict[str, Any]) -> int:
    found = settings.get("general.alignment", 32)
    if type(found) is not int or not 0 < found <= 2**16 or found & (found - 1):
        raise misshapen(header.path, "general.alignment", 0, "a power of two <= 65,536", found)
    return found


def _place(header: _Header) -> tuple[str, tuple[int, ...], int, int]:
    """Name, shape, number of the type, and offset from the first value. The file's shape is back to front."""
    name = header.text("name").decode("utf-8", "replace")
    axes = header.bounded("<I", name, 4)
    shape = tuple(header.bounded("<Q", name, 2**48) for _ in range(axes))[::-1]
    return name, shape, header.bounded("<I", name, 2**16), header.number("<Q")


def _entries(
    header: _Header, places: list[tuple[str, tuple[int, ...], int, int]], start: int, aligned: int
) -> tuple[TensorEntry, ...]:
    """The entries in the order of the file; each begins where the one before it ends, at an aligned byte."""
    end, found = start, {}
    for name, shape, kind, offset in sorted(places, key=lambda place: place[3]):
        expected = -(-end // aligned) * aligned
        if start + offset != expected:
            raise misplaced(header.path, name, start + offset, f"byte {expected:,}", f"byte {start + offset:,}")
        if name in found:
            raise FileError("file.unsafe", reason="duplicate", name=header.path.name, part=name)
        found[name] = _entry(header.path, name, shape, kind, expected)
        end = expected + found[name].nbytes
        if end > header.size:
            raise FileError("file.truncated", name=header.path.name, expected=end, found=header.size)
    if header.size - end > aligned:
        raise FileError("file.unsafe", reason="trailing", name=header.path.name, extra=header.size - end)
    return tuple(found[name] for name, *_ in places)


def _entry(path: Path, name: str, shape: tuple[int, ...], kind: int, offset: int) -> TensorEntry:
    if kind not in _TYPES:
        raise FileError("file.unsupported", reason="dtype", name=path.name, tensor=name, dtype=f"ggml {kind}")
    label, values, width = _TYPES[kind]
    dims = shape[-1] if shape else 1
    if dims % values:
        raise misplaced(path, name, offset, f"rows of a multiple of {values}", f"{dims:,} values")
    stored = prod(shape) // values * width
    storage = f"{path.name}@{offset}"
    if label in _PLAIN:
        dtype = _PLAIN[label]
        return TensorEntry(name, path, offset, dtype, label, shape, c_strides(shape, dtype.itemsize), storage)
    return TensorEntry(
        name,
        path,
        offset,
        np.dtype(np.float32),
        label,
        shape,
        c_strides(shape, 4),
        storage,
        made=lambda: _numbers(path, name, offset, shape, dims // values * width, label),
        stored=stored,
    )


def _numbers(path: Path, name: str, offset: int, shape: tuple[int, ...], width: int, label: str) -> np.ndarray:
    """The values of a quantised table, (rows, dims) float32, block by block of rows that take `width` bytes each."""
    from gguf.constants import GGMLQuantizationType
    from gguf.quants import dequantize

    rows, values = shape[0], room(shape, np.dtype(np.float32), path)
    step = max(1, _BLOCK // width)
    with path.open("rb") as file, np.errstate(all="ignore"):
        file.seek(offset)
        for start in range(0, rows, step):
            count = min(step, rows - start)
            raw = file.read(count * width)
            if len(raw) < count * width:
                found = os.fstat(file.fileno()).st_size
                raise FileError("file.truncated", name=path.name, expected=offset + rows * width, found=found)
            try:
                packed = np.frombuffer(raw, np.uint8).reshape(count, width)
                values[start : start + count] = dequantize(packed, GGMLQuantizationType[label])
            except NotImplementedError:
                raise FileError("file.unsupported", reason="dtype", name=path.name, tensor=name, dtype=label) from None
    return values


def _vocabulary(path: Path, tokens: list[bytes]) -> Vocabulary:
    return from_list(path.name, (token.decode("utf-8", "backslashreplace") for token in tokens))


READER = Reader(
    key="gguf",
    label=Sentence(en="GGUF, of llama.cpp", pt="GGUF, do llama.cpp"),
    sniff=_sniff,
    open=_open,
)
