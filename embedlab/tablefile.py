"""Our own checkpoint: a safetensors file that holds a table, its vocabulary and where it comes from."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save

from embedlab.errors import FileError
from embedlab.table import EmbeddingTable, Provenance

FORMAT = "1"
INPUT = "input_table.weight"  # (n_rows, n_dims), the table that opens
OUTPUT = "output_head.weight"  # (n_rows, n_dims), e.g. the context table of skip-gram
CONFIG = "embedlab.config"  # metadata: what a config.json says of the model, where the tensors alone do not tell
STATE = "state."  # tensors under this prefix serve `--resume` and are never offered as a table


def write(
    table: EmbeddingTable,
    path: Path,
    tensors: Mapping[str, np.ndarray] | None = None,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Write a table and further tensors; the file appears whole or not at all.

    Metadata keys (each a string holding JSON, documented in tests/schema/table_metadata.json):
    `embedlab.format`, `embedlab.tokens`, `embedlab.counts`, `embedlab.classes`, `embedlab.provenance`,
    `embedlab.steps`, and those given. Raises OSError where the folder cannot be written.
    """
    facts = {
        "embedlab.format": FORMAT,
        "embedlab.tokens": json.dumps(table.tokens),
        "embedlab.counts": json.dumps(None if table.counts is None else [int(count) for count in table.counts]),
        "embedlab.classes": json.dumps(table.classes),
        "embedlab.provenance": json.dumps(table.provenance.to_json()),
        "embedlab.steps": json.dumps(table.steps),
        **(metadata or {}),
    }
    arrays = {INPUT: np.ascontiguousarray(table.vectors), **(tensors or {})}
    write_whole(path, save(arrays, metadata=facts))


def writable(out: Path, code: str = "file.not_writable") -> Path:
    """The path, after a file could be made in its folder: better now than after the work. Raises FileError `code`."""
    try:
        if not out.name:
            raise IsADirectoryError(21, "Is a directory", str(out))
        with tempfile.NamedTemporaryFile(dir=out.parent, prefix=f".{out.name}."):
            pass
        if out.is_dir():
            raise IsADirectoryError(21, "Is a directory", str(out))
        if out.exists() and not out.is_file():  # moved onto /dev/null, the new file would replace the device
            raise OSError(22, "Not a regular file", str(out))
    except OSError as error:
        raise FileError(code, path=str(out), reason=error.strerror or str(error)) from error
    return out


def write_whole(path: Path, content: bytes) -> None:
    """Write bytes beside the path, then move them there: a reader never sees half a file. Raises as `whole`."""
    with whole(path) as file:
        file.write(content)


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """A file to fill, which stands at the path when it is filled, and not before. Raises OSError with the path."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            yield file
        draft.replace(path)
    except OSError as error:  # a full disk does not say which file
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        draft.unlink(missing_ok=True)


def read(path: Path) -> EmbeddingTable:
    """The table of a file that `write` made, in memory. For the shipped tables: whoever opens a file from
    elsewhere calls `checkpoints.open_table`, which trusts nothing and maps the rows.

    Raises FileError `file.metadata`.
    """
    with safe_open(path, framework="numpy") as file:
        vectors, metadata = file.get_tensor(INPUT), file.metadata()
    own = read_own(metadata, len(vectors), path.name)
    assert own is not None, f"{path.name} is not a table of ours"
    return EmbeddingTable(vectors, own.tokens, own.provenance, own.counts, own.classes, own.steps)


@dataclass(frozen=True)
class Own:
    """The facts that travel with a table of ours, one entry per row where they are lists."""

    tokens: tuple[str, ...]
    counts: np.ndarray | None
    classes: tuple[str | None, ...] | None
    provenance: Provenance
    steps: tuple[str, ...]


def read_own(metadata: Mapping[str, str], rows: int, name: str) -> Own | None:
    """The facts of our own file with a table of `rows` rows; None for a file from elsewhere.

    Raises FileError `file.metadata` naming the entry that does not hold what it must.
    """
    if "embedlab.format" not in metadata:
        return None

    def value(key: str, sound: Callable[[Any], bool]) -> Any:
        try:
            found = json.loads(metadata[f"embedlab.{key}"])
            if sound(found):
                return found
        except (KeyError, ValueError, RecursionError):
            pass
        raise FileError("file.metadata", name=name, key=f"embedlab.{key}")

    counts = value("counts", lambda found: found is None or _list(found, rows, _is_count))
    classes = value("classes", lambda found: found is None or _list(found, rows, _is_class))
    return Own(
        tokens=tuple(value("tokens", lambda found: _list(found, rows, _is_text))),
        counts=None if counts is None else np.array(counts, dtype=np.int64),
        classes=None if classes is None else tuple(classes),
        provenance=Provenance(**value("provenance", _is_provenance)),
        steps=tuple(value("steps", lambda found: _list(found, None, _is_text))),
    )


def _list(found: Any, length: int | None, sound: Callable[[Any], bool]) -> bool:
    return isinstance(found, list) and length in (None, len(found)) and all(map(sound, found))


def _is_text(found: Any) -> bool:
    return isinstance(found, str)


def _is_class(found: Any) -> bool:
    return found is None or isinstance(found, str)


def _is_count(found: Any) -> bool:
    return type(found) is int and 0 <= found < 2**63


_PROVENANCE: dict[str, type | tuple[type, ...]] = {
    "source": str,
    "tensor": (str, type(None)),
    "layer": str,
    "pooling": str,
    "settings": dict,
    "seed": (int, type(None)),
    "versions": dict,
}


def _is_provenance(found: Any) -> bool:
    known = {field.name for field in fields(Provenance)}
    return (
        isinstance(found, dict)
        and "source" in found
        and set(found) <= known
        and all(isinstance(value, _PROVENANCE[key]) for key, value in found.items())
    )
