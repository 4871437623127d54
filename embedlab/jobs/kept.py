"""The process that a `Keeper` starts: it opens one file under limits, holds its table, and answers until hung up on."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from embedlab.checkpoints import open_checkpoint, open_table
from embedlab.checkpoints.progress import heard
from embedlab.errors import EmbedlabError
from embedlab.jobs import frames, kernel, protocol
from embedlab.neighbours import Neighbours, Usable, scan
from embedlab.neighbours.search import search_all
from embedlab.neighbours.shards import nearest
from embedlab.preprocessing import LARGEST, apply, apply_to
from embedlab.table import EmbeddingTable

Answer = tuple[dict[str, Any], dict[str, np.ndarray]]


PACE = 0.1  # seconds between two reports of progress
# For a derived table of the largest size, and what the steps need beside it.
STEPS_MEGABYTES = LARGEST // 2**20 + 512


class Held:
    """The table, and what was found out about it."""

    table: EmbeddingTable
    derived: EmbeddingTable | None = None  # after the last steps asked for
    part: tuple[tuple[range, tuple[str, ...]], EmbeddingTable] | None = None  # the shard last asked for
    megabytes: int = 0

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self.tell = tell  # sends a message before the answer
        self.scans: WeakKeyDictionary[EmbeddingTable, Usable] = WeakKeyDictionary()

    def after(self, order: dict[str, Any]) -> EmbeddingTable:
        """The table after the steps of a question."""
        steps = tuple(order["steps"])
        if not steps:
            return self.table
        if self.derived is None or self.derived.steps[len(self.table.steps) :] != steps:
            self.derived = None  # two of them would not fit
            self.limit(STEPS_MEGABYTES)
            self.derived = apply(self.table, steps)
        return self.derived

    def usable(self, table: EmbeddingTable) -> Usable:
        """What one pass finds out, made once."""
        if table not in self.scans:
            self.scans[table] = scan(table)
        return self.scans[table]

    def shard(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """The nearest of the rows from `first` to `stop`; the ids are those of the whole table."""
        table, query = self.rows_of(order), arrays["query"]
        return _laid(nearest(table, order["first"], query, order["metrics"], order["k"], self.usable(table)))

    def shard_row(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """One of these rows."""
        row, table = order["id"] - order["first"], self.rows_of(order)
        return {"token": table.tokens[row]}, {"row": table.rows64(slice(row, row + 1))[0]}

    def rows_of(self, order: dict[str, Any]) -> EmbeddingTable:
        """The rows from `first` to `stop` of the table after the steps of a question, and no others."""
        rows, steps = range(order["first"], order["stop"]), tuple(order["steps"])
        if self.part is None or self.part[0] != (rows, steps):
            self.part = None  # two of them would not fit
            if steps:
                self.limit(STEPS_MEGABYTES)
            self.part = ((rows, steps), apply_to(self.table, steps, rows))
        return self.part[1]

    def limit(self, megabytes: int) -> None:
        """Let so much more memory be held than now is."""
        self.megabytes = megabytes
        kernel.limit_memory(megabytes)

    def vet(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """Open a file as the inspection of it will, to see that it harms nobody."""
        with heard(_often(lambda done, total: self.tell({"done": done, "total": total}))):
            found = open_checkpoint(*_places(order), order["name"])
        with contextlib.suppress(EmbedlabError):  # what is wrong with its rows is said when they are wanted
            found.table()
        return {}, {}

    def open(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """Open the table that this process is for."""
        path, vocabulary = _places(order)
        self.table = open_table(path, order["tensor"], vocabulary, order["name"])
        rows, dims = self.table.vectors.shape
        return {"rows": rows, "dims": dims, "dtype": self.table.vectors.dtype.name}, {}

    def rows(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """The chosen rows."""
        return {}, {"rows": np.asarray(self.after(order).vectors[arrays["ids"]])}

    def fingerprint(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """The table's fingerprint."""
        return {"fingerprint": self.after(order).fingerprint}, {}

    def measure(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """Norms and the rows that cannot be compared."""
        return {}, dict(vars(self.usable(self.after(order))))

    def search(self, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
        """The nearest rows under each metric: the plain parts of the answers, and their arrays."""
        query = arrays["query"] if "query" in arrays else order["id"]
        table = self.after(order)
        return _laid(search_all(table, query, order["metrics"], order["k"], self.usable(table)))


def _laid(found: Mapping[str, Neighbours]) -> Answer:
    """The plain parts of answers by metric, and their arrays."""
    plain, laid = {}, {}
    for key, neighbours in found.items():
        facts = vars(neighbours)
        laid |= {f"{key} {name}": value for name, value in facts.items() if isinstance(value, np.ndarray)}
        plain[key] = {name: value for name, value in facts.items() if not isinstance(value, np.ndarray)}
    return plain, laid


def _often(tell: Callable[[int, int], None]) -> Callable[[int, int], None]:
    """The same, but at most ten times a second."""
    last = 0.0

    def told(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PACE:
            last = now
            tell(done, total)

    return told


def _places(order: dict[str, Any]) -> tuple[Path, Path | None]:
    return Path(order["path"]), Path(order["vocabulary"]) if order["vocabulary"] else None


def _answer(held: Held, order: dict[str, Any], arrays: dict[str, np.ndarray]) -> Answer:
    try:
        if "megabytes" in order:
            held.limit(order["megabytes"])
        return getattr(held, order["do"])(order, arrays)
    except Exception as error:
        if not isinstance(error, EmbedlabError):
            traceback.print_exc()
        return protocol.failure(error, held.megabytes), {}


def main() -> None:
    """Answer the orders on standard input; leave when it ends, which is when the server does."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not stand among the answers
    held = Held(lambda message: frames.send(answers, message))
    while True:
        try:
            order, arrays = frames.receive(sys.stdin.buffer)
            frames.send(answers, *_answer(held, order, arrays))
        except (EOFError, OSError):
            os._exit(0)


if __name__ == "__main__":
    main()
