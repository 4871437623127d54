"""The files of a job that runs elsewhere: which its settings name, and where they lie on the worker."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from embedlab.checkpoints.vocabulary import SIDECARS

LARGEST = 128 * 2**20  # bytes of a job's files that are sent, either way; with larger ones it runs on the server
KEPT = 2**30  # bytes of sent files that a worker keeps
_INPUTS = ("path", "vocabulary", "resume")  # the settings of jobs that name files to read; "out" names the one to write
_BESIDE = {*SIDECARS, "config.json", "added_tokens.json"}  # what readers look for beside a file

Part = list[Any]  # name below the folder, bytes, and nanoseconds of the last change
Parts = dict[str, list[Part]]  # by the path in the settings


def named(settings: Any) -> Parts:
    """The files that settings name, each with what is read beside it."""
    found = {value for name, value in _items(settings) if name in _INPUTS and isinstance(value, str)}
    return {path: _parts(Path(path)) for path in sorted(found) if Path(path).exists()}


def _parts(path: Path) -> list[Part]:
    if path.is_dir():
        files = path.iterdir()
    else:
        files = (
            one
            for one in path.parent.iterdir()
            if one.name == path.name or one.name.startswith(f"{path.name}.") or one.name in _BESIDE
        )
    return [_part(file, path.parent) for file in files if file.is_file()]


def _part(file: Path, folder: Path) -> Part:
    facts = file.stat()
    return [str(file.relative_to(folder)), facts.st_size, facts.st_mtime_ns]


def _items(values: Any) -> Iterator[tuple[str, Any]]:
    """Every name and value in nested settings."""
    if isinstance(values, dict):
        yield from values.items()
        values = list(values.values())
    for value in values if isinstance(values, list) else ():
        yield from _items(value)


def contents(path: str, parts: list[Part]) -> list[bytes]:
    """What is sent of a path. Raises OSError for a file that is gone."""
    return [(Path(path).parent / name).read_bytes() for name, _, _ in parts]


def placed(values: Any, places: Mapping[str, str]) -> Any:
    """The same values, with other paths in place of those that are keys of `places`."""
    if isinstance(values, dict):
        return {name: placed(value, places) for name, value in values.items()}
    if isinstance(values, list):
        return [placed(value, places) for value in values]
    return places.get(values, values) if isinstance(values, str) else values


class Shelf:
    """What was sent to a worker, kept for the next job about it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def place(self, path: str, parts: list[Part]) -> Path | None:
        """Where this very file lies here: under its own path on a shared disk, else where it was sent; or None."""
        for place in (Path(path), self._sent(path, parts)):
            if all(_same(place.parent, part) for part in parts):
                return place
        return None

    def put(self, path: str, parts: list[Part], contents: list[bytes]) -> None:
        """Keep what was sent; the oldest goes when there is too much."""
        place = self._sent(path, parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        for (name, _, changed), content in zip(parts, contents, strict=True):
            file = place.parent / name
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(content)
            os.utime(file, ns=(changed, changed))
        held = sorted(self.folder.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        total = 0
        for folder in held:
            total += sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            if total > KEPT and folder != place.parent:
                shutil.rmtree(folder, ignore_errors=True)

    def _sent(self, path: str, parts: list[Part]) -> Path:
        key = hashlib.sha256(json.dumps([path, parts]).encode()).hexdigest()[:16]
        return self.folder / key / Path(path).name


def _same(folder: Path, part: Part) -> bool:
    try:
        return _part(folder / part[0], folder) == part
    except OSError:
        return False
