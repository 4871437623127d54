"""C25 and C26: one row for bank and banco, the layers that tell its senses apart, and the layer and pooling asked."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.claims import contexts
from embedlab.claims.contexts import Cell, Item, Reader
from embedlab.declaration import Declaration
from embedlab.text.declaration import say_declaration
from embedlab.training import gpt, job, senses
from embedlab.training.gpt import Model
from embedlab.training.objectives import next_token
from embedlab.wording import LANGUAGES

pytestmark = pytest.mark.claims
DATA = Path(__file__).resolve().parents[2] / "data"
both = pytest.mark.parametrize("language", LANGUAGES)
every_model = pytest.mark.parametrize("kind", senses.MODELS)


def reader_at(path):
    return Reader.of(next_token.model(path), tablefile.read(path).tokens)


@pytest.fixture(scope="module")
def shipped():
    """`shipped("pt", "learned")`: one of the models that the page opens on."""
    return lambda language, kind: reader_at(DATA / f"contexts_{language}_{kind}.safetensors")


@pytest.fixture(scope="module", params=range(3))
def trained(request, tmp_path_factory):
    """The causal English model, trained anew with seeds 0 to 2."""
    out = tmp_path_factory.mktemp("contexts") / "model.safetensors"
    job.run({**senses.asked("en", "causal", request.param), "out": str(out)}, lambda progress: None, lambda: False)
    return reader_at(out)


def reading(reader, language, cue):
    return contexts.read(reader, senses.sentences(language, cue, 50, 1000), language)


def layers_of(found):
    return [one for name, one in zip(found.layers, found.probes, strict=True) if name.isdecimal()]


@pytest.mark.heavy
def test_c25_the_layers_above_tell_the_senses_apart(trained):
    found = reading(trained, "en", "before")
    assert found.of("input").accuracy == found.chance == 0.5
    assert contexts.first_read(found).verdict == "first"
    assert min(one.accuracy for one in layers_of(found)) >= 0.9
    control = reading(trained, "en", "after")
    assert contexts.first_read(control).verdict == "never"
    for one in layers_of(control):
        assert one.accuracy == pytest.approx(0.5, abs=0.05)
        assert one.gap < 1e-3


@both
@every_model
def test_c25_in_both_languages(shipped, language, kind):
    reader = shipped(language, kind)
    before, after = (reading(reader, language, cue) for cue in senses.CUES)
    assert before.of("input").accuracy == 0.5
    assert contexts.first_read(before).verdict == "first"
    assert contexts.first_read(after).verdict == ("first" if kind == "both" else "never")
    if kind != "both":
        assert max(one.gap for one in layers_of(after)) < 1e-3


@both
def test_c25_the_row_is_bit_for_bit_the_same(shipped, language):
    """Of both sentences: looked up in the table, and as the model takes it in."""
    reader = shipped(language, "causal")
    water, money = senses.sentences(language, "before", 1, 1000)[:2]
    rows = [reader.states(one.tokens)[0, one.place] for one in (water, money)]
    assert rows[0].tobytes() == rows[1].tobytes()
    words = [one.tokens[one.place] for one in (water, money)]
    assert reader.digest(words[0]) == reader.digest(words[1]) != reader.digest(water.noun)


@both
def test_c25_a_learned_position_leaks_the_sense(shipped, language):
    reader = shipped(language, "learned")
    sentences = senses.as_they_come(language)
    found = contexts.read(reader, sentences, language)
    outcome = contexts.leak(found)
    assert outcome.verdict == "some"
    assert outcome.values["row"] <= found.chance
    assert outcome.values["placed"] == pytest.approx(0.8, abs=0.05)
    # Why: a guess from the place alone is as good, for the senses stand at different places.
    counts = contexts.places(sentences)
    by_place = sum(max(count.values()) for count in counts.values()) / len(sentences)
    assert outcome.values["placed"] == pytest.approx(by_place, abs=0.02)
    assert contexts.leak(reading(reader, language, "before")).verdict == "none"  # where both stand at the same places


def test_c25_shuffled_senses_turn_the_verdict(shipped):
    sentences = senses.sentences("en", "before", 50, 1000)
    drawn = [one.sense for one in sentences]
    Random(0).shuffle(drawn)
    shuffled = [replace(one, sense=sense) for one, sense in zip(sentences, drawn, strict=True)]
    outcome = contexts.first_read(contexts.read(shipped("en", "causal"), shuffled, "en"))
    assert outcome.verdict == "never"
    assert outcome.values["best"] < 0.65


def test_c25_before_training_no_layer_tells(shipped):
    """Attention sees the noun at once; that it is water or money is what training taught, for unseen nouns too."""
    reader = shipped("en", "causal")
    built = reader.model.architecture
    settings = next_token.Settings(dims=built.dims, layers=built.layers, context=built.context)
    fresh = Model(built, next_token.beginning(built, settings, seed=0))
    outcome = contexts.first_read(reading(Reader(fresh, reader.ids), "en", "before"))
    assert outcome.verdict == "never"
    assert outcome.values["best"] < 0.8


@both
def test_c26_neighbours_depend_on_layer_and_pooling(shipped, language):
    pair = senses.sentences(language, "before", 1, 1000)[:2]
    cells = contexts.grid(shipped(language, "causal"), contexts.items(pair, language), "model")
    assert set(cells) == {(layer, pooling) for layer in ("input", "1", "2") for pooling in contexts.POOLINGS}
    outcome = contexts.same_lists(cells)
    assert outcome.verdict == "others"
    assert outcome.values["low"] == 1  # as rows the two are one
    assert outcome.values["shared"] < 0.5
    assert cells["input", "token"].cosine == pytest.approx(1)
    assert cells["2", "token"].rank > 1 or cells["2", "token"].cosine < 0.99
    said = {
        say_declaration(Declaration.of(cell.table, metric="cosine", k=contexts.K), language) for cell in cells.values()
    }
    assert len(said) == len(cells)  # every caption names its layer and pooling


def test_c26_without_layers_and_in_sentences_of_one_token_nothing_depends_on_them(shipped):
    reader = shipped("en", "causal")
    names = [gpt.block_names(layer) for layer in range(2)]
    still = {name: np.zeros_like(reader.model.tensors[name]) for block in names for name in (block.out, block.down)}
    idle = Reader(replace(reader.model, tensors={**reader.model.tensors, **still}), reader.ids)
    alone = [Item((token,), 0) for token in list(reader.ids)[:40]]
    assert contexts.same_lists(contexts.grid(idle, alone, "model")).verdict == "same"


def test_c26_the_same_words_in_another_order():
    def cell(*ids):
        return Cell(None, np.array(ids), np.zeros(5))

    cells = {("1", "token"): cell(1, 2, 3, 4, 5), ("2", "token"): cell(2, 1, 3, 4, 5)}
    outcome = contexts.same_lists(cells)
    assert (outcome.verdict, outcome.values["lists"], outcome.values["shared"]) == ("order", 2, 1.0)
    cells["1", "mean"] = cell(6, 1, 2, 3, 4)
    assert contexts.same_lists(cells).verdict == "others"


@pytest.mark.heavy
def test_the_probe_is_the_logistic_regression_of_scikit_learn():
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    random = np.random.default_rng(0)
    money, folds = np.arange(80) % 2 == 1, np.arange(80) // 2 % 4
    states = random.normal(size=(80, 6)) + money[:, None] * [1, 0, 0, 0.5, 0, 0]
    ours = contexts.probe(states, money, folds)
    for held in range(4):
        scale = StandardScaler().fit(states[folds != held])
        theirs = LogisticRegression(C=1.0, tol=1e-10, max_iter=1000).fit(
            scale.transform(states[folds != held]), money[folds != held]
        )
        expected = theirs.decision_function(scale.transform(states[folds == held]))
        np.testing.assert_allclose(ours.scores[folds == held], expected, rtol=0, atol=1e-4)
    assert 0.5 < ours.accuracy < 1


def test_the_probe_knows_nothing_of_equal_states():
    money, folds = np.arange(40) % 2 == 1, np.arange(40) // 2 % 4
    found = contexts.probe(np.full((40, 3), 0.1), money, folds)
    assert (found.accuracy, found.gap) == (0.5, 0.0)


def test_the_gap_is_that_of_all_pairs():
    random = np.random.default_rng(1)
    states, money = random.normal(size=(10, 4)), np.arange(10) < 4
    centred = states - states.mean(0)
    cosines = {True: [], False: []}
    for a in range(10):
        for b in range(10):
            cosine = centred[a] @ centred[b] / np.linalg.norm(centred[a]) / np.linalg.norm(centred[b])
            weight = 1 / (4 if money[a] else 6) / (4 if money[b] else 6)  # either sense weighs the same
            cosines[bool(money[a] == money[b])].append(weight * cosine / 2)
    assert contexts.gap(states, money) == pytest.approx(sum(cosines[True]) - sum(cosines[False]))
    opposite = np.array([[1.0, 0], [2.0, 0], [-1.0, 0], [-2.0, 0]])
    assert contexts.gap(opposite, np.array([True, True, False, False])) == pytest.approx(2)


def test_places_are_counted_from_one():
    made = [senses.Sensed(("a", "b"), place, sense, "n") for place, sense in ((1, "money"), (0, "water"), (1, "money"))]
    assert contexts.places(made) == {1: {"water": 1, "money": 0}, 2: {"water": 0, "money": 2}}
