"""The band form against a hand-computed case, plain loops, torch's autograd and torch's own Adam."""

import math

import numpy as np
import pytest
import torch

from embedlab import tablefile
from embedlab.training.objective import TrainingData
from embedlab.training.objectives import skipgram
from embedlab.training.objectives.skipgram import Settings

start = skipgram.OBJECTIVE.start
pytestmark = pytest.mark.heavy


def sigma(x):
    return 1 / (1 + math.exp(-x))


def data(*sentences, rows=None):
    ids = np.concatenate([np.array(sentence) for sentence in sentences])
    counts = np.bincount(ids, minlength=rows or 0)
    return TrainingData(tuple(np.array(sentence, dtype=np.int64) for sentence in sentences), counts)


def small(**given):
    return Settings(**{"dims": 4, "window": 2, "batch": 3, "shared_negatives": 5, "epochs": 3, **given})


def gradient(run, batch, negatives):
    n_pairs = float(run.n_pairs[batch].sum())
    with torch.inference_mode():
        moved, loss = run.gradient(torch.tensor(batch), torch.tensor(negatives), n_pairs, True)
    return moved.numpy(), float(loss)


def test_two_words_by_hand():
    """One sentence "0 1", one dimension, one negative (word 0) with K = 1: two pairs, each with one negative."""
    run = start(data([0, 1]), small(dims=2, shared_negatives=1, negatives=1, batch=1), 0, "cpu")
    u0, u1, c0, c1 = np.array([1.0, 0.0]), np.array([0.0, 2.0]), np.array([0.5, 0.5]), np.array([1.0, -1.0])
    run.numbers = torch.tensor(np.stack([u0, u1, c0, c1]), dtype=torch.float32)
    moved, loss = gradient(run, [0], [0])
    # pairs (0, 1) and (1, 0): u0.c1 = 1, u1.c0 = 1; negatives u0.c0 = 0.5, u1.c0 = 1
    by_hand = -(math.log(sigma(1)) * 2 + math.log(sigma(-0.5)) + math.log(sigma(-1))) / 2
    assert loss == pytest.approx(by_hand, rel=1e-6)
    g = sigma(1) - 1
    expected = np.stack(
        [
            g * c1 + sigma(0.5) * c0,
            g * c0 + sigma(1) * c0,
            g * u1 + sigma(0.5) * u0 + sigma(1) * u1,
            g * u0,
        ]
    )
    np.testing.assert_allclose(moved, expected / 2, rtol=1e-5, atol=1e-7)


def loops(run, sentences, negatives):
    """The loss in plain loops, as a torch scalar: word2vec's definition, nothing padded, nothing shared in code."""
    rows, settings = run.numbers.double().requires_grad_(), run.settings
    u, c = rows[: run.n_rows], rows[run.n_rows :]
    total, n_pairs = torch.zeros((), dtype=torch.float64), 0
    for sentence in sentences:
        for i, centre in enumerate(sentence):
            for j, context in enumerate(sentence):
                if i == j or abs(i - j) > settings.window:
                    continue
                n_pairs += 1
                total = total - torch.nn.functional.logsigmoid(u[centre] @ c[context])
                for noise in negatives:
                    weight = settings.negatives / len(negatives)
                    total = total - weight * torch.nn.functional.logsigmoid(-(u[centre] @ c[noise]))
    loss = total / n_pairs
    loss.backward()
    return rows.grad.numpy(), float(loss.detach())


def test_gradients_equal_autograd_of_plain_loops():
    sentences = ([0, 1, 2, 3, 1], [4, 4], [5], [2, 0, 6, 1])
    run = start(data(*sentences), small(batch=4), 3, "cpu")
    negatives = [1, 4, 4, 0, 6]
    moved, loss = gradient(run, [0, 1, 2, 3], negatives)
    expected, expected_loss = loops(run, sentences, negatives)
    assert loss == pytest.approx(expected_loss, rel=1e-6)
    np.testing.assert_allclose(moved, expected, rtol=1e-4, atol=1e-7)


def test_gradient_points_where_the_loss_rises():
    """Central differences of the loss that the run itself reports, in every tenth coordinate."""
    run = start(data([0, 1, 2], [2, 3]), small(batch=2), 1, "cpu")
    moved, _ = gradient(run, [0, 1], [0, 1, 2, 3, 0])
    base, step = run.numbers.clone(), 1e-2
    for place in range(0, base.numel(), 10):
        losses = []
        for sign in (1, -1):
            run.numbers = base.clone()
            run.numbers.view(-1)[place] += sign * step
            losses.append(gradient(run, [0, 1], [0, 1, 2, 3, 0])[1])
        assert moved.ravel()[place] == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=2e-4)


def test_adam_is_torchs_adam():
    run = start(data([0, 1, 2]), small(), 0, "cpu")
    parameter = torch.nn.Parameter(run.numbers.clone())
    theirs = torch.optim.Adam([parameter], lr=run.settings.learning_rate)
    random = torch.Generator().manual_seed(0)
    for step in range(5):
        parameter.grad = torch.randn(parameter.shape, generator=random)
        theirs.step()
        run.step = step
        run._adam(parameter.grad, run.settings.learning_rate)
    torch.testing.assert_close(run.numbers, parameter.detach(), rtol=1e-4, atol=1e-6)


def test_the_words_of_each_step_and_the_loss_of_every_few_are_told():
    run = start(data(*([0, 1, 2], [3, 4]) * 4), small(batch=4), 0, "cpu")  # two steps an epoch
    run.loss_every = 2
    told = [(run.advance() is not None, run.words) for _ in range(4)]
    assert [loss for loss, _ in told] == [True, False, True, False]
    assert [words for _, words in told][1::2] == [20, 40]


def test_start_has_the_declared_spread():
    run = start(data(list(range(500))), small(dims=64), 0, "cpu")
    rows = run.tensors()[tablefile.INPUT]
    assert rows.std() == pytest.approx(1 / 8, rel=0.01)
    assert abs(rows.mean()) < 0.005


def test_every_sentence_once_per_epoch_in_a_new_order():
    run = start(data(*([i, (i + 1) % 10] for i in range(10))), small(batch=4), 0, "cpu")
    orders = []
    for epoch in range(2):
        run._draw_epoch(epoch)
        assert sorted(run.order.ravel().tolist()) == [*range(10), 10, 10]  # 10 is the empty sentence
        orders.append(run.order.ravel().tolist())
    assert orders[0] != orders[1]


def test_negatives_follow_counts_to_three_quarters():
    run = start(data([0] * 16, [1], rows=2), small(batch=1, shared_negatives=1024), 0, "cpu")
    drawn = []
    for epoch in range(20):
        run._draw_epoch(epoch)
        drawn += run.negatives.flatten().tolist()
    assert np.mean(drawn) == pytest.approx(1 / (1 + 16**0.75), abs=0.01)


def test_long_sentences_are_cut():
    run = start(data([0, 1] * 40), small(), 0, "cpu")
    assert run.lengths.tolist() == [32, 32, 16, 0]
    assert run.length == 32


@pytest.mark.parametrize("sentences", [([0, 1],), ([0, 0],), ([0, 1], [2], [1])])
def test_the_smallest_texts_train_and_stay_finite(sentences):
    run = start(data(*sentences), small(batch=1), 0, "cpu")
    while run.step < run.total:
        run.advance()
    assert run.finite()
    assert run.words == 3 * sum(map(len, sentences))


def test_untouched_rows_stay():
    """Plain lookup: in the first step only rows of the batch move."""
    run = start(data([0, 1], [2, 3]), small(batch=1, shared_negatives=1, window=1), 0, "cpu")
    before = run.tensors()[tablefile.INPUT]
    run._draw_epoch(0)
    present = set(run.ids[run.order[0][0]].tolist())
    run.advance()
    moved = (run.tensors()[tablefile.INPUT] != before).any(axis=1)
    assert set(np.flatnonzero(moved).tolist()) == present


def test_pairs_by_hand():
    band = skipgram._pairs(3, 1)
    assert band[2].tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert band[0].sum() == 0
    assert band[1].sum() == 0
