"""The tokens of a table's rows: from a tokenizer file, or from a list of tokens."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.unusable import UnusableError, decoded, parsed
from embedlab.checkpoints.vocabulary_pieces import SUFFIXES, pieces
from embedlab.errors import FileError

MAX_BYTES = 256 * 2**20
MAX_ID = 2**31  # no vocabulary reaches this
# Looked for beside the weights, in this order.
SIDECARS = (
    *("tokenizer.json", "vocab.json", "vocab.txt", "tokenizer.model", "spiece.model"),
    *("qwen.tiktoken", "tokenizer.tiktoken", "vocab.tiktoken", "metadata.tsv"),
)  # not sentencepiece.bpe.model: the ids of XLM-R are others than those of its pieces
_COLUMNS = ("token", "word", "label")


@dataclass(frozen=True)
class Vocabulary:
    """Tokens by id; ids may have gaps. `source` names the file, None where there is no vocabulary.

    tokenizer: where the tokenizer.json lies, if they come from one.
    """

    source: str | None = None
    tokens: Mapping[int, str] = field(default_factory=dict)
    tokenizer: Path | None = None

    @property
    def size(self) -> int:
        """Number of tokens."""
        return len(self.tokens)

    @property
    def max_id(self) -> int | None:
        """The highest id; a table needs one row more than this. None without tokens."""
        return max(self.tokens, default=None)

    def for_rows(self, rows: int) -> tuple[str, ...]:
        """The token of every row; "#" and the id for a row without one."""
        found = map(self.tokens.get, range(rows))
        return tuple([f"#{row}" if token is None else token for row, token in enumerate(found)])

    def rows_without_token(self, rows: int) -> np.ndarray:
        """Ids of rows that no token names, (m,) int64. All of them without a vocabulary."""
        named = np.zeros(rows, dtype=bool)
        named[[token for token in self.tokens if token < rows]] = True
        return np.flatnonzero(~named)

    def tokens_without_row(self, rows: int) -> np.ndarray:
        """Ids of tokens beyond the last row, (m,) int64, ascending."""
        return np.array(sorted(token for token in self.tokens if token >= rows), dtype=np.int64)


def ranges(ids: Iterable[int]) -> list[list[int]]:
    """Ascending ids as ranges, first and last included.

    >>> ranges([1, 2, 3, 7])
    [[1, 3], [7, 7]]
    """
    found: list[list[int]] = []
    for row in ids:
        if found and found[-1][1] == row - 1:
            found[-1][1] = int(row)
        else:
            found.append([int(row), int(row)])
    return found


def from_list(source: str, tokens: Iterable[str]) -> Vocabulary:
    """One token per row, in order."""
    return Vocabulary(source, dict(enumerate(tokens)))


def read_vocabulary(path: Path) -> Vocabulary:
    """The vocabulary in a file: tokenizer.json, vocab.json, a JSON list, .tsv, a SentencePiece .model, .tiktoken, or
    text with one token per line.

    Raises FileError `file.vocabulary` with its reason, `file.not_found`, `file.not_regular`, `file.unreadable`.
    """
    try:
        if path.suffix == ".json":
            content = parsed(_raw(path))
            tokenizer = path if isinstance(content, dict) and isinstance(content.get("model"), dict) else None
            return Vocabulary(path.name, _from_json(content, path), tokenizer)
        if path.suffix in SUFFIXES:
            return Vocabulary(path.name, pieces(_raw(path)))
        return from_list(path.name, (_column if path.suffix == ".tsv" else lines)(decoded(_raw(path))))
    except UnusableError as error:
        raise FileError("file.vocabulary", reason=error.reason, name=path.name, **error.fields) from None


def _raw(path: Path) -> bytes:
    if path.is_dir():
        raise FileError("file.not_regular", reason="folder", name=path.name)
    if not path.is_file():
        raise FileError("file.not_regular" if path.exists() else "file.not_found", name=path.name)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise UnusableError("size", bytes=size, limit=MAX_BYTES)
        return path.read_bytes()
    except OSError as error:
        raise FileError("file.unreadable", name=path.name, why=error.strerror or str(error)) from None


def lines(text: str) -> list[str]:
    """One token per line. Only a line feed ends a line: other line separators are tokens of real vocabularies.

    >>> lines("a\\n\\u2028\\nb\\n")
    ['a', '\\u2028', 'b']
    """
    found = text.removesuffix("\n").split("\n")
    return [line[:-1] for line in found] if all(line.endswith("\r") for line in found) else found


def _column(text: str) -> list[str]:
    """The tokens of a .tsv. Several columns have a header, one column has none (TensorFlow's projector)."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline="\n"), delimiter="\t", quoting=csv.QUOTE_NONE))
    except csv.Error:
        raise UnusableError("field") from None
    if not rows or len(rows[0]) < 2:
        return lines(text)
    header = [name.lower() for name in rows[0]]
    at = next((header.index(name) for name in _COLUMNS if name in header), 0)
    if short := next((number for number, row in enumerate(rows, 1) if len(row) <= at), None):
        raise UnusableError("columns", line=short)
    return [row[at] for row in rows[1:]]


def _from_json(content: Any, path: Path) -> dict[int, str]:
    if isinstance(content, list):
        if not all(isinstance(token, str) for token in content):
            raise UnusableError("list")
        return dict(enumerate(content))
    if not isinstance(content, dict):
        raise UnusableError("neither")
    if isinstance(content.get("model"), dict):
        return _from_tokenizer(content)
    beside = path.with_name("added_tokens.json")
    added = parsed(_raw(beside)) if path.name == "vocab.json" and beside.is_file() else {}
    return _by_id(content.items()) | _by_id(added.items() if isinstance(added, dict) else ())


def _from_tokenizer(content: dict[str, Any]) -> dict[int, str]:
    """A tokenizer.json: the model's vocabulary, over which added tokens stand, verbatim."""
    vocab = content["model"].get("vocab")
    if isinstance(vocab, list):  # Unigram: pairs of piece and score, in the order of their ids
        pairs = [(piece[0], row) for row, piece in enumerate(vocab) if isinstance(piece, list) and piece]
    elif isinstance(vocab, dict):
        pairs = list(vocab.items())
    else:
        raise UnusableError("no_vocab")
    added = content.get("added_tokens") or []
    if not isinstance(added, list) or not all(isinstance(token, dict) for token in added):
        raise UnusableError("added_tokens")
    return _by_id(pairs) | _by_id((token.get("content"), token.get("id")) for token in added)


def _by_id(pairs: Iterable[tuple[Any, Any]]) -> dict[int, str]:
    found: dict[int, str] = {}
    for token, row in pairs:
        if type(row) is not int or not 0 <= row < MAX_ID:
            raise UnusableError("id", found=repr(row)[:40])
        if not isinstance(token, str):
            raise UnusableError("token", id=row)
        found.setdefault(row, token)
    return found
