"""Pairs of words that stand in one relation: those of the toy corpora by their grammar, and a few known ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from embedlab.neighbours import TokenIndex
from embedlab.training import lexicon
from embedlab.training.grammar import Word, feminine_of, nouns
from embedlab.wording import LANGUAGES, Language

FEWEST = 4  # pairs of one relation
Words = tuple[tuple[str, str], ...]

_KNOWN = {
    "capital": "France Paris, Germany Berlin, Italy Rome, Spain Madrid, Russia Moscow, Japan Tokyo, China Beijing,"
    " Egypt Cairo, Greece Athens, Austria Vienna, Poland Warsaw, Portugal Lisbon, Ireland Dublin, Cuba Havana,"
    " Norway Oslo, Sweden Stockholm, Iran Tehran, Iraq Baghdad",
    "woman": "man woman, boy girl, king queen, father mother, son daughter, brother sister, uncle aunt, husband wife,"
    " prince princess, actor actress, nephew niece, he she, himself herself, god goddess, duke duchess",
    "plural": "cat cats, dog dogs, car cars, tree trees, house houses, book books, river rivers, bird birds,"
    " child children, man men, woman women, eye eyes, hand hands, king kings, city cities, door doors, song songs",
    "mulher": "homem mulher, menino menina, rei rainha, pai mãe, filho filha, irmão irmã, tio tia, marido esposa,"
    " príncipe princesa, ator atriz, ele ela, avô avó",
}


def relations(index: TokenIndex) -> dict[str, tuple[tuple[int, int], ...]]:
    """The relations of which a table has FEWEST pairs or more, by name: the ids of each pair.

    A word is looked for with a space before it first, as most models write it, and in small letters last.
    """
    found = {name: _ids(pairs, index) for name, pairs in _all().items()}
    return {name: ids for name, ids in found.items() if len(ids) >= FEWEST}


def _ids(pairs: Words, index: TokenIndex) -> tuple[tuple[int, int], ...]:
    rows = ((_row(a, index), _row(b, index)) for a, b in pairs)
    return tuple((a, b) for a, b in rows if a is not None and b is not None)


def _row(word: str, index: TokenIndex) -> int | None:
    forms = (f" {word}", word, f" {word.lower()}", word.lower())
    return next((index.firsts[form] for form in forms if form in index.firsts), None)


@cache
def _all() -> dict[str, Words]:
    toy = {f"{name}_{language}": pairs for language in LANGUAGES for name, pairs in _toy(language).items()}
    known = {name: tuple(map(_pair, text.split(","))) for name, text in _KNOWN.items()}
    return {**known, "gender_pt": _genders(), **toy}


def _pair(text: str) -> tuple[str, str]:
    first, second = text.split()
    return first, second


def _toy(language: Language) -> dict[str, Words]:
    """What each animal is preferably like, and does: the grammar chooses these words PREFERENCE times as often."""
    animals = [word for name in lexicon.SUPERCLASSES["animal"] for word in nouns()[name]]
    return {
        "like": _preferred(animals, lexicon.ADJECTIVES, language),
        "does": _preferred(animals, lexicon.VERBS, language),
    }


def _preferred(animals: Sequence[Word], lists: Mapping[str, str], language: Language) -> Words:
    words = dict(entry.lstrip("*").split("/") for text in lists.values() for entry in text.split())
    said = []
    for animal in animals:
        for word in sorted(animal.prefers & words.keys()):
            form = words[word]
            if lists is lexicon.ADJECTIVES and animal.feminine:
                form = feminine_of(form)
            said.append((animal.en, word) if language == "en" else (animal.pt, form))
    return tuple(said)


def _genders() -> Words:
    """The two forms of every Portuguese adjective that has two."""
    forms = sorted({entry.split("/")[1] for text in lexicon.ADJECTIVES.values() for entry in text.split()})
    return tuple((form, feminine_of(form)) for form in forms if feminine_of(form) != form)
