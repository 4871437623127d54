"""Formats that are recognised only to be refused with a useful sentence."""

from __future__ import annotations

import re
from pathlib import Path

# First bytes of a file -> the reason under which `file.unsupported` words it.
_MAGIC = {
    b"version https://git-lfs": "lfs_pointer",
    b"\x89HDF\r\n\x1a\n": "hdf5",
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\x1f\x8b": "gzip",
    b"\xba\x16\x4f\x2f": "fasttext",
}
_SUFFIX = {
    ".onnx": "onnx",
    ".msgpack": "flax",
    ".index": "tensorflow",
}
_PICKLE = re.compile(rb"\x80[\x00-\x05][\x95}\](cX\x8c]")
_COUNTS = re.compile(rb"[1-9]\d{0,8} [1-9]\d{0,5}\s")
_NUMBER = rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
_GLOVE = re.compile(rb"[^\s]+(?: " + _NUMBER + rb"){2,}\s")
_TABBED = re.compile(_NUMBER + rb"(?:\t" + _NUMBER + rb")+\r?\n")


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
    if start.startswith((b"{", b"[")):
        return "json"
    if _COUNTS.match(head):
        return "word2vec_binary" if b"\0" in head else "word2vec_text"
    if _TABBED.match(head):
        return "table_text"
    # A long first line may end after the bytes at hand.
    return "glove" if _GLOVE.match(head + b"\n") else None
