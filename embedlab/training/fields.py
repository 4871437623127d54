"""Fields that the settings of several objectives share: their words and intervals; the default is each one's own."""

from __future__ import annotations

from typing import Any

from embedlab.settings import parameter
from embedlab.wording import Sentence


def updates(default: int) -> Any:
    """How many updates a run makes."""
    return parameter(
        default,
        low=1,
        high=100_000,
        step=10,
        label=Sentence("Updates", "Atualizações"),
        help=Sentence("How often all weights are changed.", "Quantas vezes todos os pesos são mudados."),
    )


def dims(default: int, *, low: int = 2, high: int = 256, step: int = 1, more: tuple[str, str] = ("", "")) -> Any:
    """How many numbers a row has. more: what else has as many, in English and in Portuguese."""
    return parameter(
        default,
        low=low,
        high=high,
        step=step,
        label=Sentence("Dimensions", "Dimensões"),
        help=Sentence(
            f"Numbers in each row of the table{more[0]}.", f"Quantidade de números em cada linha da tabela{more[1]}."
        ),
    )


def pairs_in_batch(default: int) -> Any:
    """How many pairs are told from each other."""
    return parameter(
        default,
        low=2,
        high=1024,
        step=1,
        label=Sentence("Batch", "Lote"),
        help=Sentence(
            "Pairs in one update; each is told from the others of its batch.",
            "Pares em cada atualização; cada um é distinguido dos demais do lote.",
        ),
    )


def temperature(default: float) -> Any:
    """What cosines are divided by."""
    return parameter(
        default,
        low=0.01,
        high=1.0,
        step=0.01,
        label=Sentence("Temperature", "Temperatura"),
        help=Sentence(
            "The smaller, the more the nearest wrong pairs count.",
            "Quanto menor, mais contam os pares errados mais próximos.",
        ),
    )


def learning_rate(default: float) -> Any:
    """The step of Adam."""
    return parameter(
        default,
        low=0.0001,
        high=1.0,
        step=0.001,
        label=Sentence("Learning rate", "Taxa de aprendizado"),
        help=Sentence("Size of a step of Adam.", "Tamanho de um passo do Adam."),
    )
