"""C06 to C08 on trained tables, seeds 0 to 2, both languages; and that other texts decide otherwise."""

import json
from functools import cache

import numpy as np
import pytest
from scipy import stats

from embedlab.claims import geometry, geometry_job, pairs
from embedlab.errors import SettingsError
from embedlab.training import changed
from embedlab.training.corpus import Corpus, build

pytestmark = pytest.mark.claims
SEEDS = (0, 1, 2)
BOTH = pytest.mark.parametrize("language", ["en", "pt"])


@cache
def answer(language, change):
    """The job's answer, as it comes through JSON; each text is trained once per session."""
    asked = {"corpus": language, "changes": [change], "seeds": list(SEEDS)}
    return json.loads(json.dumps(geometry_job.run(asked, lambda progress: None, lambda: False)))


def runs(language, change):
    return answer(language, change)["runs"]


@BOTH
def test_c06_cat_stands_by_dog_from_every_start(language):
    outcome = geometry.together(runs(language, "none"))
    found = outcome.values
    assert outcome.verdict == "every"
    assert (found["wins"], found["runs"]) == (3, 3)
    assert 0 < found["low"] < found["mean"] < found["high"]
    assert found["before_low"] <= 0 <= found["before_high"]
    assert found["chance"] == 0.125
    assert found["centred_dog"] >= 0.85
    for run in runs(language, "none"):
        dog, tuesday, xylophone = run["centred"][-1]
        assert abs(tuesday) <= 0.25
        assert abs(xylophone) <= 0.25
        assert dog - tuesday >= 0.7
    assert found["raw_pairs"] > 0.1  # the common direction, which centring takes off
    assert abs(found["centred_pairs"]) < 0.02


@BOTH
def test_c06_a_shuffled_text_decides_otherwise(language):
    outcome = geometry.together(runs(language, "shuffled"))
    assert outcome.verdict != "every"
    assert outcome.values["low"] < 0


@BOTH
def test_c07_neighbours_come_with_the_contexts_and_not_with_the_word(language):
    swapped, shuffled, turned = runs(language, "swapped"), runs(language, "shuffled"), answer(language, "none")["turn"]
    outcome = geometry.residue(swapped, shuffled, turned)
    assert outcome.verdict == "others"
    assert all(run["shares"]["other"] >= 0.8 for run in swapped)
    assert abs(outcome.values["shuffled"]) <= 0.25
    assert outcome.values["shuffled_low"] <= 0 <= outcome.values["shuffled_high"]
    assert turned["changed"] > 0.999
    assert turned["cosine"] <= 1e-5
    assert turned["loss"] <= 1e-5
    assert 0.5 < turned["loss_before"] < 5


@BOTH
def test_c07_other_texts_decide_otherwise(language):
    shuffled, turned = runs(language, "shuffled"), answer(language, "none")["turn"]
    assert geometry.residue(runs(language, "none"), shuffled, turned).verdict == "own"
    assert geometry.residue(shuffled, shuffled, turned).verdict == "neither"


@BOTH
def test_c08_a_pair_never_seen_is_likelier_than_counts_say(language):
    outcome = geometry.shared_strength(runs(language, "held_out"))
    assert outcome.verdict == "more"
    assert outcome.values["counted"] == 0
    assert outcome.values["removed"] > 50
    assert outcome.values["table"] > outcome.values["frequency"]
    for run in runs(language, "held_out"):
        assert min(run["held_out"]["predicted"]) > 0  # counts say 0 in every case


def test_c08_without_contexts_the_noun_adds_nothing(monkeypatch):
    def both(text, change, anchors, held):
        for pair in held:
            text = changed.without(text, *pair)
        return changed.shuffled(text, 0)

    monkeypatch.setattr(geometry_job, "_changed", both)
    asked = {"corpus": "en", "changes": ["held_out"], "seeds": [0, 1]}
    found = geometry_job.run(asked, lambda progress: None, lambda: False)["runs"]
    assert geometry.shared_strength(found).verdict == "frequency"


def test_the_band_is_students():
    values = [0.3, 0.5, 0.7, 0.4]
    low, high = stats.t.interval(0.95, 3, np.mean(values), np.std(values, ddof=1) * np.sqrt(1 + 1 / 4))
    found = geometry.band(values)
    assert (found.mean, found.low, found.high) == pytest.approx((np.mean(values), low, high), rel=1e-3)
    assert geometry.band([0.5, 0.55, 0.6, 0.52]).low > 0 > found.low
    for n in range(2, geometry.MOST_SEEDS + 1):
        half = stats.t.ppf(0.975, n - 1) * np.std([1.0, *[0.0] * (n - 1)], ddof=1) * np.sqrt(1 + 1 / n)
        assert geometry.band([1.0, *[0.0] * (n - 1)]).high == pytest.approx(1 / n + half, rel=1e-3)


def test_cosines_and_their_mean_by_hand():
    table = np.array([[1.0, 0], [0, 2], [3, 3]], dtype=np.float32)
    raw, centred = geometry.cosines(table, 0, [1, 2])
    assert raw == pytest.approx([0, 0.5**0.5])
    a, b, c = table.astype(float) - table.mean(0)
    expected = [a @ other / (np.linalg.norm(a) * np.linalg.norm(other)) for other in (b, c)]
    assert centred == pytest.approx(expected)
    half = 0.5**0.5
    assert geometry.all_pairs(table)[0] == pytest.approx((0 + half + half) / 3)
    assert geometry.cosines(np.zeros((2, 3)), 0, [1]).tolist() == [[0], [0]]


def test_a_turn_that_is_not_undone_changes_the_loss():
    random = np.random.default_rng(1)
    table, head = (random.normal(size=(6, 4)).astype(np.float32) for _ in range(2))
    counts, negatives = random.integers(1, 4, (6, 6)), np.full(6, 1 / 6)
    found = geometry.turn(table, head, counts, negatives, 5, seed=0)
    assert (found.changed, found.loss) == (1, pytest.approx(0, abs=1e-6))
    rotation = np.linalg.qr(np.random.default_rng(0).normal(size=(4, 4)))[0]
    assert abs(pairs.loss(table @ rotation, head, counts, negatives, 5) - found.loss_before) > 0.01


def test_changed_texts():
    text = Corpus((("the", "cat", "sat"), ("on", "Tuesday")))
    assert changed.swapped(text, "cat", "Tuesday").sentences == (("the", "Tuesday", "sat"), ("on", "cat"))
    assert changed.without(text, "cat", "sat").sentences == (("on", "Tuesday"),)
    whole = build("en", 50)
    mixed = changed.shuffled(whole, 0)
    assert [len(s) for s in mixed.sentences] == [len(s) for s in whole.sentences]
    assert sorted(t for s in mixed.sentences for t in s) == sorted(t for s in whole.sentences for t in s)
    assert mixed.sentences != whole.sentences
    assert changed.shuffled(whole, 0).sentences == mixed.sentences


def test_what_cannot_be_trained_is_refused():
    for settings in ({"corpus": "fr"}, {"corpus": "en", "changes": ["turned"]}, {"corpus": "en", "own": {"dims": 0}}):
        with pytest.raises(SettingsError):
            geometry_job.run(settings, lambda progress: None, lambda: False)


def test_a_stop_keeps_the_whole_runs():
    asked = {"corpus": "en", "seeds": [0, 1], "own": {"epochs": 1, "dims": 8}}
    calls = iter(range(10_000))
    seen = []
    found = geometry_job.run(asked, seen.append, lambda: next(calls) > 10)
    assert [run["seed"] for run in found["runs"]] == [0]
    assert seen[0] == {"done": 0, "total": 2}
