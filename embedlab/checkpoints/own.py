"""What the metadata of our own files says about their table (embedlab/tablefile.py)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from embedlab.errors import FileError
from embedlab.table import Provenance


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
