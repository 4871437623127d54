"""What both kinds of torch checkpoint share: the tensors that an index describes. It is a pickle, never unpickled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from embedlab.checkpoints.entries import TensorEntry
from embedlab.checkpoints.faults import misplaced
from embedlab.checkpoints.pickles import Call, Name, PickleError
from embedlab.errors import FileError

MAX_INDEX = 64 * 2**20  # bytes of the pickle
MAX_TENSORS = 200_000
MAX_DEPTH = 64  # containers within containers
MAX_AXES = 32
MAX_NAME = 1_000  # letters of one key

TYPES: dict[str, type[Any]] = {
    "torch DoubleStorage": np.float64,
    "torch FloatStorage": np.float32,
    "torch HalfStorage": np.float16,
    "torch BFloat16Storage": ml_dtypes.bfloat16,
    "torch LongStorage": np.int64,
    "torch IntStorage": np.int32,
    "torch ShortStorage": np.int16,
    "torch CharStorage": np.int8,
    "torch ByteStorage": np.uint8,
    "torch BoolStorage": np.bool_,
    "torch ComplexFloatStorage": np.complex64,
    "torch ComplexDoubleStorage": np.complex128,
    # types without a storage of their own are named by the tensor
    "torch float64": np.float64,
    "torch float32": np.float32,
    "torch float16": np.float16,
    "torch bfloat16": ml_dtypes.bfloat16,
    "torch float8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "torch float8_e5m2": ml_dtypes.float8_e5m2,
    "torch uint16": np.uint16,
    "torch uint32": np.uint32,
    "torch uint64": np.uint64,
}
_UNTYPED = "torch.storage UntypedStorage"
# Levels that a pickled module adds to the names a state_dict has.
_SILENT = ("_modules", "_parameters", "_buffers")


@dataclass(frozen=True)
class Tensor:
    """A rebuilt tensor in the words of the index: numbers of elements, not of bytes."""

    key: str
    stored: int  # elements of the storage, or its bytes where `untyped`
    untyped: bool
    dtype_name: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def described_by(path: Path, offset: int, index: Callable[[], Any]) -> dict[str, Tensor]:
    """The tensors of the index that begins at byte `offset`, by name. Raises FileError `file.unsafe`."""
    try:
        return dict(_tensors(index()))
    except PickleError as error:
        raise FileError("file.unsafe", reason="pickle", name=path.name, offset=offset + error.at) from None
    except (ValueError, TypeError, AttributeError, IndexError, RecursionError):
        # Arguments of a rebuilt tensor that are no such arguments.
        raise FileError("file.unsafe", reason="pickle", name=path.name, offset=offset) from None


def _tensors(root: Any) -> Iterator[tuple[str, Tensor]]:
    """Every tensor of the saved object with its path, in the order written. A container is entered once."""
    found = 0
    entered: set[int] = set()
    waiting: list[tuple[tuple[str, ...], Any]] = [((), root)]
    while waiting:
        path, value = waiting.pop()
        tensor = _rebuilt(value)
        if tensor is not None:
            found += 1
            if found > MAX_TENSORS:
                raise PickleError("too many tensors")
            yield ".".join(path) or "tensor", tensor
            continue
        if id(value) in entered:
            continue
        inner = _inner(value)
        if inner:
            entered.add(id(value))
            if len(path) > MAX_DEPTH:
                raise PickleError("nested too deeply")
        waiting += [(_deeper(path, key), part) for key, part in reversed(inner)]


def _deeper(path: tuple[str, ...], key: Any) -> tuple[str, ...]:
    if isinstance(key, str) and key in _SILENT:
        return path
    if isinstance(key, (str, bytes)) and len(key) > MAX_NAME:
        raise PickleError("name too long")
    return (*path, str(key))


def _inner(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, (list, tuple)):
        return list(enumerate(value))
    if isinstance(value, Call):
        state = value.state if isinstance(value.state, dict) else {}
        return [*state.items(), *value.parts.items()]
    return []


def _rebuilt(value: Any) -> Tensor | None:
    """The tensor that a call rebuilds; None for any other value, and for sparse or quantised tensors."""
    if not isinstance(value, Call) or not isinstance(value.function, Name):
        return None
    arguments = value.arguments
    match value.function.name:
        case "torch._utils _rebuild_tensor" | "torch._utils _rebuild_tensor_v2":
            return _described(*arguments[:4], dtype=None)
        case "torch._utils _rebuild_tensor_v3":
            return _described(*arguments[:4], dtype=arguments[6])
        case "torch._utils _rebuild_parameter" | "torch._utils _rebuild_parameter_with_state":
            return _rebuilt(arguments[0])
        case "torch._tensor _rebuild_from_type_v2":
            return _rebuilt(Call(arguments[0], arguments[2]))
    return None


def _described(storage: Any, offset: Any, shape: Any, strides: Any, dtype: Any) -> Tensor:
    kind, name, key, _, stored, *view = storage.reference
    if view not in ([], [None]):  # before torch 0.4 a storage could be a part of another
        raise PickleError("view")
    numbers = (stored, offset, *shape, *strides)
    if kind != "storage" or not isinstance(key, str) or len(shape) != len(strides) or len(shape) > MAX_AXES:
        raise PickleError("storage")
    if not all(type(number) is int and 0 <= number < 2**62 for number in numbers):
        raise PickleError("numbers")
    untyped = name.name == _UNTYPED
    return Tensor(key, stored, untyped, (dtype or name).name, offset, tuple(shape), tuple(strides))


def entry_of(path: Path, name: str, tensor: Tensor, storage: str, start: int, size: int) -> TensorEntry:
    """The entry of a tensor whose storage lies at byte `start` and is `size` bytes: as announced, and large enough."""
    kind = TYPES.get(tensor.dtype_name)
    if kind is None:
        label = tensor.dtype_name.removeprefix("torch ")
        return TensorEntry(name, path, start, None, label, tensor.shape, tensor.strides, storage)
    dtype = np.dtype(kind)
    stored = tensor.stored * (1 if tensor.untyped else dtype.itemsize)
    last = tensor.offset + sum((n - 1) * stride for n, stride in zip(tensor.shape, tensor.strides, strict=True))
    if size != stored:
        raise misplaced(path, name, start, f"{stored:,} bytes", f"{size:,} bytes")
    if 0 not in tensor.shape and (last + 1) * dtype.itemsize > size:
        raise misplaced(path, name, start, f"{(last + 1) * dtype.itemsize:,} bytes", f"{size:,} bytes")
    offset = start + tensor.offset * dtype.itemsize
    strides = tuple(stride * dtype.itemsize for stride in tensor.strides)
    return TensorEntry(name, path, offset, dtype, str(dtype), tensor.shape, strides, storage)
