"""numpy's .npz: a zip of .npy arrays. Stored arrays are mapped where they lie, deflated ones unpacked when asked."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import numpy as np

from embedlab.checkpoints import zips
from embedlab.checkpoints.entries import Contents, TensorEntry
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.readers.npy import described
from embedlab.checkpoints.room import room
from embedlab.checkpoints.vocabulary import MAX_BYTES, Vocabulary, from_list
from embedlab.findings import Finding
from embedlab.wording import Sentence

_HEADER = 2**16 + 16  # the longest header that numpy writes, and more than it reads
_TOKENS = ("tokens", "words", "vocab", "vocabulary", "index_to_key", "labels")


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(zips.MAGIC) and zips.kind(path) == "npz"


def _open(path: Path) -> Contents:
    listed = zips.locate(path, zips.members(path), deflated=True)
    found = [_entry(path, member) for member in listed.values()]
    objects = [entry.name for entry in found if entry.dtype is not None and entry.dtype.hasobject]
    entries = tuple(entry for entry in found if entry.name not in objects)
    named = _named(entries)
    return Contents(
        entries,
        vocabulary=partial(_vocabulary, path, listed[f"{named.name}.npy"], named) if named else None,
        findings=tuple(_passed_over(name) for name in objects),
    )


def _entry(path: Path, member: zips.Member) -> TensorEntry:
    """The array of one member. Of a deflated one only the beginning is unpacked."""
    head = b""
    for piece in zips.pieces(path, member):
        head += piece
        if len(head) >= min(_HEADER, member.size):
            break
    begin = member.offset
    entry = described(path, io.BytesIO(head), member.name.removesuffix(".npy"), begin, begin + member.size)
    if member.stored:
        return entry
    made = partial(_values, path, member, entry)
    return TensorEntry(
        entry.name, path, begin, entry.dtype, entry.dtype_name, entry.shape, entry.strides, entry.name, made,
        stored=member.packed,
    )  # fmt: skip


def _values(path: Path, member: zips.Member, entry: TensorEntry) -> np.ndarray:
    assert entry.dtype is not None
    # Columns first where the strides say so: the array is filled as it lies, then turned.
    turned = len(entry.shape) == 2 and entry.strides[0] < entry.strides[1]
    values = room(entry.shape[::-1] if turned else entry.shape, entry.dtype, path)
    into, at, skip = values.reshape(-1).view(np.uint8), 0, entry.offset - member.offset
    for piece in zips.pieces(path, member):
        part = np.frombuffer(piece[skip:], np.uint8)
        skip = max(0, skip - len(piece))
        into[at : at + len(part)] = part
        at += len(part)
    return values.T if turned else values


def _named(entries: tuple[TensorEntry, ...]) -> TensorEntry | None:
    """The array of words: one of text, one of a telling name first."""
    texts = [
        entry for entry in entries if entry.dtype is not None and entry.dtype.kind in "US" and len(entry.shape) == 1
    ]
    return min(texts, key=lambda entry: entry.name.lower() not in _TOKENS, default=None)


def _vocabulary(path: Path, member: zips.Member, entry: TensorEntry) -> Vocabulary:
    raw = zips.read(path, member, MAX_BYTES)[entry.offset - member.offset :]
    assert entry.dtype is not None
    words = np.frombuffer(raw, entry.dtype).tolist() if entry.shape[0] else []
    return from_list(
        f"{path.name}/{entry.name}",
        [word.decode("utf-8", "backslashreplace") if isinstance(word, bytes) else word for word in words],
    )


def _passed_over(name: str) -> Finding:
    sentence = Sentence(
        en="The array {name} holds Python objects. Reading them runs code, so it was passed over.",
        pt="O array {name} contém objetos Python. Lê-los executa código, por isso foi ignorado.",
    )
    return Finding("file.objects_passed_over", "warning", sentence, {"name": name})


READER = Reader(
    key="npz",
    label=Sentence(en="numpy arrays (.npz)", pt="arrays do numpy (.npz)"),
    sniff=_sniff,
    open=_open,
)
