"""Turns the lexicon and the templates into sentences: chooses words, makes them agree."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random

from embedlab.training import lexicon
from embedlab.training.templates import TEMPLATES
from embedlab.wording import Language

# What a form becomes before a masculine and a feminine noun, and before a bare name or month.
_FORMS = {
    "o": ("o", "a"),
    "um": ("um", "uma"),
    "do": ("do", "da"),
    "no": ("no", "na"),
    "ao": ("ao", "à"),
    "aquele": ("aquele", "aquela"),
    "meu": ("meu", "minha"),
}
_BARE = {"o": "", "do": "de", "no": "em", "ao": "a"}


@dataclass(frozen=True)
class Word:
    """One entry of the lexicon in both languages; verbs and adjectives leave what nouns need empty."""

    en: str
    pt: str
    noun_class: str = ""
    feminine: bool = False
    prefers: frozenset[str] = frozenset()
    starred: bool = False

    def bare(self, language: Language) -> bool:
        """Whether the noun stands without an article in the language."""
        return language in lexicon.BARE.get(self.noun_class, ())


@dataclass(frozen=True)
class Template:
    """One sentence pattern. `slots` are (letter, kind, list, governing letter); kind is one of `:!~`."""

    weight: float
    slots: tuple[tuple[str, str, str, str], ...]
    text: Mapping[Language, tuple[str, ...]]


@cache
def nouns() -> dict[str, tuple[Word, ...]]:
    """The nouns of each class, the most frequent first."""
    return {
        name: tuple(_noun(line, name) for line in text.strip().splitlines()) for name, text in lexicon.NOUNS.items()
    }


def _noun(line: str, noun_class: str) -> Word:
    en, portuguese, prefers = (part.strip() for part in line.split("|"))
    article, pt = portuguese.split()
    return Word(en, pt, noun_class, article == "a", frozenset(prefers.split()))


@cache
def _words(kind: str, name: str) -> tuple[Word, ...]:
    """The verbs (!) or adjectives (~) of a list. An underscore is a space."""
    text = (lexicon.VERBS if kind == "!" else lexicon.ADJECTIVES)[name]
    pairs = [(entry.lstrip("*").split("/"), entry.startswith("*")) for entry in text.split()]
    return tuple(Word(en, pt.replace("_", " "), starred=starred) for (en, pt), starred in pairs)


@cache
def templates() -> tuple[Template, ...]:
    """Every template, parsed."""
    lines = TEMPLATES.strip().splitlines()
    return tuple(_template(*lines[first : first + 3]) for first in range(0, len(lines), 3))


def _template(head: str, en: str, pt: str) -> Template:
    weight, slots = head.split(" | ")
    return Template(float(weight), tuple(map(_slot, slots.split())), {"en": tuple(en.split()), "pt": tuple(pt.split())})


def _slot(text: str) -> tuple[str, str, str, str]:
    name, _, governor = text[2:].partition(".")
    return text[0], text[1], name, governor


def choose(template: Template, random: Random) -> dict[str, Word]:
    """A word for every slot; two slots never hold the same noun."""
    words: dict[str, Word] = {}
    for letter, kind, name, governor in template.slots:
        if kind == ":":
            taken = set(words.values())
            noun_class = random.choice(lexicon.SUPERCLASSES.get(name, (name,)))
            free = [word for word in nouns()[noun_class] if word not in taken]
            words[letter] = _draw(free, _zipf(len(free)), random)
        else:
            noun = words[governor]
            choices = _words(kind, noun.noun_class if name == "*" else name)
            words[letter] = _draw(choices, [_preference(word, noun) for word in choices], random)
    return words


def _draw(words: Sequence[Word], weights: Sequence[float], random: Random) -> Word:
    totals = list(accumulate(weights))
    return words[bisect(totals, random.random() * totals[-1], hi=len(words) - 1)]


@cache
def _zipf(n: int) -> tuple[float, ...]:
    return tuple(1 / (rank + 1) ** lexicon.ZIPF for rank in range(n))


def _preference(word: Word, noun: Word) -> float:
    if word.en in noun.prefers:
        return lexicon.PREFERENCE
    return 0.0 if word.starred else 1.0


def render(template: Template, words: Mapping[str, Word], language: Language) -> tuple[str, ...]:
    """The tokens of one sentence, every form agreeing with its noun."""
    text = " ".join(_render_part(part, words, language) for part in template.text[language])
    tokens = text.split()
    if language == "pt":
        return tuple(tokens)
    return tuple(_an(token, after) for token, after in zip(tokens, [*tokens[1:], "."], strict=True))


def _an(token: str, after: str) -> str:
    return "an" if token == "a" and after[0] in "aeiou" else token


def _render_part(part: str, words: Mapping[str, Word], language: Language) -> str:
    form, _, letter = part.partition("@")
    if form.startswith("$"):
        word = words[form[1:]]
        form = word.en if language == "en" else word.pt
    if not letter:
        return form
    noun = words[letter]
    if language == "en":
        return "" if form == "the" and noun.bare("en") else form
    return _agree(form, noun)


def _agree(form: str, noun: Word) -> str:
    """The Portuguese form before or after the noun: articles by table, every other form by its ending."""
    if form in _BARE and noun.bare("pt"):
        return _BARE[form]
    masculine, feminine = _FORMS.get(form, (form, feminine_of(form)))
    return feminine if noun.feminine else masculine


def feminine_of(form: str) -> str:
    """The feminine of an adjective: -o becomes -a, every other ending stays."""
    return form[:-1] + "a" if form.endswith("o") else form


def sentences(count: int, seed: int) -> list[tuple[Template, dict[str, Word]]]:
    """Seeded choices: the same in both languages, so each Portuguese sentence is the twin of an English one."""
    random = Random(seed)
    patterns = templates()
    totals = list(accumulate(template.weight for template in patterns))
    chosen = []
    for _ in range(count):
        template = patterns[bisect(totals, random.random() * totals[-1])]
        chosen.append((template, choose(template, random)))
    return chosen
