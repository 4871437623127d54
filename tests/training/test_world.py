"""The toy world: three independent codes, twin texts, pictures that can be told apart."""

from itertools import combinations

import numpy as np
import pytest

from embedlab.errors import SettingsError
from embedlab.training import job, world
from embedlab.training.world_words import CLASSES, LOOKS, TOPICS
from embedlab.wording import LANGUAGES


def test_two_words_share_one_of_the_three_codes_at_most():
    codes = world.codes()
    shared = [sum(codes[name][a] == codes[name][b] for name in codes) for a, b in combinations(range(70), 2)]
    assert max(shared) == 1
    assert len(world.items()) == len(CLASSES) * len(TOPICS) == 70
    assert {item.look for item in world.items()} == set(LOOKS)


def test_the_pairs_that_a_class_is_shown_make_sense():
    words = {item.en: item for item in world.items()}
    assert words["cat"].topic == words["milk"].topic
    assert words["sheep"].look == words["snow"].look
    assert words["cat"].kind == words["sheep"].kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_stands_in_every_sentence_of_its_class(language):
    text = world.build(language)
    words = [item.word(language) for item in world.items()]
    assert len(set(words)) == 70
    assert len(text.sentences) == 70 * 6 * world.PASSES
    assert text.n_tokens >= 10_000  # else the run would say that the text is little
    for number, sentence in zip(text.items, text.sentences, strict=True):
        assert [token for token in sentence if token in text.classes] == [words[number]]
    assert len(set(zip(text.items, text.sentences, strict=True))) == 70 * 6


def test_the_texts_are_twins():
    english, portuguese = map(world.build, LANGUAGES)
    assert english.items == portuguese.items
    assert (english.world().asks == portuguese.world().asks).all()
    assert english.world().asks.mean() == 0.5
    assert english.name == "world_en"
    assert portuguese.classes["gato"] == "animal"


def test_no_word_of_a_sentence_tells_topic_or_look():
    """Beside its own word, a sentence is one that every word of its class has."""
    text = world.build("pt")
    around = {}
    for sentence in text.sentences:
        frame = tuple("x" if token in text.classes else token for token in sentence)
        (word,) = (token for token in sentence if token in text.classes)
        around.setdefault(frame, set()).add(word)
    assert {len(words) for words in around.values()} == {7}


def test_pictures_are_two_colours_and_all_differ():
    pictures = world.pictures()
    assert pictures.shape == (70, 8, 8, 3)
    assert ((pictures >= 0) & (pictures <= 1)).all()
    assert len(np.unique(pictures.reshape(70, -1), axis=0)) == 70
    for item, picture in zip(world.items(), pictures, strict=True):
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) == 2, item.en


def test_the_corpus_of_the_world_has_a_name():
    assert job.corpus_of("world_pt") is world.build("pt")
    assert job.corpus_of("en", job.objective("retrieval")) is world.build("en")
    assert job.corpus_of("en", job.objective("skipgram")).name == "corpus_en"
    with pytest.raises(SettingsError):
        job.corpus_of("world")
