"""The next-token objective: its gradient, its run, its file. Small models, so that each run takes a moment."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.numpy import load_file

from embedlab import tablefile
from embedlab.checkpoints import open_checkpoint
from embedlab.errors import FileError, SettingsError, TrainingError
from embedlab.text.errors import say_error
from embedlab.training import corpus, gpt, job
from embedlab.training.gpt import Architecture, Model
from embedlab.training.gpt_gradient import Network
from embedlab.training.objective import TrainingData
from embedlab.training.objectives import next_token
from embedlab.training.objectives.next_token import Settings
from embedlab.wording import LANGUAGES

pytestmark = pytest.mark.heavy
start = next_token.OBJECTIVE.start
TEXT = corpus.build("en", 60).text()
SMALL = {"corpus": {"text": TEXT}, "objective": "next_token", "device": "cpu", "updates": 25, "dims": 16}
SMALL |= {"heads": 2, "context": 8, "batch": 8}
SHAPE = Architecture(rows=7, dims=8, layers=2, heads=2, context=5, positions="learned", causal=True, tied=False)
KINDS = [
    {},
    {"positions": "rotary", "tied": True},
    {"positions": "none", "causal": False, "tied": True},
    {"positions": "sinusoidal", "causal": False},
]


def never():
    return False


def train(out, should_stop=never, **settings):
    return job.run({**SMALL, "out": str(out), **settings}, lambda progress: None, should_stop)


def stop_after(checks):
    left = iter(range(checks))
    return lambda: next(left, None) is None


def content(path):
    with safe_open(path, framework="numpy") as file:
        return file.metadata(), {name: array.tobytes() for name, array in load_file(path).items()}


def network(**given):
    made = Network(replace(SHAPE, **given), "cpu", torch.float64)
    made.numbers.copy_(torch.from_numpy(np.random.default_rng(0).normal(0, 0.4, len(made.numbers))))
    return made


def batch(causal):
    random = np.random.default_rng(1)
    windows = torch.from_numpy(random.integers(0, 7, (3, 6)))
    ids = windows[:, :-1]
    if causal:
        return ids, windows[:, 1:], None
    return ids, ids, torch.from_numpy(random.random((3, 5)) < 0.4)


@pytest.mark.parametrize("given", KINDS, ids=str)
def test_gradient_points_where_the_loss_rises(given):
    """Central differences of the loss, in every 29th number."""
    made, (ids, targets, hide) = network(**given), batch(given.get("causal", True))
    made.step(ids, targets, hide, False)
    gradient, step = made.gradient.clone(), 1e-6
    for place in range(0, len(gradient), 29):
        losses = []
        for sign in (1, -2):
            made.numbers[place] += sign * step
            losses.append(float(made.step(ids, targets, hide, True)))
        made.numbers[place] += step
        assert float(gradient[place]) == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=1e-7)


def test_every_tensor_has_a_gradient():
    for given in KINDS:
        made = network(**given)
        made.gradient.fill_(torch.nan)
        made.step(*batch(given.get("causal", True)), False)
        assert all(torch.isfinite(part).all() and part.any() for part in made.gradients.values()), given


@pytest.mark.parametrize("given", [kind for kind in KINDS if kind.get("causal", True)], ids=str)
def test_loss_is_the_surprise_of_the_readable_model(given):
    made, (ids, targets, _) = network(**given), batch(True)
    readable = Model(made.shape, {name: part.numpy() for name, part in made.tensors.items()})
    surprises = []
    for row, wanted in zip(ids.numpy(), targets.numpy(), strict=True):
        scores = readable.scores(readable.states(row)[-1])
        surprises += list(np.log(np.exp(scores).sum(1)) - scores[np.arange(5), wanted])
    assert float(made.step(ids, targets, None, True)) == pytest.approx(np.mean(surprises), rel=1e-12)


def test_hidden_tokens_are_not_seen_and_alone_are_guessed():
    made, (ids, targets, hide) = network(causal=False), batch(False)
    loss = made.step(ids, targets, hide, True)
    assert float(made.step(torch.where(hide, 6 - ids, ids), targets, hide, True)) == float(loss)
    elsewhere = torch.where(hide, targets, 6 - targets)
    assert float(made.step(ids, elsewhere, hide, True)) == float(loss)
    scores, first = torch.tensor([[0.0, 1, 2], [3, 1, 0]]), torch.tensor([[True, False]])  # one of two is guessed
    guessed = made._surprise(scores, torch.tensor([1, 0]), first, True, 1)[1]
    assert float(guessed) == pytest.approx(np.log(1 + np.e + np.e**2) - 1)
    nothing = made.step(ids, targets, torch.zeros_like(hide), True)
    assert float(nothing) == 0
    assert not made.gradient.any()


def data(*sentences):
    ids = [np.array(sentence, dtype=np.int64) for sentence in sentences]
    return TrainingData(tuple(ids), np.bincount(np.concatenate(ids)))


def small(**given):
    return Settings(**{"dims": 16, "heads": 2, "context": 4, "batch": 2, "updates": 3, **given})


def test_windows_begin_with_sentences_and_run_around_the_ring():
    run = start(data([0, 1, 2], [3, 4, 5, 6, 7, 8]), small(), 0, "cpu")
    assert run.windows.tolist() == [[0, 1, 2, 3, 4], [3, 4, 5, 6, 7], [7, 8, 0, 1, 2]]


def test_every_window_once_per_epoch_in_a_new_order():
    run = start(data(*([i, i + 1] for i in range(9))), small(batch=4), 0, "cpu")
    orders = []
    for epoch in range(2):
        run._draw_epoch(epoch)
        orders.append(run.batches.flatten().tolist())
        assert sorted(orders[-1][:9]) == list(range(9))
        assert orders[-1][9:] == orders[-1][:3]  # the last batch is filled up
    assert orders[0] != orders[1]


def test_adam_is_torchs_adam_with_a_rate_that_rises():
    run = start(data([0, 1, 2]), small(), 0, "cpu")
    parameter = torch.nn.Parameter(run.network.numbers.clone())
    theirs = torch.optim.Adam([parameter])
    for step in (0, 1, 2, 3, 4):
        run.advance()
        parameter.grad = run.network.gradient.clone()
        theirs.param_groups[0]["lr"] = run.settings.learning_rate * (step + 1) / next_token.WARM_UP
        theirs.step()
    torch.testing.assert_close(run.network.numbers, parameter.detach(), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("kind", "spread"), [("narrow", 0.02), ("wide", 1 / 8)])
def test_start_has_the_declared_spread(kind, spread):
    run = start(data(list(range(500))), Settings(start=kind), 0, "cpu")
    tensors = run.tensors()
    assert tensors[tablefile.INPUT].std() == pytest.approx(spread, rel=0.02)
    assert tensors[gpt.POSITIONS].std() == pytest.approx(spread, rel=0.05)
    assert (tensors[gpt.LAST_NORM] == 1).all()


VARIANTS = [
    {},
    {"attention": "bidirectional", "positions": "rotary", "head": "tied", "layers": 1},
]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_stopped_run_resumes_to_the_same_file_and_may_go_on(tmp_path, variant):
    whole, part, rest, more, long = (tmp_path / name for name in ("whole", "part", "rest", "more", "long"))
    train(whole, **variant)
    stopped = train(part, stop_after(1), **variant)
    assert stopped["stopped"]
    assert stopped["step"] == 20  # 8 updates an epoch
    train(rest, resume=str(part), **variant)
    assert content(rest) == content(whole)
    train(more, resume=str(whole), updates=40, **variant)
    train(long, updates=40, **variant)
    assert content(more) == content(long)


def test_the_answer_and_the_provenance(tmp_path):
    answer = train(tmp_path / "t")
    again = train(tmp_path / "u")
    assert answer["table"]["fingerprint"] == again["table"]["fingerprint"]
    assert (answer["table"]["dims"], answer["step"], answer["steps"]) == (16, 25, 25)
    assert answer["loss"][-1] < answer["loss"][0]
    assert answer["objective"] == "next_token"
    with safe_open(tmp_path / "t", framework="numpy") as file:
        facts = {name: json.loads(value) for name, value in file.metadata().items()}
    assert facts[tablefile.CONFIG]["tie_word_embeddings"] is False
    assert facts["embedlab.provenance"]["settings"]["positions"] == "learned"


@pytest.mark.parametrize("head", ["tied", "untied"])
def test_its_file_opens_with_roles_and_verdict(tmp_path, head):
    train(tmp_path / "t.safetensors", updates=1, head=head)
    opened = open_checkpoint(tmp_path / "t.safetensors")
    roles = {table.name: table.role for table in opened.tables}
    expected = {tablefile.INPUT: "input", gpt.POSITIONS: "position"}
    assert roles == (expected if head == "tied" else {**expected, tablefile.OUTPUT: "output"})
    assert opened.head.verdict == head
    assert opened.config.positions == 8
    assert opened.table().tokens[0] in TEXT.split()


def test_the_trained_model_is_read_back(tmp_path):
    train(tmp_path / "t")
    made = next_token.model(tmp_path / "t")
    tensors = load_file(tmp_path / "t")
    states = made.states([0, 1, 2])
    assert states.shape == (3, 3, 16)
    expected = tensors[tablefile.INPUT][:3].astype(float) + tensors[gpt.POSITIONS][:3]
    np.testing.assert_array_equal(states[0], expected)


def said(error):
    for language in LANGUAGES:
        assert "{" not in say_error(error, language)
        assert say_error(error, language) != str(error)


def test_files_without_layers_are_refused(tmp_path):
    job.run({"corpus": {"text": "to be"}, "dims": 4, "out": str(tmp_path / "s")}, lambda p: None, never)
    train(tmp_path / "t", updates=1)
    with safe_open(tmp_path / "t", framework="numpy") as file:
        metadata = file.metadata()
    tensors = load_file(tmp_path / "t")
    cut = {name: array for name, array in tensors.items() if name != gpt.LAST_NORM}
    table = open_checkpoint(tmp_path / "t").table()
    del cut[tablefile.INPUT]
    tablefile.write(table, tmp_path / "cut", cut, {"embedlab.training": metadata["embedlab.training"]})
    for name, kind, code in (
        ("nowhere", FileError, "training.resume_missing"),
        ("s", TrainingError, "training.no_layers"),
        ("cut", TrainingError, "training.not_resumable"),
    ):
        with pytest.raises(kind) as caught:
            next_token.model(tmp_path / name)
        assert caught.value.code == code
        said(caught.value)
    with pytest.raises(TrainingError) as refused:
        train(tmp_path / "u", resume=str(tmp_path / "cut"), updates=1)
    assert refused.value.code == "training.not_resumable"


def test_what_the_file_says_of_its_model_outweighs_a_config_beside_it(tmp_path):
    (tmp_path / "config.json").write_text('{"tie_word_embeddings": false, "n_positions": 99}')
    train(tmp_path / "t.safetensors", updates=1, head="tied", positions="rotary")
    opened = open_checkpoint(tmp_path / "t.safetensors")
    assert (opened.head.verdict, opened.config.positions) == ("tied", 0)
    table = opened.table()
    for bad in ("[]", "{", "[" * 100_000):
        tablefile.write(table, tmp_path / "bad.safetensors", None, {tablefile.CONFIG: bad})
        with pytest.raises(FileError) as caught:
            open_checkpoint(tmp_path / "bad.safetensors")
        assert (caught.value.code, caught.value.fields["key"]) == ("file.metadata", "embedlab.config")


@pytest.mark.parametrize("text", ["to be", "a a", "one\ntwo three"])
def test_the_smallest_texts_train_and_stay_finite(tmp_path, text):
    train(tmp_path / "t", corpus={"text": text}, updates=12)
    assert all(np.isfinite(array).all() for array in load_file(tmp_path / "t").values())


def test_heads_that_do_not_fit_are_said(tmp_path):
    with pytest.raises(SettingsError) as caught:
        train(tmp_path / "t", dims=18, heads=4)
    assert caught.value.code == "training.heads_do_not_fit"
    assert caught.value.fields["multiple"] == 8
    said(caught.value)


def test_bad_numbers_stop_the_run_and_keep_the_last_finite_state(tmp_path, monkeypatch):
    out, advance = tmp_path / "t", next_token.NextToken.advance

    def spoiled(run):
        loss = advance(run)
        if run.step == 15:
            run.network.numbers[0] = float("nan")
        return loss

    monkeypatch.setattr(next_token.NextToken, "advance", spoiled)
    with pytest.raises(TrainingError) as caught:
        train(out)
    assert caught.value.code == "training.not_finite"
    assert (caught.value.fields["step"], caught.value.fields["kept"]) == (20, 10)
    assert all(np.isfinite(array).all() for array in load_file(out).values())


QUICK = {"updates": 120, "layers": 1, "learning_rate": 0.006}


@pytest.mark.parametrize(("language", "given", "purity"), [("en", {}, 0.95), ("pt", QUICK, 0.65)])
def test_the_toy_corpora_are_learned(tmp_path, language, given, purity):
    """The defaults, and a third of the work. `python -m bench.next_token` measures seeds 0 to 2 in both languages."""
    settings = {"corpus": language, "objective": "next_token", "device": "cpu", "out": str(tmp_path / "t"), **given}
    scores = job.run(settings, lambda progress: None, never)["scores"]
    assert scores["class_purity_at_5"] >= purity
    assert scores["margin"] > 0.4
    assert scores["random"]["class_purity_at_5"]["mean"] < 0.1
