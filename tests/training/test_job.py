"""The job: exact resume, stops, bad numbers, refusals. Small texts, so that each run takes a moment."""

import json

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from embedlab import tablefile
from embedlab.errors import CorpusError, FileError, SettingsError, TrainingError
from embedlab.text.errors import say_error
from embedlab.training import checkpoint, corpus, device, findings, job
from embedlab.training.objectives import skipgram
from embedlab.training.run import by_epoch
from tests.training.killed import killed

pytestmark = pytest.mark.heavy
TEXT = corpus.build("en", 200).text()
SMALL = {"corpus": {"text": TEXT}, "dims": 8, "batch": 16, "epochs": 4, "device": "cpu"}  # 13 steps an epoch


def never():
    return False


def train(out, should_stop=never, emit=lambda progress: None, **settings):
    return job.run({**SMALL, "out": str(out), **settings}, emit, should_stop)


def stop_after(checks):
    left = iter(range(checks))
    return lambda: next(left, None) is None


def content(path):
    """Metadata and the bytes of every tensor; the order of the header's keys is safetensors' own affair."""
    with safe_open(path, framework="numpy") as file:
        return file.metadata(), {name: array.tobytes() for name, array in load_file(path).items()}


def refused(kind, code, **settings):
    with pytest.raises(kind) as caught:
        job.run({**SMALL, **settings}, lambda progress: None, never)
    assert caught.value.code == code
    for language in ("en", "pt"):
        assert "{" not in say_error(caught.value, language)
        assert say_error(caught.value, language) != str(caught.value)
    return caught.value.fields


def test_same_settings_same_fingerprint_and_the_seed_matters(tmp_path):
    first, second = (train(tmp_path / name)["table"]["fingerprint"] for name in ("a", "b"))
    assert first == second
    assert content(tmp_path / "a") == content(tmp_path / "b")
    assert train(tmp_path / "c", seed=1)["table"]["fingerprint"] != first


@pytest.mark.parametrize("checks", [0, 1, 3])
def test_a_stopped_run_resumes_to_the_same_file(tmp_path, checks):
    whole, part, rest = tmp_path / "whole", tmp_path / "part", tmp_path / "rest"
    train(whole)
    stopped = train(part, stop_after(checks))
    assert stopped["stopped"]
    assert stopped["step"] == 10 * (checks + 1)  # 10, 20 and 40 of 52: inside an epoch
    assert [finding["code"] for finding in stopped["findings"]] == ["corpus.little_data", "training.stopped"]
    resumed = train(rest, resume=str(part))
    assert not resumed["stopped"]
    assert content(rest) == content(whole)


def test_resume_takes_its_settings_from_the_file_and_more_epochs_go_on(tmp_path):
    train(tmp_path / "long", epochs=6, seed=3)
    train(tmp_path / "short", epochs=4, seed=3)
    settings = {"corpus": SMALL["corpus"], "device": "cpu", "resume": str(tmp_path / "short"), "epochs": 6}
    answer = job.run({**settings, "out": str(tmp_path / "on")}, lambda progress: None, never)
    assert (answer["seed"], answer["settings"]["dims"], len(answer["loss"])) == (3, 8, 6)
    assert content(tmp_path / "on") == content(tmp_path / "long")


def position(path):
    with safe_open(path, framework="numpy") as file:
        return json.loads(file.metadata()[checkpoint.METADATA])["step"]


def test_killed_in_mid_epoch_and_resumed_gives_the_same_table(tmp_path):
    settings = {**SMALL, "epochs": 400}
    out = tmp_path / "killed"
    step = killed(settings, out, per_epoch=13).step
    assert 0 < step < 400 * 13
    epochs = step // 13 + 2  # enough to see it go on, without training 400 epochs twice
    state, tensors = checkpoint.read(out)
    metadata = checkpoint.State(**{**state.__dict__, "settings": {**state.settings, "epochs": epochs}}).to_metadata()
    with safe_open(out, framework="numpy") as file:
        save_file(tensors, out, {**file.metadata(), **metadata})
    job.run({**settings, "epochs": epochs, "resume": str(out), "out": str(tmp_path / "on")}, lambda p: None, never)
    job.run({**settings, "epochs": epochs, "out": str(tmp_path / "whole")}, lambda p: None, never)
    assert content(tmp_path / "on")[1] == content(tmp_path / "whole")[1]


def test_progress_is_live(tmp_path):
    seen = []
    answer = train(tmp_path / "t", emit=seen.append)
    assert seen[-1]["done"] == seen[-1]["total"] == answer["steps"] == 52
    assert seen[-1]["words_per_second"] > 0
    assert set(seen[-1]) == {"done", "total", "loss", "words_per_second", "device"}
    assert seen[-1]["device"] == "cpu"
    assert answer["loss"][-1] < answer["loss"][0]
    assert len(answer["loss"]) == 4


def test_bad_numbers_stop_the_run_and_keep_the_last_finite_state(tmp_path, monkeypatch):
    out, advance = tmp_path / "t", skipgram.SkipGram.advance

    def spoiled(run):
        loss = advance(run)
        if run.step == 25:
            run.numbers[0, 0] = float("nan")
        return loss

    monkeypatch.setattr(skipgram.SkipGram, "advance", spoiled)
    fields = refused(TrainingError, "training.not_finite", out=str(out), learning_rate=0.5)
    assert (fields["step"], fields["kept"], fields["learning_rate"]) == (30, 20, 0.5)
    assert position(out) == 20
    assert all(np.isfinite(array).all() for array in load_file(out).values())


def test_a_learning_rate_that_explodes_is_caught(tmp_path, monkeypatch):
    monkeypatch.setattr(job.settings_of, "check", lambda settings: None)  # the interval would refuse it
    fields = refused(TrainingError, "training.not_finite", out=str(tmp_path / "t"), learning_rate=1e30)
    assert fields["kept"] == 0
    with pytest.raises(TrainingError):
        train(tmp_path / "t", learning_rate=float("nan"))


def test_one_sentence_and_two_words_train(tmp_path):
    answer = train(tmp_path / "t", corpus={"text": "to be"})
    assert answer["table"]["rows"] == 2
    assert answer["scores"] is None
    assert np.isfinite(load_file(tmp_path / "t")[tablefile.INPUT]).all()


def test_the_file_says_what_it_is(tmp_path):
    train(tmp_path / "t.safetensors")
    with safe_open(tmp_path / "t.safetensors", framework="numpy") as file:
        facts = {name: json.loads(value) for name, value in file.metadata().items()}
        names = set(file.keys())
    assert names == {tablefile.INPUT, tablefile.OUTPUT, "state.first_moment", "state.second_moment"}
    provenance = facts["embedlab.provenance"]
    assert provenance["source"] == "own_text"
    assert provenance["settings"]["threads"] == 1
    assert provenance["settings"]["device"] == "cpu"
    assert {"embedlab", "torch", "numpy", "python"} == set(provenance["versions"])
    assert facts["embedlab.classes"] is None
    assert sum(facts["embedlab.counts"]) == len(TEXT.split())


@pytest.mark.parametrize(
    ("kind", "code", "settings"),
    [
        (CorpusError, "corpus.empty", {"corpus": {"text": " "}}),
        (CorpusError, "corpus.no_pairs", {"corpus": {"text": "one"}}),
        (SettingsError, "training.corpus_unknown", {"corpus": "fr"}),
        (SettingsError, "training.objective_unknown", {"objective": "guessing"}),
        (SettingsError, "settings.out_of_range", {"epochs": 0, "window": 99}),
        (SettingsError, "settings.out_of_range", {"seed": -1}),
        (SettingsError, "settings.unknown", {"updates": 3}),
        (FileError, "training.resume_missing", {"resume": "nowhere.safetensors"}),
    ],
)
def test_refusals(tmp_path, kind, code, settings):
    refused(kind, code, **{"out": str(tmp_path / "t"), **settings})
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_said_before_training(tmp_path):
    refused(FileError, "training.out_not_writable", out=str(tmp_path / "no" / "t"))
    refused(FileError, "training.out_not_writable", out=str(tmp_path))


def test_resume_refuses_what_would_not_be_the_same_run(tmp_path):
    train(tmp_path / "t")
    resume = {"resume": str(tmp_path / "t"), "out": str(tmp_path / "u")}
    refused(TrainingError, "training.resume_other_text", **resume, corpus={"text": TEXT + "more words"})
    fields = refused(TrainingError, "training.resume_mismatch", **resume, dims=9, seed=4, epochs=3)
    assert fields["differences"] == ["epochs: 4 -> 3", "dims: 8 -> 9", "seed: 0 -> 4"]


def test_resume_refuses_foreign_files(tmp_path):
    (tmp_path / "text").write_text("hello")
    save_file({"a": np.zeros((2, 2), np.float32)}, tmp_path / "foreign")
    train(tmp_path / "cut")
    with safe_open(tmp_path / "cut", framework="numpy") as file:
        metadata = file.metadata()
    tensors = load_file(tmp_path / "cut")
    del tensors["state.first_moment"]
    save_file(tensors, tmp_path / "cut", metadata)
    for name, spoiled in (("step", {"step": -1}), ("kind", {"settings": []}), ("losses", {"losses": [["a", None]]})):
        state = {**json.loads(metadata[checkpoint.METADATA]), **spoiled}
        save_file(tensors, tmp_path / name, {**metadata, checkpoint.METADATA: json.dumps(state)})
    for name in ("text", "foreign", "cut", "step", "kind", "losses"):
        refused(TrainingError, "training.not_resumable", resume=str(tmp_path / name), out=str(tmp_path / "u"))


def test_a_missing_device_is_named(monkeypatch):
    if device.choose("auto") == "cpu":
        with pytest.raises(TrainingError) as caught:
            device.choose("cuda")
        assert caught.value.fields == {"device": "cuda", "present": ["cpu"]}


def test_little_data_is_said_with_numbers_in_both_languages():
    (found,) = findings.of_corpus(corpus.build("en", 60))
    assert found.code == "corpus.little_data"
    assert findings.from_json(found.to_json()) == found
    assert "60" in found.say("en")
    assert "18%" in found.say("en")
    assert "frases" in found.say("pt")
    assert findings.of_corpus(corpus.build("en")) == []


def test_losses_by_epoch_by_hand():
    assert by_epoch([[0, 4.0], [10, 2.0], [13, 1.0]], 13) == [3.0, 1.0]
