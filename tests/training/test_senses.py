"""Sentences with bank and banco: the senses share every frame, and one noun tells which."""

import pytest

from embedlab.settings import build
from embedlab.training import corpus, grammar, senses
from embedlab.training.objectives.next_token import OBJECTIVE
from embedlab.wording import LANGUAGES

both = pytest.mark.parametrize("language", LANGUAGES)
every_cue = pytest.mark.parametrize("cue", senses.CUES)


def nouns(sense, language):
    return {getattr(noun, language) for noun in grammar.nouns()[sense]}


@both
@every_cue
def test_twins_differ_in_the_noun_and_in_how_they_go_on(language, cue):
    made = senses.sentences(language, cue, per_fold=10, seed=3)
    assert len(made) == 2 * 4 * 10
    assert [one.sense for one in made] == ["water", "money"] * 40
    for water, money in zip(made[::2], made[1::2], strict=True):
        assert water.place == money.place
        assert senses.fold(water.noun, language) == senses.fold(money.noun, language)
        for one in (water, money):
            assert one.tokens[one.place] == senses.word(language)
            assert one.noun in nouns(one.sense, language)
            at = one.tokens.index(one.noun)
            assert (at < one.place) == (cue == "before")
        assert water.tokens[water.place + 1 :] != money.tokens[money.place + 1 :]
        if cue == "after":
            assert water.tokens[: water.place + 1] == money.tokens[: money.place + 1]


@both
def test_each_fold_has_as_many_of_either_sense(language):
    made = senses.sentences(language, "before", per_fold=5, seed=0)
    folds = [senses.fold(one.noun, language) for one in made]
    assert {held: folds.count(held) for held in set(folds)} == {0: 10, 1: 10, 2: 10, 3: 10}
    held_out = {one.noun for one, at in zip(made, folds, strict=True) if at == 0}
    assert not held_out & {one.noun for one, at in zip(made, folds, strict=True) if at != 0}


def test_sentences_read_well():
    said = {language: " ".join(senses.sentences(language, "before", 4, 0)[0].tokens) for language in LANGUAGES}
    assert said == {
        "en": "because of the river the lawyer went to the bank to see the canoe .",
        "pt": "por causa do rio a advogada foi ao banco de areia para ver a canoa .",
    }


@both
def test_the_toy_corpus_has_its_own(language):
    found = senses.as_they_come(language)
    lines = [" ".join(sentence) for sentence in corpus.build(language).sentences]
    assert [" ".join(one.tokens) for one in found] == [line for line in lines if senses.word(language) in line.split()]
    assert {one.sense for one in found} == set(senses.SENSES)


@both
def test_the_text_is_seeded_and_holds_what_is_asked_of_a_model(language):
    lines = senses.text(language).splitlines()
    assert len(lines) == 1500 + 4000
    assert lines == senses.text(language).splitlines()
    assert lines != senses.text(language, seed=1).splitlines()
    known = {token for line in lines for token in line.split()}
    probed = [
        *senses.as_they_come(language),
        *(one for cue in senses.CUES for one in senses.sentences(language, cue, 50, 9)),
    ]
    assert {token for one in probed for token in one.tokens} <= known


@pytest.mark.parametrize("kind", senses.MODELS)
def test_every_model_can_be_asked_for(kind):
    asked = senses.asked("en", kind, seed=5)
    own = {name: value for name, value in asked.items() if name not in ("corpus", "objective", "seed", "device")}
    assert build(OBJECTIVE.Settings, own).context >= max(
        len(line.split()) for line in asked["corpus"]["text"].splitlines()
    )
    assert asked["seed"] == 5
