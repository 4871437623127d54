"""Files made to harm: nothing runs, nothing hangs, nothing outside is read, and the answer is our error."""

import io
import json
import os
import pickle
import random
import struct
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from embedlab.checkpoints import inside, open_checkpoint, open_table
from embedlab.checkpoints.reader import read
from embedlab.errors import FileError
from embedlab.text.errors import say_error
from tests.checkpoints import files
from tests.checkpoints.files import Rebuilt, Stored, safetensors, tensor, write_torch


def refused(path: Path) -> tuple[str, Any]:
    """The code and the reason of the error, which has a sentence in both languages."""
    with pytest.raises(FileError) as caught:
        open_table(path)
    for language in ("en", "pt"):
        assert path.name in say_error(caught.value, language)
    return caught.value.code, caught.value.fields.get("reason")


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


class Runs:
    """Unpickled, it makes a file."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self):
        return os.system, (f"touch {self.trace}",)


SAFETENSORS = {
    "overlap": safetensors({"a": tensor([4], 0, 16), "b": tensor([4], 8, 24)}, bytes(24)),
    "gap": safetensors({"a": tensor([4], 0, 16), "b": tensor([4], 20, 36)}, bytes(36)),
    "negative": safetensors({"a": tensor([-1, -4], 0, 16)}, bytes(16)),
    "backwards": safetensors({"a": tensor([4], 16, 0)}, bytes(16)),
    "shape that overflows": safetensors({"a": tensor([2**62, 4], 0, 0)}, b""),
    "a million axes": safetensors({"a": tensor([1] * 1_000_000, 0, 4)}, bytes(4)),
    "numbers that are not whole": safetensors({"a": tensor([2.0, 2.0], 0, 16)}, bytes(16)),  # type: ignore[list-item]
    "true as a number": safetensors(b'{"a":{"dtype":"F32","shape":[true],"data_offsets":[0,4]}}', bytes(4)),
    "unknown type": safetensors({"a": tensor([4], 0, 16, "F33")}, bytes(16)),
    "type that is a list": safetensors({"a": {"dtype": [], "shape": [4], "data_offsets": [0, 16]}}, bytes(16)),
    "repeated name": safetensors(
        b'{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}',
        b"1",
    ),
    "bytes that follow": safetensors({"a": tensor([4], 0, 16)}, bytes(17)),
    "metadata with numbers": safetensors({"__metadata__": {"a": 1}}),
    "not JSON": safetensors(b'{"a":'),
    "not UTF-8": safetensors(b'{"\xff":1}'),
    "nested": safetensors(b'{"a":' + b"[" * 100_000),
    "a number of 10,000 digits": safetensors(b'{"a":' + b"9" * 10_000 + b"}"),
    "header of 2^62 bytes": safetensors(b"{}", length=2**62),
    "header beyond the limit": safetensors(b"{}", length=100_000_001),
}


@pytest.mark.parametrize("content", SAFETENSORS.values(), ids=SAFETENSORS)
def test_a_safetensors_header_that_lies(content, tmp_path):
    code, _ = refused(written(tmp_path / "model.safetensors", content))
    assert code == "file.unsafe"


def test_no_rows_of_2_to_the_62_columns(tmp_path):
    path = written(tmp_path / "model.safetensors", safetensors({"wte.weight": tensor([0, 2**62], 0, 0)}))
    assert refused(path) == ("file.no_table", "placeholder")


def test_a_table_beyond_all_limits_is_not_mapped(tmp_path):
    path = written(tmp_path / "model.safetensors", safetensors({"wte.weight": tensor([1, 2**18], 0, 2**19, "F16")}))
    os.truncate(path, path.stat().st_size + 2**19)
    assert refused(path) == ("file.unsafe", "limit")


def test_a_git_lfs_pointer(tmp_path):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 90868376\n"
    assert refused(written(tmp_path / "model.safetensors", pointer)) == ("file.unsupported", "lfs_pointer")


def test_code_in_a_checkpoint_does_not_run(tmp_path):
    trace = tmp_path / "ran"
    table = torch.ones(3, 2)
    torch.save({"evil": Runs(trace), "wte.weight": table}, tmp_path / "evil.pt")
    assert np.array_equal(open_table(tmp_path / "evil.pt").vectors, table)
    torch.save(Runs(trace), tmp_path / "only.pt")
    assert refused(tmp_path / "only.pt") == ("file.no_table", "none")
    for name in ("plain.pkl", "plain.pt", "plain.safetensors", "plain.npy"):
        assert refused(written(tmp_path / name, pickle.dumps(Runs(trace)))) == ("file.unsupported", "pickle")
    torch.save(Runs(trace), tmp_path / "old.pt", _use_new_zipfile_serialization=False)
    assert refused(tmp_path / "old.pt") == ("file.no_table", "none")
    np.save(tmp_path / "objects.npy", np.array([[Runs(trace)]], dtype=object), allow_pickle=True)
    assert refused(tmp_path / "objects.npy") == ("file.unsafe", "objects")
    assert not trace.exists()


def test_no_module_of_the_file_is_imported(tmp_path):
    (tmp_path / "evil_module.py").write_text("raise SystemExit('imported')")
    data = b"\x80\x02cevil_module\nThing\n)R."
    assert "evil_module" not in sys.modules
    assert refused(write_torch(tmp_path / "m.pt", data, {})) == ("file.no_table", "none")
    assert "evil_module" not in sys.modules


TABLE = {"wte.weight": Rebuilt(Stored("0", 6), (3, 2), (2, 1))}
RAW = np.arange(6, dtype=np.float32).tobytes()
TORCH: dict[str, tuple[Any, dict[str, bytes | int], dict[str, Any], str]] = {
    "forged number of elements": ({"w": Rebuilt(Stored("0", 100_000), (3, 2), (2, 1))}, {"0": RAW}, {}, "tensor"),
    "view beyond its storage": ({"w": Rebuilt(Stored("0", 6), (3, 2), (2, 1), offset=1)}, {"0": RAW}, {}, "tensor"),
    "strides beyond its storage": ({"w": Rebuilt(Stored("0", 6), (3, 2), (2**40, 1))}, {"0": RAW}, {}, "tensor"),
    "negative stride": ({"w": Rebuilt(Stored("0", 6), (3, 2), (-2, 1))}, {"0": RAW}, {}, "pickle"),
    "2^62 rows": ({"w": Rebuilt(Stored("0", 6), (2**62, 2), (0, 1))}, {"0": RAW}, {}, "pickle"),
    "storage that is not there": ({"w": Rebuilt(Stored("../0", 6), (3, 2), (2, 1))}, {"0": RAW}, {}, "tensor"),
    "compressed storage": (TABLE, {"0": bytes(10_000)}, {"deflated": ("m/data/0",)}, "compressed"),
    "compressed index": (TABLE, {"0": RAW}, {"deflated": ("m/data.pkl",)}, "compressed"),
    "member twice": (TABLE, {"0": RAW}, {"twice": "m/data/0"}, "duplicate"),
    "members over each other": (TABLE, {"0": RAW}, {"offsets": {"m/data/0": 0}}, "overlap"),
    "member elsewhere": (TABLE, {"0": RAW}, {"offsets": {"m/data/0": 2**62}}, "tensor"),
    "unknown instruction": (b"\x80\x02\xff.", {}, {}, "pickle"),
    "index without end": (b"\x80\x02}", {}, {}, "pickle"),
    "instructions from an extension": (b"\x80\x02\x82\x01.", {}, {}, "pickle"),
    "empty stack": (b"\x80\x02R.", {}, {}, "pickle"),
    "arguments that are no arguments": (b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n)R.", {}, {}, "pickle"),
    "a call that contains itself": (
        b"\x80\x02ctorch._utils\n_rebuild_parameter\n]q\x00Rq\x01h\x00h\x01a.",
        {},
        {},
        "pickle",
    ),
    "lists in lists": (b"\x80\x02" + b"]" * 5_000 + b"a" * 4_999 + b".", {}, {}, "pickle"),
    "index that is too long": (2**27, {}, {}, "limit"),  # type: ignore[dict-item]
}


@pytest.mark.parametrize(("saved", "storages", "lies", "reason"), TORCH.values(), ids=TORCH)
def test_a_torch_checkpoint_that_lies(saved, storages, lies, reason, tmp_path):
    path = tmp_path / "m.pt"
    if isinstance(saved, int):
        files.write_zip(path, {"m/data.pkl": saved})
    else:
        write_torch(path, saved, storages, **lies)
    assert refused(path) == ("file.unsafe", reason)


def test_a_torch_checkpoint_made_by_hand_opens_without_a_lie(tmp_path):
    path = write_torch(tmp_path / "m.pt", TABLE, {"0": RAW})
    assert open_table(path).vectors.tobytes() == RAW


def test_nested_keys_are_not_hashed(tmp_path):
    """A tuple of 40 levels, each twice the one below: its hash takes 2^40 steps."""
    bomb = b"\x80\x02})q\x000" + b"h\x00h\x00\x86q\x000" * 40 + b"h\x00K\x01s."
    start = time.perf_counter()
    assert refused(write_torch(tmp_path / "m.pt", bomb, {})) == ("file.no_table", "none")
    assert time.perf_counter() - start < 2


def test_names_are_not_made_of_nested_tuples(tmp_path):
    bomb = b"\x80\x04)\x94" + b"".join(b"h%ch%c\x86\x94" % (at, at) for at in range(40)) + b"h\x28h\x28\x93."
    start = time.perf_counter()
    assert refused(write_torch(tmp_path / "m.pt", bomb, {})) == ("file.unsafe", "pickle")
    assert time.perf_counter() - start < 2


def test_changed_indexes_are_our_error(tmp_path):
    target = io.BytesIO()
    torch.save({"model": torch.nn.Embedding(3, 2), "args": Path("x"), "best": np.float64(1)}, target)
    with zipfile.ZipFile(target) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    (name,) = (name for name in parts if name.endswith("data.pkl"))
    chance = random.Random(1)
    codes = set()
    for _ in range(300):
        path = files.write_zip(tmp_path / "m.pt", {**parts, name: files.mutated(parts[name], chance)})
        codes.add(files.looked_at(path))
    assert codes == {"opened", "file.unsafe"}


def test_other_zips_are_named(tmp_path):
    assert refused(files.write_zip(tmp_path / "x.zip", {"a.txt": b"1"})) == ("file.unsupported", "zip")


def test_a_zip_of_several_checkpoints(tmp_path):
    path = files.write_zip(tmp_path / "x.zip", {"a/data.pkl": b"1", "b/data.pkl": b"2"})
    assert refused(path) == ("file.unsupported", "zip")


def npy(header: bytes, data: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    return b"\x93NUMPY" + version + struct.pack("<H", len(header)) + header + data


NPY = {
    "code": npy(b"__import__('os').system('true')\n"),
    "missing keys": npy(b"{'shape': (2, 2)}\n"),
    "negative shape": npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -2), }\n", bytes(16)),
    "unknown version": npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n", bytes(16), b"\x09\x00"),
    "nested": npy(b"{'descr':" + b"(" * 30_000 + b"}\n"),
    "bytes that follow": npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n", bytes(20)),
}


@pytest.mark.parametrize("content", NPY.values(), ids=NPY)
def test_an_npy_header_that_lies(content, tmp_path):
    assert refused(written(tmp_path / "a.npy", content))[0] == "file.unsafe"


def test_an_npy_of_2_to_the_62_rows_is_cut_off(tmp_path):
    header = b"{'descr': '<f4', 'fortran_order': True, 'shape': (4611686018427387904, 2), }\n"
    assert refused(written(tmp_path / "a.npy", npy(header, bytes(16))))[0] == "file.truncated"


# Folders and paths


def model(folder: Path, **parts: Any) -> Path:
    """A model folder with a table of 3 rows, and further files: text, bytes, or JSON."""
    folder.mkdir(exist_ok=True)
    (folder / "model.safetensors").write_bytes(safetensors({"wte.weight": tensor([3, 2], 0, 24)}, bytes(24)))
    for name, content in parts.items():
        text = content if isinstance(content, (str, bytes)) else json.dumps(content)
        (folder / name.replace("__", ".")).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def codes(path: Path) -> set[str]:
    return {finding.code for finding in open_checkpoint(path).findings}


@pytest.mark.parametrize(
    "content",
    [
        "NaN",
        "[1]",
        '{"a": ' + "[" * 100_000,
        b"\xff\xfe",
        '{"vocab_size": ' + "9" * 5_000 + "}",
    ],
)
def test_an_unusable_config_is_left_out_and_said(content, tmp_path):
    assert "file.config_unusable" in codes(model(tmp_path / "m", config__json=content))


@pytest.mark.parametrize(
    "content",
    [
        {"vocab_size": float("nan"), "hidden_size": float("inf"), "tie_word_embeddings": "yes"},
        {"vocab_size": -3, "hidden_size": 10**30, "tie_word_embeddings": 1},
        {"vocab_size": True, "text_config": [1]},
    ],
)
def test_nonsense_in_a_config_is_not_believed(content, tmp_path):
    checkpoint = open_checkpoint(model(tmp_path / "m", config__json=content))
    assert (checkpoint.config.vocab_size, checkpoint.config.hidden_size, checkpoint.config.ties) == (None, None, None)


@pytest.mark.parametrize(
    "content",
    [
        {"model": {"vocab": {"a": -1}}},
        {"model": {"vocab": {"a": 2**60}}},
        {"model": {"vocab": {"a": "0"}}},
        {"model": {"vocab": 3}},
        {"model": {"vocab": {}}, "added_tokens": [3]},
        {"model": {"vocab": {}}, "added_tokens": [{"id": 1}]},
        '{"model": ' + "[" * 100_000,
        b"\xff\xfe\x00",
        "NaN",
    ],
)
def test_an_unusable_tokenizer_is_passed_over_and_said(content, tmp_path):
    folder = model(tmp_path / "m", tokenizer__json=content, vocab__txt="a\nb\nc\n")
    assert codes(folder) == {"file.vocabulary_unusable"}
    assert open_table(folder).tokens == ("a", "b", "c")
    with pytest.raises(FileError, match=r"file\.vocabulary"):
        open_table(folder, vocabulary=folder / "tokenizer.json")


def test_links_out_of_a_model_folder_are_not_followed(tmp_path):
    secret = written(tmp_path / "secret", b"one\ntwo\nthree\n")
    folder = model(tmp_path / "m")
    (folder / "vocab.txt").symlink_to(secret)
    (folder / "config.json").symlink_to(secret)
    assert codes(folder) == {"file.config_unusable", "file.vocabulary_unusable", "file.no_vocabulary"}
    (folder / "model.safetensors").rename(tmp_path / "weights")
    (folder / "model.safetensors").symlink_to(tmp_path / "weights")
    with pytest.raises(FileError) as caught:
        open_table(folder)
    assert (caught.value.code, caught.value.fields["reason"]) == ("file.unsafe", "outside_folder")


@pytest.mark.parametrize("shard", ["../out.safetensors", "/etc/passwd", "a/b.safetensors", "a\\b.safetensors"])
def test_an_index_names_files_of_its_own_folder_only(shard, tmp_path):
    folder = tmp_path / "m"
    folder.mkdir()
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"wte.weight": shard}}))
    with pytest.raises(FileError) as caught:
        open_table(folder)
    assert (caught.value.code, caught.value.fields["reason"]) == ("file.unsafe", "outside_folder")


@pytest.mark.parametrize("index", ["[]", "{}", '{"weight_map": [1]}', '{"weight_map": {"a": 1}}', "[" * 100_000, "x"])
def test_an_index_that_is_none(index, tmp_path):
    (tmp_path / "model.safetensors.index.json").write_text(index)
    with pytest.raises(FileError, match=r"file\.unsafe"):
        open_table(tmp_path)


def test_pipes_devices_and_folders_are_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        assert refused(path)[0] == "file.not_regular"
    with pytest.raises(FileError, match=r"file\.not_regular"):
        read(tmp_path)


def test_missing_and_forbidden_paths_are_told_alike(tmp_path):
    root = tmp_path / "root"
    model(root)
    (tmp_path / "outside").write_text("x")
    (root / "link").symlink_to(tmp_path / "outside")
    (root / "loop").symlink_to(root / "loop")
    os.mkfifo(root / "pipe")
    forbidden = ("../outside", str(tmp_path / "outside"), "link", "pipe", "/dev/zero", "..", "/")
    missing = ("nothing", "../nothing", "loop", "a\0b", "x" * 5_000, "model.safetensors/x")
    for text in forbidden + missing:
        with pytest.raises(FileError) as caught:
            inside(root, text)
        assert (caught.value.code, caught.value.fields) == ("file.not_found", {"reason": "below_root", "name": text})
    assert inside(root, "model.safetensors") == root.resolve() / "model.safetensors"
    assert inside(root, str(root / "model.safetensors")) == root.resolve() / "model.safetensors"
    assert inside(root, ".") == root.resolve()
