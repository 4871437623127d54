"""The TensorFlow projector's pair: vectors.tsv with numbers and tabs, and metadata.tsv beside it with the tokens."""

from __future__ import annotations

from pathlib import Path

from embedlab.checkpoints import textual
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.folder import contained
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.vocabulary import Vocabulary, read_vocabulary
from embedlab.errors import FileError
from embedlab.wording import Sentence

_NAMES = ("vectors", "tensors", "tensor", "vecs")  # what may stand where the other file says "metadata"


def _sniff(head: bytes, path: Path) -> bool:
    lines = [line.rstrip(b"\r") for line in textual.sampled(head)]
    numbers = [textual.trailing_numbers(b". " + line) for line in lines]
    return bool(lines) and all(
        b"\t" in line and b" " not in line and found == line.count(b"\t") + 1
        for line, found in zip(lines, numbers, strict=True)
    )


def _open(path: Path) -> Contents:
    dims = textual.common_dims(path, words=False, skip=False) or 0
    words = _metadata(path)
    contents = textual.contents(path, textual.Layout(dims, words=False), words)
    rows = contents.entries[0].shape[0]
    if words is not None and words.size != rows:
        # One line too many is most often a header; of two rows of tokens shifted by one, every one is wrong.
        raise FileError("file.rows_differ", name=path.name, rows=rows, other=words.source, found=words.size)
    return contents


def _metadata(path: Path) -> Vocabulary | None:
    """The tokens in the file beside it: metadata.tsv, or words_metadata.tsv beside words_vectors.tsv."""
    for name in _NAMES:
        stem = path.stem.removesuffix(name)
        if stem != path.stem:
            beside = path.with_name(f"{stem}metadata.tsv")
            return read_vocabulary(contained(beside, path.parent)) if beside.is_file() else None
    return None


READER = Reader(
    key="projector_tsv",
    label=Sentence(en="TensorFlow projector (.tsv)", pt="projetor do TensorFlow (.tsv)"),
    sniff=_sniff,
    open=_open,
    order=65,
)
