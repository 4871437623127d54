import json
import shutil
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from embedlab import tablefile
from embedlab.checkpoints import open_checkpoint, open_table
from embedlab.checkpoints.folder import find_weights
from embedlab.errors import FileError, TableError
from embedlab.table import EmbeddingTable, Provenance
from embedlab.text.errors import say_error
from tests.checkpoints import files

TABLE = torch.arange(12.0).reshape(4, 3)


def codes(path: Path, **options) -> list[str]:
    return [finding.code for finding in open_checkpoint(path, **options).findings]


def failed(path: Path, **options) -> FileError:
    with pytest.raises(FileError) as caught:
        open_table(path, **options)
    for language in ("en", "pt"):
        assert caught.value.code not in say_error(caught.value, language)  # it has a sentence
    return caught.value


@pytest.fixture
def own(tmp_path: Path) -> tuple[EmbeddingTable, Path]:
    table = EmbeddingTable(
        files.values(rows=3),
        ("cat", "", "cat"),
        Provenance("corpus_en", settings={"dims": 3}, seed=7, versions={"numpy": "2"}),
        counts=np.array([5, 0, 2]),
        classes=("pets", None, "pets"),
        steps=("centred",),
    )
    state = {tablefile.OUTPUT: files.values(rows=3) + 1, "state.moments": files.values(rows=9)}
    tablefile.write(table, tmp_path / "own.safetensors", state)
    return table, tmp_path / "own.safetensors"


def test_our_own_file_comes_back_whole(own):
    table, path = own
    found = open_table(path)
    assert found.fingerprint == table.fingerprint
    assert (found.tokens, found.classes, found.steps) == (table.tokens, table.classes, table.steps)
    assert found.counts.tolist() == [5, 0, 2]
    assert found.provenance == table.provenance
    checkpoint = open_checkpoint(path)
    assert [(entry.name, entry.role) for entry in checkpoint.tables] == [
        (tablefile.INPUT, "input"),
        (tablefile.OUTPUT, "output"),
    ]
    assert checkpoint.head.verdict == "untied"
    assert checkpoint.vocabulary.source == "own.safetensors"
    assert [finding.code for finding in checkpoint.findings] == ["file.duplicate_tokens"]


def test_the_head_of_our_own_file_has_the_same_rows(own):
    table, path = own
    head = open_table(path, tensor=tablefile.OUTPUT)
    assert (head.tokens, head.provenance.layer, head.name) == (
        table.tokens,
        "output",
        f"corpus_en / {tablefile.OUTPUT}",
    )


def test_the_state_of_a_run_is_not_offered(own):
    assert failed(own[1], tensor="state.moments").code == "file.no_tensor"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tokens", '["a"]'),
        ("tokens", "[1, 2, 3]"),
        ("tokens", "["),
        ("counts", "[1, 2, -3]"),
        ("counts", "[1, 2, true]"),
        ("classes", '["a", 1, null]'),
        ("steps", '"centred"'),
        ("provenance", "{}"),
        ("provenance", '{"source": 1}'),
        ("provenance", '{"source": "a", "more": 1}'),
    ],
)
def test_damaged_metadata_is_named(key, value, own):
    table, path = own
    tablefile.write(table, path, metadata={f"embedlab.{key}": value})
    error = failed(path)
    assert (error.code, error.fields["key"]) == ("file.metadata", f"embedlab.{key}")


def test_a_file_alone(tmp_path):
    save_file({"wte.weight": TABLE.bfloat16(), "wpe.weight": TABLE[:2].clone()}, tmp_path / "m.safetensors")
    table = open_table(tmp_path / "m.safetensors")
    assert (table.tokens, table.name) == (("#0", "#1", "#2", "#3"), "m.safetensors / wte.weight")
    assert table.vectors.dtype == ml_dtypes.bfloat16
    assert table.vectors.tolist() == TABLE.tolist()
    assert codes(tmp_path / "m.safetensors") == ["file.no_vocabulary"]
    assert open_table(tmp_path / "m.safetensors", name="mine").provenance.source == "mine"


def test_a_vocabulary_beside_the_file_is_found(tmp_path):
    save_file({"wte.weight": TABLE}, tmp_path / "m.safetensors")
    (tmp_path / "vocab.txt").write_text("a\nb\nc\n")
    checkpoint = open_checkpoint(tmp_path / "m.safetensors")
    assert checkpoint.table().tokens == ("a", "b", "c", "#3")
    assert [finding.say("en") for finding in checkpoint.findings] == [
        "1 of 4 rows have no token (ids 3); padding rows look like this."
    ]


@pytest.mark.parametrize(("tokens", "severity"), [(2, "warning"), (224, "warning"), (225, "info"), (300, None)])
def test_a_vocabulary_that_names_few_rows_is_a_warning(tokens, severity, tmp_path):
    save_file({"wte.weight": torch.ones(300, 2)}, tmp_path / "m.safetensors")
    (tmp_path / "vocab.txt").write_text("".join(f"t{row}\n" for row in range(tokens)))
    found = {finding.code: finding for finding in open_checkpoint(tmp_path / "m.safetensors").findings}
    finding = found.get("file.rows_without_token")
    assert (finding.severity if finding else None) == severity
    if tokens == 2:
        assert finding is not None
        assert finding.say("pt") == (
            "vocab.txt nomeia 2 de 300 linhas; 298 não têm token (ids 2-299). "
            "É mais que preenchimento: o vocabulário pode ser de outro modelo."
        )


@pytest.mark.parametrize("name", ["tokenizer.model", "qwen.tiktoken", "metadata.tsv"])
def test_other_vocabularies_beside_the_weights(name, tmp_path):
    np.save(tmp_path / "vectors.npy", TABLE.numpy())
    (tmp_path / name).write_text("a\nb\nc\nd\n" if name.endswith("tsv") else "YQ== 0\nYg== 1\nYw== 2\nZA== 3\n")
    assert open_table(tmp_path).tokens == ("a", "b", "c", "d")


def test_unusable_parts_are_said_in_both_languages(tmp_path):
    save_file({"wte.weight": TABLE}, tmp_path / "m.safetensors")
    (tmp_path / "vocab.json").write_text('{"a": 1.5}')
    (tmp_path / "config.json").write_text("{")
    found = {finding.code: finding for finding in open_checkpoint(tmp_path / "m.safetensors").findings}
    assert found["file.vocabulary_unusable"].values == {"name": "vocab.json", "reason": "id", "found": "1.5"}
    assert found["file.vocabulary_unusable"].say("pt") == (
        "vocab.json, ao lado dos pesos, não é um vocabulário utilizável: 1.5 não é um id de token. Ele foi ignorado."
    )
    assert found["file.config_unusable"].values == {"reason": "not_json", "offset": 1}
    assert found["file.config_unusable"].say("en") == (
        "config.json cannot be used: it is no valid JSON from letter 1 on. It was left out of every verdict."
    )


def test_a_given_vocabulary_wins(tmp_path):
    save_file({"wte.weight": TABLE}, tmp_path / "m.safetensors")
    (tmp_path / "vocab.txt").write_text("a\nb\nc\nd\n")
    (tmp_path / "other.txt").write_text("1\n2\n3\n4\n5\n6\n")
    checkpoint = open_checkpoint(tmp_path / "m.safetensors", vocabulary=tmp_path / "other.txt")
    assert checkpoint.table().tokens == ("1", "2", "3", "4")
    assert [(finding.code, finding.values["ids"]) for finding in checkpoint.findings] == [
        ("file.tokens_without_row", "4-5")
    ]


def test_positions_have_no_tokens(tmp_path):
    save_file({"wte.weight": TABLE, "wpe.weight": TABLE[:2].clone()}, tmp_path / "model.safetensors")
    (tmp_path / "vocab.txt").write_text("a\nb\nc\nd\n")
    positions = open_table(tmp_path, tensor="wpe.weight")
    assert (positions.tokens, positions.provenance.layer) == (("#0", "#1"), "position")


def test_several_input_tables_are_said(tmp_path):
    save_file({"b.wte.weight": TABLE, "a.wte.weight": TABLE + 1}, tmp_path / "m.safetensors")
    checkpoint = open_checkpoint(tmp_path / "m.safetensors")
    assert checkpoint.chosen == "a.wte.weight"
    (finding,) = (finding for finding in checkpoint.findings if finding.code == "file.several_tables")
    assert "b.wte.weight" in finding.say("en")


def test_no_telling_name_means_a_choice(tmp_path):
    save_file({"one": TABLE, "two": TABLE + 1}, tmp_path / "m.safetensors")
    checkpoint = open_checkpoint(tmp_path / "m.safetensors")
    assert (checkpoint.chosen, [finding.code for finding in checkpoint.findings]) == (None, ["file.no_table"])
    error = failed(tmp_path / "m.safetensors")
    assert (error.code, error.fields["tensors"]) == ("file.no_table", ["one", "two"])
    assert open_table(tmp_path / "m.safetensors", tensor="two").vectors[0, 0] == 1
    error = failed(tmp_path / "m.safetensors", tensor="three")
    assert (error.code, error.fields["known"]) == ("file.no_tensor", ["one", "two"])


def test_an_adapter_and_a_placeholder_are_named(tmp_path):
    save_file({"base_model.model.q.lora_A.weight": torch.ones(2, 2)}, tmp_path / "a.safetensors")
    assert failed(tmp_path / "a.safetensors").fields["reason"] == "adapter"
    save_file({"wte.weight": torch.ones(0)}, tmp_path / "b.safetensors")
    assert failed(tmp_path / "b.safetensors").fields["reason"] == "placeholder"
    save_file({"bias": torch.ones(3)}, tmp_path / "c.safetensors")
    assert failed(tmp_path / "c.safetensors").fields["reason"] == "none"


def test_a_tensor_that_is_no_table(tmp_path):
    ids = torch.arange(4).reshape(2, 2)
    tensors = {"wte.weight": TABLE, "bias": TABLE[0].clone(), "ids": ids, "none": torch.ones(0, 3)}
    save_file(tensors, tmp_path / "m.safetensors")
    for tensor, code in (("bias", "table.not_two_dimensional"), ("none", "table.empty")):
        with pytest.raises(TableError, match=code):
            open_table(tmp_path / "m.safetensors", tensor=tensor)
    assert failed(tmp_path / "m.safetensors", tensor="ids").fields["reason"] == "dtype"


def test_an_optimizer_state_of_the_same_shape_is_not_the_table(tmp_path):
    state = {0: {"step": torch.tensor(1.0), "exp_avg": TABLE + 1, "exp_avg_sq": TABLE + 2}}
    torch.save({"optimizer": {"state": state}, "model": {"wte.weight": TABLE}}, tmp_path / "ckpt.pt")
    checkpoint = open_checkpoint(tmp_path / "ckpt.pt")
    assert "optimizer.state.0.exp_avg" in checkpoint.entries
    assert [table.name for table in checkpoint.tables] == ["model.wte.weight"]


def test_a_pickled_module_and_what_lightning_adds(tmp_path):
    torch.save(torch.nn.Sequential(torch.nn.Embedding(4, 3)), tmp_path / "module.pt")
    assert open_table(tmp_path / "module.pt").provenance.tensor == "0.weight"
    saved = {"state_dict": {"model.wte.weight": TABLE}, "hyper_parameters": {"at": Path("x"), "best": np.float64(1)}}
    torch.save(saved, tmp_path / "epoch.ckpt")
    assert open_table(tmp_path / "epoch.ckpt").vectors.tolist() == TABLE.tolist()


def test_npy_in_fortran_order(tmp_path):
    np.save(tmp_path / "a.npy", np.asfortranarray(TABLE.numpy()))
    table = open_table(tmp_path / "a.npy")
    assert table.vectors.tolist() == TABLE.tolist()
    assert open_table(tmp_path / "a.npy").vectors.strides == (4, 16)
    np.save(tmp_path / "big_endian.npy", TABLE.numpy().astype(">f4"))
    assert failed(tmp_path / "big_endian.npy").fields["reason"] == "big_endian"
    np.save(tmp_path / "flat.npy", TABLE.numpy().ravel())
    assert failed(tmp_path / "flat.npy").code == "file.no_table"


# Folders


def shards(folder: Path, missing: str | None = None) -> Path:
    """Two shards; the first holds the table."""
    parts = {"1.safetensors": {"model.embed_tokens.weight": TABLE}, "2.safetensors": {"layer.weight": torch.ones(2, 2)}}
    for name, tensors in parts.items():
        save_file(tensors, folder / name)
    index = {tensor: name for name, tensors in parts.items() for tensor in tensors}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}))
    if missing:
        (folder / missing).unlink()
    return folder


def test_only_the_shard_of_the_table_is_opened(tmp_path):
    checkpoint = open_checkpoint(shards(tmp_path))
    assert list(checkpoint.entries) == ["model.embed_tokens.weight"]
    assert checkpoint.table().vectors.tolist() == TABLE.tolist()


def test_a_missing_shard_matters_where_it_holds_the_table(tmp_path):
    assert "file.shards_missing" in codes(shards(tmp_path, missing="2.safetensors"))
    (tmp_path / "1.safetensors").unlink()
    shards(tmp_path, missing="1.safetensors")
    error = failed(tmp_path)
    assert (error.code, error.fields["shards"]) == ("file.shard_missing", ["1.safetensors"])


def test_a_stale_index_is_helped_by_the_headers(tmp_path):
    shards(tmp_path)
    index = {"model.embed_tokens.weight": "gone.safetensors", "layer.weight": "1.safetensors"}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}))
    assert "file.shards_missing" in codes(tmp_path)
    assert open_table(tmp_path).vectors.tolist() == TABLE.tolist()


def test_a_hugging_face_cache_folder(tmp_path):
    cache = tmp_path / "models--owner--name"
    (cache / "blobs").mkdir(parents=True)
    save_file({"wte.weight": TABLE}, cache / "blobs" / "b1")
    (cache / "blobs" / "b2").write_text("a\nb\nc\nd\n")
    for revision in ("0" * 40, "1" * 40):
        snapshot = cache / "snapshots" / revision
        snapshot.mkdir(parents=True)
        (snapshot / "vocab.txt").symlink_to("../../blobs/b2")
    (snapshot / "model.safetensors").symlink_to("../../blobs/b1")
    (cache / "refs").mkdir()
    (cache / "refs" / "main").write_text("1" * 40)
    for path in (cache, snapshot, snapshot / "model.safetensors"):
        assert open_table(path).tokens == ("a", "b", "c", "d")
    (cache / "refs" / "main").write_text("..")
    assert open_table(cache).n_rows == 4  # the newest snapshot


def test_a_link_out_of_the_cache_is_refused(tmp_path):
    cache = tmp_path / "models--owner--name"
    snapshot = cache / "snapshots" / ("1" * 40)
    snapshot.mkdir(parents=True)
    save_file({"wte.weight": TABLE}, tmp_path / "outside")
    (snapshot / "model.safetensors").symlink_to("../../../outside")
    for path in (cache, snapshot):
        error = failed(path)
        assert (error.code, error.fields["reason"]) == ("file.unsafe", "outside_folder")


@pytest.mark.parametrize("sidecar", ["vocab.txt", "config.json"])
def test_a_link_out_beside_the_weights_is_not_followed(sidecar, tmp_path):
    (tmp_path / "model").mkdir()
    save_file({"wte.weight": TABLE}, tmp_path / "model" / "model.safetensors")
    (tmp_path / "secret").write_text("a\nb\nc\nd\n" if sidecar == "vocab.txt" else '{"vocab_size": 4}')
    (tmp_path / "model" / sidecar).symlink_to("../secret")
    found = open_checkpoint(tmp_path / "model")
    assert (found.vocabulary.source, found.config.vocab_size) == (None, None)
    code = {"vocab.txt": "file.vocabulary_unusable", "config.json": "file.config_unusable"}[sidecar]
    assert code in [finding.code for finding in found.findings]


def test_a_folder_of_sentence_transformers(tmp_path):
    (tmp_path / "modules.json").write_text("[]")
    (tmp_path / "0_Transformer").mkdir()
    save_file({"embeddings.word_embeddings.weight": TABLE}, tmp_path / "0_Transformer" / "model.safetensors")
    assert open_table(tmp_path).vectors.tolist() == TABLE.tolist()


@pytest.mark.parametrize("name", ["model.gguf", "model.onnx", "flax_model.msgpack", "tensors.tsv"])
def test_a_folder_holds_a_model_of_any_format(name, tmp_path):
    (tmp_path / name).write_bytes(b"damaged")
    assert find_weights(tmp_path).files == (tmp_path / name,)


def test_a_folder_with_one_file_of_another_name(tmp_path):
    np.save(tmp_path / "vectors.npy", TABLE.numpy())
    assert open_table(tmp_path).provenance.source == tmp_path.name
    shutil.copy(tmp_path / "vectors.npy", tmp_path / "others.npy")
    error = failed(tmp_path)
    assert (error.code, error.fields["files"]) == ("file.several_models", ["others.npy", "vectors.npy"])


def test_a_folder_without_a_model(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert failed(tmp_path).code == "file.no_model"


def test_what_is_not_there_and_what_is_empty(tmp_path):
    assert failed(tmp_path / "nothing").code == "file.not_found"
    assert failed(tmp_path / "a\0b").code == "file.not_found"
    (tmp_path / "empty.pt").touch()
    assert failed(tmp_path / "empty.pt").code == "file.empty"


def test_a_file_that_gets_shorter_after_it_was_opened(tmp_path):
    save_file({"wte.weight": TABLE}, tmp_path / "m.safetensors")
    checkpoint = open_checkpoint(tmp_path / "m.safetensors")
    (tmp_path / "m.safetensors").write_bytes(b"short")
    with pytest.raises(FileError, match=r"file\.truncated"):
        checkpoint.table()


# Real files


def test_minilm(real_file):
    checkpoint = open_checkpoint(real_file("minilm_folder"))
    found = {(entry.role, entry.rows, entry.dims) for entry in checkpoint.tables}
    assert found == {("input", 30_522, 384), ("position", 512, 384), ("other", 2, 384)}
    assert (checkpoint.head.verdict, checkpoint.head.evidence) == ("unknown", ("no_head_tensor",))
    assert [finding.code for finding in checkpoint.findings] == ["table.normalised_in_model"]
    table = checkpoint.table()
    assert sum(token.startswith("[unused") for token in table.tokens) == 994
    rows = table.rows64([table.ids_by_token[token][0] for token in ("cat", "dog", "tuesday")])
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert units[0] @ units[1:].T == pytest.approx([0.4239, -0.0582], abs=5e-5)


def test_wordllama(real_file):
    table = open_table(real_file("wordllama").parent)
    assert (table.vectors.shape, table.vectors.dtype) == ((32_000, 256), np.float16)
    rows = table.rows64(slice(None))
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    scores = units @ units[table.ids_by_token["▁dog"][0]]
    best = np.argsort(-scores)[1:3]
    assert [table.tokens[row] for row in best] == ["▁Dog", "▁dogs"]
    assert scores[best] == pytest.approx([0.882, 0.841], abs=5e-4)
