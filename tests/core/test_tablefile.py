"""Our own checkpoint, written and read back by the library that defined the format."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open

from embedlab import tablefile
from embedlab.checkpoints import open_table
from embedlab.ui import session
from tests import tables


def read(path):
    with safe_open(path, "numpy") as file:
        return {name: file.get_tensor(name) for name in file.keys()}, file.metadata()  # noqa: SIM118


def test_what_is_written_comes_back(tmp_path):
    table = tables.degenerate()
    path = tmp_path / "table.safetensors"
    head = np.arange(6, dtype=np.float32).reshape(2, 3)
    tablefile.write(table, path, {tablefile.OUTPUT: head}, {"embedlab.note": '"x"'})
    tensors, metadata = read(path)
    np.testing.assert_array_equal(tensors[tablefile.INPUT], table.vectors)
    np.testing.assert_array_equal(tensors[tablefile.OUTPUT], head)
    assert tuple(json.loads(metadata["embedlab.tokens"])) == table.tokens
    assert json.loads(metadata["embedlab.provenance"])["source"] == "degenerate"
    assert json.loads(metadata["embedlab.counts"]) is None
    assert json.loads(metadata["embedlab.steps"]) == []
    assert metadata["embedlab.format"] == tablefile.FORMAT
    assert metadata["embedlab.note"] == '"x"'


def test_hostile_tokens_survive(tmp_path):
    from dataclasses import replace

    tokens = ("\ud800", "\0", "</script>", '"', "\u202e", "🐈", "a\nb")
    path = tmp_path / "table.safetensors"
    tablefile.write(replace(tables.plain(rows=7), tokens=tokens), path)
    assert tuple(json.loads(read(path)[1]["embedlab.tokens"])) == tokens


def test_columns_first_and_half_precision(tmp_path):
    from dataclasses import replace

    for dtype in ("float16", "bfloat16", "float64", ">f4"):
        table = tables.plain(dtype=dtype)
        path = tmp_path / "table.safetensors"
        tablefile.write(replace(table, vectors=np.asfortranarray(table.vectors)), path)
        written = read(path)[0][tablefile.INPUT]
        np.testing.assert_array_equal(written.astype(np.float64), table.vectors.astype(np.float64))


def test_a_failed_write_leaves_the_old_file_and_no_draft_and_names_the_file(tmp_path):
    resource = pytest.importorskip("resource", reason="only POSIX limits the length of files")
    path = tmp_path / "table.safetensors"
    tablefile.write_whole(path, b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            tablefile.write_whole(path, bytes(100))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_does_not_exist_is_an_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        tablefile.write(tables.plain(), tmp_path / "nowhere" / "table.safetensors")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_shipped_table_reads_as_it_opens_with_the_readers(language):
    path = session.shipped(language).path
    read_here, opened = tablefile.read(Path(path)), open_table(Path(path))
    assert read_here.fingerprint == opened.fingerprint
    assert read_here.provenance == opened.provenance
    assert read_here.classes == opened.classes
    np.testing.assert_array_equal(read_here.counts, opened.counts)
