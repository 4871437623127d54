"""The verb `compare`."""

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedlab import tablefile
from embedlab.checkpoints.compare import compare
from embedlab.cli.main import main
from tests import tables


@pytest.fixture
def ask(capsys, validate):
    def call(*arguments, status=0):
        assert main(["compare", *map(str, arguments), "--json"]) == status
        return validate(capsys.readouterr().out, "error" if status else "compare")

    return call


@pytest.fixture
def files(tmp_path):
    """Three seeds of 40 x 8."""
    paths = [tmp_path / f"seed{seed}.safetensors" for seed in range(3)]
    for seed, path in enumerate(paths):
        tablefile.write(tables.plain(seed=seed), path)
    return paths


def test_the_answer_is_the_librarys(ask, files):
    answer = ask(files[0], files[1], "-k", 4, "--metric", "dot")
    found = compare(tables.plain(seed=0), tables.plain(seed=1), k=4, metric="dot")
    assert answer["residual"] == found.residual
    assert answer["jaccard"]["mean"] == found.jaccard.mean()
    assert [one["id"] for one in answer["moved"]] == found.ids[found.moved[:20]].tolist()
    assert answer["moved"][0]["cosine"] == found.cosines.min()
    assert (answer["declaration"]["k"], answer["declaration"]["metric"]) == (4, "dot")
    assert "compare.no_baseline" in [one["code"] for one in answer["findings"]]


def test_a_baseline_stands_beside(ask, files):
    answer = ask(*files[:2], "--baseline", files[2], "-k", 4)
    assert answer["baseline"]["table"].startswith("plain")
    assert answer["baseline"]["residual"] == compare(tables.plain(seed=0), tables.plain(seed=2), k=4).residual
    assert 0 <= answer["baseline"]["moved_beyond"] <= 1
    assert "compare.no_baseline" not in [one["code"] for one in answer["findings"]]


def test_input_and_head_of_one_file(ask, tmp_path):
    rows = np.random.default_rng(0).standard_normal((30, 6)).astype(np.float32)
    path = tmp_path / "m.safetensors"
    save_file({"wte.weight": rows, "lm_head.weight": rows[:, ::-1].copy()}, path)
    answer = ask(path, "-k", 3)
    assert answer["other"]["table"].endswith("lm_head.weight")
    assert answer["residual"] < 1e-9
    assert answer["jaccard"]["mean"] == 1


def test_a_file_without_a_head_of_its_own_is_3(ask, files):
    assert ask(files[0], status=3)["error"]["code"] == "compare.no_head"


def test_steps_are_taken_on_both_sides(ask, files):
    answer = ask(*files[:2], "--steps", "centred,unit_norm", "-k", 4)
    assert answer["declaration"]["steps"] == answer["other"]["steps"] == ["centred", "unit_norm"]


def test_fail_on_and_rows(files, ask):
    assert ask(*files[:2], "--rows", 20, "-k", 3)["compared"] == 20
    assert ask(*files[:2], "-k", 40, status=3)["error"]["code"] == "compare.too_few_shared"
    assert main(["compare", *map(str, files[:2]), "--fail-on", "compare.no_baseline"]) == 4


def test_a_person_reads_numbers_beside_chance(files, capsys):
    assert main(["compare", *map(str, files[:2]), "--baseline", str(files[2]), "-k", "4"]) == 0
    out = capsys.readouterr().out
    assert "40 of 40 shared tokens, seed 0" in out
    assert "(5.0% would be no more)" in out
    assert out.count("shuffled pairs") == 3  # twice as a number, once in the finding
