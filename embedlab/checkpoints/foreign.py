"""Formats that are recognised only to be refused with a useful sentence."""

from __future__ import annotations

import re
from pathlib import Path

# First bytes of a file -> the reason under which `file.unsupported` words it.
_MAGIC = {
    b"version https://git-lfs": "lfs_pointer",
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
}
_SUFFIX = {
    ".index": "tensorflow",
}
_PICKLE = re.compile(rb"\x80[\x00-\x05][\x95}\](cX\x8c]")


def recognise(head: bytes, path: Path) -> str | None:
    """The reason why the file is refused, or None where it may be one that opens."""
    for magic, reason in _MAGIC.items():
        if head.startswith(magic):
            return reason
    if _PICKLE.match(head):
        return "pickle"
    if head[257:262] == b"ustar":
        return "tar"
    if path.suffix in _SUFFIX:
        return _SUFFIX[path.suffix]
    return _text(head)


def _text(head: bytes) -> str | None:
    start = head.lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "html"
    return "json" if start.startswith((b"{", b"[")) else None
