"""Tables in text: one row a line, a word and its numbers, parsed into float32.

Arrow parses the numbers, correctly rounded; the places of the words and numbers of a whole block are found by numpy.
A block in which anything is irregular is halved until the odd lines stand alone, and those are read one by one.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa

from embedlab.checkpoints.entries import MAX_DIMS, MAX_ROWS, Contents, TensorEntry
from embedlab.checkpoints.faults import check_limit
from embedlab.checkpoints.progress import tell
from embedlab.checkpoints.room import room
from embedlab.checkpoints.vocabulary import Vocabulary, from_list
from embedlab.errors import FileError
from embedlab.findings import Finding
from embedlab.wording import Sentence

NAME = "vectors"  # the only tensor of the file
BLOCK = 2 * 2**20  # bytes parsed at a time: a few times the processor's cache
MAX_LINE = 2**20
BUFFER = 2**16  # bytes of a file of binary words read at a time
_WORD = 64  # bytes in which nearly every word has its end
THREADS = 3  # blocks parsed at the same time
_FLOAT = np.dtype(np.float32)
_Rows = tuple[list[bytes], np.ndarray]  # words and numbers; no words in a file without
_FEW = 32  # lines that are read one by one rather than halved once more
_SHOWN = 8  # bad lines that are named
_LOOKED = 500  # lines that tell how many numbers a line has
_MARGIN = 1.05  # more rows than the first lines let expect: room that is not filled is not taken
_GROWTH = 1.25
_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r"
_COUNTS = re.compile(rb"[1-9]\d{0,9} +[1-9]\d{0,6} *\r?")
_NUMBER = re.compile(rb"[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan|inf(?:inity)?)", re.IGNORECASE)


@dataclass(frozen=True)
class Layout:
    """How a text file lays out its rows: the counts in its first line, where they stand, and what a row holds."""

    dims: int
    counted: int | None = None  # rows as the first line says
    words: bool = True


def counts(head: bytes) -> tuple[int, int] | None:
    """Rows and dimensions, where the first line holds just these two."""
    first = head.removeprefix(_BOM).partition(b"\n")[0]
    if not _COUNTS.fullmatch(first):
        return None
    rows, dims = map(int, first.split())
    return rows, dims


def trailing_numbers(line: bytes) -> int:
    """How many numbers end a line, its first field not counted: that is its word."""
    found = 0
    for part in reversed(line.rstrip(_BLANK).split()[1:]):
        if not _NUMBER.fullmatch(part):
            break
        found += 1
    return found


def sampled(head: bytes) -> list[bytes]:
    """The lines of a head that are there to their end; the first one, cut off, where there is no other."""
    lines = head.removeprefix(_BOM).split(b"\n")
    return [line for line in lines[:-1] or lines if line.strip()]


def is_row(line: bytes, dims: int | None = None) -> bool:
    """Whether a line, or its beginning, is a word and numbers. A number that is cut off does not count against it."""
    parts = line.rstrip(_BLANK).split()
    found = max(trailing_numbers(line), trailing_numbers(b" ".join(parts[:-1])))
    return found >= (1 if dims is None else min(dims, max(1, len(parts) - 2)))


def common_dims(path: Path, words: bool, skip: bool) -> int | None:
    """How many numbers most of the first lines end with; None without a line. `skip`: not the first one."""
    with path.open("rb") as file:
        head = file.read(MAX_LINE)
    lines = sampled(head)[int(skip) : _LOOKED]
    found = Counter(trailing_numbers(line if words else b". " + line) for line in lines)
    return max(found, key=lambda dims: (found[dims], dims), default=None)


def contents(path: Path, layout: Layout, vocabulary: Vocabulary | None = None) -> Contents:
    """The table of a text file. Raises FileError `file.unsafe`, `file.truncated`, `file.no_room`."""
    for part, found, limit in (("rows", layout.counted or 0, MAX_ROWS), ("dims", layout.dims, MAX_DIMS)):
        check_limit(path, part, found, limit)
    status = path.stat()
    parsed = _parsed(path, status.st_size, status.st_mtime_ns, layout)
    if not parsed.row:
        raise FileError("file.truncated", reason="no_rows", name=path.name)
    values = parsed.values[: parsed.row]
    entry = TensorEntry(
        NAME, path, 0, _FLOAT, "float32", values.shape, values.strides, NAME, lambda: values,
        stored=status.st_size,
    )  # fmt: skip
    words = from_list(path.name, parsed.tokens) if layout.words else vocabulary
    return Contents((entry,), vocabulary=None if words is None else lambda: words, findings=tuple(_findings(parsed)))


@lru_cache(maxsize=2)
def _parsed(path: Path, size: int, changed: int, layout: Layout) -> _Parser:
    """The parsed file; opened twice in a row, it is parsed once. `size` and `changed` tell files apart."""
    parser = _Parser(path, layout, room((_expected_rows(path, size, layout.dims), layout.dims), _FLOAT, path))
    with ThreadPoolExecutor(THREADS) as pool:
        for block, found in _ahead(pool, _blocks(path, size), layout):
            parser.take(block, found)
    parser.finish()
    return parser


def _ahead(pool: ThreadPoolExecutor, blocks: Iterator[bytes], layout: Layout) -> Iterator[tuple[bytes, _Rows | None]]:
    """The blocks in order, with their rows where all lines are regular: a few blocks are parsed at the same time."""
    waiting: deque[tuple[bytes, Future[_Rows | None]]] = deque()
    for number, block in enumerate(blocks):
        if number == 0:
            block = block.removeprefix(_BOM)
            block = block if layout.counted is None else block.partition(b"\n")[2]
        whole = block if block.endswith(b"\n") or not block else block + b"\n"
        waiting.append((block, pool.submit(_regular, whole, layout)))
        if len(waiting) > THREADS:
            done, future = waiting.popleft()
            yield done, future.result()
    for done, future in waiting:
        yield done, future.result()


def _expected_rows(path: Path, size: int, dims: int) -> int:
    """How many rows a file may have, by the lines of its beginning; never more than it has room for."""
    with path.open("rb") as file:
        head = file.read(BLOCK)
    lines = head.count(b"\n") + 1
    if len(head) < size:
        lines = int(_MARGIN * lines * size / len(head)) + 1
    return min(lines, size // max(1, 2 * dims) + 1)  # each number takes a digit and a blank


def _blocks(path: Path, size: int) -> Iterator[bytes]:
    """The file in blocks of whole lines."""
    rest, done = b"", 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            done += len(block)
            cut = block.rfind(b"\n") + 1
            if cut:
                yield rest + block[:cut]
            rest = block[cut:] if cut else rest + block
            check_limit(path, "line", len(rest), MAX_LINE)
            tell(done, size)
    if rest:
        yield rest


@dataclass(eq=False)
class _Parser:
    """Takes blocks of whole lines, one after the other."""

    path: Path
    layout: Layout
    values: np.ndarray  # (rows expected, dims) float32, of which the first `row` are filled
    tokens: list[str] = field(default_factory=list)
    row: int = 0
    line: int = 0
    escaped: int = 0  # words that are no UTF-8
    open_end: bool = False
    bad: list[tuple[int, bytes]] = field(default_factory=list)

    def take(self, block: bytes, found: _Rows | None) -> None:
        """Add the rows of a block, or look for them line by line where it is not regular."""
        if self.line == 0 and self.layout.counted is not None:
            self.line = 1
        self.open_end = not block.endswith(b"\n") and bool(block)
        self._parse(block + b"\n" if self.open_end else block, found)

    def _parse(self, block: bytes, found: _Rows | None) -> None:
        if found is not None:
            self._add(*found)
            self.line += len(found[1])
            return
        lines = block.count(b"\n")
        if lines <= _FEW:
            for line in block.split(b"\n")[:-1]:
                self._odd(line)
            return
        middle = block.find(b"\n", len(block) // 2) + 1
        if middle in (0, len(block)):
            middle = block.rfind(b"\n", 0, len(block) // 2) + 1
        for half in (block[:middle], block[middle:]):
            self._parse(half, _regular(half, self.layout))

    def _odd(self, line: bytes) -> None:
        """One line by itself: a word with blanks in it, several blanks between numbers, or no row at all."""
        self.line += 1
        if not line.strip():
            return
        for blank in (b" ", b"\t", None):
            parts = line.rstrip(_BLANK).rsplit(blank, self.layout.dims)
            numbers = parts[1:] if self.layout.words else parts
            if len(numbers) == self.layout.dims and all(map(_NUMBER.fullmatch, numbers)):
                self._add(parts[:1] if self.layout.words else [], np.array([[float(part) for part in numbers]]))
                return
        self.bad.append((self.line, line))
        if len(self.bad) > _SHOWN:
            raise self._bad_lines()

    def _add(self, words: list[bytes], numbers: np.ndarray) -> None:
        end = self.row + len(numbers)
        if end > len(self.values):
            filled = self.values[: self.row]
            self.values = room((max(end, int(_GROWTH * self.row)), self.layout.dims), _FLOAT, self.path)
            self.values[: self.row] = filled
        with np.errstate(over="ignore"):  # 1e40 is infinite as float32, and counted as such later
            self.values[self.row : end] = numbers
        self.row = end
        tokens, odd = texts_of(words)
        self.tokens += tokens
        self.escaped += odd

    def finish(self) -> None:
        """Refuse a file with bad lines, all of them named up to a few. One without line end was cut off."""
        if not self.bad:
            return
        (number, line) = self.bad[0]
        if len(self.bad) == 1 and self.open_end and number == self.line:
            found, expected = trailing_numbers(line), self.layout.dims
            raise FileError(
                "file.truncated", reason="line", name=self.path.name, line=number, found=found, expected=expected
            )
        raise self._bad_lines()

    def _bad_lines(self) -> FileError:
        number, line = self.bad[0]
        return FileError(
            "file.unsafe",
            reason="lines",
            name=self.path.name,
            lines=[number for number, _ in self.bad[:_SHOWN]],
            more="..." if len(self.bad) > _SHOWN else "",
            dims=self.layout.dims,
            found=trailing_numbers(line),
            text=line[:40].decode("utf-8", "backslashreplace"),
            line=number,
        )


def _regular(block: bytes, layout: Layout) -> _Rows | None:
    """The words and numbers of a block in which every line has just its fields, one blank between two; else None."""
    lines, fields, first = block.count(b"\n"), layout.dims + layout.words, int(layout.words)
    if not lines:
        return [], np.zeros((0, layout.dims), np.float32)
    # Blanks, line ends, control characters.
    places = np.flatnonzero(np.frombuffer(block, np.uint8) <= 32).astype(np.int32)
    extra = len(places) // lines - fields  # blanks before the line's end
    if len(places) != lines * (fields + extra) or not 0 <= extra <= 2:
        return None
    ends = places.reshape(lines, fields + extra)  # where each field ends
    feeds = ends[:, -1]
    if (ends[:, fields:] - ends[:, fields - 1 : -1] != 1).any() or (np.frombuffer(block, np.uint8)[feeds] != 10).any():
        return None
    begins = np.concatenate([np.zeros(1, np.int32), feeds[:-1] + np.int32(1)])  # of the lines
    numbers = _cast(block, begins, ends[:, :fields], first)
    if numbers is None:
        return None
    spans = zip(begins.tolist(), ends[:, 0].tolist(), strict=True) if first else ()
    return [block[start:end] for start, end in spans], numbers


def _cast(block: bytes, begins: np.ndarray, ends: np.ndarray, first: int) -> np.ndarray | None:
    """The numbers of lines as float32; None where one of them is no number.

    begins: (lines,) int32. ends: (lines, fields) int32. first: the fields before the numbers.

    Arrow's strings lie back to back, so what lies between two numbers is a string too, marked as missing.
    """
    lines, dims = len(begins), ends.shape[1] - first
    offsets = np.zeros(2 * lines * dims + 1, np.int32)
    bounds = offsets[1:].reshape(lines, dims, 2)  # where each number begins and ends
    bounds[:, 0, 0], bounds[..., 1] = begins, ends[:, first:]
    np.add(ends[:, : dims - 1 + first], 1, out=bounds[:, 1 - first :, 0])
    present = np.full(lines * dims // 4 + 1, 0b10101010, np.uint8)  # every second string, lowest bit first
    buffers = [pa.py_buffer(present), pa.py_buffer(offsets), pa.py_buffer(block)]
    try:
        cast = pa.Array.from_buffers(pa.string(), 2 * lines * dims, buffers).cast(pa.float32())
    except pa.ArrowInvalid:
        return None
    return np.frombuffer(cast.buffers()[1], np.float32, 2 * lines * dims)[1::2].reshape(lines, dims)


def _findings(parsed: _Parser) -> Iterator[Finding]:
    said = parsed.layout.counted
    if said is not None and said != parsed.row:
        yield Finding("file.count_differs", "warning", _COUNT_DIFFERS, {"said": said, "found": parsed.row})
    yield from not_utf8(parsed.escaped, parsed.row)
    if parsed.open_end:
        yield Finding("file.last_line_open", "info", _LAST_LINE_OPEN, {"line": parsed.line})


def texts_of(words: list[bytes]) -> tuple[list[str], int]:
    """The words as text, odd bytes written as \\xNN, and how many words are no UTF-8.

    >>> texts_of([b"a", b"\\xff"])
    (['a', '\\\\xff'], 1)
    """
    try:
        found = b"\n".join(words).decode().split("\n")  # all at once, where no word holds a line end
        return (found if len(found) == len(words) else [word.decode() for word in words]), 0
    except UnicodeDecodeError:
        found = [word.decode("utf-8", "backslashreplace") for word in words]
        return found, sum(text.encode() != word for text, word in zip(found, words, strict=True))


def not_utf8(count: int, rows: int) -> tuple[Finding, ...]:
    """The finding about words that are no UTF-8; nothing where there are none."""
    return (Finding("file.not_utf8", "warning", _NOT_UTF8, {"count": count, "rows": rows}),) if count else ()


_COUNT_DIFFERS = Sentence(
    en="The first line announces {said:,} rows, the file holds {found:,}. All {found:,} are here; if rows are missing, "
    "get the file again.",
    pt="A primeira linha anuncia {said:,} linhas, o arquivo contém {found:,}. Todas as {found:,} estão aqui; se faltam "
    "linhas, obtenha o arquivo de novo.",
)
_NOT_UTF8 = Sentence(
    en="{count:,} of {rows:,} words are not UTF-8; their odd bytes are written as \\xNN. The rows are kept.",
    pt="{count:,} de {rows:,} palavras não são UTF-8; seus bytes estranhos aparecem como \\xNN. "
    "As linhas são mantidas.",
)
_LAST_LINE_OPEN = Sentence(
    en="The last line ({line:,}) has no line end. If the file was cut off, its last number may be too short.",
    pt="A última linha ({line:,}) não tem fim de linha. Se o arquivo foi cortado, seu último número pode "
    "estar incompleto.",
)


def word_at(file: BinaryIO, at: int, mark: bytes, limit: int) -> tuple[bytes, int]:
    """The bytes from `at` on, as far as they were read, and the place of the mark that ends the word in them, or -1.

    At most `limit` bytes are read. The file is best opened with `buffering=BUFFER`.
    """
    file.seek(at)
    found = file.read(_WORD)
    if mark not in found:
        found += file.read(limit - len(found))
    return found, found.find(mark)
