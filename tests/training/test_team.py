"""A batch in parts: what the processes of a team find adds up to what one of them finds alone."""

from dataclasses import replace

import numpy as np
import pytest

from embedlab.training import job, vocabulary
from embedlab.training.corpus import from_text
from embedlab.training.objective import TrainingData
from embedlab.training.team import ALONE, Team

pytestmark = pytest.mark.heavy
TEXT = from_text("the cat sleeps . the dog eats the fish . a bird sings . dogs run . one two three four five six .")
KINDS = [
    ("skipgram", {"batch": 5}),
    ("next_token", {"batch": 5, "dims": 16, "heads": 2, "context": 6}),
    ("next_token", {"batch": 5, "dims": 16, "heads": 2, "context": 6, "attention": "bidirectional"}),
]


def data(team):
    words = vocabulary.of(TEXT.sentences)
    return TrainingData(tuple(vocabulary.encode(TEXT.sentences, words)), words.counts, None, team)


class Overheard(Team):
    """A team of which only this process is there: what it would add up is kept in place."""

    def add_up(self, *tensors):
        heard.append([None if tensor is None else tensor.clone().numpy() for tensor in tensors])


heard: list[list[np.ndarray]] = []


def first_step(objective, settings, team):
    heard.clear()
    chosen = job.objective(objective)
    run = chosen.start(data(team), replace(chosen.Settings(), **settings), 3, "cpu")
    run.advance()
    return heard[0], run.words


@pytest.mark.parametrize(("objective", "settings"), KINDS)
@pytest.mark.parametrize("size", [2, 3])
def test_the_parts_of_a_gradient_add_up_to_the_whole(objective, settings, size):
    (whole, loss), words = first_step(objective, settings, Overheard())
    parts = [first_step(objective, settings, Overheard(number, size)) for number in range(size)]
    assert np.abs(whole).max() > 1e-3
    assert np.abs(sum(found[0] for found, _ in parts) - whole).max() <= 1e-6
    assert abs(sum(found[1] for found, _ in parts) - loss) <= 1e-5
    assert {counted for _, counted in parts} == {words}


def test_parts_cover_a_batch_once_and_one_process_has_all_of_it():
    batch = np.arange(7)
    parts = [Team(number, 3).part(batch).tolist() for number in range(3)]
    assert parts == [[0, 3, 6], [1, 4], [2, 5]]
    assert ALONE.part(batch) is batch


def test_every_divisible_objective_has_a_batch():
    assert all(one.Settings().batch > 1 for one in job.OBJECTIVES.values() if one.divisible)
