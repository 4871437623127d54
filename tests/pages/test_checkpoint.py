"""Checkpoint: a good file is shown and taken into use, a bad one leaves everything as it is."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save
from streamlit.delta_generator import DeltaGenerator

from embedlab.checkpoints import examine, open_table
from embedlab.checkpoints.job import document
from embedlab.table import EmbeddingTable
from embedlab.tablefile import write
from embedlab.text.overview import TEXT as OVERVIEW
from embedlab.text.pages import checkpoint as words
from embedlab.text.report import TEXT as REPORT
from embedlab.ui import examined, files
from embedlab.ui.folder import Folder
from embedlab.ui.session import Source
from embedlab.wording import fill
from tests import tables
from tests.pages.conftest import shown


def upload(app, name, content, box=0):
    app.file_uploader[box].upload(name, content).run()
    assert not app.exception
    return app


def tensors(app):
    """The list of all tensors."""
    return next(table.value for table in app.table if words.EN.dtype in table.value.columns)


def answers(app):
    """What one asks first, and the answers without what escaping added."""
    rows = app.table[0].value.to_numpy().tolist()
    return {question.strip("*"): answer.replace("\\", "").replace("\u2060", "") for question, answer in rows}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_page_opens_on_the_table_in_use(run_page, language):
    app = run_page("checkpoint", language)
    assert not app.error
    assert tensors(app).iloc[0, 2].replace("\\", "") == "input_table.weight"
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


@pytest.mark.parametrize(("language", "said"), [("en", "Reading a.vec"), ("pt", "Lendo a.vec")])
def test_the_reading_of_a_long_text_is_shown(language, said, run_page, monkeypatch):
    monkeypatch.setattr(files, "LONG", 1)
    drawn = []
    monkeypatch.setattr(DeltaGenerator, "progress", lambda self, value, text=None: drawn.append((value, text)))
    app = upload(run_page("checkpoint", language), "a.vec", b"1 2\nred 1 2\n")
    assert "a.vec" in shown(app)
    assert drawn[0] == (1.0, f"{said.replace('.', chr(92) + '.')}: 0 {'of' if language == 'en' else 'de'} 0 MB")


@pytest.mark.parametrize(("language", "word"), [("en", "dog: "), ("pt", "cachorro: ")])
def test_who_is_near_whom_is_said_before_anybody_asks(language, word, run_page):
    said = answers(run_page("checkpoint", language))[OVERVIEW[language].near]
    assert said.startswith(word)
    assert said.endswith(OVERVIEW[language].near_metric)


def test_a_word_is_asked_with_its_space_and_an_unknown_language_is_not(run_page):
    rows = np.array([[1, 0], [1, 0.1], [1, 1], [0, 1], [1, 0]], np.float32)
    app = upload(run_page("checkpoint", "pt"), "a.npy", npy(rows))
    assert OVERVIEW["pt"].near not in answers(app)
    upload(app, "vocab.json", json.dumps({"dog": 4, "\u2581dog": 0, "\u2581cat": 1, "rei": 2, "x": 3}).encode(), box=1)
    assert (
        answers(app)[OVERVIEW["pt"].near] == "▁dog: dog (1,00), ▁cat (1,00), rei (0,71), pelo cosseno das linhas brutas"
    )


def test_a_list_of_tokens_names_the_rows(run_page):
    app = upload(run_page("checkpoint"), "tiny.npy", npy(np.eye(4, dtype=np.float32)))
    assert "No vocabulary was found" in answers(app)[OVERVIEW["en"].ids]
    upload(app, "tokens.txt", b"red\ngreen\nblue\n\xc3\xa9\n", box=1)
    assert "4 tokens from tokens.txt" in answers(app)[OVERVIEW["en"].ids]
    app.button[0].click().run()
    app.switch_page("pages/neighbours.py").run()
    app.session_state["token"] = "é"
    app.run()
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
    assert tensors(app).iloc[0, 2].replace("\\", "") == "input_table.weight"


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


@pytest.mark.parametrize("language", ["en", "pt"])
def test_what_one_asks_first_stands_first(run_page, language):
    app, text = run_page("checkpoint", language), OVERVIEW[language]
    assert list(answers(app)) == [text.table, text.head, text.cost, text.sick, text.ids, text.near]
    assert text.sick_none in answers(app)[text.sick]
    assert " kB" in answers(app)[text.cost]


def test_a_large_table_is_not_read_before_it_is_examined(run_page, tmp_path, monkeypatch):
    rows = np.random.default_rng(0).standard_normal((200, 4)).astype(np.float32)
    rows[3] = 0
    path = tmp_path / "model.safetensors"
    path.write_bytes(save({"wte.weight": rows}))
    monkeypatch.setattr(examined, "SAMPLED_ABOVE", 100)
    monkeypatch.setattr(examined, "_AT_ONCE", 100)
    monkeypatch.setattr("embedlab.ui.cache.usable", lambda table: pytest.fail("the rows were read"))
    app, text = run_page("checkpoint", table=Source(str(path), name=path.name)), OVERVIEW["en"]
    found = answers(app)
    assert found[text.sick] == text.sick_unread
    assert "200 rows × 4 dimensions" in found[text.table]
    assert found[text.cost].startswith("800 parameters")
    assert any("Examine all 200 rows" in button.label for button in app.button)
    table = open_table(path)
    made = document(table, examine(table, lambda *_: None, lambda: False))
    monkeypatch.setattr(examined, "health", lambda *_: made)
    app.run()
    assert "1 zero rows (ids 3)" in answers(app)[text.sick]
    assert len(app.get("image")) >= 2  # norms and spectrum
    assert not app.error


def test_sick_rows_tied_head_and_padding_are_answered(run_page, tmp_path):
    rows = np.random.default_rng(0).standard_normal((20, 4)).astype(np.float32)
    rows[3], rows[5, 1] = 0, np.nan
    path = tmp_path / "model.safetensors"
    path.write_bytes(save({"wte.weight": rows, "lm_head.weight": rows}))
    (tmp_path / "vocab.txt").write_text("\n".join(f"w{row}" for row in range(17)))
    found = answers(run_page("checkpoint", table=Source(str(path), name=path.name)))
    text = OVERVIEW["en"]
    assert "1 zero rows (ids 3); 1 rows with values that are not finite (ids 5)" in found[text.sick]
    assert "Tied" in found[text.head]
    assert "same values, bit for bit" in found[text.head]
    assert "80 parameters, 320 bytes" in found[text.cost]
    assert "3 padding rows beyond the last token (ids 17-19)" in found[text.ids]


def test_the_rows_of_a_small_table_are_examined_at_once(run_page, source_of):
    app = run_page("checkpoint", table=source_of(tables.degenerate()))
    assert not app.error or "too long" not in app.error[0].value
    figures = next(table.value for table in app.table if OVERVIEW["en"].figure in table.value.columns)
    assert {"**norms**", "**copies**", "**mean cosine**"} <= set(figures.iloc[:, 0])
    assert "3 rows equal an earlier one" in str(figures.to_numpy().tolist())
    assert REPORT["en"].undertrained in shown(app)
    assert "rows hold NaN or infinity" in shown(app)
    assert app.get("download_button")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_head_and_positions_are_shown_where_the_file_has_them(run_page, tmp_path, language):
    rng, text = np.random.default_rng(0), REPORT[language]
    rows = rng.standard_normal((40, 6)).astype(np.float32)
    path = tmp_path / "model.safetensors"
    tensors = {
        "wte.weight": rows,
        "lm_head.weight": -rows,
        "wpe.weight": rng.standard_normal((9, 6)).astype(np.float32),
    }
    tensors["lm_head.weight"][7] = rows[7]
    path.write_bytes(save(tensors))
    app = run_page("checkpoint", language, table=Source(str(path), name=path.name))
    assert not app.error
    minus = "-1.00" if language == "en" else "-1,00"
    assert fill(text.head_lead, language, median=minus, rho="?", lowest="?").split(".")[0] in shown(app)
    said = [image.alt for one in app.get("image") for image in one.proto.imgs]
    assert {text.by_id, text.head, text.positions_axis, text.bands_axis} <= set(said)
    declared = [line for line in shown(app).splitlines() if "/ wpe.weight" in line]
    assert [("cosine" in line or "cosseno" in line) for line in declared] == [False, True]
    assert all("9 " in line and "6 " in line for line in declared)
    plain = run_page("checkpoint", language)
    assert text.positions not in shown(plain)
    assert text.head not in [image.alt for one in plain.get("image") for image in one.proto.imgs]


def test_numbers_say_how_they_were_made_and_candidates_how_often_training_met_them(run_page):
    app = run_page("checkpoint")
    suspects = next(table.value for table in app.table if REPORT["en"].kind in table.value.columns)
    at = suspects[REPORT["en"].token].tolist().index("the")
    assert suspects[REPORT["en"].count].tolist()[at] == "8,601"
    assert any("seed 0" in caption.value for caption in app.caption[1:])


def test_hostile_tokens_among_the_candidates_are_text(run_page, source_of):
    plain = tables.plain(rows=200)
    plain.vectors.flags.writeable = True
    plain.vectors[:5] = plain.vectors[0]
    app = run_page(
        "checkpoint", table=source_of(EmbeddingTable(plain.vectors, ("$x$ :red[y]",) * 200, plain.provenance))
    )
    assert not app.exception
    suspects = next(table.value for table in app.table if REPORT["en"].kind in table.value.columns)
    assert "\\$x\\$" in suspects.iloc[0, 0]
