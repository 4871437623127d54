"""word2vec text, and fastText's .vec: a line with rows and dimensions, then a word and its numbers a line."""

from __future__ import annotations

from pathlib import Path

from embedlab.checkpoints import textual
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.reader import HEAD, Reader
from embedlab.errors import FileError
from embedlab.wording import Sentence


def _sniff(head: bytes, path: Path) -> bool:
    found = textual.counts(head)
    if found is None or b"\0" in head:
        return False
    rows = textual.sampled(head.partition(b"\n")[2])
    return bool(rows) and textual.is_row(rows[0])


def _open(path: Path) -> Contents:
    with path.open("rb") as file:
        found = textual.counts(file.read(HEAD))
    assert found is not None
    rows, dims = found
    common = textual.common_dims(path, words=True, skip=True)
    if common not in (dims, None):
        # Split from the right at the wrong place, part of each vector would become part of its word.
        raise FileError("file.unsafe", reason="dims", name=path.name, expected=dims, found=common or 0)
    return textual.contents(path, textual.Layout(dims, counted=rows))


READER = Reader(
    key="word2vec_text",
    label=Sentence(en="word2vec or fastText text (.txt, .vec)", pt="texto do word2vec ou do fastText (.txt, .vec)"),
    sniff=_sniff,
    open=_open,
    order=50,
)
