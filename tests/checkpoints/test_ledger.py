"""The ledger's arithmetic, and the lessons' two models."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file

from embedlab.checkpoints import open_checkpoint
from embedlab.checkpoints.ledger import BITS, estimate, ledger, size
from embedlab.checkpoints.lessons import LESSONS

COUNTS = st.integers(1, 10**6)


def test_the_small_lesson():
    """Claim C19. Its sentence "together 7,275,264, 6 %" is about input and positions, without the untied head."""
    found = LESSONS["andrea"].ledger()
    assert (found.input, found.output, found.position) == (6_488_832, 6_488_832, 786_432)
    assert found.input + found.position == 7_275_264
    assert round((found.input + found.position) / 120e6, 2) == 0.06
    assert found.share is not None
    assert round(found.share, 3) == 0.115


def test_the_large_lesson():
    """Claim C20."""
    found = LESSONS["qwen"].ledger()
    assert found.input == 248_000 * 5_120 + 320 * 5_120 == 1_271_398_400
    assert size(found.input, "bf16") == 2_542_796_800
    assert round(2_542_796_800 / 2**30, 2) == 2.37
    assert found.bytes == 5_085_593_600
    assert found.share is not None
    assert round(found.share, 3) == 0.094


@given(COUNTS, COUNTS, COUNTS, st.booleans(), st.sampled_from(list(BITS)))
def test_the_parts_add_up(vocabulary, width, positions, tied, dtype):
    found = estimate(vocabulary, width, positions, tied=tied, dtype=dtype)
    other = estimate(vocabulary, width, positions, tied=not tied, dtype=dtype)
    assert found.total == found.input + found.output + found.position
    assert abs(found.total - other.total) == vocabulary * width
    assert 0 <= 8 * found.bytes - found.total * BITS[dtype] < 16  # each part is rounded up to whole bytes


def test_a_share_needs_a_model_that_can_hold_the_tables():
    assert estimate(4, 2, tied=True, model=16).share == 0.5
    assert estimate(4, 2, tied=True, model=7).share is None
    assert estimate(4, 2, tied=True).share is None


def test_a_file_counts_every_storage_once(tmp_path):
    table = np.arange(12, dtype=np.float32).reshape(4, 3)
    save_file(
        {"wte.weight": table, "lm_head.weight": table + 1, "norm": np.ones(5, np.float32)}, tmp_path / "m.safetensors"
    )
    found = ledger(open_checkpoint(tmp_path / "m.safetensors"))
    assert (found.input, found.output, found.tied, found.model, found.bytes) == (12, 12, False, 29, 96)


def test_a_second_copy_is_in_neither_side_of_the_share(tmp_path):
    table = np.arange(12, dtype=np.float32).reshape(4, 3)
    both = {"wte.weight": table, "lm_head.weight": table.copy(), "norm": np.ones(4, np.float32)}
    save_file(both, tmp_path / "twice.safetensors")
    found = ledger(open_checkpoint(tmp_path / "twice.safetensors"))
    assert (found.total, found.model, found.share, found.bytes) == (12, 16, 0.75, 48)


def test_a_model_of_which_a_part_was_opened_has_no_total(tmp_path):
    save_file({"wte.weight": np.eye(3, dtype=np.float32)}, tmp_path / "m.safetensors")
    whole = open_checkpoint(tmp_path / "m.safetensors")
    assert ledger(whole).model == 9
    assert ledger(dataclasses.replace(whole, bytes=whole.bytes + 100)).model is None


@pytest.mark.parametrize("verdict", ["unknown", "head_absent"])
def test_a_head_that_is_not_there_is_not_counted(tmp_path, verdict):
    save_file({"wte.weight": np.eye(3, dtype=np.float32)}, tmp_path / "model.safetensors")
    if verdict == "head_absent":
        (tmp_path / "config.json").write_text('{"tie_word_embeddings": false}')
    found = ledger(open_checkpoint(tmp_path))
    assert (found.output, found.tied) == (0, {"unknown": None, "head_absent": False}[verdict])
