"""Keeper: a process of its own for one large table. A file that is cut while mapped ends it, and not the server."""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints import progress
from embedlab.errors import FileError, JobError
from embedlab.jobs import frames, kernel, protocol
from embedlab.jobs.link import program
from embedlab.neighbours import Neighbours, Usable

KEPT_ABOVE = 256 * 2**20  # bytes of a table; a smaller one is read at once, and what is in memory stays there
OPEN_SECONDS, OPEN_MEGABYTES = 60.0, 2048
ASK_SECONDS = 120.0  # a pass over 2.5 GB that lie on a slow disk


class Keeper:
    """Opens a table in a process of its own, under limits, and asks it. Any thread may ask; one asks at a time.

    Raises what `checkpoints.open_table` and `neighbours.search` raise; and, of the process itself, FileError
    `file.truncated` where the file got shorter under it, JobError `job.crashed`, `job.out_of_memory`, `job.timed_out`.
    After one of these it answers no more. It ends with the last reference to it. `steps` of a question are taken over
    the whole table before it; the table after the last steps asked for is kept.
    """

    def __init__(
        self,
        path: Path,
        tensor: str | None = None,
        vocabulary: Path | None = None,
        name: str | None = None,
        *,
        seconds: float = OPEN_SECONDS,
        megabytes: int = OPEN_MEGABYTES,
    ) -> None:
        self._child = _Child(path)
        self._end = weakref.finalize(self, self._child.close)
        order = _order("open", path, tensor, vocabulary, name)
        try:
            facts, _ = self._child.ask({**order, "megabytes": megabytes}, {}, seconds)
        except BaseException:
            self.close()
            raise
        self.shape: tuple[int, int] = (facts["rows"], facts["dims"])
        self.dtype = np.dtype(facts["dtype"])

    @property
    def alive(self) -> bool:
        """Whether the process is there and answers."""
        return self._end.alive and self._child.alive

    def rows(self, ids: Iterable[int], steps: Sequence[str] = ()) -> np.ndarray:
        """The chosen rows in the table's own dtype, (len(ids), n_dims)."""
        wanted = ids if isinstance(ids, np.ndarray) else np.asarray(list(ids))
        _, arrays = self._child.ask(_question("rows", steps), {"ids": wanted.astype(np.int64)})
        return arrays["rows"]

    def search(
        self, query: int | np.ndarray, metrics: Iterable[str], k: int, steps: Sequence[str] = ()
    ) -> dict[str, Neighbours]:
        """The k nearest rows under each metric, in one pass over the table: as `neighbours.search_all`."""
        vector = {"query": query} if isinstance(query, np.ndarray) else {}
        chosen = None if isinstance(query, np.ndarray) else int(query)
        order = {**_question("search", steps), "id": chosen, "metrics": list(metrics), "k": k}
        return _answers(*self._child.ask(order, vector))

    def nearest(
        self, rows: range, vector: np.ndarray, metrics: Iterable[str], k: int, steps: Sequence[str] = ()
    ) -> dict[str, Neighbours]:
        """The nearest among some of the rows, for `neighbours.shards.merge`; only they are held after steps."""
        order = {**_question("shard", steps), "first": rows.start, "stop": rows.stop, "metrics": list(metrics), "k": k}
        return _answers(*self._child.ask(order, {"query": vector}))

    def row(self, rows: range, query_id: int, steps: Sequence[str] = ()) -> tuple[str, np.ndarray]:
        """The token and the numbers (n_dims,), float64, of one of the rows that `nearest` searches."""
        order = {**_question("shard_row", steps), "first": rows.start, "stop": rows.stop, "id": query_id}
        facts, arrays = self._child.ask(order, {})
        return facts["token"], arrays["row"]

    def usable(self, steps: Sequence[str] = ()) -> Usable:
        """Norms and the rows that cannot be compared: as `neighbours.scan`. One pass, the first time."""
        return Usable(**self._child.ask(_question("measure", steps), {})[1])

    def fingerprint(self, steps: Sequence[str] = ()) -> str:
        """The table's only cache key."""
        return self._child.ask(_question("fingerprint", steps), {})[0]["fingerprint"]

    def close(self) -> None:
        """End the process."""
        self._end()


def vet(
    path: Path,
    vocabulary: Path | None = None,
    name: str | None = None,
    *,
    seconds: float = OPEN_SECONDS,
    megabytes: int = OPEN_MEGABYTES,
) -> None:
    """Open a file in a process of its own before this one does: what it would do to us it then does to that.

    Whoever hears `checkpoints.progress` here hears how far it is. Raises what `checkpoints.open_checkpoint` raises, and
    what a `Keeper` does.
    """
    child = _Child(path)
    try:
        child.ask({**_order("vet", path, None, vocabulary, name), "megabytes": megabytes}, {}, seconds)
    finally:
        child.close()


def _order(do: str, path: Path, tensor: str | None, vocabulary: Path | None, name: str | None) -> dict[str, str | None]:
    places = {"path": str(path.absolute()), "vocabulary": str(vocabulary.absolute()) if vocabulary else None}
    return {"do": do, "tensor": tensor, "name": name, **places}


def _question(do: str, steps: Sequence[str]) -> dict[str, Any]:
    return {"do": do, "steps": list(steps)}


def _answers(plain: dict[str, Any], arrays: dict[str, np.ndarray]) -> dict[str, Neighbours]:
    return {key: Neighbours(**facts, **_of(arrays, key)) for key, facts in plain.items()}


def _of(arrays: dict[str, np.ndarray], key: str) -> dict[str, Any]:
    return {name.removeprefix(f"{key} "): array for name, array in arrays.items() if name.startswith(f"{key} ")}


class _Child:
    """The process, asked over its standard input. It ends with the server, whose death it reads as the end of input."""

    def __init__(self, path: Path) -> None:
        self.path, self.size = path, _bytes(path)
        self._lock = threading.Lock()
        self._late = False
        self._process = program("kept")

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def ask(
        self, order: dict[str, Any], arrays: dict[str, np.ndarray], seconds: float = ASK_SECONDS
    ) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """The answer to one order. Raises the error that it is, or that the process ended with."""
        with self._lock:
            timer = threading.Timer(seconds, self._overdue)
            timer.start()
            try:
                assert self._process.stdin is not None
                assert self._process.stdout is not None
                frames.send(self._process.stdin, order, arrays)
                message, found = frames.receive(self._process.stdout)
                while "done" in message:
                    progress.tell(message["done"], message["total"])
                    message, found = frames.receive(self._process.stdout)
            except (OSError, EOFError):
                raise self._ended(seconds) from None
            finally:
                timer.cancel()
        if "error" in message:
            raise protocol.error_from_json(message["error"])
        return message, found

    def _overdue(self) -> None:
        self._late = True
        self._process.kill()

    def _ended(self, seconds: float) -> FileError | JobError:
        status = self._process.wait()
        size = _bytes(self.path)
        if self._late:
            return JobError("job.timed_out", seconds=seconds)
        if size < self.size:
            return FileError("file.truncated", name=self.path.name, expected=self.size, found=size)
        return JobError("job.crashed", signal=kernel.how_ended(status))

    def close(self) -> None:
        """End the process and let go of its streams."""
        self._process.kill()
        with self._lock:
            for stream in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):  # an order that was never read
                    if stream is not None:
                        stream.close()
            self._process.wait()


def _bytes(path: Path) -> int:
    """Of a file, or of those in a model folder; 0 where there are none any more."""
    files = path.iterdir() if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())
