"""GGUF: quantised rows as llama.cpp's own arithmetic gives them, tokens, and a large header."""

import time

import gguf
import numpy as np
import pytest
from gguf import GGMLQuantizationType as Kind

from embedlab.checkpoints import open_checkpoint, open_table, room
from embedlab.checkpoints.reader import read
from embedlab.checkpoints.readers.gguf import _PLAIN, _TYPES
from embedlab.cli.main import main
from embedlab.errors import FileError

ROWS, DIMS = 40, 512


def written(path, raw, kind, tokens=()):
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_token_list(tokens)
    writer.add_tensor("token_embd.weight", raw, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_the_sizes_of_all_types_are_those_of_the_package():
    for number, (label, values, width) in _TYPES.items():
        assert gguf.GGML_QUANT_SIZES[Kind(number)] == (values, width)
        assert label in _PLAIN or label == Kind(number).name


@pytest.mark.parametrize(
    "kind", ["Q8_0", "Q4_0", "Q5_1", "Q4_K", "Q6_K", "Q2_K", "IQ4_XS", "IQ2_XXS", "TQ1_0", "MXFP4"]
)
def test_quantised_rows(kind, tmp_path, monkeypatch):
    """Blocks of random bytes: nothing but the type says what they mean. The K types cannot be made otherwise."""
    values, width = gguf.GGML_QUANT_SIZES[Kind[kind]]
    raw = np.random.default_rng(0).integers(0, 60, (ROWS, DIMS // values * width), dtype=np.uint8)
    path = written(tmp_path / "m.gguf", raw, Kind[kind])
    with np.errstate(all="ignore"):
        expected = gguf.dequantize(raw, Kind[kind])
    monkeypatch.setattr("embedlab.checkpoints.readers.gguf._BLOCK", 3 * raw.shape[1])  # the last block is shorter
    (entry,) = read(path)[1].entries
    assert (entry.dtype_name, entry.shape, entry.nbytes) == (kind, (ROWS, DIMS), raw.nbytes)
    found = entry.map()
    assert found.dtype == np.float32
    assert np.array_equal(found, expected, equal_nan=True)
    assert not found.flags.writeable
    monkeypatch.setattr(room, "IN_MEMORY", 0)
    beside = entry.map()
    assert isinstance(beside, np.memmap)
    assert np.array_equal(beside, expected, equal_nan=True)


def test_values_beyond_all_tables_are_not_made(tmp_path, monkeypatch):
    path = written(tmp_path / "m.gguf", np.zeros((ROWS, DIMS // 32 * 34), np.uint8), Kind.Q8_0)
    monkeypatch.setattr(room, "MAX_BYTES", 1_000)
    with pytest.raises(FileError, match=r"file\.unsafe"):
        open_table(path, "token_embd.weight")
    monkeypatch.undo()
    monkeypatch.setattr(room, "IN_MEMORY", 0)
    monkeypatch.setattr(room.os, "posix_fallocate", full)
    with pytest.raises(FileError, match=r"file\.no_room"):
        open_table(path, "token_embd.weight")


def full(descriptor, start, length):
    raise OSError(28, "No space left on device")


def test_a_quantised_file_that_gets_shorter(tmp_path):
    path = written(tmp_path / "m.gguf", np.zeros((ROWS, DIMS // 32 * 34), np.uint8), Kind.Q8_0)
    (entry,) = read(path)[1].entries
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(FileError, match=r"file\.truncated"):
        entry.map()


def test_tokens_and_settings(tmp_path):
    raw = np.zeros((4, 32), np.float32)
    path = written(tmp_path / "m.gguf", raw, Kind.F32, [b"<s>", "▁dog".encode(), b"\xff", b""])
    found = open_checkpoint(path)
    assert found.vocabulary.source == "m.gguf"
    assert [found.vocabulary.tokens[row] for row in range(4)] == ["<s>", "▁dog", "\\xff", ""]
    assert read(path)[1].metadata["general.architecture"] == "llama"


@pytest.mark.parametrize(
    ("names", "roles", "verdict", "evidence", "parameters"),
    [
        (["token_embd"], ["input"], "tied", ["no_head_tensor", "format_rule"], 24),
        (["token_embd", "output"], ["input", "output"], "untied", ["values_differ"], 48),
        (["token_embd", "position_embd", "token_types"], ["input", "position", "other"], "tied", None, 24),
    ],
)
def test_roles_and_verdict_of_llama_cpp(names, roles, verdict, evidence, parameters, tmp_path, capsys, validate):
    """A file of llama.cpp has no key for it: without output.weight the table is the head."""
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_token_list(["<s>", "a", "b"])
    for number, name in enumerate(names):
        writer.add_tensor(f"{name}.weight", np.arange(24, dtype=np.float32).reshape(3, 8) + number)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    assert main(["inspect", str(tmp_path / "m.gguf"), "--json"]) == 0
    answer = validate(capsys.readouterr().out, "inspect")
    assert answer["chosen"] == "token_embd.weight"
    assert [table["role"] for table in answer["tables"]] == roles
    assert {table["reason"] for table in answer["tables"]} <= {"name", "other_kind"}
    assert answer["head"]["verdict"] == verdict
    assert answer["head"]["evidence"] == (evidence or ["no_head_tensor", "format_rule"])
    assert answer["ledger"]["parameters"] == parameters


def test_the_header_of_a_model_of_248320_tokens(tmp_path):
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "qwen35")
    writer.add_token_list([b"token %d" % row for row in range(248_320)])
    writer.add_token_merges([f"a{row} b{row}" for row in range(247_587)])
    writer.add_token_types([1] * 248_320)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    seconds = []
    for _ in range(3):
        start = time.process_time()
        contents = read(tmp_path / "m.gguf")[1]
        seconds.append(time.process_time() - start)
    assert contents.vocabulary is not None
    assert contents.vocabulary().tokens[248_319] == "token 248319"
    assert min(seconds) < 0.5
