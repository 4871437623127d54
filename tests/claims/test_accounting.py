"""C19 to C21: what the tables of the two lessons' models cost, and whether the head is a second one."""

import pytest

from embedlab.checkpoints import open_checkpoint
from embedlab.checkpoints.ledger import estimate
from embedlab.checkpoints.lessons import LESSONS
from embedlab.text.sizes import say_size
from tests.checkpoints.test_tied import ALONE, APART, BOTH, HEAD, TIES, UNTIES, folder

pytestmark = pytest.mark.claims


def test_c19_the_small_model_and_its_two_slips():
    costs = LESSONS["andrea"].ledger()
    assert (costs.input, costs.position) == (8_449 * 768, 1_024 * 768) == (6_488_832, 786_432)
    both = costs.input + costs.position
    assert both == 7_275_264
    assert both / costs.model == pytest.approx(0.0606, abs=1e-4)
    assert f"{both / 1e6:.2f}" == "7.28"  # the lesson printed 7.27
    assert costs.output == 6_488_832  # its head is untied, so "the other 94 %" holds another table
    assert costs.share == pytest.approx(0.1147, abs=1e-4)
    assert estimate(8_449, 768, 1_024, tied=True, dtype="bf16", model=120_000_000).total == both


def test_c20_the_large_model():
    costs = LESSONS["qwen"].ledger()
    assert 1_241_600_000 + 29_798_400 == costs.input == costs.output == 1_271_398_400
    assert costs.input_bytes == 2_542_796_800
    assert say_size(costs.input_bytes, "GB", "en") == "2.54 GB"
    assert say_size(costs.input_bytes, "GiB", "en") == "2.37 GiB"
    assert costs.share == pytest.approx(0.094, abs=5e-4)


@pytest.mark.parametrize(
    ("tensors", "config", "verdict"),
    [
        (BOTH, TIES, "tied"),
        (BOTH, UNTIES, "tied"),
        (APART, TIES, "untied"),
        (APART, UNTIES, "untied"),
        (ALONE, TIES, "tied"),
        (ALONE, UNTIES, "head_absent"),
        (ALONE, None, "unknown"),
        (HEAD, TIES, "table_is_head"),
    ],
)
def test_c21_the_verdict_comes_from_evidence(tensors, config, verdict, tmp_path):
    head = open_checkpoint(folder(tmp_path, tensors, config)).head
    assert head.verdict == verdict
    assert head.evidence
    if verdict == "untied":  # two tables of 4 x 3 values of four bytes: assuming one would be wrong by V x d
        assert head.cost is not None
        assert (head.cost.parameters, head.cost.bytes) == (24, 96)
