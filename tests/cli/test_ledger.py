"""The verb `ledger`."""

import json

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedlab.cli.main import main


@pytest.fixture
def ask(capsys, validate):
    def call(*arguments, status=0):
        assert main(["ledger", *map(str, arguments), "--json"]) == status
        return validate(capsys.readouterr().out, "error" if status else "ledger")

    return call


def config(folder, **content):
    path = folder / "config.json"
    path.write_text(json.dumps(content))
    return path


def test_the_small_lesson_by_its_numbers(ask):
    """Claim C19."""
    answer = ask("--vocabulary", 8449, "--width", 768, "--context", 1024, "--untied", "--of", "120e6")
    assert (answer["input"], answer["output"], answer["position"]) == (6_488_832, 6_488_832, 786_432)
    assert answer["total"] == 13_764_096
    assert answer["bytes"] == 27_528_192  # two bytes each
    assert round(answer["share"], 3) == 0.115
    assert answer["one_table"] == {"parameters": 6_488_832, "bytes": 12_977_664}
    assert (answer["tied"], answer["tied_evidence"], answer["dtype"]) == (False, ["option"], "bf16")


def test_the_large_lesson_by_its_config(ask, tmp_path):
    """Claim C20: the sizes stand one level down, as in its family."""
    inner = {"vocab_size": 248_320, "hidden_size": 5_120, "tie_word_embeddings": False, "rope_theta": 1e7}
    answer = ask(config(tmp_path, text_config=inner, torch_dtype="bfloat16"), "--of", "27e9")
    assert answer["input"] == answer["output"] == 1_271_398_400 == 1_241_600_000 + 29_798_400
    assert (answer["position"], answer["context"]) == (0, 0)
    assert answer["one_table"]["bytes"] == 2_542_796_800
    assert round(answer["share"], 3) == 0.094
    assert answer["tied_evidence"] == ["config"]


def test_numbers_alone_are_tied(ask):
    answer = ask("--vocabulary", 10, "--width", 4)
    assert (answer["tied"], answer["output"], answer["total"], answer["share"]) == (True, 0, 40, None)
    assert answer["tied_evidence"] == ["default"]


@pytest.mark.parametrize(("dtype", "size"), [("f32", 60), ("bf16", 30), ("f8", 15), ("int4", 8)])
def test_bytes_follow_the_dtype(ask, dtype, size):
    assert ask("--vocabulary", 5, "--width", 3, "--dtype", dtype)["bytes"] == size


def test_a_config_that_does_not_say_is_no_convention(ask, tmp_path):
    """Claim C21."""
    path = config(tmp_path, vocab_size=100, hidden_size=8)
    error = ask(path, status=3)["error"]
    assert error["code"] == "ledger.tie_not_said"
    assert (error["fields"]["tied"], error["fields"]["untied"]) == (800, 1600)
    assert ask(path, "--tied")["total"] == 800
    assert ask(path, "--untied")["total"] == 1600


@pytest.mark.parametrize(
    ("content", "positions"),
    [
        ({"n_positions": 16, "n_embd": 8}, 128),  # GPT-2
        ({"n_positions": 16, "n_embd": 8, "rotary_dim": 4}, 0),  # GPT-J states a length and has no table
        ({"max_position_embeddings": 16, "hidden_size": 8}, 0),  # nothing says that it is learned
        ({"max_position_embeddings": 16, "hidden_size": 8, "model_type": "bert"}, 128),
        # OPT: two rows more, and as wide as the model, not as the table
        ({"max_position_embeddings": 16, "hidden_size": 8, "model_type": "opt", "word_embed_proj_dim": 4}, 144),
        # ALBERT: as wide as the table
        ({"max_position_embeddings": 16, "hidden_size": 8, "model_type": "albert", "embedding_size": 4}, 64),
    ],
)
def test_positions_count_where_they_are_learned(ask, tmp_path, content, positions):
    answer = ask(config(tmp_path, vocab_size=10, tie_word_embeddings=True, **content))
    assert answer["position"] == positions


def test_options_overrule_the_config(ask, tmp_path):
    path = config(tmp_path, vocab_size=10, hidden_size=8, tie_word_embeddings=True, dtype="float32")
    answer = ask(path, "--vocabulary", 20, "--untied", "--dtype", "f8", "--context", 3)
    assert (answer["input"], answer["output"], answer["position"], answer["bytes"]) == (160, 160, 24, 344)
    assert ask(path)["bytes"] == 320


@pytest.mark.parametrize(("family", "position"), [({}, 15), ({"model_type": "opt", "word_embed_proj_dim": 4}, 24)])
def test_another_width_is_that_of_the_positions_where_the_config_has_one_width(ask, tmp_path, family, position):
    path = config(tmp_path, vocab_size=10, hidden_size=8, tie_word_embeddings=True, **family)
    answer = ask(path, "--width", 5, "--context", 3)
    assert (answer["input"], answer["position"]) == (50, position)


def test_a_file_shows_its_own(ask, tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "model.safetensors"
    tensors = {"wte.weight": (6, 4), "lm_head.weight": (6, 4), "wpe.weight": (3, 4), "block.weight": (5, 4)}
    save_file({name: rng.standard_normal(shape).astype(np.float32) for name, shape in tensors.items()}, path)
    answer = ask(path)
    assert (answer["tied"], answer["tied_evidence"]) == (False, ["values_differ"])
    assert (answer["input"], answer["output"], answer["position"], answer["model"]) == (24, 24, 12, 80)
    assert answer["bytes"] == 4 * 60
    assert answer["share"] == 60 / 80
    assert ask(path, "--of", 120)["share"] == 0.5


@pytest.mark.parametrize(
    "idle", [["--tied"], ["--untied"], ["--dtype", "f8"], ["--vocabulary", 9], ["--width", 9, "--context", 9]]
)
def test_an_option_without_effect_on_a_file_is_2(ask, tmp_path, idle):
    save_file({"wte.weight": np.eye(3, dtype=np.float32)}, tmp_path / "model.safetensors")
    for path in (tmp_path, tmp_path / "model.safetensors"):
        message = ask(path, *idle, status=2)["error"]["message"]
        assert all(option in message for option in idle if str(option).startswith("--"))


def test_minilm(ask, real_file):
    answer = ask(real_file("minilm_folder"))
    assert (answer["tied"], answer["output"]) == (None, 0)
    assert answer["total"] == 30_522 * 384 + 512 * 384
    assert answer["model"] == 22_713_728  # the model card's 22.7M


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"[]", "ledger.config_unusable"),
        (b"{", "ledger.config_unusable"),
        (b"{}", "ledger.config_incomplete"),
        (b'{"vocab_size": Infinity, "hidden_size": 1}', "ledger.config_incomplete"),
        (None, "file.not_found"),
    ],
)
def test_a_config_at_fault_is_3(ask, tmp_path, content, code):
    path = tmp_path / "config.json"
    if content is not None:
        path.write_bytes(content)
    assert ask(path, status=3)["error"]["code"] == code


@pytest.mark.parametrize(
    "arguments",
    [[], ["--width", 4], ["--vocabulary", 0, "--width", 4], ["--tied", "--untied"], ["--vocabulary", 1, "--of", "nan"]],
)
def test_wrong_usage_is_2(ask, arguments):
    assert ask(*arguments, status=2)["error"]["code"] == "usage"


def test_a_person_reads_gigabytes_of_both_kinds(capsys):
    assert main(["ledger", "--vocabulary", "248320", "--width", "5120", "--untied", "--of", "27e9"]) == 0
    out = capsys.readouterr().out
    assert "248,320 x 5,120 bf16, untied (option)" in out
    assert "5,085,593,600  (5.09 GB, 4.74 GiB)" in out
    assert "9.4%  of 27,000,000,000 parameters" in out
    assert "wrong by 1,271,398,400 parameters, 2,542,796,800 bytes" in out
