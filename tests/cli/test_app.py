"""`app`: what it starts, and what it refuses. tests/packaging starts it for real."""

import sys

import pytest

from embedlab.cli.main import main
from embedlab.cli.verbs import app
from embedlab.shipped import ROOT


@pytest.fixture
def started(monkeypatch):
    """The command and environment of the server that would take the place of this process."""
    found = []
    monkeypatch.setattr(app.os, "execve", lambda *arguments: found.append(arguments[1:]) or sys.exit(0))
    monkeypatch.setattr(app.subprocess, "call", lambda command, env: found.append((command, env)) or 0)
    monkeypatch.delenv("EMBEDLAB_ROOT", raising=False)
    return found


def start(*arguments):
    with pytest.raises(SystemExit) as end:
        main(["app", *arguments])
    assert end.value.code == 0


def test_without_options_no_path_can_be_opened(started):
    start()
    ((command, environment),) = started
    assert command[2:] == ["-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port=8501"]
    assert "EMBEDLAB_ROOT" not in environment
    assert environment["MALLOC_ARENA_MAX"] == "2"


def test_who_says_how_memory_is_taken_is_heard(started, monkeypatch):
    monkeypatch.setenv("MALLOC_ARENA_MAX", "8")
    start()
    ((_, environment),) = started
    assert environment["MALLOC_ARENA_MAX"] == "8"


def test_root_is_told_whole(started, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    start("--root", ".", "--port", "8600", "--type", "24")
    ((command, environment),) = started
    assert command[-2:] == ["--server.port=8600", "--theme.baseFontSize=24"]
    assert environment["EMBEDLAB_ROOT"] == str(tmp_path.resolve())


def test_a_class_is_opened_by_its_own_program(started):
    start("--class", "--port", "8600", "--type", "24", "--address", "192.0.2.7")
    ((command, _),) = started
    assert command[3:] == ["embedlab.ui.open_class", "--port=8600", "--type=24", "--address=192.0.2.7"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--json"], "--json"),
        (["--root", "nowhere"], "nowhere"),
        (["--address", "192.0.2.7"], "--class"),
        (["--class", "--root", "."], "--root"),
        (["--port", "0"], "--port"),
    ],
    ids=str,
)
def test_what_a_server_cannot_do_is_wrong_usage(started, capsys, arguments, word):
    assert main(["app", *arguments]) == 2
    assert word in capsys.readouterr().err.splitlines()[-1]
    assert started == []
