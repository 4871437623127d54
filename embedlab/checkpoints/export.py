"""Tables, selections and lists as files that other programs read: .npy and .csv."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from embedlab.table import EmbeddingTable

# A spreadsheet takes a cell that begins with one of these as a formula, and would run it. Where commas are decimal
# marks, as in Brazil, it begins a cell after a semicolon, or in a new line, and does not heed the quotes around ours;
# quotes of its own are taken off.
_FORMULA = re.compile(r'(?:^|(?<=[;\t\r\n]))(?="*[=+\-@\t\r＝＋－＠])')
_BLOCK = 2**20  # values written at a time


def guarded(text: str) -> str:
    """A text as no spreadsheet takes it for a formula: with an apostrophe wherever one could begin.

    >>> guarded("=1+1"), guarded("a;-b"), guarded("dog")
    ("'=1+1", "a;'-b", 'dog')
    """
    return _FORMULA.sub("'", text)


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """A CSV file line by line (RFC 4180, UTF-8): texts guarded, numbers as they are, lone surrogates escaped."""
    yield _line(header)
    for row in rows:
        yield _line(row)


def _line(row: Sequence[Any]) -> bytes:
    target = io.StringIO()
    cells = [guarded(cell) if isinstance(cell, str) else cell for cell in row]
    csv.writer(target, lineterminator="\r\n").writerow(cells)
    return target.getvalue().encode("utf-8", "backslashreplace")


def table_as_csv(table: EmbeddingTable, ids: Sequence[int] | None = None) -> Iterator[bytes]:
    """id, token, and one column per dimension, of all rows or those of `ids`. Numbers read back as they were."""
    chosen = range(table.n_rows) if ids is None else ids
    step = max(1, _BLOCK // table.n_dims)

    def rows() -> Iterator[list[Any]]:
        for start in range(0, len(chosen), step):
            some = chosen[start : start + step]
            for row, values in zip(some, _plain(table.vectors[list(some)]), strict=True):
                # A numpy float is written as the shortest text that reads back as the same number of its type.
                yield [row, table.tokens[row], *values]

    return csv_lines(["id", "token", *(f"d{place}" for place in range(table.n_dims))], rows())


def write_npy(table: EmbeddingTable, file: BinaryIO, ids: Sequence[int] | None = None) -> str:
    """The rows (n, n_dims) as .npy, a block at a time; the name of the type written.

    numpy's format has no bfloat16 and no float8: these are written as float32, which holds each of them exactly.
    """
    chosen = range(table.n_rows) if ids is None else ids
    dtype = _plain(table.vectors[:1]).dtype.newbyteorder("<")
    shape = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": (len(chosen), table.n_dims)}
    np.lib.format.write_array_header_1_0(file, shape)
    step = max(1, _BLOCK // table.n_dims)
    for start in range(0, len(chosen), step):
        file.write(_plain(table.vectors[list(chosen[start : start + step])]).astype(dtype).tobytes())
    return dtype.name


def _plain(rows: np.ndarray) -> np.ndarray:
    return rows if rows.dtype.newbyteorder("=").name in ("float64", "float32", "float16") else rows.astype(np.float32)
