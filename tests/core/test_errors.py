"""The tree of errors, and that every code has a sentence in both languages."""

import importlib
import pkgutil
import string

import pytest

import embedlab.text.errors as texts
from embedlab import errors
from embedlab.errors import EmbedlabError, FileError, InputError, JobError, QueryError, SettingsError
from embedlab.neighbours import find_token
from embedlab.text.errors import say_error, sentences
from embedlab.wording import Sentence
from tests import tables

FAMILIES = [info.name for info in pkgutil.iter_modules(texts.__path__)]


def test_every_class_stands_in_the_tree_of_the_docstring():
    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, Exception):
            assert name in errors.__doc__
            assert issubclass(value, EmbedlabError)
    assert issubclass(QueryError, InputError)
    assert not issubclass(JobError, InputError)


def test_an_error_carries_its_code_and_its_facts():
    error = QueryError("query.k_too_large", k=9, largest=3)
    assert (error.code, error.fields) == ("query.k_too_large", {"k": 9, "largest": 3})
    assert str(error) == "query.k_too_large: k=9, largest=3"
    assert str(FileError("file.truncated")) == "file.truncated"


def test_an_error_is_worded_late_in_the_readers_language():
    error = QueryError("query.k_too_large", k=90_000, largest=30_521)
    assert say_error(error, "en").startswith("90,000 neighbours were asked for, but only 30,521 other rows")
    assert say_error(error, "pt").startswith("Foram pedidos 90.000 vizinhos, mas só 30.521 outras linhas")


def test_lists_and_offenders_are_enumerated():
    offenders = [
        {"name": "k", "value": 0, "low": 1, "high": 9, "choices": []},
        {"name": "metric", "value": "x", "low": None, "high": None, "choices": ["dot", "cosine"]},
    ]
    said = say_error(SettingsError("settings.out_of_range", offenders=offenders), "en")
    assert "k = 0 (1 .. 9), metric = x (dot/cosine)" in said
    assert "Known are: –." in say_error(SettingsError("settings.unknown", names=["x"], known=[]), "en")


def test_a_metric_and_a_step_go_by_their_labels():
    error = QueryError("query.vector_not_usable", metric="cosine")
    assert "por similaridade de cosseno" in say_error(error, "pt")
    assert "by cosine similarity" in say_error(error, "en")
    offender = {"name": "without_top_components", "value": 9, "low": 1, "high": 7, "choices": []}
    error = SettingsError("settings.out_of_range", offenders=[offender])
    assert "sem os componentes principais = 9 (1 .. 7)" in say_error(error, "pt")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_token_that_nothing_is_close_to_is_said_without_a_list(language):
    with pytest.raises(QueryError) as caught:
        find_token(tables.plain(), "zzzz")
    said = say_error(caught.value, language)
    assert "zzzz" in said
    assert "–" not in said


def test_a_token_full_of_braces_is_said_as_it_is():
    said = say_error(QueryError("query.token_unknown", token="{0} {token} %s", suggestions=["{x}"]), "en")
    assert "“{0} {token} %s”" in said
    assert "{x}" in said


def test_an_error_without_a_sentence_says_its_facts():
    assert say_error(FileError("file.nobody_worded_this", path="x"), "pt") == "file.nobody_worded_this: path='x'"


@pytest.mark.parametrize("family", FAMILIES)
def test_both_languages_use_the_same_fields(family):
    for code, sentence in importlib.import_module(f"{texts.__name__}.{family}").SENTENCES.items():
        assert isinstance(sentence, Sentence)
        assert "." in code
        assert _fields(sentence.en) == _fields(sentence.pt), code
        assert sentence.en != sentence.pt


def test_no_code_is_worded_twice():
    each = [importlib.import_module(f"{texts.__name__}.{family}").SENTENCES for family in FAMILIES]
    assert sum(map(len, each)) == len(sentences())


def _fields(template):
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(template) if name}
