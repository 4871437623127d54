import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from embedlab.checkpoints import ledger, open_checkpoint
from embedlab.checkpoints.config import Config, parse_config

TABLE = torch.arange(12.0).reshape(4, 3)


def folder(path: Path, tensors: dict[str, torch.Tensor], config: dict | None = None) -> Path:
    save_file({name: values.clone() for name, values in tensors.items()}, path / "model.safetensors")
    if config is not None:
        (path / "config.json").write_text(json.dumps(config))
    return path


BOTH = {"wte.weight": TABLE, "lm_head.weight": TABLE}
APART = {"wte.weight": TABLE, "lm_head.weight": TABLE.flip(0)}
ALONE = {"wte.weight": TABLE, "h.weight": torch.ones(2, 2)}
PADDED = {"wte.weight": TABLE, "lm_head.weight": torch.cat([TABLE, torch.zeros(2, 3)])}
HEAD = {"lm_head.weight": TABLE, "h.weight": torch.ones(2, 2)}
TIES, UNTIES = {"tie_word_embeddings": True}, {"tie_word_embeddings": False}


@pytest.mark.parametrize(
    ("tensors", "config", "verdict", "evidence"),
    [
        (BOTH, None, "tied", ["equal_values"]),
        (BOTH, TIES, "tied", ["equal_values", "config_ties"]),
        (BOTH, UNTIES, "tied", ["equal_values", "config_unties"]),
        (APART, None, "untied", ["values_differ"]),
        (APART, TIES, "untied", ["values_differ", "config_ties"]),
        (APART, UNTIES, "untied", ["values_differ", "config_unties"]),
        (PADDED, None, "untied", ["values_differ"]),
        (PADDED, TIES, "untied", ["values_differ", "config_ties"]),
        (PADDED, UNTIES, "untied", ["values_differ", "config_unties"]),
        (ALONE, TIES, "tied", ["no_head_tensor", "config_ties"]),
        (ALONE, UNTIES, "head_absent", ["no_head_tensor", "config_unties"]),
        (ALONE, {}, "unknown", ["no_head_tensor"]),
        (ALONE, None, "unknown", ["no_head_tensor"]),
        (HEAD, TIES, "table_is_head", ["no_input_tensor", "config_ties"]),
        (HEAD, UNTIES, "unknown", ["no_input_tensor", "config_unties"]),
        (HEAD, None, "unknown", ["no_input_tensor"]),
    ],
)
def test_every_combination_of_tensors_and_config(tensors, config, verdict, evidence, tmp_path):
    checkpoint = open_checkpoint(folder(tmp_path, tensors, config))
    assert (checkpoint.head.verdict, list(checkpoint.head.evidence)) == (verdict, evidence)
    disagree = verdict in ("tied", "untied") and len(evidence) == 2 and "head" not in evidence[0]
    disagree = disagree and (verdict == "tied") != (evidence[1] == "config_ties")
    assert ("head.config_disagrees" in {finding.code for finding in checkpoint.findings}) == disagree


def test_a_table_that_is_the_head_opens(tmp_path):
    checkpoint = open_checkpoint(folder(tmp_path, HEAD, TIES))
    assert checkpoint.chosen == "lm_head.weight"
    assert checkpoint.table().vectors.tolist() == TABLE.tolist()
    (tmp_path / "config.json").unlink()
    assert open_checkpoint(tmp_path).chosen is None


def test_a_shared_storage_is_seen_and_counted_once(tmp_path):
    torch.save({"wte.weight": TABLE, "lm_head.weight": TABLE, "wpe.weight": TABLE[:2].clone()}, tmp_path / "m.pt")
    checkpoint = open_checkpoint(tmp_path / "m.pt")
    assert (checkpoint.head.verdict, checkpoint.head.evidence) == ("tied", ("same_storage",))
    assert ledger(checkpoint).to_json() == {
        "parameters": 12,
        "bytes": 48,
        "counted_once": True,
        "position": 6,
        "total": 18,
    }


def test_another_part_of_the_same_storage_is_not_tied(tmp_path):
    both = torch.arange(24.0).reshape(8, 3)
    torch.save({"wte.weight": both[:4], "lm_head.weight": both[4:]}, tmp_path / "m.pt")
    assert open_checkpoint(tmp_path / "m.pt").head.verdict == "untied"


def test_equal_values_stored_twice_count_once_but_take_twice_the_bytes(tmp_path):
    counted = ledger(open_checkpoint(folder(tmp_path, BOTH)))
    assert (counted.parameters, counted.to_json()["bytes"], counted.counted_once) == (12, 96, True)
    assert (counted.total, counted.bytes) == (12, 48)  # what the total comes to, wherever it is stored


def test_untied_tables_count_both(tmp_path):
    counted = ledger(open_checkpoint(folder(tmp_path, APART)))
    assert (counted.parameters, counted.bytes, counted.counted_once, counted.total) == (24, 96, False, 24)


def test_equality_is_of_bytes_and_nan_does_not_hide_it(tmp_path):
    values = TABLE.clone()
    values[1, 1] = torch.nan
    assert open_checkpoint(folder(tmp_path, dict.fromkeys(BOTH, values))).head.verdict == "tied"
    zero, minus = torch.zeros(4, 3), -torch.zeros(4, 3)
    folder(tmp_path, {"wte.weight": zero, "lm_head.weight": minus})
    assert open_checkpoint(tmp_path).head.verdict == "untied"


def test_a_late_difference_is_seen(tmp_path):
    values = torch.zeros(3_000, 1_000)
    other = values.clone()
    other[-1, -1] = 1
    folder(tmp_path, {"wte.weight": values, "lm_head.weight": other})
    assert open_checkpoint(tmp_path).head.verdict == "untied"


@pytest.mark.parametrize(
    ("content", "ties"),
    [
        ({"tie_word_embeddings": False, "text_config": {"tie_word_embeddings": True}}, False),
        ({"tie_word_embeddings": True, "text_config": {"tie_word_embeddings": False}}, True),
        ({"text_config": {"tie_word_embeddings": True}}, True),
        ({"text_config": {}}, None),
        ({}, None),
    ],
)
def test_the_top_level_of_a_config_wins(content, ties):
    assert parse_config(content).ties is ties


def test_sizes_of_a_config():
    assert parse_config({"vocab_size": 8, "n_embd": 4}) == Config(None, 8, 4, table_width=4, position_width=4)
    inner = parse_config({"text_config": {"vocab_size": 248_320, "hidden_size": 5_120}})
    assert (inner.vocab_size, inner.hidden_size) == (248_320, 5_120)
