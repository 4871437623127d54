"""Arrow's file format (Feather): batches of columns, and at the end of the file the list of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from embedlab.checkpoints.columns import Columns, contents, guarded
from embedlab.checkpoints.entries import Contents
from embedlab.checkpoints.reader import Reader
from embedlab.errors import FileError
from embedlab.wording import Sentence

_MAGIC = b"ARROW1"


def _sniff(head: bytes, path: Path) -> bool:
    return head.startswith(_MAGIC)


def _open(path: Path) -> Contents:
    _check_end(path)
    schema, rows, names = guarded(path, lambda: _described(path))

    def batches(names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        with pa.OSFile(str(path)) as source, pa.ipc.open_file(source) as file:
            for number in range(file.num_record_batches):
                batch = file.get_batch(number)
                batch.validate(full=True)
                yield batch.select(list(names))

    sizes = dict.fromkeys(names, path.stat().st_size // max(1, len(names)))
    return contents(Columns(path, schema, rows, batches, sizes))


def _described(path: Path) -> tuple[pa.Schema, int, list[str]]:
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
        rows = sum(file.get_batch(number).num_rows for number in range(file.num_record_batches))
        return file.schema, rows, file.schema.names  # the names are checked for being UTF-8 here


def _check_end(path: Path) -> None:
    """The file must end with the length of its list of batches, and the list must be there."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - 10), os.SEEK_SET)
        tail = file.read(10)
    if size < 18 or tail[4:] != _MAGIC or int.from_bytes(tail[:4], "little") + 18 > size:
        raise FileError("file.truncated", reason="end", name=path.name)


READER = Reader(
    key="arrow",
    label=Sentence(en="Arrow (Feather)", pt="Arrow (Feather)"),
    sniff=_sniff,
    open=_open,
)
