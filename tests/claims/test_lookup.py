"""C01 to C05: a table is looked up, its ids are labels, and training moves the rows that it reads."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab import tablefile
from embedlab.checkpoints.lessons import LESSONS
from embedlab.claims import lookup, one_step
from embedlab.claims.one_step import HEADS, OPTIMISERS, Batch
from embedlab.errors import QueryError
from embedlab.neighbours import find_token
from embedlab.training.gpt import Architecture, Model
from embedlab.training.objectives import next_token
from embedlab.ui.session import SHIPPED, shipped
from embedlab.wording import LANGUAGES
from tests import tables

pytestmark = pytest.mark.claims
SENTENCES = {"en": "everyone knows that the cat is hungry .", "pt": "todo mundo sabe que o gato é faminto ."}


@pytest.fixture(scope="module", params=LANGUAGES)
def table(request):
    return tablefile.read(Path(shipped(request.param).path))


@pytest.fixture(scope="module", params=LANGUAGES)
def reading(request):
    """The shipped GPT and the ids of a sentence."""
    path = SHIPPED / f"positions_{request.param}.safetensors"
    ids = tablefile.read(path).ids_by_token
    return next_token.model(path), [ids[word][0] for word in SENTENCES[request.param].split()]


def test_c01_a_layer_copies_the_bytes_of_its_row(table):
    outcome = lookup.copies(table.vectors)
    assert outcome.verdict == "copy"
    assert outcome.values == {"rows": table.n_rows, "dims": 64, "equal": table.n_rows, "bytes": 256}
    last = lookup.pick(table.vectors, table.n_rows - 1)
    assert last.tobytes() == table.vectors[-1].tobytes()
    assert last.shape == (64,)
    assert not np.shares_memory(last, table.vectors)
    for refused in (lookup.pick, lambda _, row: find_token(table, f"#{row}")):
        with pytest.raises(QueryError) as caught:
            refused(table.vectors, table.n_rows)
        assert caught.value.code == "query.id_out_of_range"
        assert caught.value.fields["highest"] == table.n_rows - 1
    with pytest.raises(QueryError):
        lookup.pick(table.vectors, -1)  # Python would count from the end


def test_a_layer_that_computes_is_seen(table):
    scaled = lookup.copies(table.vectors, lambda vectors, row: vectors[row] * np.float32(8))  # as Gemma does
    assert (scaled.verdict, scaled.values["equal"]) == ("computed", 0)
    shifted = lookup.copies(table.vectors, lambda vectors, row: vectors[row - 1])
    assert shifted.verdict == "computed"


def test_c02_one_hot_times_table_is_the_row(table):
    for row in (0, 1, table.n_rows - 1):
        assert lookup.one_hot(table.vectors, row).values["difference"] == 0
        assert lookup.one_hot(table.vectors, row).verdict == "equal"
    spoilt = lookup.with_nan(table.vectors, table.n_rows - 1)
    outcome = lookup.one_hot(spoilt, table.n_rows - 1)
    assert (outcome.verdict, outcome.values["spoilt"]) == ("apart", 64)
    assert np.isfinite(lookup.pick(spoilt, table.n_rows - 1)).all()
    assert np.isfinite(table.vectors).all()
    qwen = LESSONS["qwen"]
    work = lookup.Work(qwen.vocabulary, qwen.width)
    assert (work.multiplications, work.dims) == (1_271_398_400, 5_120)
    measured = lookup.measure(table.vectors, 5)
    assert measured.multiplications == table.n_rows * 64
    assert measured.multiply > 0 < measured.pick


def test_a_product_that_rounds_is_told_from_one_that_does_not(monkeypatch, table):
    monkeypatch.setattr(lookup, "multiply", lambda vectors, row: vectors[row] * np.float32(1 + 2**-22))
    assert lookup.one_hot(table.vectors, 3).verdict == "rounding"
    monkeypatch.setattr(lookup, "multiply", lambda vectors, row: vectors[row] + 1)
    assert lookup.one_hot(table.vectors, 3).verdict == "apart"


def test_degenerate_rows():
    awkward = tables.degenerate().vectors
    assert lookup.copies(awkward).verdict == "copy"  # NaN too: bytes are compared
    outcome = lookup.one_hot(awkward, tables.ZERO_IDS[0])
    assert outcome.verdict == "apart"  # by the NaN and the infinite row
    assert outcome.values["spoilt"] == 2


def test_c03_a_raw_id_says_nothing_of_the_class_and_a_row_does(table):
    for seed in range(3):
        found = lookup.guess_classes(table, seed)
        assert found.outcome().verdict == "row"
        noise = 2 * (found.constant * (1 - found.constant) / found.words) ** 0.5  # of a share of so many words
        assert found.by_id <= found.constant + noise
        assert found.by_row >= 0.95
    random = np.random.default_rng(0)
    shuffled = replace(table, vectors=random.permutation(table.vectors))
    assert lookup.guess_classes(shuffled).outcome().verdict == "neither"
    order = sorted(range(table.n_rows), key=lambda row: (table.classes[row] is None, table.classes[row]))
    in_order = replace(table, tokens=[table.tokens[i] for i in order], classes=[table.classes[i] for i in order])
    in_order = replace(in_order, vectors=table.vectors[order], counts=None)
    assert lookup.guess_classes(in_order).outcome().verdict == "both"
    mute = replace(in_order, vectors=random.permutation(table.vectors))
    assert lookup.guess_classes(mute).outcome().verdict == "id"


def test_the_nearest_is_found_by_hand():
    table = replace(tables.plain(4, 1), vectors=np.array([[0], [10], [1], [12]], np.float32), classes=("a", "b") * 2)
    found = lookup.guess_classes(table)  # nearest by id: 1 0 1 2, by row: 2 3 0 1; classes a b a b
    assert (found.by_id, found.by_row, found.constant) == (0, 1, 0.5)
    assert lookup.nearest_rows(table, 1, 2) == [3, 2]


def test_c03_b_relabelling_changes_every_id_and_nothing_else(reading):
    model, sentence = reading
    rows = model.architecture.rows
    for seed in range(3):
        found = lookup.relabel(model, sentence, seed)
        assert found.outcome().verdict == "same"
        assert found.difference <= 1e-6
        assert found.loss < 1  # it was trained
        assert abs(found.loss - found.new_loss) <= 1e-6
        assert (found.new_ids != np.arange(rows)).all()
        assert sorted(found.new_ids) == list(range(rows))
        alone = lookup.relabel(model, sentence, seed, rows_along=False).outcome()
        assert alone.verdict == "other"
        assert alone.values["new_loss"] > alone.values["loss"] + 1


@pytest.mark.parametrize("tied", [False, True])
def test_the_loss_of_the_relabelled_model_is_the_one_of_its_scores(tied):
    shape = Architecture(rows=20, dims=16, layers=2, heads=2, context=8, positions="learned", causal=True, tied=tied)
    random = np.random.default_rng(0)
    model = Model(shape, {name: random.normal(0, 0.5, size) for name, size in shape.shapes().items()})
    sentence = [3, 1, 4, 1, 5]
    scores = model.scores(model.states(sentence)[-1])
    chances = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    surprise = [-np.log(chances[place, token]) for place, token in enumerate(sentence[1:])]
    found = lookup.relabel(model, sentence)
    assert found.loss == pytest.approx(np.mean(surprise))
    assert found.outcome().verdict == "same"


@pytest.mark.parametrize("dims", [64, 768, 5120])
def test_c04_rows_have_the_length_that_their_start_gives(dims):
    expected = {"lesson": ("one", 1), "wide": ("long", dims**0.5), "narrow": ("short", 0.02 * dims**0.5)}
    expected["variance"] = ("fourth", dims**0.25)
    rows = max(256, 2**17 // dims)
    for (start, (verdict, length)), seed in product(expected.items(), range(3)):
        outcome = lookup.length_of(lookup.norms(lookup.SPREADS[start](dims), rows, dims, seed), dims)
        assert outcome.verdict == verdict
        assert outcome.values["rms"] == pytest.approx(length, rel=0.01)
    assert lookup.length_of(lookup.norms(1.1 / dims**0.5, rows, dims), dims).verdict == "other"


def test_the_lengths_of_the_lesson():
    assert {name: round(value, 2) for name, value in lookup.lengths(768).items()} == {
        "one": 1.0,
        "long": 27.71,
        "short": 0.55,
        "fourth": 5.26,
    }


@given(st.integers(1, 40), st.integers(1, 3000))
def test_norms_are_drawn_in_blocks_as_if_at_once(rows, dims):
    whole = np.random.default_rng(0).standard_normal((rows, dims), dtype=np.float32).astype(np.float64)
    np.testing.assert_allclose(lookup.norms(2.0, rows, dims), 2 * np.linalg.norm(whole, axis=1), rtol=1e-12)


FIRST, SECOND = Batch.of([[3, 1, 4, 1, 5]]), Batch.of([[3, 9, 2], [6, 2, 7]])
CASES = {  # optimiser, head, steps: verdict, rows that move, of 12
    ("sgd", "untied", 1): ("batch", 3),
    ("sgd", "untied", 2): ("batch", 4),
    ("adam", "untied", 1): ("batch", 3),
    ("adam", "untied", 2): ("more", 6),
    ("adamw", "untied", 1): ("all", 12),
    ("adamw", "untied", 2): ("all", 12),
    **{(optimiser, "tied", steps): ("all", 12) for optimiser, steps in product(OPTIMISERS, (1, 2))},
}


@pytest.mark.parametrize(("optimiser", "head", "steps"), CASES)
def test_c05_a_step_moves_the_rows_it_reads_and_in_most_cases_others(optimiser, head, steps):
    for seed in range(3):
        moved = one_step.train([FIRST, SECOND][:steps], 12, 16, optimiser, head, seed)
        outcome = moved.outcome()
        assert (outcome.verdict, outcome.values["changed"]) == CASES[optimiser, head, steps]
        assert np.flatnonzero(moved.read).tolist() == ([1, 3, 4], [2, 3, 6, 9])[steps - 1]
        assert outcome.values["others"] == outcome.values["changed"] - outcome.values["read"]


def test_a_frozen_table_turns_the_verdict():
    assert one_step.train([FIRST], 12, 16, "sgd", "untied", rate=0.0).outcome().verdict == "fewer"


def test_a_batch_that_reads_everything_is_exact_with_any_optimiser():
    everything = Batch.of([[*range(12), 0]])
    for optimiser, head in product(OPTIMISERS, HEADS):
        assert one_step.train([everything], 12, 16, optimiser, head).outcome().verdict == "batch"


@pytest.mark.heavy
def test_gradients_and_steps_are_those_of_torch():
    import torch

    random = np.random.default_rng(0)
    start = [random.normal(0, 0.02, (12, 16)).astype(np.float32) for _ in HEADS]
    table, head = (torch.tensor(values, requires_grad=True) for values in start)
    scores = table[torch.from_numpy(FIRST.ids)] @ head.T
    torch.nn.functional.cross_entropy(scores, torch.from_numpy(FIRST.targets)).backward()
    for ours, theirs in zip(one_step.gradients(*start, FIRST), (table.grad, head.grad), strict=True):
        np.testing.assert_allclose(ours, theirs.numpy(), atol=1e-8)
    options = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW}
    for optimiser, kind in options.items():
        decay = {"weight_decay": one_step.DECAY} if optimiser == "adamw" else {}
        theirs = torch.tensor(start[0], requires_grad=True)
        optimise, ours = kind([theirs], lr=one_step.RATES[optimiser], **decay), one_step._Numbers(start[0].copy())
        for seed in range(3):
            gradient = np.random.default_rng(seed).normal(size=(12, 16)).astype(np.float32)
            theirs.grad = torch.from_numpy(gradient)
            optimise.step()
            ours.step(gradient, optimiser, None)
        np.testing.assert_allclose(ours.values, theirs.detach().numpy(), atol=1e-6)


@pytest.mark.heavy
@pytest.mark.parametrize("tied", [False, True])
def test_c05_holds_of_the_gpt_that_the_app_trains(tied):
    """The page's model has nothing between its tables; with blocks between them the same rows have a gradient."""
    import torch

    from embedlab.training.gpt_gradient import Network

    shape = Architecture(rows=20, dims=16, layers=2, heads=2, context=4, positions="learned", causal=True, tied=tied)
    network, random = Network(shape, "cpu"), np.random.default_rng(0)
    network.load({name: random.normal(0, 0.1, size).astype(np.float32) for name, size in network.shapes.items()})
    ids, targets = torch.tensor([[3, 1, 4, 1], [3, 9, 2, 6]]), torch.tensor([[1, 4, 1, 5], [9, 2, 6, 7]])
    network.step(ids, targets, None, False)
    moved = network.gradients[tablefile.INPUT].abs().sum(1).nonzero().flatten().tolist()
    assert moved == (list(range(20)) if tied else [1, 2, 3, 4, 6, 9])
