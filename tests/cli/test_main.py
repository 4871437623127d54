"""The contract of the command line: exit statuses, one strict JSON document, and never a traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import embedlab
from embedlab import tablefile
from embedlab.cli import main as module
from embedlab.cli.main import main, strict
from embedlab.cli.verb import InterruptedRunError, Verb
from embedlab.errors import FileError
from embedlab.table import EmbeddingTable, Provenance
from tests import tables

HOSTILE = ("\ud800", "a\nb", "\u202emirror", "</script>", "$x$", "`code`", "🐈", "\0", '"', "\x1b[31mred")


@pytest.fixture
def verb(monkeypatch):
    """`verb(run)` makes `run` the only verb, called `do`."""

    def install(run, show=str):
        def add(parser):
            parser.add_argument("--fail-on", nargs="*")
            parser.add_argument("--long-option", type=int)

        found = {"do": Verb("do", "a verb of a test", add, run, show)}
        monkeypatch.setattr(module, "discover", lambda *_: found)

    return install


def raising(error):
    def run(*_):
        raise error

    return run


def command(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "embedlab", *arguments],
        cwd=Path(embedlab.__file__).parent.parent,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_an_answer_is_one_strict_document(verb, capsys):
    answer = {
        "nan": float("nan"),
        "inf": [np.float32("inf"), -np.inf],
        "array": np.array([[1.5, np.nan]]),
        "count": np.int64(3),
        "flag": np.True_,
        "tuple": (1, "\ud800"),
        7: None,
    }
    verb(lambda *_: answer)
    assert main(["do", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out, parse_constant=pytest.fail) == {
        "nan": None,
        "inf": [None, None],
        "array": [[1.5, None]],
        "count": 3,
        "flag": True,
        "tuple": [1, "\ud800"],
        "7": None,
    }
    assert out.count("\n") == 1
    assert err == ""


def test_strict_leaves_plain_values_alone():
    assert strict({"a": [1, 2.5, None, True, "x"]}) == {"a": [1, 2.5, None, True, "x"]}


def test_without_json_a_person_reads_what_show_says(verb, capsys):
    verb(lambda *_: {"n": 3}, lambda answer: f"there are {answer['n']}")
    assert main(["do"]) == 0
    assert capsys.readouterr().out == "there are 3\n"


def test_progress_goes_to_stderr(verb, capsys):
    def run(_, report):
        report(1, 2, "half")
        report(2, 2, "all")
        return {}

    verb(run)
    assert main(["do", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {}
    assert err == "1/2 half\n2/2 all\n"


@pytest.mark.parametrize(
    "argv",
    [[], ["undo"], ["do", "--nonsense"], ["do", "--long", "3"], ["do", "--long-option", "x"], ["do", "extra"]],
    ids=lambda argv: " ".join(argv) or "no verb",
)
def test_wrong_usage_is_2_and_json_says_so_too(verb, capsys, validate, argv):
    verb(lambda *_: pytest.fail("nothing may run"))
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage" in err
    assert main([*argv, "--json"]) == 2
    assert validate(capsys.readouterr().out, "error")["error"]["code"] == "usage"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileError("file.nobody_worded_this", rows=np.int64(3), share=float("nan")), "file.nobody_worded_this"),
        (FileNotFoundError(2, "No such file or directory", "gone.npy"), "file.system"),
        (OSError("without a name"), "file.system"),
    ],
)
def test_input_at_fault_is_3_and_says_what(verb, capsys, validate, error, code):
    verb(raising(error))
    assert main(["do", "--json"]) == 3
    out, err = capsys.readouterr()
    assert validate(out, "error")["error"]["code"] == code
    assert err.startswith(f"{code}: ")
    assert "Traceback" not in err
    assert main(["do"]) == 3
    assert capsys.readouterr().out == ""


def test_a_mistake_of_ours_is_1_and_no_traceback(verb, capsys, validate, monkeypatch):
    verb(raising(ZeroDivisionError("by zero")))
    assert main(["do", "--json"]) == 1
    out, err = capsys.readouterr()
    assert validate(out, "error")["error"]["code"] == "internal"
    assert "ZeroDivisionError: by zero" in err
    monkeypatch.setenv("EMBEDLAB_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["do"])


def test_a_finding_asked_for_is_4(verb):
    findings = [{"code": "table.zero_rows"}]
    verb(lambda *_: {"findings": findings, "maps": {"pca": {"findings": [{"code": "map.gaps"}]}}})
    assert main(["do"]) == 0
    assert main(["do", "--fail-on", "map.sizes"]) == 0
    assert main(["do", "--fail-on", "map.sizes", "table.zero_rows"]) == 4
    assert main(["do", "--fail-on", "map.gaps"]) == 4


def test_ctrl_c_is_130_and_an_answer_that_stands_is_printed(verb, capsys):
    verb(raising(KeyboardInterrupt()))
    assert main(["do", "--json"]) == 130
    assert capsys.readouterr().out == ""
    verb(raising(InterruptedRunError({"kept": True})))
    assert main(["do", "--json"]) == 130
    assert json.loads(capsys.readouterr().out) == {"kept": True}


def test_ctrl_c_during_the_imports_is_130_and_no_traceback():
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "embedlab", "neighbours", "nowhere", "cat"],
        cwd=Path(embedlab.__file__).parent.parent,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    lines = iter(process.stderr.readline, "")
    assert any("numpy" in line for line in lines)  # some of our imports are done, most are not
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 130
    assert "Traceback" not in rest


def test_version_says_ours_and_the_libraries(capsys):
    assert main(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"embedlab {embedlab.__version__}"
    assert {"numpy", "torch", "numkong"} <= {line.split()[0] for line in lines}


@pytest.fixture
def hostile_file(tmp_path):
    path = tmp_path / "hostile.safetensors"
    table = EmbeddingTable(tables.plain(rows=len(HOSTILE)).vectors, HOSTILE, Provenance("hostile"))
    tablefile.write(table, path)
    return path


def test_hostile_tokens_on_an_ascii_terminal(hostile_file, validate):
    plain = command("neighbours", str(hostile_file), "#0", "-k", "9", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (plain.returncode, plain.stderr) == (0, b"")
    assert plain.stdout.isascii()
    assert b"\x1b" not in plain.stdout
    assert len(plain.stdout.splitlines()) == 2 + 9
    answer = command("neighbours", str(hostile_file), "#0", "-k", "9", "--json", LC_ALL="C", PYTHONIOENCODING="ascii")
    found = validate(answer.stdout.decode("ascii"), "neighbours")
    assert {found["query"]["token"], *(one["token"] for one in found["neighbours"])} == set(HOSTILE)


def test_a_token_the_shell_could_not_decode(hostile_file, validate):
    answer = command("neighbours", str(hostile_file), b"\xff\xfe", "--json")
    assert answer.returncode == 3
    assert validate(answer.stdout.decode(), "error")["error"]["code"] == "query.token_unknown"
    assert b"Traceback" not in answer.stderr


@pytest.mark.parametrize(
    "arguments", [["similarity", "PATH", *["#1"] * 300, "--json"], ["neighbours", "PATH", "#99", "--json"]]
)
def test_a_closed_pipe_is_no_error(hostile_file, arguments):
    arguments = [str(hostile_file) if part == "PATH" else part for part in arguments]
    process = subprocess.Popen(
        [sys.executable, "-m", "embedlab", *arguments],
        cwd=Path(embedlab.__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) in (0, 3)
    assert b"Broken" not in err
    assert b"Traceback" not in err
