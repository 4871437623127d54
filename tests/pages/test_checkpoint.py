"""Checkpoint: a good file is shown and taken into use, a bad one leaves everything as it is."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from embedlab.tablefile import write
from embedlab.text.pages import checkpoint as words
from embedlab.ui.files import Folder
from tests import tables
from tests.pages.conftest import shown


def upload(app, name, content, box=0):
    app.file_uploader[box].upload(name, content).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_page_opens_on_the_table_in_use(run_page, language):
    app = run_page("checkpoint", language)
    assert not app.error
    assert app.table[0].value.iloc[0, 2].replace("\\", "") == "input_table.weight"
    assert words.TEXT[language].in_use in shown(app)


def test_an_upload_is_shown_then_used_on_every_page(run_page):
    content = save({"wte.weight": np.random.default_rng(0).standard_normal((12, 4)).astype(np.float32)})
    app = upload(run_page("checkpoint"), "tiny.safetensors", content)
    assert "tiny.safetensors" in shown(app)
    assert "corpus" in app.caption[0].value  # not in use yet
    app.button[0].click().run()
    assert "12 rows × 4 dimensions" in app.caption[0].value.replace("\\", "")
    assert words.EN.in_use in shown(app)
    app.switch_page("pages/neighbours.py").run()
    assert not app.error
    assert "tiny.safetensors" in app.caption[0].value.replace("\\", "")


def test_a_list_of_tokens_names_the_rows(run_page):
    app = upload(run_page("checkpoint"), "tiny.npy", npy(np.eye(4, dtype=np.float32)))
    assert words.EN.tokens_absent in shown(app)
    upload(app, "tokens.txt", b"red\ngreen\nblue\n\xc3\xa9\n", box=1)
    assert "4 tokens from tokens.txt" in shown(app)
    app.button[0].click().run()
    app.switch_page("pages/neighbours.py").run()
    app.text_input(key="token").set_value("é").run()
    assert not app.error


def npy(array: np.ndarray) -> bytes:
    from io import BytesIO

    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


BAD = {
    "empty.safetensors": b"",
    "cut.safetensors": save({"a.weight": np.eye(9, dtype=np.float32)})[:-40],
    "notes.txt": b"not a checkpoint at all",
    "numbers.npy": npy(np.arange(6)),
    "vector.safetensors": save({"bias": np.ones(3, np.float32)}),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_wrong_file_is_a_sentence_and_the_table_in_use_stays(run_page, name, language):
    before = run_page("checkpoint", language)
    line = before.caption[0].value
    app = upload(before, name, BAD[name])
    assert len(app.error) == 1
    assert "Traceback" not in shown(app)
    assert app.caption[0].value == line
    assert app.table[0].value.iloc[0, 2].replace("\\", "") == "input_table.weight"


def test_tokens_that_are_no_list_are_a_sentence(run_page):
    app = upload(run_page("checkpoint"), "tokenizer.json", json.dumps([1, 2]).encode(), box=1)
    assert len(app.error) == 1
    assert words.EN.in_use in shown(app)


def test_an_upload_that_is_not_used_is_removed_from_disk(run_page):
    content = save({"wte.weight": np.eye(5, dtype=np.float32)})
    app = upload(run_page("checkpoint"), "first.safetensors", content)
    first = Path(app.session_state["inspected"].path)
    assert first.exists()
    upload(app, "second.safetensors", content)
    assert not first.exists()
    second = Path(app.session_state["inspected"].path)
    folder = app.session_state["uploads"].path
    assert second.is_relative_to(folder)
    assert folder.stat().st_mode & 0o077 == 0


def test_the_uploads_of_a_session_end_with_it():
    folder = Folder()
    path = folder.path
    assert path.is_dir()
    del folder
    assert not path.exists()


def test_without_a_root_there_is_no_path_box(run_page):
    assert not run_page("checkpoint").text_input


def test_a_path_below_the_root_opens_and_no_other(run_page, home):
    write(tables.plain(), home / "mine.safetensors")
    app = run_page("checkpoint")
    app.text_input(key="checkpoint_path").set_value("mine.safetensors").run()
    assert not app.error
    assert "mine.safetensors" in shown(app)
    app.text_input(key="checkpoint_path").set_value("../../etc/passwd").run()
    assert len(app.error) == 1
    assert "mine.safetensors" in shown(app)  # still on view


def test_a_table_whose_file_is_gone_gives_way_to_the_shipped_one(run_page, source_of):
    source = source_of(tables.plain())
    app = run_page("checkpoint", table=source)
    assert "plain" in app.caption[0].value
    Path(source.path).unlink()
    app.run()
    assert app.warning
    assert "corpus" in app.caption[0].value
    assert not app.error


def test_rows_too_long_to_compare_are_said_in_place_of_a_picture(run_page):
    app = upload(run_page("checkpoint"), "long.npy", npy(np.eye(4) * 1e307))
    assert "4 rows are too long or too short" in shown(app)


def test_rows_of_one_length_but_for_rounding_have_a_picture(run_page):
    app = upload(run_page("checkpoint"), "even.npy", npy(np.diag([1.0, 1 + 2**-52, 1 - 2**-53])))
    assert not app.error
    assert app.get("plotly_chart")
