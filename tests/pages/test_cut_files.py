"""A file that is cut while its table is in use: a sentence, then the shipped table, and the server goes on.

The tests run in the process that the server would be: a signal from a mapped file would end them.
"""

import os

import pytest

from embedlab.errors import FileError
from embedlab.jobs import keeper
from embedlab.neighbours import METRICS
from embedlab.neighbours.search import search_all
from embedlab.text.errors import say_error
from embedlab.text.pages import shell
from embedlab.ui import files, session, settings
from embedlab.ui.session import Source
from tests.jobs.test_keeper import written
from tests.pages.conftest import shown
from tests.pages.test_neighbours import given, lists

ROWS, CUT = 20_000, 4_096


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A file whose table the server holds as it holds one of gigabytes."""
    monkeypatch.setattr(keeper, "KEPT_ABOVE", 1_000)
    path = tmp_path / "large.safetensors"
    return path, written(path, rows=ROWS)


def sentence(path, language):
    whole = path.stat().st_size
    return say_error(FileError("file.truncated", name=path.name, expected=whole, found=CUT), language)


# What a page calls once the table is open and before it asks for rows.
@pytest.mark.parametrize(
    ("page", "place", "language"),
    [
        ("neighbours", (session, "stands"), "en"),
        ("similarity", (settings, "steps"), "pt"),
        ("checkpoint", (files, "fault"), "en"),
    ],
)
def test_a_file_cut_while_a_page_asks(page, place, language, large, run_page, monkeypatch):
    path, _ = large
    expected = sentence(path, language)
    module, name = place
    real = getattr(module, name)

    def cut(*given):
        found = real(*given)
        os.truncate(path, CUT)
        return found

    monkeypatch.setattr(module, name, cut)
    app = run_page(page, language, table=Source(str(path)), tokens=["#7", "#9"])
    assert "large" in app.caption[0].value
    told = [note["text"] for note in given(app)["notes"]] if page == "neighbours" else [shown(app)]
    assert any(expected in said for said in told)
    monkeypatch.undo()
    app.run()
    assert not app.error
    if page != "checkpoint":  # which asks for the table in use once more, and has said it already
        assert f"{expected} {shell.TEXT[language].table_gone}" in shown(app)
    assert f"corpus\\_{language}" in app.caption[0].value


def test_a_large_table_is_asked_on_every_page(large, run_page):
    path, table = large
    expected = {metric: found.ids.tolist() for metric, found in search_all(table, 7, METRICS, 4).items()}
    app = run_page("neighbours", table=Source(str(path)), token="#7", k=4)
    assert {metric: ids for metric, (ids, *_) in lists(app).items()} == expected
    app = run_page("neighbours", table=Source(str(path)), token="#7", k=4, steps=["centred"])
    assert not any(note["kind"] == "error" for note in given(app)["notes"])
    app = run_page("similarity", table=Source(str(path)), tokens=["#7", "#9"], steps=["unit_norm"])
    assert not app.error
    assert "2,000" in shown(app)  # the pair among random pairs
    app = run_page("checkpoint", table=Source(str(path)))
    assert not app.error
    assert "20,000" in shown(app)


def test_a_table_whose_process_was_killed_is_opened_again(large, run_page):
    path, _ = large
    app = run_page("neighbours", table=Source(str(path)), token="#7")
    before = session.opened(Source(str(path)))
    before.keeper._child._process.kill()
    before.keeper._child._process.wait()
    app.query_params["token"] = "#9"
    app.run()
    assert not app.warning
    assert given(app)["lists"]
    assert "large" in app.caption[0].value
