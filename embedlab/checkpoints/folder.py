"""Which files of a model folder matter, and whether they are inside it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from embedlab.errors import FileError

# The weights of a model folder by preference; then any single file with one of the suffixes.
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")
_INDEXES = ("model.safetensors.index.json", "pytorch_model.bin.index.json")
_SUFFIXES = (
    ".safetensors",
    ".pt",
    ".pth",
    ".ckpt",
    ".bin",
    ".npy",
    ".npz",
    ".vec",
    ".h5",
    ".keras",
    ".parquet",
    ".arrow",
    ".gguf",
    ".onnx",
    ".msgpack",
)
_NAMES = ("tensors.tsv", "vectors.tsv")
PREFERRED = (*_WEIGHTS, *_INDEXES)
MAX_INDEX = 64 * 2**20


@dataclass(frozen=True)
class Weights:
    """The files of weights of one model. `shard_of` names the file of every tensor, empty for a single file."""

    folder: Path
    files: tuple[Path, ...]
    shard_of: Mapping[str, str]
    missing: tuple[str, ...] = ()


def inside(root: Path, text: str) -> Path:
    """The file or folder that `text` names below `root`, after all symbolic links.

    Raises FileError `file.not_found`, the same for what is missing, what is forbidden, and what is no regular file:
    the answer must not tell what exists elsewhere.
    """
    try:
        top = root.resolve(strict=True)
        path = (top / text).resolve(strict=True)
        if path.is_relative_to(top) and (path.is_file() or path.is_dir()):
            return path
    except (OSError, ValueError, RuntimeError):
        pass
    raise FileError("file.not_found", reason="below_root", name=text)


def contained(path: Path, folder: Path) -> Path:
    """The path, once it is sure that it does not lead out of the model's folder.

    A Hugging Face cache keeps the bytes in `blobs/` beside `snapshots/`; that counts as inside.
    Raises FileError `file.unsafe`.
    """
    real = folder.resolve()
    home = real.parent.parent if real.parent.name == "snapshots" else real
    if not path.resolve().is_relative_to(home):
        raise FileError("file.unsafe", reason="outside_folder", name=folder.name, part=path.name)
    return path


def model_folder(path: Path) -> Path:
    """The folder itself, the current snapshot of a Hugging Face cache folder (`models--owner--name`), or the folder of
    the transformer in one of sentence-transformers.
    """
    snapshots, transformer = path / "snapshots", path / "0_Transformer"
    if not snapshots.is_dir():
        return transformer if transformer.is_dir() and (path / "modules.json").is_file() else path
    main = path / "refs" / "main"
    if main.is_file() and main.stat().st_size < 256:
        revision = main.read_text("utf-8", "replace").strip()
        if revision.isalnum() and (snapshots / revision).is_dir():
            return snapshots / revision
    found = sorted((part for part in snapshots.iterdir() if part.is_dir()), key=lambda part: part.stat().st_mtime)
    return found[-1] if found else path


def find_weights(folder: Path) -> Weights:
    """The weights of a model folder. Raises FileError `file.no_model`, `file.several_models`, `file.unsafe`."""
    try:
        names = {entry.name for entry in os.scandir(folder) if _is_file(entry)}
    except OSError as error:
        raise FileError("file.unreadable", name=folder.name, why=error.strerror or str(error)) from None
    for name in _WEIGHTS:
        if name in names:
            return Weights(folder, (contained(folder / name, folder),), {})
    for name in _INDEXES:
        if name in names:
            return _sharded(folder, contained(folder / name, folder), names)
    found = sorted(filter(is_weights, names))
    if len(found) > 1:
        raise FileError("file.several_models", name=folder.name, files=found)
    if not found:
        raise FileError("file.no_model", name=folder.name)
    return Weights(folder, (contained(folder / found[0], folder),), {})


def is_weights(name: str) -> bool:
    """Whether a file of this name is one of weights, or the index of such files."""
    return not name.startswith(".") and (name in (*_INDEXES, *_NAMES) or name.endswith(_SUFFIXES))


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link to itself is nobody's weights, and hides no other file
        return False


def _sharded(folder: Path, index: Path, names: set[str]) -> Weights:
    shard_of = _weight_map(index)
    for shard in shard_of.values():
        if shard != os.path.basename(shard) or "\\" in shard:  # noqa: PTH119  a path object would forgive "a/"
            raise FileError("file.unsafe", reason="outside_folder", name=index.name, part=shard)
    shards = sorted(set(shard_of.values()))
    files = tuple(contained(folder / shard, folder) for shard in shards if shard in names)
    return Weights(folder, files, shard_of, tuple(shard for shard in shards if shard not in names))


def _weight_map(index: Path) -> dict[str, str]:
    try:
        if index.stat().st_size > MAX_INDEX:
            raise ValueError
        shard_of = json.loads(index.read_bytes())["weight_map"]
        if not all(isinstance(shard, str) and shard for shard in shard_of.values()):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FileError("file.unsafe", reason="header", name=index.name) from None
    return shard_of
