"""The record of a run repeats it."""

import shlex

import pytest

from embedlab.cli.main import main
from embedlab.tablefile import read
from embedlab.training import job, record
from tests.training.test_job import SMALL

pytestmark = pytest.mark.heavy


def test_its_command_gives_the_same_table(tmp_path, monkeypatch, capsys):
    asked = {"corpus": "en", "epochs": 1, "dims": 8, "seed": 7, "device": "cpu", "out": str(tmp_path / "first")}
    table, _ = job.train(asked, lambda progress: None, lambda: False)
    found = record.of(table)
    assert found["fingerprint"] == table.fingerprint
    assert (found["seed"], found["threads"], found["device"]) == (7, 1, "cpu")
    assert {"embedlab", "torch", "numpy", "python"} == set(found["versions"])
    assert set(found["settings"]) == set(job.OBJECTIVES["skipgram"].Settings.__dataclass_fields__)
    monkeypatch.chdir(tmp_path)
    program, _, _, *arguments = shlex.split(record.command(found))
    assert program == "python"
    assert main(arguments) == 0
    capsys.readouterr()
    assert read(tmp_path / "table.safetensors").fingerprint == table.fingerprint


def test_an_own_text_is_known_by_its_digest_alone(tmp_path):
    table, _ = job.train({**SMALL, "out": str(tmp_path / "t")}, lambda progress: None, lambda: False)
    found = record.of(table)
    assert found["corpus"] == "own_text"
    assert len(found["corpus_sha256"]) == 64
    assert record.command(found) is None
