"""Scaled and composed tables: raw rows are shown, and what the model makes of them is named."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from embedlab.checkpoints import open_checkpoint
from embedlab.checkpoints.config import parse_config


def folder(path: Path, tensors: dict[str, torch.Tensor], config: dict) -> Path:
    save_file(tensors, path / "model.safetensors")
    (path / "config.json").write_text(json.dumps(config))
    return path


def values(path: Path, code: str) -> dict | None:
    found = {finding.code: finding.values for finding in open_checkpoint(path).findings}
    return found.get(code)


def test_gemma_multiplies_by_a_rounded_root(tmp_path):
    table = {"model.embed_tokens.weight": torch.ones(4, 3072, dtype=torch.bfloat16)}
    path = folder(tmp_path, table, {"model_type": "gemma", "hidden_size": 3072})
    seen = open_checkpoint(path).effective
    assert seen.factor == 55.5  # 55.4256 in bfloat16
    assert seen.exact_factor == pytest.approx(55.42562584)
    assert values(path, "table.scaled_in_model") == {"factor": 55.5, "exact": seen.exact_factor}
    assert open_checkpoint(path).table().vectors.astype("f4").max() == 1  # raw rows


@pytest.mark.parametrize(
    ("config", "factor"),
    [
        ({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 16}}, 4),
        ({"model_type": "m2m_100", "scale_embedding": True, "d_model": 16}, 4),
        ({"model_type": "bart", "scale_embedding": False, "d_model": 16}, 1),
        ({"model_type": "granite", "embedding_multiplier": 12.0}, 12),
        ({"model_type": "minicpm", "scale_emb": 12}, 12),
        ({"model_type": "llama", "hidden_size": 16}, 1),
    ],
)
def test_the_factor_of_each_family(config, factor, tmp_path):
    path = folder(tmp_path, {"model.embed_tokens.weight": torch.ones(4, 16)}, config)
    assert open_checkpoint(path).effective.factor == factor
    assert (values(path, "table.scaled_in_model") is None) == (factor == 1)


@pytest.mark.parametrize(
    ("table", "norm"),
    [
        ("word_embeddings.weight", "word_embeddings_layernorm.weight"),
        ("bert.embeddings.word_embeddings.weight", "bert.embeddings.LayerNorm.weight"),
        ("rwkv.embeddings.weight", "rwkv.blocks.0.pre_ln.weight"),
    ],
)
def test_a_norm_after_the_table_is_named(table, norm, tmp_path):
    path = folder(tmp_path, {table: torch.ones(4, 3), norm: torch.ones(3)}, {})
    assert values(path, "table.normalised_in_model") == {"name": norm}


@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2])
@pytest.mark.parametrize(
    ("name", "shape", "same_cosines"),
    [
        ("weight_scale", (), True),
        ("weight_scale", (4, 1), True),
        ("scale_weight", (1,), True),
        ("weight_scale_inv", (2, 1), False),
    ],
)
def test_a_scale_beside_eight_bits_is_named_and_the_rows_are_raw(name, shape, same_cosines, dtype, tmp_path):
    codes = torch.tensor([[1.0, 2.0], [-4.0, 0.5], [448.0, 0.0], [3.0, -1.0]]).to(dtype)
    scale = f"model.embed_tokens.{name}"
    path = folder(tmp_path, {"model.embed_tokens.weight": codes, scale: torch.full(shape, 0.25)}, {})
    found = open_checkpoint(path)
    assert [table.name for table in found.tables] == ["model.embed_tokens.weight"]  # a scale is no table
    assert found.table().vectors.astype("f4").tolist() == codes.float().tolist()
    (finding,) = [finding for finding in found.findings if finding.code == "table.scale_beside"]
    assert finding.severity == "warning"
    assert finding.values == {"name": scale}
    assert ("cosines are the same" in finding.say("en")) == same_cosines
    assert ("cossenos são os mesmos" in finding.say("pt")) == same_cosines


def test_eight_bits_without_a_scale_and_a_scale_of_something_else(tmp_path):
    codes = torch.ones(4, 2, dtype=torch.float8_e4m3fn)
    tensors = {"wte.weight": codes, "h.weight": codes.clone(), "h.weight_scale": torch.ones(1)}
    assert values(folder(tmp_path, tensors, {}), "table.scale_beside") is None
    tensors = {"wte.weight": torch.ones(4, 2), "wte.weight_scale": torch.ones(1)}
    assert values(folder(tmp_path, tensors, {}), "table.scale_beside") is None


def test_a_norm_inside_the_model_is_none_of_the_table(tmp_path):
    tensors = {"wte.weight": torch.ones(4, 3), "encoder.layer.0.output.LayerNorm.weight": torch.ones(3)}
    assert open_checkpoint(folder(tmp_path, tensors, {})).effective.norm is None


@pytest.mark.parametrize(
    ("config", "zero_row", "first"),
    [
        ({"model_type": "opt"}, None, 2),
        ({"model_type": "roberta", "pad_token_id": 1}, 1, 2),
        ({}, 1, 2),
        ({"model_type": "bert", "pad_token_id": 0}, None, 0),
        ({}, None, 0),
    ],
)
def test_the_row_of_position_0(config, zero_row, first, tmp_path):
    positions = torch.ones(514, 3)
    if zero_row is not None:
        positions[zero_row] = 0
    path = folder(tmp_path, {"model.decoder.embed_tokens.weight": torch.ones(4, 3), "wpe.weight": positions}, config)
    assert open_checkpoint(path).effective.first_position == first
    assert (values(path, "position.offset") or {"row": 0})["row"] == first


def test_a_tied_t5_scales_its_head(tmp_path):
    path = folder(tmp_path, {"shared.weight": torch.ones(4, 16)}, {"model_type": "t5", "d_model": 16})
    assert open_checkpoint(path).effective.head_factor == 0.25
    path = folder(tmp_path, {"shared.weight": torch.ones(4, 16)}, {"model_type": "mt5", "d_model": 16})
    assert open_checkpoint(path).effective.head_factor == 1


@pytest.mark.parametrize(
    ("content", "ties", "differ"),
    [
        ({"tie_word_embeddings": False, "thinker_config": {"text_config": {"tie_word_embeddings": True}}}, False, True),
        ({"tie_word_embeddings": True, "text_config": {"tie_word_embeddings": False}}, True, True),
        ({"llm_config": {"tie_word_embeddings": True}}, True, False),
        ({"tie_word_embeddings": "yes", "text_config": {"tie_word_embeddings": False}}, False, False),
        ({"vision_config": {"tie_word_embeddings": True}}, None, False),
    ],
)
def test_nested_and_contradictory_configs(content, ties, differ):
    config = parse_config(content)
    assert (config.ties, config.ties_differ) == (ties, differ)


def test_a_contradiction_is_a_finding(tmp_path):
    config = {"tie_word_embeddings": False, "text_config": {"tie_word_embeddings": True}}
    path = folder(tmp_path, {"wte.weight": torch.ones(4, 3)}, config)
    assert open_checkpoint(path).head.verdict == "head_absent"
    assert values(path, "config.contradicts") == {"ties": False}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"vocab_size": 4, "hidden_size": 3}, []),
        ({"vocab_size": 4, "hidden_size": 9, "embedding_size": 3}, []),  # ALBERT
        ({"vocab_size": 5, "hidden_size": 3}, [(5, 4)]),
        ({"vocab_size": 5, "n_embd": 2}, [(5, 4), (2, 3)]),
        ({"text_config": {"hidden_size": 2}}, [(2, 3)]),
        ({}, []),
    ],
)
def test_a_config_of_another_size_is_a_finding(tmp_path, content, told):
    found = open_checkpoint(folder(tmp_path, {"wte.weight": torch.ones(4, 3)}, content)).findings
    found = [one for one in found if one.code == "config.contradicts"]
    assert [(one.values["stated"], one.values["found"]) for one in found] == told
    for one in found:
        for language in ("en", "pt"):
            assert all(f"{one.values[key]}" in one.say(language) for key in ("stated", "found", "name"))


def test_an_adapter_on_a_tied_head_is_recognised(tmp_path):
    """huggingface/peft#2092: the head is in the file, the table is not."""
    tensors = {
        "base_model.model.lm_head.base_layer.weight": torch.ones(4, 3),
        "base_model.model.lm_head.lora_A.weight": torch.ones(2, 3),
    }
    path = folder(tmp_path, tensors, {})
    assert open_checkpoint(path).chosen is None
    assert values(path, "file.adapter") == {}
