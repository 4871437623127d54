"""What travels between server, host and job: JSON in length-prefixed messages, arrays in .npy files. Never pickle."""

from __future__ import annotations

import json
import re
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from embedlab import errors
from embedlab.errors import EmbedlabError, JobError

_NO_MEMORY = re.compile(r"bad_alloc|(can't|cannot|unable to) allocate|not enough memory", re.IGNORECASE)
_NO_ROOM = re.compile(r"no space left|quota exceeded|file too large|requested and \d+ written", re.IGNORECASE)


def send(connection: Connection, message: dict[str, Any]) -> None:
    """Send one message. Raises TypeError for values that JSON does not know, OSError for a dead peer."""
    connection.send_bytes(json.dumps(message, default=_plain).encode())


def checked(values: dict[str, Any]) -> dict[str, Any]:
    """The values as JSON holds them. Raises TypeError for values that it does not know."""
    return json.loads(json.dumps(values, default=_plain))


def receive(connection: Connection) -> dict[str, Any]:
    """Wait for one message. Raises EOFError when the peer is gone or speaks nonsense."""
    try:
        return json.loads(connection.recv_bytes())
    except (OSError, ValueError) as error:
        raise EOFError from error


def _plain(value: Any) -> Any:
    """Numpy's scalars and tuples of them as Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a {type(value).__name__} is neither JSON nor a numpy array at the top of the answer")


def lay_down(values: dict[str, Any], folder: Path, stem: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Write the arrays among the values into the folder; the rest, and the file name of each array by its key."""
    files = {}
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            files[name] = f"{stem}-{len(files)}.npy"
            np.save(folder / files[name], value, allow_pickle=False)
    return {name: value for name, value in values.items() if name not in files}, files


def pick_up(files: dict[str, str], folder: Path) -> dict[str, np.ndarray]:
    """Read arrays that `lay_down` wrote, and remove their files."""
    arrays = {}
    for name, file in files.items():
        path = folder / Path(file).name
        arrays[name] = np.load(path, allow_pickle=False)
        path.unlink()
    return arrays


def error_to_json(error: EmbedlabError) -> dict[str, Any]:
    """An error as its class, code and fields; a field that is not JSON goes as its text."""
    fields = json.loads(json.dumps(error.fields, default=str))
    return {"class": type(error).__name__, "code": error.code, "fields": fields}


def failure(error: BaseException, megabytes: int | None = None) -> dict[str, Any]:
    """Any error as `{"error": ...}`: our own as it is, one of memory (within that limit) or of the disk by its name."""
    if not isinstance(error, EmbedlabError):
        last_line = traceback.format_exception_only(error)[-1].strip()
        if megabytes is not None and (isinstance(error, MemoryError) or _NO_MEMORY.search(last_line)):
            error = JobError("job.out_of_memory", megabytes=megabytes)
        elif isinstance(error, OSError) and _NO_ROOM.search(last_line):
            error = JobError("job.no_room")
        else:
            error = JobError("job.failed", reason=last_line[:500])
    return {"error": error_to_json(error)}


def error_from_json(facts: dict[str, Any]) -> EmbedlabError:
    """The error again; a class that `embedlab.errors` does not hold becomes a JobError."""
    cls = getattr(errors, facts["class"], JobError)
    return cls(facts["code"], **facts["fields"])
