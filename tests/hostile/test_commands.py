"""Careless and hostile command lines: our error, its exit status, and nothing outside is harmed."""

import json
import os
import stat
import subprocess
import sys

import numpy as np
import pytest

from embedlab.cli.main import main
from embedlab.errors import FileError
from embedlab.tablefile import writable


def refusal(capsys, *arguments):
    """The exit status, and the code of the one error object."""
    status = main([*map(str, arguments), "--json"])
    return status, json.loads(capsys.readouterr().out)["error"]["code"]


def test_a_corpus_that_never_ends_or_never_comes_is_refused(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    for corpus in ("/dev/zero", tmp_path / "pipe", tmp_path, tmp_path / "missing"):
        train = ("train", "--corpus", corpus, "--out", tmp_path / "t.safetensors")
        assert refusal(capsys, *train) == (3, "corpus.no_file")


def test_a_corpus_with_nul_bytes_is_no_text(tmp_path, capsys):
    (tmp_path / "disk.img").write_bytes(b"cat dog" + bytes(100))
    train = ("train", "--corpus", tmp_path / "disk.img", "--out", tmp_path / "t.safetensors")
    assert refusal(capsys, *train) == (3, "corpus.not_text")


def test_a_table_never_replaces_a_pipe_or_a_device(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError) as caught:
        writable(tmp_path / "pipe")
    assert caught.value.code == "file.not_writable"
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_link_to_itself_hides_no_model(tmp_path, capsys):
    (tmp_path / "loop").symlink_to("loop")
    np.save(tmp_path / "table.npy", np.eye(4, dtype=np.float32))
    assert main(["inspect", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"][0]["rows"] == 4


@pytest.mark.parametrize("scale", [1e300, 1e-300])
@pytest.mark.parametrize("metric", ["euclidean", "dot"])
def test_values_whose_squares_leave_float64_are_refused(scale, metric, tmp_path, capsys):
    np.save(tmp_path / "table.npy", np.eye(5) * scale)
    table = tmp_path / "table.npy"
    for verb in (("neighbours", table, "#1", "-k", "2"), ("maps", table, "--methods", "pca")):
        assert refusal(capsys, *verb, "--metric", metric) == (3, "table.extreme_values")
    assert main(["neighbours", str(table), "#1", "-k", "2"]) == 0  # directions are fine


def test_a_name_does_not_steer_the_terminal(tmp_path, capsys):
    assert main(["inspect", str(tmp_path / "a\x1b[31m\u202egnp\nb")]) == 3
    said = capsys.readouterr().err
    assert r"a\x1b[31m\u202egnp\nb" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("streams", "status"), [(">/dev/full", 3), (">&-", 0), ("2>&-", 0), ("2>/dev/full", 0), (">/dev/full 2>&1", 3)]
)
def test_streams_that_take_nothing(streams, status, tmp_path):
    np.save(tmp_path / "table.npy", np.eye(4, dtype=np.float32))
    command = f"{sys.executable} -m embedlab inspect {tmp_path}/table.npy {streams}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)
    assert ended.returncode == status
    assert b"Traceback" not in ended.stderr
