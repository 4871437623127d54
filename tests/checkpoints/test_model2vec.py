import json
import os
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedlab.checkpoints import ledger, open_checkpoint, open_table
from embedlab.errors import FileError
from tests.checkpoints import files

ROWS = files.values(np.float32, rows=3, dims=2)
MAPPING = np.array([2, 0, 2, 1, 1], np.int64)
WEIGHTS = np.array([1, 0.5, 2, 1, 0.25], np.float64)


def model(folder: Path, **tensors: np.ndarray) -> Path:
    """A folder as model2vec's `save_pretrained` writes it."""
    save_file(tensors, folder / "model.safetensors")
    vocab = {token: row for row, token in enumerate("abcde")}
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"type": "WordPiece", "vocab": vocab}}))
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True, "hidden_dim": 2}))
    return folder


def said(folder: Path) -> dict[str, dict]:
    return {finding.code: dict(finding.values) for finding in open_checkpoint(folder).findings}


def test_one_row_per_token(tmp_path):
    model(tmp_path, embeddings=files.values(rows=5), weights=WEIGHTS)
    table = open_table(tmp_path)
    assert (table.tokens, table.provenance.tensor) == (tuple("abcde"), "embeddings")
    assert table.vectors.tolist() == files.values(rows=5).tolist()
    assert said(tmp_path) == {"table.weighted_in_model": {"name": "weights", "low": 0.25, "high": 2.0}}


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.float64])
def test_a_mapping_gives_every_token_its_row(dtype, tmp_path):
    model(tmp_path, embeddings=ROWS.astype(dtype), mapping=MAPPING, weights=WEIGHTS)
    table = open_table(tmp_path)
    assert (table.tokens, table.vectors.dtype) == (tuple("abcde"), dtype)
    assert table.vectors.tolist() == [ROWS[row].tolist() for row in (2, 0, 2, 1, 1)]
    assert not table.vectors.flags.writeable
    assert said(tmp_path) == {
        "table.rows_shared": {"tokens": 5, "rows": 3},
        "table.weighted_in_model": {"name": "weights", "low": 0.25, "high": 2.0},
    }
    raw = open_table(tmp_path, tensor="embeddings")
    assert (raw.tokens, raw.vectors.tolist()) == (("#0", "#1", "#2"), ROWS.tolist())


@pytest.mark.parametrize("mapped", [False, True])
def test_whole_numbers_are_taken_as_they_are(mapped, tmp_path):
    """As `quantize_embeddings` of model2vec 0.10 makes them: the largest value is 127, and the scale is not kept."""
    codes = np.array([[-127, 3], [0, 127], [5, -128], [1, 1], [9, 9]], np.int8)[: 3 if mapped else 5]
    model(tmp_path, embeddings=codes, **({"mapping": MAPPING} if mapped else {}))
    table, found = open_table(tmp_path), open_checkpoint(tmp_path)
    assert table.tokens == tuple("abcde")
    assert np.array_equal(table.vectors, codes[MAPPING] if mapped else codes)
    assert said(tmp_path)["table.no_scale"] == {"name": "embeddings"}
    assert (found.tables[0].dtype, ledger(found).input_bytes) == ("int8", codes.nbytes)


def test_whole_numbers_of_another_model_are_no_table(tmp_path):
    save_file({"embeddings": np.ones((3, 2), np.int8), "other": np.ones(3, np.float32)}, tmp_path / "m.safetensors")
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / "m.safetensors")
    assert caught.value.code == "file.no_table"


def test_a_cut_file_of_whole_numbers(tmp_path):
    model(tmp_path, embeddings=np.ones((5, 2), np.int8))
    entry = open_checkpoint(tmp_path).entry()
    os.truncate(tmp_path / "model.safetensors", entry.offset + 4)
    with pytest.raises(FileError) as caught:
        entry.map()
    assert caught.value.code == "file.truncated"


def test_shared_rows_are_paid_once(tmp_path):
    model(tmp_path, embeddings=ROWS, mapping=MAPPING)
    found = open_checkpoint(tmp_path)
    assert [(table.name, table.role) for table in found.tables] == [("token_rows", "input"), ("embeddings", "other")]
    assert ledger(found).input_bytes == ROWS.nbytes
    assert ledger(found).model == ROWS.size + MAPPING.size


@pytest.mark.parametrize("row", [-1, 3, 2**40])
def test_a_mapping_that_leads_out_of_the_table(row, tmp_path):
    model(tmp_path, embeddings=ROWS, mapping=np.array([0, row]))
    with pytest.raises(FileError) as caught:
        open_table(tmp_path)
    assert (caught.value.code, caught.value.fields["tensor"]) == ("file.unsafe", "mapping")
    assert caught.value.fields["found"] == f"row {row:,} for token 1"


def test_a_file_that_gets_shorter(tmp_path):
    found = open_checkpoint(model(tmp_path, embeddings=ROWS, mapping=MAPPING))
    (tmp_path / "model.safetensors").write_bytes(b"short")
    with pytest.raises(FileError, match=r"file\.truncated"):
        found.table()


def test_names_alone_make_no_mapping(tmp_path):
    model(tmp_path, embeddings=files.values(rows=5), mapping=ROWS)
    assert open_table(tmp_path).provenance.tensor == "embeddings"
