"""GGUF files and old torch files made to harm: our error at once, with place, expected and found."""

import io
import os
import pickle
import struct
import time

import numpy as np
import pytest
import torch

from embedlab.checkpoints import open_table
from embedlab.checkpoints.reader import read
from embedlab.errors import FileError
from embedlab.text.errors import say_error
from tests.checkpoints.files import Rebuilt, Stored, index

MANY = 2**62


def text(words: bytes) -> bytes:
    return struct.pack("<Q", len(words)) + words


def setting(key: bytes, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def place(name: bytes = b"token_embd.weight", shape: tuple[int, ...] = (2, 3), kind: int = 0, offset: int = 0) -> bytes:
    return text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset)


PLACES = (place(),)


def gguf(settings=(), places=PLACES, data=bytes(24), version=3, counts=None) -> bytes:
    """A GGUF file as told. Its alignment is 8, so that 24 bytes fill their place."""
    settings = (setting(b"general.alignment", 4, struct.pack("<I", 8)), *settings)
    counts = counts or (len(places), len(settings))
    head = b"GGUF" + struct.pack("<IQQ", version, *counts) + b"".join(settings) + b"".join(places)
    return head + bytes(-len(head) % 8) + data


def strings(count: int, content: bytes = b"") -> bytes:
    return struct.pack("<IQ", 8, count) + content


GGUF = {
    "tensors without end": (gguf(counts=(MANY, 1)), "field"),
    "settings without end": (gguf(counts=(1, MANY)), "field"),
    "a list of 2^62 texts in 49 bytes": (gguf([setting(b"tokenizer.ggml.tokens", 9, strings(MANY))]), "field"),
    "a list of 2^62 numbers": (gguf([setting(b"x", 9, struct.pack("<IQ", 4, MANY))]), "field"),
    "lists in a list": (gguf([setting(b"x", 9, struct.pack("<IQ", 9, 1) + strings(1, text(b"a")))]), "field"),
    "a text of 2^62 bytes": (gguf([setting(b"x", 8, struct.pack("<Q", MANY))]), "field"),
    "a text in a list of 2^62 bytes": (gguf([setting(b"x", 9, strings(1, struct.pack("<Q", MANY)))]), "field"),
    "an unknown type of setting": (gguf([setting(b"x", 13, b"")]), "field"),
    "a setting twice": (gguf([setting(b"x", 0, b"1"), setting(b"x", 0, b"1")]), "field"),
    "five axes": (gguf(places=[place(shape=(1, 1, 1, 2, 3))]), "field"),
    "an axis of 2^62": (gguf(places=[place(shape=(MANY, 4))]), "field"),
    "a product that wraps around": (gguf(places=[place(shape=(2**48, 2**48))]), None),
    "a place beyond the file": (gguf(places=[place(offset=MANY)]), "tensor"),
    "a place that is not aligned": (gguf(places=[place(offset=4)]), "tensor"),
    "two tensors in one place": (gguf(places=[place(), place(b"output.weight")], data=bytes(48)), "tensor"),
    "one name twice": (gguf(places=[place(), place(offset=24)], data=bytes(48)), "duplicate"),
    "blocks that rows do not fill": (gguf(places=[place(kind=8)]), "tensor"),
    "alignment 0": (gguf([setting(b"general.alignment ", 0, b"1")]).replace(struct.pack("<I", 8), bytes(4), 1), None),
    "an alignment of 24": (gguf().replace(struct.pack("<II", 4, 8), struct.pack("<II", 4, 24)), "field"),
    "version 9": (gguf(version=9), "field"),
    "bytes that follow": (gguf(data=bytes(40)), "trailing"),
}


@pytest.mark.parametrize(("content", "reason"), GGUF.values(), ids=GGUF)
def test_a_gguf_header_that_lies(content, reason, tmp_path):
    path, start = tmp_path / "m.gguf", time.process_time()
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert time.process_time() - start < 1
    assert caught.value.code in ("file.unsafe", "file.truncated")
    assert reason in (None, caught.value.fields.get("reason"))
    for language in ("en", "pt"):
        assert "m.gguf" in say_error(caught.value, language)


def test_the_same_gguf_without_a_lie(tmp_path):
    (tmp_path / "m.gguf").write_bytes(gguf())
    assert open_table(tmp_path / "m.gguf", "token_embd.weight").vectors.shape == (3, 2)


def test_a_version_of_another_byte_order_and_an_unknown_type_are_named(tmp_path):
    for content, reason in ((gguf(version=0x03000000), "big_endian"), (gguf(places=[place(kind=99)]), "dtype")):
        (tmp_path / "m.gguf").write_bytes(content)
        with pytest.raises(FileError) as caught:
            read(tmp_path / "m.gguf")
        assert (caught.value.code, caught.value.fields["reason"]) == ("file.unsupported", reason)


def test_texts_beyond_the_limit_of_the_header(tmp_path):
    """A hole of 200 MB of empty texts: the list may be that long, the header may not."""
    path = tmp_path / "m.gguf"
    long = text(bytes(2**20)) * 140
    path.write_bytes(gguf([setting(b"x", 9, strings(140, long))]))
    with pytest.raises(FileError) as caught:
        read(path)
    assert caught.value.fields["reason"] == "header_limit"


def test_an_error_says_where_and_what(tmp_path):
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf(places=[place(offset=8)]))
    with pytest.raises(FileError) as caught:
        read(path)
    start = len(path.read_bytes()) - 24
    assert caught.value.fields == {
        "reason": "tensor",
        "name": "m.gguf",
        "tensor": "token_embd.weight",
        "offset": start + 8,
        "expected": f"byte {start}",
        "found": f"byte {start + 8}",
    }


def old(saved, keys=("0",), storages=((6, bytes(24)),), protocol=1001, machine=None) -> bytes:
    """An old torch file as told."""
    parts = (0x1950A86A20F9469CFC6C, protocol, machine or {"little_endian": True})
    head = b"".join(pickle.dumps(part, 2) for part in parts)
    body = saved if isinstance(saved, bytes) else index(saved, legacy=True)
    raw = b"".join(struct.pack("<q", count) + data for count, data in storages)
    return head + body + pickle.dumps(list(keys), 2) + raw


TABLE = {"wte.weight": Rebuilt(Stored("0", 6), (3, 2), (2, 1))}
OLD = {
    "forged number of elements": (old({"w": Rebuilt(Stored("0", 10**6), (3, 2), (2, 1))}), "tensor"),
    "view beyond its storage": (old({"w": Rebuilt(Stored("0", 6), (3, 2), (2, 1), offset=1)}), "tensor"),
    "a storage that is not there": (old(TABLE, keys=(), storages=()), "tensor"),
    "a storage that no tensor names": (old(TABLE, keys=("0", "1")), "field"),
    "keys that are no list": (old(TABLE, keys=(3,)), "field"),
    "2^62 elements": (old(TABLE, storages=((MANY, bytes(24)),)), None),
    "fewer than none": (old(TABLE, storages=((-1, bytes(24)),)), None),
    "bytes that follow": (old(TABLE, storages=((6, bytes(25)),)), "trailing"),
    "another protocol": (old(TABLE, protocol=7), "field"),
    "unknown instruction": (old(b"\x80\x02\xff."), "pickle"),
    "a name made of a number": (old(b"\x80\x02K\x01K\x01\x93."), "pickle"),
}


@pytest.mark.parametrize(("content", "reason"), OLD.values(), ids=OLD)
def test_an_old_torch_file_that_lies(content, reason, tmp_path):
    path = tmp_path / "m.bin"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert caught.value.code in ("file.unsafe", "file.truncated")
    assert reason in (None, caught.value.fields.get("reason"))
    assert "m.bin" in say_error(caught.value, "pt")


def test_the_same_old_file_without_a_lie(tmp_path):
    (tmp_path / "m.bin").write_bytes(old(TABLE))
    assert not open_table(tmp_path / "m.bin").vectors.any()
    (tmp_path / "m.bin").write_bytes(old(TABLE, machine={"little_endian": False}))
    with pytest.raises(FileError, match="big_endian"):
        open_table(tmp_path / "m.bin")


def test_code_in_an_old_file_does_not_run(tmp_path):
    class Runs:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "ran"),)

    table = torch.arange(6.0).reshape(3, 2)
    torch.save({"evil": Runs(), "wte.weight": table}, tmp_path / "m.bin", _use_new_zipfile_serialization=False)
    assert np.array_equal(open_table(tmp_path / "m.bin").vectors, table)
    assert not (tmp_path / "ran").exists()


def test_an_index_without_end_is_not_read_whole(tmp_path):
    """A sparse file whose index claims one text of 2 GB."""
    target = io.BytesIO(old(b"\x80\x02\x8d" + (2**31).to_bytes(8, "little")))
    path = tmp_path / "m.bin"
    path.write_bytes(target.getvalue())
    os.truncate(path, 2**31 + 4_096)
    with pytest.raises(FileError) as caught:
        read(path)
    assert (caught.value.code, caught.value.fields["reason"]) == ("file.unsafe", "limit")
