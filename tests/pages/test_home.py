"""Home: three words, their numbers, and the way on."""

import subprocess
import sys

import pytest
from streamlit.testing.v1 import AppTest

from embedlab.checkpoints import open_table
from embedlab.neighbours import find_token
from embedlab.neighbours.similarity import compare
from embedlab.preprocessing import apply
from embedlab.text.pages import home, shell
from embedlab.ui.page import existing
from embedlab.ui.session import shipped
from tests import tables
from tests.pages.conftest import ROOT, shown


def numbers(app):
    """The cells of the table of numbers, by line, heading and rule included."""
    table = next(part.value for part in app.markdown if part.value.startswith("| "))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_home_shows_the_librarys_numbers(run_page, language):
    app = run_page("home", language)
    words = home.TEXT[language].words
    table = open_table(shipped(language).path)
    ids = [find_token(table, word).id for word in words]
    raw, centred = compare(table, ids), compare(apply(table, ["centred"]), ids)
    heads, _, *lines = numbers(app)
    assert heads[1:] == [f"{words[a]} – {words[b]}" for a, b in ((0, 1), (0, 2), (1, 2))]
    expected = [found[0, 1] for found in (raw.euclidean, raw.cosine, centred.cosine, raw.dot, centred.dot)]
    assert [float(cells[1].replace(",", ".")) for cells in lines] == [round(value, 2) + 0.0 for value in expected]
    assert not app.error


@pytest.mark.parametrize("language", ["en", "pt"])
def test_home_leads_to_every_page(run_page, language):
    text = shown(run_page("home", language))
    for name in existing():
        assert name == "home" or home.TEXT[language].ways[name] in text


def test_the_three_words_are_what_the_table_shows(run_page):
    text = shown(run_page("home"))
    assert "All three measures put dog nearer" in text
    assert "A shared direction." in text


def test_a_table_without_the_words_leaves_home_on_the_shipped_one(run_page, source_of):
    app = run_page("home", table=source_of(tables.plain()))
    assert "does not hold all of cat, dog, Tuesday" in app.info[0].value
    assert len(numbers(app)) == 7
    assert "plain" in app.caption[0].value


def test_the_language_is_the_browsers_then_the_links(run_page):
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    app.context["locale"] = "pt-BR"
    assert app.run().title[0].value == shell.PT.titles["home"]
    assert run_page("home", "en").title[0].value == shell.EN.titles["home"]


def test_home_stands_before_pandas_is_imported():
    program = f"""
import sys, time
from streamlit.testing.v1 import AppTest
from embedlab.ui import door
door._AFTER = 0.5
app = AppTest.from_file({str(ROOT / "app.py")!r}, default_timeout=60).run()
assert not app.exception
assert "pandas" not in sys.modules, "home needs it"
time.sleep(0.5)
door.import_rest()  # waits for the import that has begun by itself
assert "pandas" in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
