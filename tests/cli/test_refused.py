"""What the verbs refuse before any work, and what of the person's then still stands."""

import json
import os

import pytest

from embedlab import tablefile
from embedlab.cli.main import main
from tests import tables


@pytest.fixture
def random_path(tmp_path):
    tablefile.write(tables.plain(30, 4), tmp_path / "model.safetensors")
    return tmp_path / "model.safetensors"


def refused(capsys, *arguments):
    """The error object and the exit status of a command with --json."""
    status = main([*map(str, arguments), "--json"])
    return json.loads(capsys.readouterr().out)["error"], status


@pytest.mark.parametrize("verb", [("report",), ("neighbours", "#0", "-k", "2"), ("export", "#0")])
def test_out_never_overwrites_the_checkpoint_that_is_read(random_path, capsys, verb):
    inside = random_path.with_name("rows.npy")
    inside.write_bytes(b"mine")
    before = random_path.read_bytes()
    name, *rest = verb
    outs = [(random_path, inside)] if name == "export" else [(random_path, random_path), (random_path.parent, inside)]
    for path, out in outs:
        given = random_path.parent if name == "export" else path
        error, status = refused(capsys, name, given, *rest, "--out", out)
        assert (error["code"], status) == ("file.out_is_input", 3)
    assert random_path.read_bytes() == before
    assert inside.read_bytes() == b"mine"


@pytest.mark.parametrize("out", ["", "nowhere/rows.csv", "pipe", "."])
def test_an_out_that_cannot_be_written_is_refused_first(random_path, capsys, monkeypatch, out):
    monkeypatch.chdir(random_path.parent)
    os.mkfifo("pipe")
    for verb in (("neighbours", random_path, "#0", "-k", "2"), ("report", random_path)):
        error, status = refused(capsys, *verb, "--out", out)
        assert (error["code"], status) == ("file.not_writable", 3)
        assert ".part" not in error["message"]


def test_maps_refuses_a_file_as_its_folder_before_it_draws(random_path, capsys):
    error, status = refused(capsys, "maps", random_path, "--methods", "pca", "--twins", "0", "--out", random_path)
    assert (error["code"], status) == ("file.not_writable", 3)


@pytest.mark.parametrize("verb", ["report", "compare", "inspect"])
@pytest.mark.parametrize("codes", ["table.zero_row", ",", ""])
def test_a_code_that_no_finding_has_is_refused(random_path, tmp_path, capsys, verb, codes):
    more = {"report": ["--out", str(tmp_path / "r.html")], "compare": [str(random_path)], "inspect": []}[verb]
    assert main([verb, str(random_path), *more, "--fail-on", codes]) == 2
    assert "--fail-on" in capsys.readouterr().err


def test_compare_needs_as_many_rows_as_neighbours(random_path, capsys):
    error, status = refused(capsys, "compare", random_path, random_path, "--rows", "5")
    assert (error["code"], status) == ("compare.too_few_shared", 3)


@pytest.mark.parametrize(
    "option", [("compare", "--seed", "-1"), ("neighbours", "-k", "9" * 40), ("compare", "--rows", "x")]
)
def test_whole_numbers_have_limits(random_path, capsys, option):
    assert main([option[0], str(random_path), str(random_path), *option[1:]]) == 2
    assert "whole number" in (said := capsys.readouterr().err) or "between" in said


def test_a_config_that_is_no_file_is_not_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "config.json")
    error, status = refused(capsys, "ledger", tmp_path / "config.json")
    assert status == 3
    assert "regular" in error["message"]


@pytest.mark.parametrize("value", ["1e200", "1e-200"])
def test_a_vector_whose_squares_leave_float64_is_refused(random_path, capsys, value):
    error, status = refused(capsys, "neighbours", random_path, "--vector", ",".join([value] * 4), "-k", "3")
    assert (error["code"], status) == ("query.vector_extreme", 3)
