"""The errors that say where a file is wrong: which part, at which byte, what must stand there, and what does."""

from __future__ import annotations

from pathlib import Path

from embedlab.errors import FileError

_SHOWN = 40  # letters of what was found


def misplaced(path: Path, tensor: str, offset: int, expected: object, found: object) -> FileError:
    """A tensor that does not fit its place: numbers are bytes unless they say otherwise."""
    facts = {"tensor": tensor, "offset": offset, "expected": _short(expected), "found": _short(found)}
    return FileError("file.unsafe", reason="tensor", name=path.name, **facts)


def misshapen(path: Path, part: str, offset: int, expected: object, found: object) -> FileError:
    """A part of the header that does not hold what it must."""
    facts = {"part": _short(part), "offset": offset, "expected": _short(expected), "found": _short(found)}
    return FileError("file.unsafe", reason="field", name=path.name, **facts)


def check_limit(path: Path, part: str, found: int, limit: int) -> None:
    """Refuse a file in which something is larger than what is read. Raises FileError `file.unsafe`."""
    if found > limit:
        raise FileError("file.unsafe", reason="limit", name=path.name, part=part, found=found, limit=limit)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
