"""Positions: what the page says is computed from the model in front of it, and the cards wait for the guess."""

import pytest

from embedlab.claims import positions
from embedlab.text.pages import positions as words
from embedlab.ui.positions_model import opened
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES, number
from tests.pages.conftest import shown


def held(language):
    return opened(SHIPPED / f"positions_{language}.safetensors", language)


def test_a_model_that_does_not_know_the_sentence_is_not_taken(tmp_path):
    assert opened(SHIPPED / "positions_en.safetensors", "pt") is None
    assert opened(SHIPPED / "table_en.safetensors", "en") is None
    assert opened(tmp_path / "gone.safetensors", "en") is None


def guess(app, choice):
    return app.pills[0].set_value(choice).run()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", list(words.EN.topics))
def test_every_topic_opens_and_its_card_comes_out_as_the_claim_says(run_page, language, topic):
    app = run_page("positions", language, topic=topic)
    card = next(card for card in words.TEXT[language].cards.values() if card.question == app.subheader[0].value)
    assert card.truth not in shown(app)
    verdicts = {"C13": "both_ways", "C14": "distance", "C15": "same", "C16": "near", "C17": "tables", "C18": "rows"}
    app = guess(app, verdicts[card.claim])
    assert not app.exception
    assert not app.error
    assert ("**As you predicted.**" if language == "en" else "**Como você previu.**") in shown(app)
    assert card.truth in shown(app)


def test_switches_change_what_is_said(run_page):
    open_ = shown(run_page("positions", positions="none", attention="bidirectional", layers="3"))
    assert words.EN.same.partition(".")[0] in open_
    assert "With “mat” kept last and the words before it turned round, the state of “mat” stays" in open_
    one, two = (shown(run_page("positions", positions="none", layers=layers)) for layers in "12")
    assert "“mat” stays" in one
    changed = positions.two_orders(positions.switched(held("en").model, "none", True, 2), held("en").ids).last
    assert f"the state of “mat” changes by {number(changed, '.2f', 'en')}" in two


def test_all_switches_are_listed_after_the_guess(run_page):
    app = run_page("positions")
    assert not app.table
    rows = guess(app, "always").table[0].value
    assert len(rows) == 8
    assert [list(row)[1:] for _, row in rows.iterrows() if "**bag**" in set(row)] == [["**bag**"] * 3]
    assert "**Not as you predicted.**" in shown(app)


def test_one_word_too_many_is_said(run_page):
    assert "16 words in, (16, 32) out." in shown(run_page("positions", topic="learned"))
    app = run_page("positions", topic="learned", fed="17")
    assert "17" in app.error[0].value
    assert "16" in app.error[0].value


def test_a_position_of_a_million_has_a_row(run_page):
    assert "Row 1,000,000 begins -0.350; 0.937" in shown(run_page("positions", topic="waves"))


def test_moved_together_the_product_stays(run_page):
    said = [
        next(line for line in shown(run_page("positions", topic="rotary", m=m, n=n)).split("\n") if "q · k" in line)
        for m, n in (("5", "1"), ("905", "901"), ("6", "1"))
    ]
    assert said[0].partition(" Norm")[0] == said[1].partition(" Norm")[0] != said[2].partition(" Norm")[0]


def test_shapes_of_a_pass(run_page):
    rows = run_page("positions", topic="shapes").table[0].value
    assert list(rows.iloc[:, 1])[:4] == ["`(6,)`", *["`(6,\u00a032)`"] * 3]
