"""GloVe text: a word and its numbers a line, and nothing that says so."""

from __future__ import annotations

from pathlib import Path

from embedlab.checkpoints import textual
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.reader import Reader
from embedlab.wording import Sentence


def _sniff(head: bytes, path: Path) -> bool:
    """Whether the first lines are words with equally many numbers. A line of prose among them makes it a corpus."""
    if b"\0" in head or textual.counts(head) is not None:
        return False
    lines = textual.sampled(head)
    numbers = [textual.trailing_numbers(line) for line in lines]
    if not lines or min(numbers) < 2:
        return False
    fields = [len(line.split()) - 1 for line in lines]
    common = max(set(fields), key=fields.count)
    named = any(textual.trailing_numbers(b". " + line.split()[0]) == 0 for line in lines)
    # Words may hold blanks: those lines have fields more, never fewer. Numbers alone are no words.
    return named and min(numbers) >= common and 2 * fields.count(common) >= len(fields)


def _open(path: Path) -> Contents:
    return textual.contents(path, textual.Layout(textual.common_dims(path, words=True, skip=False) or 0))


READER = Reader(
    key="glove",
    label=Sentence(en="GloVe text", pt="texto do GloVe"),
    sniff=_sniff,
    open=_open,
    order=60,
)
