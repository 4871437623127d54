"""The toy world: words with three independent codes, its questions, passages and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from embedlab.training import world_words
from embedlab.training.corpus import Corpus
from embedlab.wording import Language

SIDE = 8  # pixels of a picture in each direction
PIXELS = SIDE * SIDE * 3  # values of a picture
PASSES = 5  # how often every sentence stands in the text
NAMES = {"world_en": "en", "world_pt": "pt"}  # what `--corpus` calls the text of the world


@dataclass(frozen=True)
class Item:
    """One word of the world in both languages, its three codes, and its picture as 64 bits."""

    en: str
    pt: str
    kind: str
    topic: str
    look: str
    sprite: str

    def word(self, language: Language) -> str:
        """The word in a language."""
        return self.pt if language == "pt" else self.en


@dataclass(frozen=True, eq=False)
class World:
    """What objectives know that see more than words. Sentences: `items` (n,) the item of each, `asks` (n,) whether it
    is a question. Items: `kinds` and `topics` (m,) their class and topic, `pictures` (m, 8, 8, 3) float32 from 0 to 1.
    """

    items: np.ndarray
    asks: np.ndarray
    kinds: np.ndarray
    topics: np.ndarray
    pictures: np.ndarray


@dataclass(frozen=True)
class WorldText(Corpus):
    """The sentences of the toy world. items: the item that each speaks of."""

    items: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """What a table's provenance calls it."""
        return f"world_{self.language}"

    @property
    def groups(self) -> dict[str, dict[str, str]]:
        """The topic and the look of every word, by their English names."""
        language = self.language or "en"
        return {code: {item.word(language): getattr(item, code) for item in items()} for code in ("topic", "look")}

    def world(self) -> World:
        """What the words are about."""
        asks = np.array([sentence[-1] == "?" for sentence in self.sentences])
        known = codes()
        return World(np.array(self.items), asks, known["kind"], known["topic"], pictures())


@cache
def items() -> tuple[Item, ...]:
    """Every word of the world, class by class and in each by topic."""
    found = []
    for kind, lines in world_words.WORDS.items():
        for line in lines.strip().splitlines():
            topic, en, pt, look, sprite = (part.strip() for part in line.split("|"))
            found.append(Item(en, pt, kind, topic, look, sprite))
    return tuple(found)


def codes() -> dict[str, np.ndarray]:
    """The number of each item's class ("kind"), topic and look, (items,) int64."""
    return {name: _numbered([getattr(item, name) for item in items()]) for name in ("kind", "topic", "look")}


def _numbered(names: list[str]) -> np.ndarray:
    known = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([known[name] for name in names])


def pictures() -> np.ndarray:
    """The picture of every item, (items, 8, 8, 3) float32 from 0 (dark) to 1."""
    return np.stack([_picture(item) for item in items()])


def _picture(item: Item) -> np.ndarray:
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(item.sprite), dtype=np.uint8)).reshape(SIDE, SIDE, 1)
    _, ink, ground = world_words.LOOKS[item.look]
    return np.where(bits == 1, _rgb(ink), _rgb(ground))


def _rgb(colour: str) -> np.ndarray:
    return np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8).astype(np.float32) / 255


@cache
def build(language: Language, seed: int = 0) -> WorldText:
    """The text of the world: every word in every sentence of its class, PASSES times, shuffled.

    The same seed gives twin sentences in both languages.
    """
    all_of_them = [
        (number, place) for number, item in enumerate(items()) for place in range(len(_sentences(item.kind, language)))
    ] * PASSES
    Random(seed).shuffle(all_of_them)
    sentences = tuple(_filled(number, place, language) for number, place in all_of_them)
    named = world_words.CLASSES if language == "pt" else {name: name for name in world_words.CLASSES}
    return WorldText(
        sentences,
        classes={item.word(language): named[item.kind] for item in items()},
        superclasses={name: name for name in named.values()},
        language=language,
        items=tuple(number for number, _ in all_of_them),
    )


@cache
def _sentences(kind: str, language: Language) -> tuple[tuple[str, ...], ...]:
    lines = [line.split() for line in world_words.SENTENCES[kind].strip().splitlines()]
    return tuple(tuple(line) for line in lines[language == "pt" :: 2])


def _filled(number: int, place: int, language: Language) -> tuple[str, ...]:
    item = items()[number]
    return tuple(item.word(language) if token == "x" else token for token in _sentences(item.kind, language)[place])
