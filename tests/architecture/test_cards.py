"""Every prediction card, whichever page it stands on."""

import importlib
import pkgutil
import re

import pytest

import embedlab.text.pages
from embedlab.text.cards import Card


def cards() -> list[object]:
    found = []
    for info in pkgutil.iter_modules(embedlab.text.pages.__path__, "embedlab.text.pages."):
        module = importlib.import_module(info.name)
        for language, words in getattr(module, "TEXT", {}).items():
            for key, card in getattr(words, "cards", {}).items():
                found.append(pytest.param(card, id=f"{info.name.rsplit('.')[-1]} {key} {language}"))
    return found


@pytest.mark.parametrize("card", cards())
def test_a_card_is_whole_and_fits_on_a_phone(card: Card) -> None:
    assert card.claim in {f"C{number:02}" for number in range(1, 28)}
    assert len(card.choices) >= 2
    assert card.choices.keys() <= card.said.keys()
    assert [label for label in card.choices.values() if len(re.sub(r"{.*?}", "0.00", label)) > 36] == []
