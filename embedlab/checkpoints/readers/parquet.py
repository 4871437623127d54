"""Parquet: columns in compressed pieces, and at the end of the file the list of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from embedlab.checkpoints.columns import Columns, contents, guarded
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.faults import check_limit
from embedlab.checkpoints.reader import Reader
from embedlab.checkpoints.room import MAX_BYTES
from embedlab.errors import FileError
from embedlab.wording import Sentence

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

_MAGIC = b"PAR1"
_ROWS = 8192  # rows read at a time
MAX_FOOTER = 64 * 2**20


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(_MAGIC)


def _open(path: Path) -> Contents:
    _check_end(path)
    file = guarded(path, lambda: _file(path))
    metadata = file.metadata
    unpacked = guarded(
        path, lambda: sum(metadata.row_group(at).total_byte_size for at in range(metadata.num_row_groups))
    )
    check_limit(path, "values", unpacked, MAX_BYTES)

    def batches(names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        return _file(path).iter_batches(_ROWS, columns=list(names))

    schema, names = guarded(path, lambda: _described(file))
    # Even shares: Arrow aborts the process where one is asked for the size of a column whose description is damaged.
    sizes = dict.fromkeys(names, path.stat().st_size // max(1, len(names)))
    return contents(Columns(path, schema, metadata.num_rows, batches, sizes))


def _described(file: parquet.ParquetFile) -> tuple[pa.Schema, list[str]]:
    schema = file.schema_arrow
    return schema, schema.names  # the names are checked for being UTF-8 here


def _file(path: Path) -> parquet.ParquetFile:
    from pyarrow import parquet

    return parquet.ParquetFile(path, memory_map=False, arrow_extensions_enabled=False)


def _check_end(path: Path) -> None:
    """The file must end with the length of its list of columns, and the list must be there."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - 8), os.SEEK_SET)
        tail = file.read(8)
    length = int.from_bytes(tail[:4], "little")
    if size < 12 or tail[4:] != _MAGIC or length + 12 > size:
        raise FileError("file.truncated", reason="end", name=path.name)
    if length > MAX_FOOTER:
        raise FileError("file.unsafe", reason="header_limit", name=path.name, found=length, limit=MAX_FOOTER)


READER = Reader(
    key="parquet",
    label=Sentence(en="Parquet", pt="Parquet"),
    sniff=_sniff,
    open=_open,
)
