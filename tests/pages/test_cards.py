"""A prediction card: nothing is computed or told before the choice; then the verdict that came out, right or not."""

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import shown

SCRIPT = """
import streamlit as st
from embedlab.claims import Outcome
from embedlab.text.cards import Card
from embedlab.ui import cards

card = Card(
    claim="C06",
    question="Near?",
    choices={"near": "near", "far": "far"},
    said={"near": "It is {value:.2f} to {token}.", "far": "Far: {value:.2f}.", "unknown": "Nobody knows."},
    rule="above one half",
    lesson="near",
    truth="sometimes",
)

def run():
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    verdict = st.session_state.get("outcome")
    return verdict and Outcome(verdict, {"value": 0.75, "token": "a*b*"})

cards.show("C06", card, "LANGUAGE", run)
"""


def card(language: str = "en", outcome: str | None = None) -> AppTest:
    app = AppTest.from_string(SCRIPT.replace("LANGUAGE", language), default_timeout=30)
    if outcome:
        app.session_state["outcome"] = outcome
    return app.run()


def guess(app: AppTest, choice: str) -> AppTest:
    return app.pills[0].set_value(choice).run()


def test_before_the_choice_nothing_is_run_or_told():
    app = card(outcome="near")
    assert "runs" not in app.session_state
    assert "0.75" not in shown(app)
    assert "sometimes" not in shown(app)


def test_a_choice_brings_the_verdict_and_whether_it_was_predicted():
    app = guess(card(outcome="near"), "near")
    assert "**As you predicted.** It is 0.75 to a*b*." in shown(app)
    assert "above one half" in shown(app)
    assert "**Not as you predicted.** It is 0.75" in shown(guess(app, "far"))


def test_a_verdict_that_was_no_choice_is_neither():
    assert "**Neither.** Nobody knows." in shown(guess(card(outcome="unknown"), "near"))


def test_while_nothing_is_known_nothing_is_said():
    app = guess(card(), "near")
    assert app.session_state["runs"] == 1
    assert "sometimes" not in shown(app)


def test_numbers_are_written_in_the_language():
    assert "**Como você previu.** It is 0,75" in shown(guess(card("pt", "near"), "near"))
