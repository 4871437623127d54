"""A model folder in a zip: what the model needs is laid out in a private folder, and ends with what is opened of it.

Values of a safetensors file that the zip stores as they are stay in the zip, and are mapped there.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import weakref
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from embedlab.checkpoints import zips
from embedlab.checkpoints.entries import Contents, TensorEntry
from embedlab.checkpoints.faults import check_limit
from embedlab.checkpoints.folder import PREFERRED, is_weights
from embedlab.checkpoints.progress import tell
from embedlab.checkpoints.readers.safetensors import MAX_HEADER
from embedlab.checkpoints.room import MAX_BYTES
from embedlab.errors import FileError

MAX_FILES = 4096  # of one model


@dataclass(frozen=True, eq=False)
class Unpacked:
    """The folder of the model in `source`. It is removed when nothing refers to this any more.

    places: files of which only the header is in the folder -> the byte of the zip at which they begin.
    """

    source: Path
    folder: Path
    places: Mapping[Path, int]

    def moved(self, contents: Contents) -> Contents:
        """The same tensors, those of a file that stayed in the zip with their place there."""
        return replace(contents, entries=tuple(map(self._moved, contents.entries)))

    def _moved(self, entry: TensorEntry) -> TensorEntry:
        if entry.file not in self.places:
            return entry
        return replace(entry, file=self.source, offset=entry.offset + self.places[entry.file])

    def bytes_of(self, files: Iterable[Path]) -> int:
        """Bytes of the files that hold the values of these: the zip once, however many stayed in it."""
        return sum(file.stat().st_size for file in {self.source if file in self.places else file for file in files})


# What is open already need not be unpacked again; a file that changed counts as another one.
_open: weakref.WeakValueDictionary[tuple[Path, int, int], Unpacked] = weakref.WeakValueDictionary()


def is_packed(path: Path) -> bool:
    """Whether this is a zip, and of no other known kind."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == zips.MAGIC and zips.kind(path) == "folder"


def unpacked(path: Path) -> Unpacked:
    """The model in a zip. Raises FileError `file.unsupported`, `file.unsafe`, `file.truncated`, `file.no_room`,
    `file.several_models`.
    """
    status = path.stat()
    key = (path.resolve(), status.st_size, status.st_mtime_ns)
    found = _open.get(key)
    if found is None:
        found = _open[key] = _unpacked(path)
    return found


def _unpacked(path: Path) -> Unpacked:
    listed = zips.members(path)
    for member in listed.values():
        _check(path, member)
    chosen = _model(path, listed)
    if packed := next((name for name, member in chosen.items() if member.method is None), None):
        raise FileError("file.unsafe", reason="packing", name=path.name, part=packed)
    located = zips.locate(path, chosen, deflated=True)
    inner = {name: _stays(member) for name, member in located.items()}
    _check_room(path, sum(member.size for name, member in located.items() if not inner[name]))
    top = Path(tempfile.mkdtemp(prefix="embedlab-"))
    folder = top / path.name  # errors call the folder by the zip's name
    places: dict[Path, int] = {}
    made = Unpacked(path, folder, places)
    weakref.finalize(made, _remove, top, os.getpid())
    folder.mkdir()
    done, total = 0, sum(member.packed for member in located.values())
    for name, member in located.items():
        file = folder / name.rpartition("/")[2]
        if inner[name]:
            places[file] = member.offset
        _write(path, member, file, header=inner[name])
        done += member.packed
        tell(done, total)
    return made


def _check(path: Path, member: zips.Member) -> None:
    """No part may lead out of the folder, be a link or be a device."""
    parts = member.name.split("/")
    leads_out = ".." in parts or not parts[0] or "\\" in member.name or ":" in parts[0] or "\0" in member.name
    if leads_out or stat.S_IFMT(member.mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise FileError("file.unsafe", reason="outside_folder", name=path.name, part=member.name)


def _model(path: Path, listed: Mapping[str, zips.Member]) -> dict[str, zips.Member]:
    """The files of the uppermost folder with weights; of two kinds of weights the preferred one."""
    folders: dict[str, dict[str, zips.Member]] = defaultdict(dict)
    for name, member in listed.items():
        top, _, base = name.rpartition("/")
        if base and not base.startswith(".") and not top.startswith("__MACOSX"):
            folders[top][name] = member
    folders = {top: files for top, files in folders.items() if any(is_weights(_base(name)) for name in files)}
    if not folders:
        raise FileError("file.unsupported", reason="zip", name=path.name)
    depth = min(map(_depth, folders))
    best = sorted(top for top in folders if _depth(top) == depth)
    best = [top for top in best if any(_base(name) in PREFERRED for name in folders[top])] or best
    if len(best) > 1:
        raise FileError("file.several_models", reason="zip", name=path.name, files=best)
    files = folders[best[0]]
    check_limit(path, "files", len(files), MAX_FILES)
    first = next((name for name in PREFERRED if any(_base(file) == name for file in files)), None)
    if first is None or first.endswith(".index.json"):
        return files
    return {name: member for name, member in files.items() if _base(name) == first or not is_weights(_base(name))}


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _depth(top: str) -> int:
    return top.count("/") + bool(top)


def _stays(member: zips.Member) -> bool:
    """Whether the values are mapped where they lie: in a file of safetensors that is stored as it is."""
    return member.stored and member.name.endswith(".safetensors")


def _check_room(path: Path, wanted: int) -> None:
    check_limit(path, "files", wanted, MAX_BYTES)
    if wanted > shutil.disk_usage(tempfile.gettempdir()).free:
        raise FileError("file.no_room", name=path.name, bytes=wanted)


def _write(path: Path, member: zips.Member, file: Path, header: bool) -> None:
    """Write a member; of one that stays in the zip the header alone, before a hole."""
    with file.open("xb") as target:
        for piece in zips.pieces(path, replace(member, size=_header(path, member), crc=0) if header else member):
            target.write(piece)
        target.truncate(member.size)


def _header(path: Path, member: zips.Member) -> int:
    """Bytes of the header of a safetensors file, as far as they are believed."""
    with path.open("rb") as source:
        source.seek(member.offset)
        length = int.from_bytes(source.read(min(8, member.size)), "little")
    return min(member.size, 8 + min(length, MAX_HEADER))


def _remove(top: Path, process: int) -> None:
    """Remove the folder, in the process that made it: one forked from it must not."""
    if os.getpid() == process:
        shutil.rmtree(top, ignore_errors=True)
