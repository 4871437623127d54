"""Messages between the server and a process that holds a table: a line of JSON and arrays as they lie. Never pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

import ml_dtypes  # noqa: F401  (numpy knows bfloat16 and float8 by name once this is imported)
import numpy as np

MAX_MESSAGE = 64 * 2**20  # bytes of JSON


def send(stream: IO[bytes], message: dict[str, Any], arrays: Mapping[str, np.ndarray] | None = None) -> None:
    """Write one message. Raises OSError for a dead peer."""
    arrays = arrays or {}
    shapes = {name: [array.dtype.name, list(array.shape)] for name, array in arrays.items()}
    head = json.dumps({"message": message, "arrays": shapes}).encode()
    stream.write(len(head).to_bytes(8, "little") + head)
    for array in arrays.values():
        stream.write(np.ascontiguousarray(array).view(np.uint8).data)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Wait for one message. Raises EOFError when the peer is gone."""
    length = int.from_bytes(_exactly(stream, 8), "little")
    if length > MAX_MESSAGE:
        raise EOFError
    head = json.loads(_exactly(stream, length))
    arrays = {}
    for name, (dtype, shape) in head["arrays"].items():
        array = np.empty(shape, np.dtype(dtype))
        arrays[name] = np.frombuffer(_exactly(stream, array.nbytes), array.dtype).reshape(shape)
    return head["message"], arrays


def _exactly(stream: IO[bytes], count: int) -> bytes:
    found = stream.read(count)
    if len(found) < count:
        raise EOFError
    return found
