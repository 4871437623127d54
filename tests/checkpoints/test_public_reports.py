"""Public reports that no other test holds as they were reported. docs/checkpoints.md says which test holds which."""

import json
import re
import tomllib
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import torch
from gguf.constants import MODEL_TENSOR
from gguf.tensor_mapping import TensorNameMap
from safetensors.torch import save_file, save_model

from embedlab.checkpoints import ledger, open_checkpoint, open_table
from embedlab.checkpoints.roles import role_by_name
from embedlab.cli.main import main
from embedlab.errors import FileError, QueryError
from embedlab.neighbours import METRICS, find_token, scan, search
from embedlab.text.errors import say_error
from embedlab.text.pages.checkpoint import TEXT
from tests.checkpoints.files import safetensors, tensor

ROOT = Path(__file__).resolve().parents[2]


def test_a_tied_model_saved_under_one_name(tmp_path):
    """safetensors 98 and 202: shared tensors are written once, and the other name is gone."""
    model = torch.nn.Module()
    model.wte, model.lm_head = torch.nn.Embedding(4, 3), torch.nn.Linear(3, 4, bias=False)
    model.lm_head.weight = model.wte.weight
    save_model(model, str(tmp_path / "model.safetensors"))
    (tmp_path / "config.json").write_text(json.dumps({"tie_word_embeddings": True}))
    found = open_checkpoint(tmp_path)
    (table,) = found.tables  # whichever name was kept
    assert (table.rows, table.dims, found.chosen) == (4, 3, table.name)
    assert found.head.verdict in ("tied", "table_is_head")
    counted = ledger(found)
    assert (counted.parameters, counted.bytes, counted.total) == (12, 48, 12)


def test_bfloat16_is_exact(tmp_path):
    """safetensors 598: the bits of every bfloat16 value are the upper half of its float32."""
    bits = np.arange(2**16, dtype=np.uint16)
    raw = bits.tobytes()
    (tmp_path / "m.safetensors").write_bytes(safetensors({"wte.weight": tensor([256, 256], 0, len(raw), "BF16")}, raw))
    found = open_table(tmp_path / "m.safetensors").vectors
    assert found.dtype == ml_dtypes.bfloat16
    whole = (bits.astype(np.uint32) << 16).view(np.float32)
    assert np.array_equal(found.astype(np.float32).ravel(), whole, equal_nan=True)


def test_a_header_of_132_megabytes_is_said_in_numbers(tmp_path):
    """safetensors 668."""
    (tmp_path / "m.safetensors").write_bytes(safetensors(b"{}", length=132_095_296))
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / "m.safetensors")
    assert caught.value.fields["reason"] == "header_limit"
    assert "132,095,296" in say_error(caught.value, "en")
    assert "132.095.296" in say_error(caught.value, "pt")


def test_a_token_beyond_the_table_is_no_crash(tmp_path, capsys):
    """llama.cpp 4045 and 5910: 32,001 tokens, 32,000 rows."""
    save_file({"wte.weight": torch.eye(3)}, tmp_path / "model.safetensors")
    (tmp_path / "vocab.json").write_text(json.dumps({"a": 0, "b": 1, "c": 2, "last": 3}))
    (finding,) = open_checkpoint(tmp_path).findings
    assert (finding.code, finding.values["count"], finding.values["ids"]) == ("file.tokens_without_row", 1, "3")
    for token, code in (("last", "query.token_unknown"), ("#3", "query.id_out_of_range")):
        assert main(["neighbours", str(tmp_path), token, "-k", "1", "--json"]) == 3
        assert json.loads(capsys.readouterr().out)["error"]["code"] == code


@pytest.mark.parametrize("metric", METRICS)
def test_a_zero_row_does_not_poison_the_ranking(metric, tmp_path, capsys):
    """conceptnet-numberbatch 32, gensim 3068, sqlite-vec 8: three vectors, one of them zero."""
    (tmp_path / "v.txt").write_text("a 1 0\nnull 0 0\nb 1 1\n")
    table = open_table(tmp_path / "v.txt")
    found = search(table, 0, metric, 1)
    assert np.isfinite(found.values).all()
    undefined = METRICS[metric].needs_direction
    assert found.zero_ids.tolist() == ([1] if undefined else [])
    assert found.searched == (1 if undefined else 2)
    if undefined:
        assert found.ids.tolist() == [2]
        with pytest.raises(QueryError, match=r"query\.row_not_usable"):
            search(table, 1, metric, 1)
    assert scan(table).zero_ids.tolist() == [1]
    assert main(["inspect", str(tmp_path / "v.txt"), "--json", "--fail-on", "table.zero_rows"]) == 4
    health = json.loads(capsys.readouterr().out)["health"]
    assert (health["zero_rows"], health["zero_rows_ids"]) == (1, [[1, 1]])


def test_gaps_of_ids_name_the_right_rows(tmp_path):
    """Our own finding: four tokens, of which the highest id is 5."""
    save_file({"wte.weight": torch.eye(6)}, tmp_path / "model.safetensors")
    (tmp_path / "tokenizer.json").write_text(json.dumps({"model": {"vocab": {"a": 0, "b": 1, "c": 3, "d": 5}}}))
    table = open_table(tmp_path)
    assert [find_token(table, token).id for token in "abcd"] == [0, 1, 3, 5]
    assert table.tokens == ("a", "b", "#2", "c", "#4", "d")


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        (MODEL_TENSOR.TOKEN_EMBD, "input"),
        (MODEL_TENSOR.OUTPUT, "output"),
        (MODEL_TENSOR.POS_EMBD, "position"),
        (MODEL_TENSOR.TOKEN_TYPES, "other"),
    ],
)
def test_every_name_that_llama_cpp_converts_has_its_role(kind, role):
    names = TensorNameMap.mappings_cfg[kind]
    for before in ("", "module.", "_orig_mod.module.", "state_dict.model."):
        found = {name: (role_by_name(f"{before}{name}.weight") or (None,))[0] for name in names}
        assert found == dict.fromkeys(names, role)


def test_uploads_are_bounded_before_they_are_read():
    """streamlit 9218, 12607, 5080: Streamlit refuses what is larger, says so in the box, and we say what to do."""
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())
    assert settings["server"]["maxUploadSize"] == 200
    assert "path" in TEXT["en"].upload_help
    assert "caminho" in TEXT["pt"].upload_help


def test_every_test_that_the_list_names_exists():
    named = re.findall(r"`([\w./]+\.py)::(\w+)`", (ROOT / "docs/checkpoints.md").read_text("utf-8"))
    assert len(named) >= 26
    for file, name in named:
        assert f"def {name}(" in (Path(__file__).parent / file).read_text("utf-8")
