"""Objectives: opens on the world, keeps the answer until a guess, shows what the library finds in the shipped file."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from embedlab.claims import objectives as claims
from embedlab.errors import JobError
from embedlab.text.errors import say_error
from embedlab.text.pages import objectives as words
from embedlab.training import three, world
from embedlab.training.world_words import TRIPLES
from embedlab.ui import objectives_model as models
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES
from tests.pages.conftest import shown

NUMBERS = {item.en: number for number, item in enumerate(world.items())}


def guess(app: AppTest, claim: str, choice: str) -> AppTest:
    (pills,) = [group for group in app.button_group if group.label == words.TEXT["en"].cards[claim].question]
    pills.set_value(choice).run()
    assert not app.exception
    return app


def test_it_opens_on_the_world_and_keeps_the_answer(run_page):
    app = run_page("objectives")
    assert not app.error
    assert "cat is used alike, hay is of the same topic, snow looks alike" in shown(app)
    assert not app.table
    assert "0.92" not in shown(app)
    assert len(app.get("image")) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_file_says_the_claims(language):
    found = three.read(SHIPPED / f"objectives_{language}.safetensors")
    assert claims.meanings(claims.words(found)).verdict == "three"
    assert claims.own_picture(claims.spaces(found)).verdict == "own"
    assert [record["seed"] for record in found.records] == [0, 1, 2] * 3


def test_after_a_guess_the_numbers_are_the_librarys(run_page):
    app = guess(run_page("objectives", word="cat"), "C23", "one")
    found = three.read(SHIPPED / "objectives_en.safetensors")
    tables = claims.words(found)
    outcome = claims.meanings(tables)
    assert "Not as you predicted" in shown(app)
    assert f"{outcome.values['across']:.0%} at most" in shown(app)
    assert len(app.get("image")) == 5
    flip, overlap, passages = (element.value for element in app.table)
    others = tuple(NUMBERS[name] for name in TRIPLES["cat"])
    cosines = claims.flip(tables, NUMBERS["cat"], others).cosines.mean(1)
    for row, column in ((0, 0), (1, 1), (2, 2), (2, 0)):
        cell = flip.iloc[row, column + 1]
        assert f"{cosines[row, column]:z.2f}" in cell
        assert cell.startswith("**") == (row == column)
    assert overlap.iloc[0, 1].strip("*") == f"{claims.overlaps(tables)[0, 0]:.0%}"
    shares = claims.passage_first(claims.texts(found))
    assert list(passages.iloc[:, 3]) == [f"{shares[name]:.0%}" for name in (*three.OBJECTIVES, "chance")]
    assert "The order flips in every seed" in shown(app)


def test_a_word_that_does_not_flip_is_told(run_page):
    app = guess(run_page("objectives", word="piano"), "C23", "three")
    assert "does not flip in every seed" in shown(app)


def test_captions_and_pictures_are_on_one_map(run_page):
    app = guess(run_page("objectives"), "C24", "own")
    assert "As you predicted" in shown(app)
    assert len(app.get("plotly_chart")) == 1
    assert "by chance 1.4%" in shown(app)


def test_an_unknown_word_in_the_link_is_the_first(run_page):
    assert "**sheep**" in shown(run_page("objectives", word="xyzzy"))


def test_training_anew_asks_for_the_next_seeds(run_page, monkeypatch):
    asked = []
    monkeypatch.setattr(models.jobs, "submit", lambda *given, **choices: asked.append((given, choices)))
    app = run_page("objectives", "pt")
    app.button(key="anew").click().run()
    (kind, function, settings), choices = asked[0]
    assert (kind, function) == ("objectives", "embedlab.training.three:run")
    assert (settings["language"], settings["seed"]) == ("pt", 3)
    assert Path(settings["out"]).suffix == ".safetensors"
    assert choices["key"] == '{"language": "pt", "seed": 3}'


def test_a_class_without_training_is_told(run_page, monkeypatch):
    def refuse(*given, **choices):
        raise JobError("job.training_off")

    monkeypatch.setattr(models.jobs, "submit", refuse)
    app = run_page("objectives")
    app.button(key="anew").click().run()
    assert not app.exception
    assert say_error(JobError("job.training_off"), "en") in shown(app)
