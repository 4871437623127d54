"""Corpora: the toy corpora of our grammar, and a person's own text."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from embedlab.errors import CorpusError
from embedlab.training import grammar, lexicon
from embedlab.wording import LANGUAGES, Language

MAX_CHARACTERS = 5_000_000  # an own text: about a million words, a few minutes of training

_LETTER = r"[^\W_]"  # letters and digits of any script
_TOKEN = re.compile(rf"\d+(?:[.,]\d+)+|{_LETTER}(?:[\u0300-\u036f'’-]?{_LETTER}|[\u0300-\u036f])*|[^\s\w]|_+")
_SENTENCE_END = frozenset(".!?…。！？")


@dataclass(frozen=True)
class Corpus:
    """Sentences of tokens, and the ground truth of their nouns where there is one.

    classes: noun -> class; superclasses: class -> superclass. Words with two senses are in neither.
    language: of a toy corpus; None for a person's own text, whose classes are empty.
    """

    sentences: tuple[tuple[str, ...], ...]
    classes: Mapping[str, str] = field(default_factory=dict)
    superclasses: Mapping[str, str] = field(default_factory=dict)
    language: Language | None = None

    @property
    def n_tokens(self) -> int:
        """Number of tokens in all sentences."""
        return sum(map(len, self.sentences))

    @property
    def groups(self) -> Mapping[str, Mapping[str, str]]:
        """Further ground truth beside the classes: by name, noun -> group."""
        return {}

    @property
    def name(self) -> str:
        """What a table's provenance calls it."""
        return f"corpus_{self.language}" if self.language else "own_text"

    @property
    def fingerprint(self) -> str:
        """sha-256 of the text, one sentence a line."""
        return hashlib.sha256(self.text().encode("utf-8", "surrogatepass")).hexdigest()

    def text(self) -> str:
        """One sentence a line, tokens apart by spaces."""
        return "".join(" ".join(sentence) + "\n" for sentence in self.sentences)


def build(language: Language, sentences: int = 5000, seed: int = 0) -> Corpus:
    """The toy corpus of a language; the same seed gives twin sentences in both.

    >>> " ".join(build("pt", sentences=2).sentences[1])
    'Ana vendeu a moto cara para o aluno .'
    """
    chosen = grammar.sentences(sentences, seed)
    named = lexicon.CLASS_NAMES_PT if language == "pt" else {name: name for name in grammar.nouns()}
    superclasses = {named[name]: parent for parent, names in lexicon.SUPERCLASSES.items() for name in names}
    classes = {getattr(noun, language): named[name] for name, nouns in grammar.nouns().items() for noun in nouns}
    rendered = tuple(grammar.render(template, words, language) for template, words in chosen)
    return Corpus(rendered, classes, superclasses, language)


def from_text(text: str) -> Corpus:
    """A person's own text as a corpus without classes.

    A token is a number, a run of letters and digits (hyphens and apostrophes inside it belong to it) or one other
    visible character. A sentence ends at a line end or after . ! ? and their like. The first word of a sentence is
    written small when its small form occurs elsewhere in the text ("The" -> "the"); all else stays as written.

    Raises CorpusError: `corpus.too_large`, `corpus.empty`, `corpus.no_pairs` (no sentence has two tokens).
    """
    if len(text) > MAX_CHARACTERS:
        raise CorpusError("corpus.too_large", characters=len(text), limit=MAX_CHARACTERS)
    sentences = [sentence for line in text.splitlines() for sentence in _split(_TOKEN.findall(line))]
    if not sentences:
        raise CorpusError("corpus.empty")
    if max(map(len, sentences)) < 2:
        raise CorpusError("corpus.no_pairs", sentences=len(sentences))
    known = {token for sentence in sentences for token in sentence}
    return Corpus(tuple(_lower_first(sentence, known) for sentence in sentences))


def _split(tokens: Sequence[str]) -> list[list[str]]:
    """The sentences of one line; marks that follow a sentence end ("?!", closing quotes) stay with it."""
    sentences: list[list[str]] = []
    ended = True
    for token in tokens:
        if ended and (not sentences or token[0].isalnum()):
            sentences.append([])
            ended = False
        sentences[-1].append(token)
        ended = ended or token in _SENTENCE_END
    return sentences


def _lower_first(sentence: list[str], known: set[str]) -> tuple[str, ...]:
    small = sentence[0].lower()
    return (small if small in known else sentence[0], *sentence[1:])


def main(folder: str) -> int:
    """Write the toy corpora: `python -m embedlab.training.corpus FOLDER`."""
    for language in LANGUAGES:
        Path(folder, f"corpus_{language}.txt").write_text(build(language).text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["data"])))
