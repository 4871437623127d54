"""The frame of every page: it stands whatever happens inside."""

import logging
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from embedlab.errors import FileError, QueryError
from embedlab.text.pages import shell
from embedlab.ui.page import existing
from tests import tables
from tests.pages.conftest import ROOT, shown


def run_script(body: str) -> AppTest:
    return AppTest.from_string(body, default_timeout=30).run()


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", ["home", "similarity", "neighbours", "checkpoint"])
def test_every_page_stands_without_an_error(run_page, name, language):
    app = run_page(name, language)
    assert app.title[0].value == shell.TEXT[language].titles[name]
    assert not app.error
    assert not app.warning
    assert f"corpus\\_{language}" in app.caption[0].value


def test_pages_that_do_not_exist_are_not_linked():
    assert all((ROOT / ("app.py" if name == "home" else f"pages/{name}.py")).exists() for name in existing())


def test_a_language_that_we_do_not_have_is_not_taken(run_page):
    assert run_page("home", "xx").title[0].value == shell.EN.titles["home"]


def test_our_errors_are_said_and_the_script_goes_on():
    app = run_script(
        "import streamlit as st\n"
        "from embedlab.errors import QueryError\n"
        "from embedlab.ui.errors import told\n"
        "with told('pt'):\n"
        "    raise QueryError('query.id_out_of_range', id=9, rows=3, highest=2)\n"
        "st.write('after')\n"
    )
    assert "9" in app.error[0].value
    assert app.markdown[0].value == "after"


def test_any_other_error_is_an_apology_and_a_log_entry(caplog):
    with caplog.at_level(logging.ERROR):
        app = run_script(
            "from embedlab.ui.errors import told\nwith told('en'):\n    raise ZeroDivisionError('secret path')\n"
        )
    assert shell.EN.sorry in shown(app)
    assert not app.exception
    assert "secret path" in caplog.text


def test_hostile_fields_of_an_error_are_escaped_and_cut():
    from embedlab.ui.errors import sentence

    said = sentence(QueryError("query.token_unknown", token="$x$\u202e" + "y" * 500, suggestions=["<b>"]), "en")
    assert "\\$x\\$" in said
    assert "\u202e" not in said
    assert "\\<b\\>" in said
    assert said.count("y") < 100


def test_a_missing_shipped_table_is_a_sentence_not_a_traceback(run_page, monkeypatch):
    from embedlab.ui import session

    monkeypatch.setattr(session, "SHIPPED", Path("/nowhere"))
    app = run_page("home")
    assert len(app.error) == 1
    assert not app.exception


def test_use_leaves_the_table_in_place_when_the_new_one_cannot_be_opened(run_page, source_of):
    from embedlab.ui import session

    source = source_of(tables.plain())
    app = run_page("neighbours", table=source)
    with pytest.raises(FileError):
        session.opened(session.Source("/nowhere/at/all.safetensors"))
    app.run()
    assert "plain" in app.caption[0].value
    assert "t20" in app.get("bidi_component")[0].proto.json


def test_the_same_file_is_opened_once_and_again_when_it_changes(source_of):
    from embedlab.ui import session

    source = source_of(tables.plain())
    first = session.opened(source)
    assert session.opened(source) is first
    source_of(tables.plain(rows=50))
    assert session.opened(source).n_rows == 50


def test_the_table_in_use_says_how_long_it_was_trained(run_page, source_of):
    """Two tables of one corpus would else look the same."""
    assert "trained 474 steps" in run_page("home").caption[0].value
    assert "trained" not in run_page("home", table=source_of(tables.plain())).caption[0].value
