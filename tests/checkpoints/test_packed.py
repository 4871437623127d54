import gc
import json
import random
import shutil
import stat
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from embedlab.checkpoints import open_checkpoint, open_table, packed, progress
from embedlab.checkpoints.ledger import ledger
from embedlab.errors import FileError
from embedlab.neighbours.search import search_all
from embedlab.text.errors import say_error
from tests.checkpoints import files

TABLE = torch.arange(12.0).reshape(4, 3)
WORDS = "a\nb\nc\nd\n"


@pytest.fixture(autouse=True)
def rooms(tmp_path, monkeypatch) -> Path:
    """The folder for temporary files, which must be empty at the end."""
    folder = tmp_path / "rooms"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model folder."""
    folder = tmp_path / "model"
    folder.mkdir()
    save_file({"wte.weight": TABLE, "lm_head.weight": TABLE.clone()}, folder / "model.safetensors")
    (folder / "vocab.txt").write_text(WORDS)
    (folder / "config.json").write_text(json.dumps({"vocab_size": 4, "tie_word_embeddings": True}))
    return folder


def zipped(folder: Path, method: int = zipfile.ZIP_DEFLATED, below: str = "", **more: str) -> Path:
    """The folder as a zip, its files below another folder, with further members."""
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", method) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, f"{below}{file.relative_to(folder)}")
        for name, content in more.items():
            archive.writestr(name, content)
    return path


def refused(path: Path) -> tuple[str, str | None]:
    with pytest.raises(FileError) as caught:
        open_table(path)
    for language in ("en", "pt"):
        assert caught.value.code not in say_error(caught.value, language)  # it has a sentence
    return caught.value.code, caught.value.fields.get("reason")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("below", ["", "my model/"])
def test_a_zip_of_a_model_folder_is_that_model(method, below, model, rooms):
    path = zipped(model, method, below, **{"__MACOSX/._model.safetensors": "x", "other/deep/model.safetensors": "x"})
    found, plain = open_checkpoint(path), open_checkpoint(model)
    assert found.table().fingerprint == plain.table().fingerprint
    assert found.table().tokens == ("a", "b", "c", "d")
    assert (found.name, found.format, found.config, found.head) == (
        "model.zip",
        "safetensors",
        plain.config,
        plain.head,
    )
    assert [finding.code for finding in found.findings] == [finding.code for finding in plain.findings]
    assert ledger(found).to_json() == ledger(plain).to_json()
    assert ledger(found).model == ledger(plain).model == 12  # the head is the table, if stored twice
    stays = method == zipfile.ZIP_STORED
    assert (found.entry().file == path) == stays
    assert list(rooms.iterdir())
    table = found.table()
    del found
    gc.collect()
    assert not list(rooms.iterdir())
    assert table.vectors.tolist() == TABLE.tolist()


def test_values_at_an_odd_place_of_the_zip_are_searched_alike(model):
    for name in ("a", "ab", "abc"):
        path = zipped(model, zipfile.ZIP_STORED, name + "/")
        table, plain = open_table(path), open_table(model)
        (found, other) = (search_all(one, 1, ["dot", "cosine", "euclidean"], 3) for one in (table, plain))
        for metric in other:
            assert found[metric].ids.tolist() == other[metric].ids.tolist()
            assert found[metric].values.tolist() == other[metric].values.tolist()


def test_a_zip_is_unpacked_once_while_it_is_open(model, rooms):
    path = zipped(model)
    first = open_checkpoint(path)
    second = open_checkpoint(path)
    assert first.held is second.held
    assert len(list(rooms.iterdir())) == 1


def test_shards_in_a_zip(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    save_file({"model.embed_tokens.weight": TABLE}, folder / "1.safetensors")
    save_file({"layer.weight": torch.ones(2, 2)}, folder / "2.safetensors")
    index = {"model.embed_tokens.weight": "1.safetensors", "layer.weight": "2.safetensors"}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}))
    assert open_table(zipped(folder)).vectors.tolist() == TABLE.tolist()


@pytest.mark.parametrize("suffix", [".pt", ".npy", ".npz", ".vec", ".tsv"])
def test_other_formats_in_a_zip(suffix, tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    write = {
        ".pt": lambda: torch.save({"wte.weight": TABLE}, folder / "ckpt.pt"),
        ".npy": lambda: np.save(folder / "vectors.npy", TABLE.numpy()),
        ".npz": lambda: np.savez(folder / "vectors.npz", vectors=TABLE.numpy()),
        ".vec": lambda: (folder / "a.vec").write_text("2 3\nx 1 2 3\ny 4 5 6\n"),
        ".tsv": lambda: (folder / "tensors.tsv").write_text("1\t2\t3\n4\t5\t6\n"),
    }
    write[suffix]()
    (folder / "metadata.tsv").write_text("one\ntwo\n")
    assert open_table(zipped(folder)).vectors[1].tolist() == ([4, 5, 6] if suffix in (".vec", ".tsv") else [3, 4, 5])


def test_the_preferred_weights_are_the_only_ones_unpacked(model):
    (model / "pytorch_model.bin").write_bytes(b"damaged")
    found = open_checkpoint(zipped(model))
    assert found.held is not None
    assert sorted(file.name for file in found.held.folder.iterdir()) == [
        "config.json",
        "model.safetensors",
        "vocab.txt",
    ]


def test_progress_is_told(model):
    told = []
    with progress.heard(lambda done, total: told.append((done, total))):
        open_table(zipped(model))
    assert told[-1][0] == told[-1][1] > 0


HOSTILE = {
    "above": ("../evil.txt", "outside_folder"),
    "inner above": ("a/../../evil.txt", "outside_folder"),
    "absolute": ("/tmp/evil.txt", "outside_folder"),
    "windows": ("C:evil.txt", "outside_folder"),
    "backslash": ("..\\evil.txt", "outside_folder"),
}


@pytest.mark.parametrize(("name", "reason"), HOSTILE.values(), ids=HOSTILE)
def test_no_part_leads_out(name, reason, model, rooms, tmp_path):
    before = set(tmp_path.iterdir()) | {tmp_path / "model.zip"}
    assert refused(zipped(model, **{name: "x"})) == ("file.unsafe", reason)
    assert set(tmp_path.iterdir()) == before
    assert not list(rooms.iterdir())


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_no_link_and_no_device(kind, model):
    part = zipfile.ZipInfo("tokenizer.json")
    part.external_attr = (kind | 0o777) << 16
    path = zipped(model)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(part, "/etc/passwd")
    assert refused(path) == ("file.unsafe", "outside_folder")


def test_what_is_packed_too_tightly_or_in_another_way(model, tmp_path):
    (model / "tokenizer.json").write_bytes(b" " * 2**22)
    assert refused(zipped(model)) == ("file.unsafe", "limit")
    (model / "tokenizer.json").unlink()
    assert refused(zipped(model, zipfile.ZIP_BZIP2)) == ("file.unsafe", "packing")


def test_the_limit_that_is_said_is_the_one_that_holds(model):
    (model / "tokenizer.json").write_bytes(b" " * 300_000)
    with pytest.raises(FileError) as caught:
        open_table(zipped(model))
    assert (caught.value.fields["found"], caught.value.fields["limit"]) == (300_000, 200 * 1024)
    (model / "tokenizer.json").write_bytes(b" " * 200_000)
    open_table(zipped(model))


def test_a_zip_that_is_larger_than_the_disk(model, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 10, 10))
    assert refused(zipped(model)) == ("file.no_room", None)
    monkeypatch.setattr(packed, "MAX_BYTES", 100)
    assert refused(zipped(model)) == ("file.unsafe", "limit")


def test_zips_without_a_model_or_with_several(model, tmp_path):
    assert refused(files.write_zip(tmp_path / "x.zip", {"a.txt": b"1"})) == ("file.unsupported", "zip")
    inner = zipped(model)
    outer = files.write_zip(tmp_path / "y.zip", {"vectors.bin": inner.read_bytes()})
    assert refused(outer) == ("file.unsupported", "zip")  # a zip in a zip is not followed
    for name in ("one", "two"):
        shutil.copytree(model, tmp_path / "both" / name)
    with pytest.raises(FileError) as caught:
        open_table(zipped(tmp_path / "both"))
    assert (caught.value.code, caught.value.fields["files"]) == ("file.several_models", ["one", "two"])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_every_truncation_is_refused(method, model, rooms):
    path = zipped(model, method)
    whole = path.read_bytes()
    for size in range(0, len(whole), 7):
        path.write_bytes(whole[:size])
        assert files.looked_at(path) != "opened"
        assert refused(path)[0] in ("file.truncated", "file.empty", "file.unsafe", "file.unsupported")
    gc.collect()
    assert not list(rooms.iterdir())


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_changed_byte_is_damage(method, model):
    path = zipped(model, method)
    raw = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo("vocab.txt").header_offset
    raw[place + 30 + len("vocab.txt") + 2] ^= 1
    path.write_bytes(raw)
    code, reason = refused(path)
    assert code == "file.unsafe"
    assert reason == "crc" or (method == zipfile.ZIP_DEFLATED and reason == "inflated")


@pytest.mark.parametrize("counted", [True, False])
def test_the_index_of_a_torch_file_is_checked_where_torch_counted(counted, tmp_path):
    torch.serialization.set_crc32_options(counted)
    try:
        torch.save({"wte.weight": torch.ones(3, 2)}, tmp_path / "a.pt")
    finally:
        torch.serialization.set_crc32_options(True)
    raw = bytearray((tmp_path / "a.pt").read_bytes())
    raw[raw.index(b"wte.weight")] = ord("W")
    (tmp_path / "a.pt").write_bytes(raw)
    if counted:
        assert refused(tmp_path / "a.pt") == ("file.unsafe", "crc")
    else:
        assert [entry.name for entry in open_checkpoint(tmp_path / "a.pt").tables] == ["Wte.weight"]


def test_a_header_that_lies_about_its_length(model):
    (model / "model.safetensors").write_bytes(files.safetensors(b"{}", length=2**40))
    assert refused(zipped(model, zipfile.ZIP_STORED)) == ("file.unsafe", "header_limit")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_changed_zips_are_opened_or_refused(method, model, rooms):
    path = zipped(model, method)
    whole, chance, codes = path.read_bytes(), random.Random(0), set()
    for _ in range(300):
        path.write_bytes(files.mutated(whole, chance))
        try:
            open_table(path)
        except files.OURS as error:
            codes.add(error.code)
    assert {"file.truncated", "file.unsafe"} <= codes
    gc.collect()
    assert not list(rooms.iterdir())
