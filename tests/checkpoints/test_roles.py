import numpy as np
import pytest

from embedlab.checkpoints.config import Config
from embedlab.checkpoints.entries import TensorEntry, c_strides
from embedlab.checkpoints.roles import candidates, role_by_name


def entry(name: str, rows: int = 10, dims: int = 4, dtype: type = np.float32) -> TensorEntry:
    kind = np.dtype(dtype)
    strides = c_strides((rows, dims), kind.itemsize)
    return TensorEntry(name, None, 0, kind, str(kind), (rows, dims), strides, name)  # type: ignore[arg-type]


# One name of every family, as its files have it.
INPUT = (
    "input_table.weight",
    "wte.weight",
    "transformer.wte.weight",
    "_orig_mod.transformer.wte.weight",
    "module._orig_mod.transformer.wte.weight",
    "_orig_mod.module.transformer.wte.weight",
    "state_dict.model.model.embed_tokens.weight",
    "model.embed_tokens.weight",
    "model.language_model.embed_tokens.weight",
    "language_model.model.embed_tokens.weight",
    "tok_embeddings.weight",
    "embeddings.word_embeddings.weight",
    "bert.embeddings.word_embeddings.weight",
    "0_Transformer.embeddings.word_embeddings.weight",
    "roberta.embeddings.word_embeddings.weight",
    "model.decoder.embed_tokens.weight",
    "shared.weight",
    "backbone.embeddings.weight",
    "backbone.embedding.weight",
    "gpt_neox.embed_in.weight",
    "transformer.word_embeddings.weight",
    "transformer.embd.wte.weight",
    "text_model.embeddings.token_embedding.weight",
    "base_model.model.model.embed_tokens.modules_to_save.default.weight",
    "rwkv.embeddings.weight",
    "embedding.weight",
    "model.embedding.weight",
)
OUTPUT = (
    "output_head.weight",
    "lm_head.weight",
    "module.lm_head.weight",
    "base_model.model.lm_head.base_layer.weight",
    "embed_out.weight",
    "output.weight",
    "cls.predictions.decoder.weight",
    "lm_head.linear.weight",
    "transformer.output_layer.weight",
    "model.transformer.ff_out.weight",
)
POSITION = (
    "wpe.weight",
    "transformer.wpe.weight",
    "embeddings.position_embeddings.weight",
    "model.decoder.embed_positions.weight",
    "text_model.embeddings.position_embedding.weight",
)
NONE = (
    "optimizer.state.0.exp_avg",
    "optimizer_states.0.state.3.exp_avg_sq",
    "optimizer.wte.weight",
    "transformer.h.0.attn.bias",
    "vision_model.embeddings.position_embedding.weight",
    "vision_tower.vision_model.embeddings.position_embedding.weight",
    "visual.patch_embed.proj.weight",
    "model.visual.pos_embedding.weight",
    "audio_tower.embed_positions.weight",
    "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
    "model.embed_tokens.lora_embedding_A",
    "model.embed_tokens.weight_scale",
    "encoder.layer.0.attention.output.dense.weight",
    "model.layers.0.self_attn.q_proj.weight",
    "mtp.embed_tokens.weight",
    "lm_head.bias",
    "wte.bias",
)


@pytest.mark.parametrize(
    ("role", "names"), [("input", INPUT), ("output", OUTPUT), ("position", POSITION), (None, NONE)]
)
def test_names_of_every_family(role, names):
    assert {name: (role_by_name(name) or (None,))[0] for name in names} == dict.fromkeys(names, role)


def roles(*entries: TensorEntry, config: Config | None = None) -> list[tuple[str, str, str]]:
    return [(c.entry.name, c.role, c.reason) for c in candidates(entries, config or Config())]


def test_the_shape_of_the_config_finds_a_table_without_a_telling_name():
    found = roles(entry("a", 4, 4), entry("b"), entry("c", 9, 9), config=Config(vocab_size=10, hidden_size=4))
    assert found == [("b", "input", "config_shape")]


def test_a_name_outweighs_a_shape():
    found = roles(entry("b"), entry("wte.weight", 12), config=Config(vocab_size=10, hidden_size=4))
    assert found == [("wte.weight", "input", "name")]


def test_the_only_table_is_taken():
    flat = TensorEntry("bias", None, 0, np.dtype("f4"), "float32", (4,), (4,), "bias")  # type: ignore[arg-type]
    assert roles(entry("vectors"), flat, entry("ids", dtype=np.int64)) == [("vectors", "input", "only_table")]


def test_several_tables_without_a_name_are_offered_and_none_is_taken():
    assert roles(entry("b"), entry("a")) == [("a", "other", "shape"), ("b", "other", "shape")]


def test_an_optimizer_state_is_never_offered():
    assert roles(entry("optimizer.state.0.exp_avg"), entry("optimizer.state.0.exp_avg_sq")) == []
    same = Config(vocab_size=10, hidden_size=4)
    assert roles(entry("optimizer.state.0.exp_avg"), config=same) == []


def test_a_head_over_other_classes_is_no_output_head():
    assert roles(entry("wte.weight"), entry("head.weight", 7)) == [
        ("wte.weight", "input", "name"),
        ("head.weight", "other", "other_kind"),
    ]


def test_a_language_head_over_other_rows_is_one_where_no_other_fits():
    padded, fitting = entry("talker.lm_head.weight", 12), entry("lm_head.weight")
    assert roles(entry("wte.weight"), padded)[1:] == [("talker.lm_head.weight", "output", "name")]
    assert roles(entry("wte.weight"), padded, fitting)[1:] == [
        ("lm_head.weight", "output", "name"),
        ("talker.lm_head.weight", "other", "other_kind"),
    ]


def test_the_best_input_table_comes_first():
    found = roles(
        entry("ema.wte.weight"),
        entry("decoder.embed_tokens.weight"),
        entry("shared.weight"),
        entry("model.wte.weight"),
        entry("encoder.embed_tokens.weight", 12),
    )
    assert [name for name, *_ in found] == [
        "shared.weight",
        "encoder.embed_tokens.weight",
        "decoder.embed_tokens.weight",
        "model.wte.weight",
        "ema.wte.weight",
    ]
