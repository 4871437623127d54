"""The toy corpora are what the grammar says, and an own text becomes what the docstring says."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.errors import CorpusError
from embedlab.training import corpus, grammar, lexicon, vocabulary
from embedlab.training.corpus import build, from_text
from embedlab.wording import LANGUAGES

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_corpus_is_what_the_grammar_makes(language):
    assert (DATA / f"corpus_{language}.txt").read_text("utf-8") == build(language).text()


def test_command_writes_both_corpora(tmp_path):
    assert corpus.main(str(tmp_path)) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus_en.txt", "corpus_pt.txt"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_size_classes_and_templates(language):
    text = build(language)
    sizes = Counter(text.classes.values())
    assert len(text.sentences) == 5000
    assert len(sizes) == 20
    assert all(5 <= size <= 9 for size in sizes.values())
    assert len(grammar.templates()) >= 44
    assert set(sizes) == set(text.superclasses)
    counts = Counter(token for sentence in text.sentences for token in sentence)
    assert min(counts[noun] for noun in text.classes) >= 10  # a rarer noun would learn nothing


def test_every_noun_has_one_class_and_no_noun_is_ambiguous():
    for language in LANGUAGES:
        forms = [getattr(noun, language) for nouns in grammar.nouns().values() for noun in nouns]
        assert len(forms) == len(set(forms))
        assert not set(forms) & set(lexicon.AMBIGUOUS[language])
    others = {word for name in lexicon.VERBS for word in lexicon.VERBS[name].replace("*", "").replace("/", " ").split()}
    assert not others & set(build("en").classes)
    assert not others & set(build("pt").classes)


def test_preferences_name_words_that_the_noun_can_meet():
    for name, nouns in grammar.nouns().items():
        parents = {name, *(parent for parent, children in lexicon.SUPERCLASSES.items() if name in children)}
        texts = [words[key] for words in (lexicon.VERBS, lexicon.ADJECTIVES) for key in parents if key in words]
        known = {entry.lstrip("*").split("/")[0] for text in texts for entry in text.split()}
        for noun in nouns:
            assert noun.prefers <= known, noun


@pytest.mark.parametrize("language", LANGUAGES)
def test_frequencies_are_zipf_like(language):
    counts = np.sort(vocabulary.of(build(language).sentences).counts)[::-1]
    slope = np.polyfit(np.log(np.arange(1, 201)), np.log(counts[:200]), 1)[0]
    assert -1.2 < slope < -0.6


def test_both_senses_of_bank():
    english, portuguese = build("en"), build("pt")
    for text, word, money, river in (
        (english, "bank", {"loan", "debt", "salary"}, {"river", "lake", "stream"}),
        (portuguese, "banco", {"empréstimo", "dívida", "salário"}, {"rio", "lago", "riacho"}),
    ):
        with_word = [set(sentence) for sentence in text.sentences if word in sentence]
        assert sum(bool(sentence & money) for sentence in with_word) > 30
        assert sum(bool(sentence & river) for sentence in with_word) > 20
        assert not any(sentence & money and sentence & river for sentence in with_word)
        assert word not in text.classes


def test_twins_hold_the_same_nouns_in_both_languages():
    english, portuguese = build("en"), build("pt")
    twin = {noun.en: noun.pt for nouns in grammar.nouns().values() for noun in nouns}
    for one, other in zip(english.sentences, portuguese.sentences, strict=True):
        nouns = sorted(twin[token] for token in one if token in english.classes and english.classes[token] != "colour")
        assert nouns == sorted(token for token in other if portuguese.classes.get(token, "cor") != "cor")


def test_seed_decides():
    assert build("en", 50, seed=1).sentences == build("en", 50, seed=1).sentences
    assert build("en", 50, seed=1).sentences != build("en", 50, seed=2).sentences
    assert build("en", 50).sentences == build("en").sentences[:50]


def test_own_text_by_hand():
    text = from_text("The cat sat. Then the end of it’s well-being, São Paulo 3.5?!\n\n  x_1\n")
    assert text.sentences == (
        ("the", "cat", "sat", "."),
        ("Then", "the", "end", "of", "it’s", "well-being", ",", "São", "Paulo", "3.5", "?", "!"),
        ("x", "_", "1"),
    )
    assert (text.classes, text.language, text.name, text.n_tokens) == ({}, None, "own_text", 19)


def test_toy_corpus_survives_being_read_as_an_own_text():
    text = build("pt", 300)
    assert from_text(text.text()).sentences == text.sentences


@pytest.mark.parametrize("text", ["", "  \n\t\n", "\n\n"])
def test_empty_text_is_refused(text):
    with pytest.raises(CorpusError) as caught:
        from_text(text)
    assert caught.value.code == "corpus.empty"


@pytest.mark.parametrize("text", ["word", "one\ntwo\nthree"])
def test_text_without_pairs_is_refused(text):
    with pytest.raises(CorpusError) as caught:
        from_text(text)
    assert caught.value.code == "corpus.no_pairs"
    assert caught.value.fields == {"sentences": len(text.split())}


def test_too_large_text_is_refused():
    with pytest.raises(CorpusError) as caught:
        from_text("a " * corpus.MAX_CHARACTERS)
    assert caught.value.fields == {"characters": 2 * corpus.MAX_CHARACTERS, "limit": corpus.MAX_CHARACTERS}


@given(st.text(max_size=200))
def test_any_text_is_read_without_loss_or_refused(text):
    try:
        read = from_text(text)
    except CorpusError:
        assert not any(len(line.split()) > 1 for line in text.splitlines())  # two words on a line are a pair
        return
    kept = "".join(token for sentence in read.sentences for token in sentence)
    assert kept.casefold() == "".join(text.split()).casefold()
    assert all(sentence and all(sentence) for sentence in read.sentences)


def test_vocabulary_by_hand():
    words = vocabulary.of([("b", "a", "b"), ("c", "b", "a")])
    assert words.tokens == ("b", "a", "c")
    assert words.counts.tolist() == [3, 2, 1]
    assert [ids.tolist() for ids in vocabulary.encode([("c", "a")], words)] == [[2, 1]]


def test_classes_are_named_in_the_language_of_the_corpus():
    english, portuguese = build("en"), build("pt")
    assert (english.classes["cat"], portuguese.classes["gato"]) == ("pet", "bicho de estimação")
    assert set(lexicon.CLASS_NAMES_PT) == set(english.superclasses)
    assert len(set(portuguese.classes.values())) == 20
