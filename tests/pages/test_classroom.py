"""The teacher's page, and what reaches the class from it."""

import pytest
from streamlit.testing.v1 import AppTest

from embedlab.text.pages import classroom as words
from embedlab.ui import classroom
from embedlab.ui.classroom import LINK, TEACHER, Room
from tests import tables
from tests.pages.conftest import shown
from tests.pages.test_cards import SCRIPT, guess

WORD = "the-teachers-word"


@pytest.fixture
def room(monkeypatch):
    monkeypatch.setenv(TEACHER, WORD)
    monkeypatch.setenv(LINK, "http://192.0.2.7:8501")
    monkeypatch.setattr(classroom, "_room", Room())
    return classroom.room()


def test_without_a_class_the_page_says_how_to_open_one(run_page):
    assert words.EN.none in shown(run_page("classroom"))
    assert "Class" not in [link.label for link in run_page("home").get("page_link")]


@pytest.mark.parametrize("query", [{}, {"teacher": "guessed"}])
def test_a_student_does_not_get_the_teachers_page(run_page, room, query):
    app = run_page("classroom", **query)
    assert words.EN.for_teachers in shown(app)
    assert not app.button
    assert len(room.people) == 1


def test_the_teacher_gets_in_by_the_word_which_leaves_the_address(run_page, room):
    app = run_page("classroom", "pt", teacher=WORD)
    assert "http://192.0.2.7:8501" in shown(app)
    assert words.PT.shipped in shown(app)
    assert "teacher" not in app.query_params


def test_a_table_given_to_the_class_is_in_use_at_the_next_page(run_page, room, source_of):
    room.give(source_of(tables.plain(rows=7)))
    app = run_page("home")
    assert "7 rows" in shown(app)
    room.give(None)
    assert "526 rows" in shown(app.run())


def test_answers_are_counted_and_told_to_who_has_answered(room):
    room.answer("C06", "another browser", "far")
    app = AppTest.from_string(SCRIPT.replace("LANGUAGE", "en"), default_timeout=30)
    app.session_state["outcome"] = "near"
    app.run()
    assert "The class chose" not in shown(app)
    assert "The class chose: near **1** · far **1**" in shown(guess(app, "near"))
    room.begin()
    assert app.run().pills[0].value is None


def test_the_teachers_own_choice_is_not_counted(room):
    app = AppTest.from_string(SCRIPT.replace("LANGUAGE", "en"), default_timeout=30)
    app.session_state["class_teaches"] = True
    guess(app.run(), "near")
    assert room.counts("C06") == {}


def test_the_page_lists_what_the_class_predicts(run_page, room):
    app = AppTest.from_string(SCRIPT.replace("LANGUAGE", "en"), default_timeout=30)
    guess(app.run(), "near")
    teacher = run_page("classroom", teacher=WORD)
    assert "**Near?**" in shown(teacher)
    assert words.EN.no_answers not in shown(teacher)


def test_where_training_is_off_a_run_is_refused_with_a_sentence(run_page, room):
    room.training = "off"
    app = run_page("train")
    app.button(key="start").click().run()
    assert "switched training off" in shown(app)
