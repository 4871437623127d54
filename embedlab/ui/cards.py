"""A prediction card on the page: guess first, then the experiment, its verdict, and what is exactly true."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from embedlab.claims import Outcome
from embedlab.text import cards as words
from embedlab.text.cards import Card
from embedlab.ui import classroom
from embedlab.ui.escaping import markdown
from embedlab.wording import Language, fill

_LONGEST = 400  # characters of a value that is a text: a token, or a sentence of ours


def show(key: str, card: Card, language: Language, run: Callable[[], Outcome | None]) -> str | None:
    """Draw a card; once a choice is made, run the experiment and say how it came out. Returns the choice.

    key:  unique over all pages; the choice is kept under it, and a class is counted by it.
    run:  computes the outcome from what is in front of the reader. It may draw figures, or the panel of a job, and
          answers None while nothing is known yet.
    """
    text = words.TEXT[language]
    with st.container(border=True):
        st.subheader(card.question, anchor=False, help=text.help)
        guess = st.pills(
            card.question,
            list(card.choices),
            format_func=card.choices.__getitem__,
            label_visibility="collapsed",
            key=classroom.card_key(key),
            persist_state="session",
        )
        if guess:
            counts = classroom.answered(key, card, language, guess)
            if outcome := run():
                _say(card, guess, outcome, language)
            if counts:
                st.caption(f"{text.class_chose}: {tally(card, counts)}")
    return guess


def sentence(card: Card, outcome: Outcome, language: Language) -> str:
    """What the card says about an outcome."""
    values = {
        name: markdown(value, _LONGEST) if isinstance(value, str) else value for name, value in outcome.values.items()
    }
    return fill(card.said[outcome.verdict], language, **values)


def tally(card: Card, counts: Mapping[str, int]) -> str:
    """How many of a class chose what, in the card's order."""
    return " · ".join(f"{label} **{counts.get(choice, 0)}**" for choice, label in card.choices.items())


def _say(card: Card, guess: str, outcome: Outcome, language: Language) -> None:
    """The verdict in numbers, the rule it comes from, and the lesson's sentence beside the exact one."""
    text = words.TEXT[language]
    fits = text.guessed[outcome.verdict == guess] if outcome.verdict in card.choices else text.other
    st.markdown(f"**{fits}** {sentence(card, outcome, language)}")
    st.caption(f"{text.rule}: {card.rule}")
    lesson, truth = st.columns(2, gap="large")
    lesson.markdown(f"**{text.lesson}.** {card.lesson}")
    truth.markdown(f"**{text.truth}.** {card.truth}")
