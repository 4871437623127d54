"""Retrieval and multimodal: their gradients, their pairs, their runs, their files."""

import json
import time
from dataclasses import asdict

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from torch.nn.functional import cross_entropy, normalize

from embedlab import tablefile
from embedlab.cli.main import main
from embedlab.errors import CorpusError, TrainingError
from embedlab.text.errors import say_error
from embedlab.training import checkpoint, job, vocabulary, world
from embedlab.training.contrast import ContrastRun, _bags, info_nce
from embedlab.training.objective import TrainingData
from embedlab.training.objectives import multimodal, retrieval
from tests.training.killed import killed

pytestmark = pytest.mark.heavy
BOTH = [retrieval.OBJECTIVE, multimodal.OBJECTIVE]
BY_KEY = pytest.mark.parametrize("objective", BOTH, ids=lambda objective: objective.key)
SMALL = {"corpus": "en", "device": "cpu", "dims": 8, "batch": 64, "updates": 43, "frames": 0}


def never():
    return False


def train(objective, out, should_stop=never, **settings):
    asked = {**SMALL, "objective": objective.key, "out": str(out), **settings}
    return job.run(asked, lambda progress: None, should_stop)


def content(path):
    with safe_open(path, framework="numpy") as file:
        return file.metadata(), {name: array.tobytes() for name, array in load_file(path).items()}


def data(language="en"):
    text = world.build(language)
    words = vocabulary.of(text.sentences)
    return TrainingData(tuple(vocabulary.encode(text.sentences, words)), words.counts, text.world())


def loss_of(left, right, same, temperature):
    """The same loss in torch's own words."""
    scores = (normalize(left) @ normalize(right).T / temperature).masked_fill(same, -torch.inf)
    own = torch.arange(len(left))
    return (cross_entropy(scores, own) + cross_entropy(scores.T, own)) / 2


def test_info_nce_by_hand():
    """Two pairs at right angles: each softmax is over 1 / t and 0."""
    side = torch.tensor([[2.0, 0.0], [0.0, 3.0]])
    loss = info_nce(side, side, torch.zeros(2, 2, dtype=torch.bool), 0.5, True)[2]
    assert loss.item() == pytest.approx(np.log(1 + np.exp(-2)))
    left, right, loss = info_nce(side, side, ~torch.eye(2, dtype=torch.bool), 0.5, True)
    assert loss.item() == pytest.approx(0, abs=1e-6)  # nothing to be told from
    assert not left.any()
    assert not right.any()


def test_info_nce_has_the_gradient_of_autograd():
    random = np.random.default_rng(0)
    left, right = (torch.from_numpy(random.normal(size=(6, 4))).requires_grad_() for _ in range(2))
    same = torch.from_numpy(random.random((6, 6)) < 0.3).fill_diagonal_(False)
    wanted = loss_of(left, right, same, 0.2)
    wanted.backward()
    to_left, to_right, loss = info_nce(left.detach(), right.detach(), same, 0.2, True)
    assert loss.item() == pytest.approx(wanted.item(), rel=1e-12)
    torch.testing.assert_close(to_left, left.grad)
    torch.testing.assert_close(to_right, right.grad)
    assert info_nce(left.detach(), right.detach(), same, 0.2, False)[2] is None


def test_a_bag_holds_the_share_of_each_token():
    found = _bags([np.array([0, 0, 2]), np.array([1])], 3)
    np.testing.assert_allclose(found, [[2 / 3, 0, 1 / 3], [0, 1, 0]], rtol=1e-6)


def test_a_vector_of_zeros_gives_no_nan():
    sides = info_nce(torch.zeros(3, 2), torch.zeros(3, 2), torch.zeros(3, 3, dtype=torch.bool), 0.1, True)
    assert all(torch.isfinite(part).all() for part in sides)


def rebuilt_loss(run, parts):
    """The loss of the run's first batch, from its trained tensors, in torch's own words."""
    table = parts[tablefile.INPUT]
    if isinstance(run, retrieval.Retrieval):
        asked, told = run.asked[0], run.told[0]
        topics = run.topic_of[asked]
        left, right, codes = run.bags[asked] @ table, run.bags[told] @ table, topics
    else:
        captions = run.captions[0]
        codes = run.item_of[captions]
        left, seen = run.bags[captions] @ table, run.pictures[codes] + run.noise[0]
        hidden = torch.relu(seen @ parts["patch_tower.in.weight"].T + parts["patch_tower.in.bias"])
        right = hidden @ parts["patch_tower.out.weight"].T + parts["patch_tower.out.bias"]
    same = (codes[:, None] == codes).fill_diagonal_(False)
    return loss_of(left, right, same, run.settings.temperature)


@BY_KEY
def test_the_gradient_of_a_batch_is_that_of_autograd(objective):
    run = objective.start(data(), objective.Settings(batch=32, dims=8), 0, "cpu")
    start = {name: part.clone().requires_grad_() for name, part in run.parts.items()}
    loss = run.advance()
    wanted = rebuilt_loss(run, start)
    wanted.backward()
    assert float(loss) == pytest.approx(wanted.item(), rel=1e-5)
    for name, part in start.items():
        assert part.grad.any()
        torch.testing.assert_close(run.gradients[name], part.grad, rtol=1e-4, atol=1e-7)


def test_a_question_meets_passages_of_its_topic_about_another_class():
    run = retrieval.OBJECTIVE.start(data(), retrieval.Settings(), 0, "cpu")
    run.advance()
    about, items = data().world, data().world.items
    asked, told = items[run.asked.numpy()], items[run.told.numpy()]
    assert about.asks[run.asked.numpy()].all()
    assert not about.asks[run.told.numpy()].any()
    assert (about.topics[asked] == about.topics[told]).all()
    assert (about.kinds[asked] != about.kinds[told]).all()
    assert len(np.unique(told)) == 70


@BY_KEY
def test_an_epoch_reads_every_pair_once_in_a_new_order(objective):
    run = objective.start(data(), objective.Settings(batch=100), 0, "cpu")
    assert run.steps_per_epoch == -(-run.pairs // 100)
    run.loss_every = 2
    assert [run.advance() is not None for _ in range(4)] == [True, False, True, False]
    seen = []
    for _ in range(2):
        run.step, run.epoch = run.steps_per_epoch * len(seen), -1
        run.advance()
        read = (run.asked if objective.key == "retrieval" else run.captions).numpy().ravel()
        assert len(set(read.tolist())) == run.pairs
        seen.append(read.tolist())
    assert seen[0] != seen[1]


@BY_KEY
def test_a_stopped_run_resumes_to_the_same_file(tmp_path, objective):
    whole, part, rest = tmp_path / "whole", tmp_path / "part", tmp_path / "rest"
    done = train(objective, whole)
    left = iter([False])
    stopped = train(objective, part, lambda: next(left, True))
    assert (stopped["stopped"], stopped["step"], done["step"]) == (True, 20, 43)
    assert done["steps"] == 43
    train(objective, rest, resume=str(part))
    assert content(rest) == content(whole)
    again = train(objective, tmp_path / "other", seed=1)
    assert again["table"]["fingerprint"] != done["table"]["fingerprint"]


@BY_KEY
def test_a_run_is_made_again_from_its_record(tmp_path, objective):
    first = train(objective, tmp_path / "first", seed=2)
    facts, tensors = content(tmp_path / "first")
    made = json.loads(facts["embedlab.provenance"])
    own = {name: made["settings"][name] for name in asdict(objective.Settings())}
    general = {name: made["settings"][name] for name in ("objective", "device", "threads")}
    asked = {**own, **general, "corpus": made["source"], "seed": made["seed"], "out": str(tmp_path / "again")}
    job.run({**asked, "frames": 0}, lambda progress: None, never)
    assert content(tmp_path / "again")[1] == tensors
    assert first["corpus"]["name"] == "world_en"
    assert set(made["versions"]) == {"embedlab", "python", "torch", "numpy"}


@BY_KEY
def test_killed_in_mid_epoch_and_resumed_gives_the_same_file(tmp_path, objective):
    out = tmp_path / "killed"
    per_epoch = {"retrieval": 17, "multimodal": 33}[objective.key]
    state = killed({**SMALL, "objective": objective.key, "updates": 100_000}, out, per_epoch)
    updates = state.step + per_epoch
    facts = content(out)[0]
    told = checkpoint.State(**{**state.__dict__, "settings": {**state.settings, "updates": updates}})
    save_file(checkpoint.read(out)[1], out, {**facts, **told.to_metadata()})
    train(objective, tmp_path / "on", resume=str(out), updates=updates)
    train(objective, tmp_path / "whole", updates=updates)
    assert content(tmp_path / "on")[1] == content(tmp_path / "whole")[1]


@BY_KEY
def test_bad_numbers_stop_the_run_and_keep_the_last_finite_state(tmp_path, monkeypatch, objective):
    advance = ContrastRun.advance

    def spoiled(run):
        loss = advance(run)
        if run.step == 25:
            run.numbers[0] = float("nan")
        return loss

    monkeypatch.setattr(ContrastRun, "advance", spoiled)
    with pytest.raises(TrainingError) as caught:
        train(objective, tmp_path / "t")
    assert caught.value.code == "training.not_finite"
    assert (caught.value.fields["step"], caught.value.fields["kept"]) == (30, 20)
    assert all(np.isfinite(array).all() for array in load_file(tmp_path / "t").values())


@BY_KEY
@pytest.mark.parametrize(
    ("kind", "code", "text"),
    [
        (TrainingError, "training.needs_world", "the cat drinks milk ."),
        (CorpusError, "corpus.empty", " "),
        (CorpusError, "corpus.no_pairs", "one"),
    ],
)
def test_a_text_of_your_own_is_refused_in_both_languages(tmp_path, objective, kind, code, text):
    with pytest.raises(kind) as caught:
        train(objective, tmp_path / "t", corpus={"text": text})
    assert caught.value.code == code
    assert say_error(caught.value, "en") != say_error(caught.value, "pt") != str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_other_tensors_are_refused(tmp_path):
    train(multimodal.OBJECTIVE, tmp_path / "t")
    facts, _ = content(tmp_path / "t")
    tensors = load_file(tmp_path / "t")
    for name in ("patch_tower.in.bias", "state.first_moment"):
        save_file({**tensors, name: tensors[name][:-1]}, tmp_path / "cut", facts)
        with pytest.raises(TrainingError) as caught:
            train(multimodal.OBJECTIVE, tmp_path / "u", resume=str(tmp_path / "cut"))
        assert caught.value.code == "training.not_resumable"


def test_the_patch_table_is_what_the_tower_makes_of_the_pictures(tmp_path):
    train(multimodal.OBJECTIVE, tmp_path / "t")
    tensors = load_file(tmp_path / "t")
    seen = multimodal.pixels(world.pictures())
    assert seen.min() >= -1
    assert seen.max() <= 1
    hidden = np.maximum(seen @ tensors["patch_tower.in.weight"].T + tensors["patch_tower.in.bias"], 0)
    vectors = hidden @ tensors["patch_tower.out.weight"].T + tensors["patch_tower.out.bias"]
    assert np.allclose(tensors[multimodal.PATCHES], vectors, atol=1e-6)


@pytest.mark.parametrize(("objective", "language"), [("retrieval", "en"), ("multimodal", "pt")])
def test_the_commands_answer_and_the_file_opens(tmp_path, capsys, validate, objective, language):
    out = tmp_path / "t.safetensors"
    asked = ["train", "--corpus", language, "--objective", objective, "--updates", "60", "--out", str(out), "--json"]
    assert main(asked) == 0
    answer = validate(capsys.readouterr().out, "train")
    assert answer["corpus"]["name"] == f"world_{language}"
    assert answer["findings"] == []
    assert answer["tokens_per_second"] > 0
    with safe_open(out, framework="numpy") as file:
        validate({name: json.loads(value) for name, value in file.metadata().items()}, "table_metadata")
    assert main(["inspect", str(out), "--json"]) == 0
    seen = validate(capsys.readouterr().out, "inspect")
    assert [(one["name"], one["role"]) for one in seen["tables"]] == [(tablefile.INPUT, "input")]
    assert seen["head"]["verdict"] == "unknown"
    word = {"en": "sheep", "pt": "ovelha"}[language]
    assert main(["neighbours", str(out), word, "--json"]) == 0
    assert validate(capsys.readouterr().out, "neighbours")["query"]["token"] == word
    (tmp_path / "mine.txt").write_text("the cat drinks milk .")
    asked[2] = str(tmp_path / "mine.txt")
    assert main(asked) == 3
    assert validate(capsys.readouterr().out, "error")["error"]["code"] == "training.needs_world"


@BY_KEY
def test_the_answer_says_what_the_run_is_about(tmp_path, objective):
    scores = train(objective, tmp_path / "t", dims=32, batch=128, updates=400)["scores"]
    own, other = {"retrieval": ("topic", "look"), "multimodal": ("look", "topic")}[objective.key]
    assert scores[f"{own}_purity_at_5"] >= 0.6
    assert scores[f"{other}_purity_at_5"] <= 0.2
    assert scores["class_purity_at_5"] <= 0.2
    assert 0.05 < scores["random"]["topic_purity_at_5"]["mean"] < 0.2  # 9 of 69


@BY_KEY
def test_a_whole_run_takes_two_seconds_of_one_core(tmp_path, objective):
    train(objective, tmp_path / "warm", updates=1)
    began = time.process_time()
    job.run(
        {"corpus": "en", "objective": objective.key, "device": "cpu", "frames": 0, "out": str(tmp_path / "t")},
        lambda progress: None,
        never,
    )
    assert time.process_time() - began <= 2
