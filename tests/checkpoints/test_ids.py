"""Rows against ids: huggingface/transformers#4875 (padding), ggml-org/llama.cpp#4045 (a token too many)."""

import json
from pathlib import Path

import torch
from safetensors.torch import save_file

from embedlab.checkpoints import Vocabulary, open_checkpoint
from embedlab.checkpoints.ids import id_report
from embedlab.checkpoints.vocabulary import from_list


def test_padding_rows_beyond_the_highest_id():
    found = id_report(from_list("t", map(str, range(32_100))), 32_128)
    assert found.padding_ids.tolist() == list(range(32_100, 32_128))
    answer = found.to_json()
    assert (answer["padding_rows"], answer["padding_rows_ids"]) == (28, [[32_100, 32_127]])
    assert answer["rows_without_token"] == 28
    assert not len(found.lost_ids)


def test_a_token_beyond_the_last_row():
    found = id_report(from_list("t", map(str, range(32_001))), 32_000)
    assert found.lost_ids.tolist() == [32_000]
    assert not len(found.padding_ids)


def test_gaps_are_no_padding_and_the_size_is_not_the_highest_id():
    found = id_report(Vocabulary("t", {0: "a", 1: "b", 3: "c", 5: "d"}), 8)
    assert (found.size, found.max_id) == (4, 5)
    assert (found.gap_ids.tolist(), found.padding_ids.tolist()) == ([2, 4], [6, 7])
    assert found.to_json()["rows_without_token_ids"] == [[2, 2], [4, 4], [6, 7]]


def test_duplicate_and_empty_tokens():
    found = id_report(from_list("t", ["a", "b", "a", "", "a", ""]), 6)
    assert (found.duplicate_ids.tolist(), found.empty_ids.tolist()) == ([2, 4, 5], [3, 5])


def test_no_vocabulary():
    found = id_report(Vocabulary(), 3)
    assert (found.source, found.max_id, found.padding_ids.tolist()) == (None, None, [0, 1, 2])


def test_the_findings_name_the_ids(tmp_path: Path):
    save_file({"wte.weight": torch.ones(5, 3)}, tmp_path / "model.safetensors")
    (tmp_path / "vocab.json").write_text(json.dumps({"a": 0, "b": 1, "c": 2}))
    found = {one.code: one.values for one in open_checkpoint(tmp_path).findings}
    assert found["file.rows_without_token"]["ids"] == "3-4"
    (tmp_path / "vocab.json").unlink()
    (tmp_path / "vocab.txt").write_text("a\nb\na\nc\nd\n")
    found = {one.code: one.values for one in open_checkpoint(tmp_path).findings}
    assert found["file.duplicate_tokens"]["ids"] == "2"
