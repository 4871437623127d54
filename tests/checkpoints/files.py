"""Makes files for the tests: valid ones by the official libraries, and others whose parts lie."""

import io
import json
import pickle
import random
import struct
import zlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.reader import read
from embedlab.errors import FileError, TableError

OURS = (FileError, TableError)


def values(dtype: Any = np.float32, rows: int = 5, dims: int = 3) -> np.ndarray:
    """Rows with their number in them; small enough to be exact in every type but float8."""
    return (np.arange(rows * dims).reshape(rows, dims) - 4).astype(dtype)


def safetensors(header: dict[str, Any] | bytes, data: bytes = b"", length: int | None = None) -> bytes:
    """A safetensors file as told, whether or not its parts fit each other."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def tensor(shape: list[int], begin: int, end: int, dtype: str = "F32") -> dict[str, Any]:
    """One tensor of a safetensors header."""
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


class Stored:
    """A storage that exists only in the index of a torch checkpoint."""

    def __init__(self, key: str, numel: int, dtype: str = "FloatStorage") -> None:
        self.key, self.numel, self.dtype = key, numel, dtype


class Rebuilt:
    """A tensor of such a storage."""

    def __init__(self, storage: Stored, shape: tuple[int, ...], strides: tuple[int, ...], offset: int = 0) -> None:
        self.facts = (storage, offset, shape, strides, False, OrderedDict())

    def __reduce__(self):
        import torch

        return torch._utils._rebuild_tensor_v2, self.facts


class _Pickler(pickle.Pickler):
    legacy = False

    def persistent_id(self, value: Any) -> Any:
        import torch

        if isinstance(value, Stored):
            legacy = (None,) if self.legacy else ()
            return ("storage", getattr(torch, value.dtype), value.key, "cpu", value.numel, *legacy)
        return None


def index(saved: Any, legacy: bool = False) -> bytes:
    """The index of a torch checkpoint that holds `saved`."""
    target = io.BytesIO()
    pickler = _Pickler(target, protocol=2)
    pickler.legacy = legacy
    pickler.dump(saved)
    return target.getvalue()


def write_torch(path: Path, saved: Any, storages: dict[str, bytes | int], **lies: Any) -> Path:
    """A torch checkpoint; a storage given as a number is a hole of so many bytes."""
    pickled = saved if isinstance(saved, bytes) else index(saved)
    return write_zip(path, {"m/data.pkl": pickled, **{f"m/data/{key}": raw for key, raw in storages.items()}}, **lies)


def write_zip(
    path: Path,
    members: dict[str, bytes | int],
    deflated: tuple[str, ...] = (),
    sizes: dict[str, int] | None = None,
    offsets: dict[str, int] | None = None,
    twice: str | None = None,
) -> Path:
    """A zip64 file written by hand. `sizes` and `offsets` lie in the list of members, `twice` repeats a name."""
    directory, count = b"", 0
    with path.open("wb") as file:
        for name, content in members.items():
            at, raw = file.tell(), name.encode()
            method = 8 if name in deflated else 0
            packed = zlib.compress(content)[2:-4] if method else content
            held = packed if isinstance(packed, int) else len(packed)
            plain = content if isinstance(content, int) else len(content)
            file.write(struct.pack("<4s5H3I2H", b"PK\3\4", 45, 0, method, 0, 0, 0, 0, 0, len(raw), 0) + raw)
            file.seek(packed, 1) if isinstance(packed, int) else file.write(packed)
            told = (sizes or {}).get(name, plain), (sizes or {}).get(name, held), (offsets or {}).get(name, at)
            extra = struct.pack("<2H3Q", 1, 24, *told)
            fixed = (b"PK\1\2", 45, 45, 0, method, 0, 0, 0, 2**32 - 1, 2**32 - 1, len(raw), len(extra), 0, 0, 0, 0)
            entry = struct.pack("<4s6H3I5H2I", *fixed, 2**32 - 1) + raw + extra
            repeats = 2 if name == twice else 1
            directory, count = directory + entry * repeats, count + repeats
        start = file.tell()
        end = start + len(directory)
        file.write(directory)
        file.write(struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory), start))
        file.write(struct.pack("<4sIQI", b"PK\6\7", 0, end, 1))
        file.write(struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 2**32 - 1, 2**32 - 1, 0))
    return path


def looked_at(path: Path) -> str:
    """ "opened" after every table was mapped and read, or the code of our error. Any other error is a defect."""
    try:
        contents = read(path)[1]
        for entry in contents.entries:
            if entry.is_table:
                entry.map().astype(np.float32).sum()
        if contents.vocabulary is not None:
            contents.vocabulary()
    except OURS as error:
        return error.code
    return "opened"


def mutated(whole: bytes, chance: random.Random) -> bytes:
    """The file cut short, or with one to four places changed: flipped, overwritten, removed, repeated, made extreme."""
    data = bytearray(whole)
    if chance.random() < 0.05:
        return bytes(data[: chance.randrange(1, len(data))])
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(data))
        span = chance.choice((1, 2, 4, 8))
        held = bytes(data[at : at + span])
        change: Callable[[], bytes] = chance.choice(
            (
                lambda held=held: bytes([held[0] ^ 1 << chance.randrange(8)]) + held[1:],
                lambda held=held: chance.randbytes(len(held)),
                lambda held=held: chance.choice((b"\xff", b"\x00", b"\x7f", b"\x80")) * len(held),
                lambda held=held: bytes(reversed(held)),
                lambda: b"",
                lambda held=held: held * 2,
                lambda: chance.choice((b"\xff" * 8, b"\x00" * 8, (2**62).to_bytes(8, "little"))),
                lambda: chance.choice((b"-1", b"99999999999999999999", b"NaN", b"[[", b'"', b"R", b"Q")),
            )
        )
        data[at : at + span] = change()
        if not data:
            return b"\0"
    return bytes(data)
