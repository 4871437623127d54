"""What a run has to say about itself. A result crosses processes as JSON; the sentences stay here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embedlab.findings import Finding, Severity
from embedlab.training.corpus import Corpus
from embedlab.wording import Sentence

LITTLE_DATA = 6000  # tokens: about 600 sentences of the toy corpus, where purity comes near its ceiling

_KNOWN: dict[str, tuple[Severity, Sentence]] = {
    "corpus.little_data": (
        "warning",
        Sentence(
            en="The text has {tokens:,} words and marks in {sentences:,} sentences. That is little: on the toy corpus"
            " 60 sentences put only {purity_60:.0%} of the five nearest nouns in the right class, 600 put"
            " {purity_600:.0%}. Expect neighbours near chance; add text or epochs.",
            pt="O texto tem {tokens:,} palavras e sinais em {sentences:,} frases. É pouco: no corpus de brinquedo,"
            " 60 frases põem na classe certa só {purity_60:.0%} dos cinco substantivos mais próximos; 600 põem"
            " {purity_600:.0%}. Espere vizinhos quase ao acaso; acrescente texto ou épocas.",
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

# Measured on the first 60 and 600 sentences of corpus_en at the default settings, seeds 0-2.
PURITY_60, PURITY_600 = 0.3, 0.95


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
    values = {
        "tokens": corpus.n_tokens,
        "sentences": len(corpus.sentences),
        "purity_60": PURITY_60,
        "purity_600": PURITY_600,
    }
    return [finding("corpus.little_data", values)]
