"""What a prediction card is made of, and the words that all cards share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Card:
    """A prediction: question, choices, and what is said once the experiment has been run.

    claim:    its number in docs/claims.md, such as "C06".
    choices:  what may be predicted, by verdict; a few words, at most 36 characters, so that a phone shows them whole.
    said:     by verdict, the sentence about it, which names the numbers of the `Outcome`. It has every choice, perhaps
              with verdicts that nobody can predict, such as "undecided".
    rule:     how the numbers decide, with the tolerance.
    lesson:   what the lesson says.
    truth:    what is exactly true, exceptions included.
    """

    claim: str
    question: str
    choices: Mapping[str, str]
    said: Mapping[str, str]
    rule: str
    lesson: str
    truth: str


@dataclass(frozen=True)
class Words:
    """`guessed` by whether the prediction came out; `other` where the verdict is none of the choices."""

    help: str
    guessed: Mapping[bool, str]
    other: str
    rule: str
    lesson: str
    truth: str
    class_chose: str


EN = Words(
    help="Choose first: what follows is computed from what is in front of you, and decided by the rule below.",
    guessed={True: "As you predicted.", False: "Not as you predicted."},
    other="Neither.",
    rule="The rule",
    lesson="The lesson says",
    truth="Exactly true",
    class_chose="The class chose",
)

PT = Words(
    help="Escolha primeiro: o que segue é calculado a partir do que está à sua frente e decidido pela regra abaixo.",
    guessed={True: "Como você previu.", False: "Não como você previu."},
    other="Nem um nem outro.",
    rule="A regra",
    lesson="A lição diz",
    truth="Exatamente verdadeiro",
    class_chose="A turma escolheu",
)

TEXT: dict[Language, Words] = {"en": EN, "pt": PT}
