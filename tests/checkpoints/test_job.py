"""The document of a table's health: strict JSON, and what stands beside the table in its file."""

import json

import numpy as np
import pytest
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, normalizers

from embedlab.checkpoints import examine, open_checkpoint
from embedlab.checkpoints.job import companions, document, examined, run
from embedlab.cli.report import kind_of


def made(path, tensors, tensor=None):
    save_file({name: np.asarray(rows, np.float32) for name, rows in tensors.items()}, path)
    checkpoint = open_checkpoint(path)
    table = checkpoint.table(tensor)
    health = examine(table, lambda *_: None, lambda: False, tied=checkpoint.tied)
    found = document(table, health, **companions(checkpoint, table, lambda *_: None, lambda: False))
    return json.loads(json.dumps(found, allow_nan=False))


def test_a_candidate_that_its_tokenizer_never_makes(tmp_path):
    """ "Dog" has the shortest row, and letters are made small before they are looked up."""
    words = ["[UNK]", "Dog", *(f"w{row}" for row in range(60))]
    tokenizer = Tokenizer(models.WordPiece({word: row for row, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    rows = np.random.default_rng(0).standard_normal((len(words), 4)).astype(np.float32)
    rows[1] /= 1000
    save_file({"wte.weight": rows, "lm_head.weight": rows + 1}, tmp_path / "model.safetensors")
    checkpoint = open_checkpoint(tmp_path)
    health = examined(checkpoint, checkpoint.table(), lambda *_: None, lambda: False)
    assert health is not None
    found = document(checkpoint.table(), health)
    assert (found["health"]["unreachable_tokens"], found["health"]["unreachable_tokens_ids"]) == (1, [[1, 1]])
    reachable = {one["token"]: one["reachable"] for one in found["health"]["undertrained"]}
    assert reachable.pop("Dog") is False
    assert set(reachable.values()) == {True}
    assert found["health"]["undertrained"][-1]["token"] == "Dog"  # a token to try comes first
    assert kind_of(found["health"]["undertrained"][-1], "pt") == "nunca feito pelo tokenizador"
    assert "table.unreachable" in [one["code"] for one in found["findings"]]


def test_a_stopped_run_has_no_document(tmp_path):
    save_file({"wte.weight": np.eye(3000, 4, dtype=np.float32)}, tmp_path / "m.safetensors")
    fingerprint = open_checkpoint(tmp_path / "m.safetensors").table().fingerprint
    settings = {"table": {"path": str(tmp_path / "m.safetensors")}, "fingerprint": fingerprint}
    told = []
    assert run(settings, told.append, lambda: bool(told)) is None
    assert [one["done"] for one in told] == [told[0]["done"]]
    assert run(settings, told.append, lambda: False) is not None


def test_input_against_head_by_hand(tmp_path):
    """Rows turned by 0, 90 and 180 degrees, and one that is zero on one side."""
    rows, head = [[1, 0], [2, 0], [3, 0], [0, 0]], [[2, 0], [0, 2], [-1, 0], [1, 1]]
    found = made(tmp_path / "m.safetensors", {"wte.weight": rows, "lm_head.weight": head})["against_head"]
    assert [(one["id"], one["cosine"]) for one in found["lowest"]] == [(2, -1.0), (1, 0.0), (0, 1.0)]
    assert found["median"] == 0
    assert sum(found["counts"]) == 3


def test_positions_by_hand(tmp_path):
    """Neighbouring rows at right angles, rows two apart opposite: cosines 0, -1, 0."""
    places = [[1, 0], [0, 2], [-3, 0], [0, -4]]
    found = made(tmp_path / "m.safetensors", {"wte.weight": np.eye(4, 2) + 1, "wpe.weight": places})["positions"]
    assert found["norms"] == [1, 2, 3, 4]
    assert found["cosines"] == pytest.approx([0, -1, 0])
    assert [found["rows"], found["first_row"]] == [4, 0]


@pytest.mark.parametrize(
    ("config", "zero", "first"), [('{"model_type": "opt"}', None, 2), ("{}", 1, 2), ("{}", None, 0)]
)
def test_the_first_position_is_the_one_that_the_findings_tell(tmp_path, config, zero, first):
    places = np.random.default_rng(0).standard_normal((6, 2))
    if zero is not None:
        places[zero] = 0
    (tmp_path / "config.json").write_text(config)
    tensors = {"embed_tokens.weight": np.eye(4, 2) + 1, "embed_positions.weight": places}
    assert made(tmp_path / "model.safetensors", tensors)["positions"]["first_row"] == first


def test_a_tied_head_and_another_table_of_the_file_have_nothing_beside_them(tmp_path):
    rows = np.random.default_rng(0).standard_normal((5, 3))
    tied = made(tmp_path / "t.safetensors", {"wte.weight": rows, "lm_head.weight": rows})
    assert tied["against_head"] is None
    assert tied["positions"] is None
    other = made(tmp_path / "o.safetensors", {"wte.weight": rows, "lm_head.weight": -rows}, tensor="lm_head.weight")
    assert other["against_head"] is None


def test_rows_without_a_norm_are_null(tmp_path):
    rows = np.ones((3, 2))
    rows[1] = np.nan
    found = made(tmp_path / "m.safetensors", {"wte.weight": rows})
    assert [one[1] for one in found["norm_by_id"]["quartiles"]] == [None] * 3
