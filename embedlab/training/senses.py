"""Sentences with a word of two senses, bank or banco: what comes before the word, or only after it, tells which.

Up to the word both senses share every frame, so that neither its place nor the words before it give the sense away:
one noun does, water or money, or nothing where it comes after. Then each sentence goes on by its sense, or a model
would have no reason to keep it. The toy corpora's own sentences with the word are not so even (`as_they_come`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from embedlab.training import corpus, grammar, lexicon
from embedlab.training.grammar import Template, Word
from embedlab.wording import Language

SENSES: tuple[str, ...] = ("water", "money")  # the class of the noun that tells the sense
CUES = ("before", "after")
FOLDS = 4  # of the nouns: a probe is tested on nouns that it has not seen
# A model reads this many sentences of the toy corpus, for its nouns, and those with the word: the more of these, the
# sooner it learns to keep the sense. 4,000 of them, 1,000 twins of either cue.
_TOY, _TWINS = 1500, 250
MODELS: dict[str, dict[str, Any]] = {
    "causal": {"positions": "rotary", "updates": 400, "learning_rate": 0.01},
    "learned": {"positions": "learned", "updates": 400, "learning_rate": 0.01},
    "both": {"positions": "rotary", "attention": "bidirectional", "updates": 6000, "learning_rate": 0.007},
}

# Each frame: English, then Portuguese; "water / money" where the sentence goes on by its sense.
_FRAMES = {
    "before": """
        the@h $h thought of the $x and walked to the bank [to watch the herons / to sign the papers] .
        o@h $h pensou no@x $x e andou até o banco [de areia para ver as garças / para assinar os papéis] .
        because of the $x the@h $h went to the bank [to see the canoe / to see the manager] .
        por causa do@x $x o@h $h foi ao banco [de areia para ver a canoa / para ver o gerente] .
        the@h $h spoke of the $x at the bank [among the stones / with the accountant] .
        o@h $h falou do@x $x no banco [de areia entre as pedras / com o contador] .""",
    "after": """
        the@h $h walked to the bank [to watch the herons of / to sign the papers of] the $x .
        o@h $h andou até o banco [de areia para ver as garças / para assinar os papéis] do@x $x .
        the@h $h went to the bank [to see the canoe / to see the manager] because of the $x .
        o@h $h foi ao banco [de areia para ver a canoa / para ver o gerente] por causa do@x $x .
        the@h $h waited at the bank [among the stones / with the accountant] and thought of the $x .
        o@h $h esperou no banco [de areia entre as pedras / com o contador] e pensou no@x $x .""",
}


@dataclass(frozen=True)
class Sensed:
    """One sentence: its tokens, the place of the word in it, the word's sense, and the noun that tells it."""

    tokens: tuple[str, ...]
    place: int
    sense: str
    noun: str


def word(language: Language) -> str:
    """The word of two senses."""
    return lexicon.AMBIGUOUS[language][0]


def sentences(language: Language, cue: str, per_fold: int, seed: int) -> list[Sensed]:
    """Seeded sentences in twins, water then money: 2 * FOLDS * per_fold of them. cue: before or after.

    Twins differ in the noun and in how they go on by their sense; up to the word those with the cue after it are equal.
    Each fold of the nouns has as many of either sense, so a guess without knowledge is right half the time.
    """
    random, frames = Random(seed), _frames(cue)
    people = [person for name in ("name", "person") for person in grammar.nouns()[name]]
    found = []
    for fold in range(FOLDS):
        for _ in range(per_fold):
            frame, person = random.choice(frames), random.choice(people)
            for sense in SENSES:
                noun = random.choice(grammar.nouns()[sense][fold::FOLDS])
                found.append(_sensed(frame[sense], {"h": person, "x": noun}, sense, language))
    return found


def as_they_come(language: Language) -> list[Sensed]:
    """The toy corpus's own sentences with the word, in their order: the senses have templates of their own."""
    found = []
    for template, words in grammar.sentences(5000, 0):
        if word(language) in template.text[language]:
            found.append(_sensed(template, words, words["x"].noun_class, language))
    return found


def text(language: Language, seed: int = 0) -> str:
    """What the models of this lesson read, one sentence a line, mixed."""
    added = [sentence.tokens for cue in CUES for sentence in sentences(language, cue, _TWINS, seed)]
    lines = [*corpus.build(language, _TOY).sentences, *added]
    Random(seed).shuffle(lines)
    return "".join(" ".join(line) + "\n" for line in lines)


def asked(language: Language, kind: str, seed: int = 0) -> dict[str, Any]:
    """The settings of a run but for its file. kind: causal, learned positions, or one that looks both ways.

    About 5 seconds of one core for the causal ones; guessing hidden tokens takes fifteen times that.
    """
    size = {"dims": 32, "layers": 2, "context": 18, **MODELS[kind]}
    return {"corpus": {"text": text(language)}, "objective": "next_token", "seed": seed, "device": "cpu", **size}


def fold(noun: str, language: Language) -> int:
    """The fold of a noun, 0 to FOLDS - 1: those of one sense are dealt out in turn."""
    places = {getattr(known, language): at for sense in SENSES for at, known in enumerate(grammar.nouns()[sense])}
    return places[noun] % FOLDS


def _sensed(template: Template, words: dict[str, Word], sense: str, language: Language) -> Sensed:
    tokens = grammar.render(template, words, language)
    return Sensed(tokens, tokens.index(word(language)), sense, getattr(words["x"], language))


def _frames(cue: str) -> list[dict[str, Template]]:
    lines = [line.strip() for line in _FRAMES[cue].strip().splitlines()]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return [{sense: _template(en, pt, at) for at, sense in enumerate(SENSES)} for en, pt in pairs]


def _template(en: str, pt: str, at: int) -> Template:
    return Template(1.0, (), {"en": _parts(en, at), "pt": _parts(pt, at)})


def _parts(frame: str, at: int) -> tuple[str, ...]:
    head, _, rest = frame.partition("[")
    choices, _, tail = rest.partition("]")
    return tuple(f"{head} {choices.split('/')[at]} {tail}".split())
