"""What a run has to say about itself. A result crosses processes as JSON; the sentences stay here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embedlab.findings import Finding, Severity
from embedlab.training.corpus import Corpus
from embedlab.wording import Sentence

LITTLE_DATA = 10_000  # tokens: 1,000 sentences of the toy corpus, where the default 6 epochs reach a purity of .71

_KNOWN: dict[str, tuple[Severity, Sentence]] = {
    "corpus.little_data": (
        "warning",
        Sentence(
            en="The text has {tokens:,} words and marks in {sentences:,} sentences. That is little: of the five nearest"
            " nouns on the toy corpus, skip-gram puts {purity_60:.0%} in the right class with 60 sentences,"
            " {purity_600:.0%} with 600 (5,000: {purity_5000:.0%}; chance: {chance:.0%}), all read equally long. Add"
            " text, or at least train longer.",
            pt="O texto tem {tokens:,} palavras e sinais em {sentences:,} frases. É pouco: dos cinco substantivos mais"
            " próximos no corpus de brinquedo, o skip-gram põe {purity_60:.0%} na classe certa com 60 frases e"
            " {purity_600:.0%} com 600 (5.000: {purity_5000:.0%}; acaso: {chance:.0%}), com o mesmo tempo de leitura."
            " Acrescente texto ou ao menos treine por mais tempo.",
        ),
    ),
    "training.stopped": (
        "info",
        Sentence(
            en="Stopped at step {step:,} of {total:,}; the last state is kept and can be resumed.",
            pt="Parado no passo {step:,} de {total:,}; o último estado foi guardado e pode ser retomado.",
        ),
    ),
}

# Class purity at 5 on the first sentences of corpus_en, epochs such that 30,000 sentences are read in all.
_PURITY = {"purity_60": 0.18, "purity_600": 0.73, "purity_5000": 1.0, "chance": 0.04}


def finding(code: str, values: dict[str, Any]) -> Finding:
    """The finding of a code with its numbers."""
    severity, sentence = _KNOWN[code]
    return Finding(code, severity, sentence, values)


def from_json(entry: Mapping[str, Any]) -> Finding:
    """The finding behind an entry of a result's `findings`, to be said in either language."""
    return finding(entry["code"], dict(entry["values"]))


def of_corpus(corpus: Corpus) -> list[Finding]:
    """`corpus.little_data` where a text has fewer than LITTLE_DATA tokens."""
    if corpus.n_tokens >= LITTLE_DATA:
        return []
    values = {"tokens": corpus.n_tokens, "sentences": len(corpus.sentences), **_PURITY}
    return [finding("corpus.little_data", values)]
