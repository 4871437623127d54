"""Lookup: a word or an id finds its row, and each card is decided by what is in front of the reader."""

import re

import pytest

from embedlab.text.pages import lookup as words
from embedlab.ui.session import SHIPPED, Source
from embedlab.wording import LANGUAGES
from tests import tables
from tests.pages.conftest import shown

PARTS = tuple(words.EN.parts)
BOTH = pytest.mark.parametrize("language", LANGUAGES)


def guess(app, card, choice):
    """Choose on a card by its place on the page."""
    app.pills[card].set_value(choice).run()
    assert not app.exception
    return app


@BOTH
@pytest.mark.parametrize("part", PARTS)
def test_every_part_opens_finished_and_keeps_the_answer_back(run_page, language, part):
    app = run_page("lookup", language, part=part)
    text = words.TEXT[language]
    assert not app.error
    assert not app.info
    assert text.leads[part] in shown(app)
    assert [card.truth for card in text.cards.values() if card.truth in shown(app)] == []


@pytest.mark.parametrize(("typed", "row"), [("cat", 71), ("71", 71), ("#71", 71), ("#525", 525)])
def test_a_word_or_an_id_finds_its_row(run_page, typed, row):
    assert f"row {row} of a table of shape **(526, 64)** → a vector of shape **(64,)**" in shown(
        run_page("lookup", token=typed)
    )


@BOTH
def test_one_id_too_many_is_said_and_the_last_one_works(run_page, language):
    app = run_page("lookup", language)
    last, too_far = (button for button in app.button if button.key and button.key.startswith("try"))
    assert "→" not in shown(too_far.click().run())
    assert re.search(r"52[56]|60[23]", app.error[0].value)
    app.button(key=last.key).click().run()
    assert not app.error
    assert "→" in shown(app)


def test_typing_moves_on_from_the_link(run_page):
    app = run_page("lookup", token="dog")
    app.text_input(key="looked_up").set_value("nobodyknows").run()
    assert "nobodyknows" in app.error[0].value
    app.text_input(key="looked_up").set_value("cat").run()
    assert "**cat** → id **71**" in shown(app)


def test_the_language_brings_its_own_word(run_page):
    assert "**gato** → id **77**" in shown(run_page("lookup", "pt"))


@BOTH
def test_c01_on_the_page(run_page, language):
    app = guess(run_page("lookup", language), 0, "copy")
    rows = {"en": "526 of 526", "pt": "603 de 603"}[language]
    assert rows in shown(app)
    assert words.TEXT[language].cards["C01"].truth in shown(app)


def test_c02_on_the_page_and_a_spoilt_row(run_page):
    app = run_page("lookup", part="onehot")
    assert list(app.table[0].value["Qwen3.8-27B"][2:4]) == ["1,271,398,400", "5,120"]
    assert "The largest difference among 64 numbers is 0." in shown(guess(app, 0, "equal"))
    app.toggle(key="spoilt").set_value(True).run()
    assert "64 of 64 numbers of the product are NaN" in shown(guess(app, 0, "apart"))


@BOTH
def test_c03_on_the_page(run_page, language):
    text, app = words.TEXT[language], run_page("lookup", language, part="ids")
    assert text.cards["C03a"].truth in shown(guess(app, 0, "row"))
    app = guess(app, 1, "same")
    assert text.cards["C03b"].truth in shown(app)
    app.toggle(key="along").set_value(False).run()
    assert text.relabel_questions[False] in shown(app)
    changed = {"en": "scores moved by up to", "pt": "pontuações se moveram em até"}[language]
    assert changed in shown(guess(app, 1, "other"))


@BOTH
def test_c04_on_the_page(run_page, language):
    app = guess(run_page("lookup", language, part="start", start="wide"), 0, "long")
    assert {"en": "theory says 27.7128", "pt": "a teoria diz 27,7128"}[language] in shown(app)
    app = guess(run_page("lookup", part="start", start="narrow", dims="64"), 0, "long")
    assert "**Not as you predicted.** The root mean square of the norms is 0.1" in shown(app)


@BOTH
def test_c05_on_the_page(run_page, language):
    text, app = words.TEXT[language], guess(run_page("lookup", language, part="step"), 0, "batch")
    read = str(len(set(text.sentence_default.split()[:-1])))
    assert {"en": f"exactly the {read}", "pt": f"exatamente as {read}"}[language] in shown(app)
    rows = {row[0]: list(row[1:]) for row in app.table[0].value.to_numpy().tolist()}
    every = {"en": "526", "pt": "603"}[language]
    cases = [rows[f"{head}, {step}"] for head in text.heads.values() for step in text.steps.values()]
    assert cases[0] == [f"**{read}**", f"**{read}**", every]
    assert cases[1][::2] == [f"**{read}**", every]
    assert int(read) < int(cases[1][1]) < int(every)
    assert cases[2:] == [[every] * 3] * 2
    again = run_page("lookup", language, part="step", optimiser="adam", step="2")
    assert text.before_text in shown(again)
    assert int(re.search(r"(\d+) (?:others|outras)\.", shown(guess(again, 0, "more")))[1]) >= 1


@BOTH
def test_a_gpt_in_use_is_the_one_whose_ids_change(run_page, language):
    """Of either language: it is then asked with its own sentence."""
    app = run_page("lookup", language, Source(str(SHIPPED / "positions_pt.safetensors")), part="ids")
    assert {"en": "9 of 604 rows", "pt": "9 de 604 linhas"}[language] in shown(app)
    assert not app.error


def test_a_table_of_the_other_language_is_trained_with_its_own_sentences(run_page):
    table = Source(str(SHIPPED / "table_pt.safetensors"))
    app = guess(run_page("lookup", "en", table, part="step", step="2"), 0, "batch")
    assert not app.error
    assert words.PT.before_text in shown(app)
    assert "exactly the 8" in shown(app)


def test_a_word_that_the_table_has_not_is_said(run_page):
    app = run_page("lookup", part="step")
    for typed, said in (("the xyzzy ran", "xyzzy"), ("", "empty"), ("cat", "two words")):
        app.text_input(key="sentence_en").set_value(typed).run()
        assert said in app.error[0].value
        assert not app.exception


def test_a_table_without_classes_leaves_labels_and_steps_on_the_shipped_one(run_page, source_of):
    source = source_of(tables.degenerate())
    for part in ("ids", "step"):
        app = run_page("lookup", table=source, part=part)
        assert "the shipped one is shown" in app.info[0].value
        assert not app.error


def test_awkward_rows(run_page, source_of):
    source = source_of(tables.degenerate())
    app = guess(run_page("lookup", table=source, token=f"#{tables.NAN_ID}"), 0, "copy")
    assert "24 of 24" in shown(app)
    app = guess(run_page("lookup", table=source, token=f"#{tables.ZERO_IDS[0]}", part="onehot"), 0, "apart")
    assert "2 of 6 numbers of the product are NaN" in shown(app)


def test_other_types_are_copied_as_they_are(run_page, source_of):
    source = source_of(tables.plain(dtype="bfloat16"))
    assert "the 16 bytes that come out" in shown(guess(run_page("lookup", table=source), 0, "copy"))
    assert "The largest difference among 8 numbers is 0." in shown(
        guess(run_page("lookup", table=source, part="onehot"), 0, "equal")
    )


def test_a_table_that_is_too_large_is_not_multiplied(run_page, source_of, monkeypatch):
    from embedlab.ui import lookup_held

    monkeypatch.setattr(lookup_held, "_MULTIPLIED", 10)
    app = guess(run_page("lookup", table=source_of(tables.plain()), part="onehot"), 0, "equal")
    assert words.EN.too_large in shown(app)
    assert words.EN.cards["C02"].truth in shown(app)
