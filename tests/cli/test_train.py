"""The verb `train`: its answer, its exit statuses, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from safetensors import safe_open

from embedlab.cli.main import main
from embedlab.errors import CorpusError
from embedlab.training import corpus, job

pytestmark = pytest.mark.heavy


def command(*arguments):
    return [sys.executable, "-m", "embedlab", "train", *arguments]


def test_answer_and_file_follow_their_schemas(tmp_path, capsys, validate):
    out = tmp_path / "t.safetensors"
    assert main(["train", "--corpus", "en", "--epochs", "1", "--out", str(out), "--json"]) == 0
    printed = capsys.readouterr()
    answer = validate(printed.out, "train")
    assert answer["table"]["rows"] == len(set(corpus.build("en").text().split()))
    assert len(answer["loss"]) == 1
    assert answer["scores"]["random"]["class_purity_at_5"]["mean"] < 0.1
    assert "words/s" in printed.err
    with safe_open(out, framework="numpy") as file:
        validate({name: json.loads(value) for name, value in file.metadata().items()}, "table_metadata")


def test_a_gpt_follows_the_schemas_and_its_file_answers(tmp_path, capsys, validate):
    text, out = tmp_path / "mine.txt", tmp_path / "t.safetensors"
    text.write_text("the cat sleeps . the dog sleeps .")
    small = ["--updates", "3", "--dims", "16", "--layers", "1", "--positions", "rotary", "--head", "tied"]
    arguments = ["train", "--corpus", str(text), "--objective", "next_token", *small, "--out", str(out), "--json"]
    assert main(arguments) == 0
    assert validate(capsys.readouterr().out, "train")["settings"]["positions"] == "rotary"
    with safe_open(out, framework="numpy") as file:
        validate({name: json.loads(value) for name, value in file.metadata().items()}, "table_metadata")
    assert main(["inspect", str(out), "--json"]) == 0
    assert validate(capsys.readouterr().out, "inspect")["head"]["verdict"] == "tied"


def test_the_help_tells_what_each_objective_takes(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "skipgram: 2 to 512 (64); next_token: 16 to 256 (64)" in shown
    assert "next_token: none/learned/sinusoidal/rotary (learned)" in shown


def test_an_own_text_is_read_and_has_no_scores(tmp_path, capsys, validate):
    text, out = tmp_path / "mine.txt", tmp_path / "t.safetensors"
    text.write_text("o gato dorme. o cachorro dorme.", encoding="utf-8-sig")
    arguments = ["train", "--corpus", str(text), "--dims", "4", "--out", str(out)]
    assert main([*arguments, "--json"]) == 0
    answer = validate(capsys.readouterr().out, "train")
    assert answer["scores"] is None
    assert answer["findings"][0]["code"] == "corpus.little_data"
    assert main(arguments) == 0
    assert "warning: The text has 8 words" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["--objective", "guessing"], 3, "training.objective_unknown"),
        (["--objective", "next_token", "--epochs", "3"], 3, "settings.unknown"),
        (["--objective", "next_token", "--dims", "18"], 3, "training.heads_do_not_fit"),
        (["--epochs", "0"], 3, "settings.out_of_range"),
        (["--learning-rate", "nan"], 3, "settings.out_of_range"),
        (["--resume", "nowhere"], 3, "training.resume_missing"),
        (["--corpus", "nowhere.txt"], 3, "corpus.no_file"),
        (["--epochs", "many"], 2, "usage"),
    ],
)
def test_refusals_are_one_error_object(tmp_path, capsys, validate, arguments, status, code):
    given = ["train", "--corpus", "en", "--out", str(tmp_path / "t"), "--json", *arguments]
    assert main(given) == status
    printed = capsys.readouterr()
    assert validate(printed.out, "error")["error"]["code"] == code
    assert "Traceback" not in printed.err


def test_bytes_that_are_no_text_are_refused(tmp_path, capsys):
    (tmp_path / "bad.txt").write_bytes(b"cat \xff dog")
    assert main(["train", "--corpus", str(tmp_path / "bad.txt"), "--out", str(tmp_path / "t")]) == 3
    assert "corpus.not_text" in capsys.readouterr().err


def test_a_file_over_the_limit_is_reported_in_bytes(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("embedlab.training.corpus.MAX_CHARACTERS", 2)
    (tmp_path / "long.txt").write_bytes(b"cat dog 1")
    assert main(["train", "--corpus", str(tmp_path / "long.txt"), "--out", str(tmp_path / "t")]) == 3
    assert "long.txt has 9 bytes; at most 8 are read" in capsys.readouterr().err


def test_the_text_is_never_overwritten(tmp_path, capsys):
    text, link = tmp_path / "mine.txt", tmp_path / "link.txt"
    text.write_text("the cat sat .\n")
    link.symlink_to(text)
    for out in (text, link):
        assert main(["train", "--corpus", str(text), "--out", str(out)]) == 3
        assert "training.out_is_corpus" in capsys.readouterr().err
    assert text.read_text() == "the cat sat .\n"


def test_corpus_and_out_are_required(capsys):
    assert main(["train", "--out", "t"]) == 2
    assert main(["train", "--corpus", "en"]) == 2


def test_progress_is_told_before_a_loss_was_measured(tmp_path, capsys, monkeypatch):
    def run(settings, emit, should_stop):
        emit({"done": 1, "total": 2, "loss": None, "words_per_second": None})
        raise CorpusError("corpus.empty")

    monkeypatch.setattr(job, "run", run)
    assert main(["train", "--corpus", "en", "--out", str(tmp_path / "t")]) == 3
    assert capsys.readouterr().err.startswith("1/2 steps, 0 words/s\n")


def test_interrupt_keeps_the_last_state(tmp_path, validate):
    out = tmp_path / "t.safetensors"
    arguments = ("--corpus", "en", "--epochs", "500", "--out", str(out), "--json", "--keep-every", "0")
    with subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    ) as child:
        deadline = time.monotonic() + 60
        while not out.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        printed, _ = child.communicate(timeout=60)
    assert child.returncode == 130
    answer = validate(printed.decode(), "train")
    assert answer["stopped"]
    assert 0 < answer["step"] < answer["steps"]
    assert answer["findings"][0]["code"] == "training.stopped"
