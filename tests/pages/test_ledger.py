"""Ledger: the lessons' numbers, a guess before the verdict, and a file's own."""

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedlab.text import cards
from embedlab.text.pages import ledger as words
from embedlab.ui.session import Source
from tests.pages.conftest import shown


def cells(app, number=0):
    """A table of the page as {first cell: the others}."""
    return {row[0].strip("*"): list(row[1:]) for row in app.table[number].value.to_numpy().tolist()}


def guess(app, tied):
    app.pills[0].set_value("tied" if tied else "untied").run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_page_opens_on_a_picture_and_keeps_the_verdict_back(run_page, language):
    app = run_page("ledger", language)
    text = words.TEXT[language]
    assert not app.error
    assert app.get("plotly_chart")
    assert cells(app)[text.parts["output"]][:2] == ["?", "?"]
    assert text.cards["C21"].truth not in shown(app)
    assert cells(app, 1)[text.lessons["andrea"][-1][0]] == [text.after_guess]


def test_the_small_lesson_and_its_two_slips(run_page):
    """Claim C19."""
    app = guess(run_page("ledger"), True)
    parts = cells(app)
    assert [parts[name][0] for name in ("input table", "positions", "output head", "together")] == [
        "6,488,832",
        "786,432",
        "6,488,832",
        "13,764,096",
    ]
    assert parts["together"][2] == "11.5%"
    gives = cells(app, 1)
    assert "7,275,264: rounded 7.28 M" in gives["6.49M + 0.79M = 7.27M"][0]
    assert gives["6 % of about 120M"] == ["6.1%"]
    assert gives["the other 94 % sits in the blocks"][0].startswith("88.5%")


def test_the_verdict_after_a_wrong_guess_says_what_it_would_have_cost(run_page):
    """Claim C21."""
    text = shown(guess(run_page("ledger"), True))
    assert f"**{cards.EN.guessed[False]}**" in text
    assert f"**{cards.EN.guessed[True]}**" not in text
    assert "6,488,832 parameters, 13.0 MB in bf16, 5.4% of the whole model" in text
    assert f"**{cards.EN.guessed[True]}**" in shown(guess(run_page("ledger"), False))


def test_the_large_lesson(run_page):
    """Claim C20, in both units."""
    app = guess(run_page("ledger", model="qwen"), False)
    parts = cells(app)
    assert parts["input table"][:3] == ["1,271,398,400", "2.54 GB", "4.7%"]
    assert parts["together"][:3] == ["2,542,796,800", "5.09 GB", "9.4%"]
    assert "positions" not in parts
    assert cells(app, 1)["about 2.5 GB per matrix at two bytes"] == ["2.54 GB, which is 2.37 GiB"]
    in_gib = guess(run_page("ledger", model="qwen", unit="GiB"), False)
    assert cells(in_gib)["input table"][1] == "2.37 GiB"


def test_numbers_can_be_changed(run_page):
    app = run_page("ledger")
    app.number_input[1].set_value(1536)
    app.selectbox[0].set_value("f8").run()
    assert cells(app)["input table"][:2] == ["12,977,664", "13.0 MB"]


def test_own_numbers_need_no_guess(run_page):
    app = run_page("ledger", model="own")
    assert "**Untied**: the head is a second table" in shown(app)
    app.toggle[0].set_value(True).run()
    assert "**Tied**: one table is both" in shown(app)
    assert cells(app)["output head"][0] == words.EN.head_none


def test_tables_larger_than_the_model_have_no_share(run_page):
    app = run_page("ledger", model="own")
    app.number_input[3].set_value(1000).run()
    assert "no share is given" in shown(app)
    assert cells(app)["input table"][2] == "–"


def test_a_file_is_judged_by_what_it_holds(run_page, tmp_path):
    rng = np.random.default_rng(0)
    tensors = {"wte.weight": (6, 4), "lm_head.weight": (6, 4), "wpe.weight": (3, 4), "block.weight": (5, 4)}
    path = tmp_path / "model.safetensors"
    save_file({name: rng.standard_normal(shape).astype(np.float32) for name, shape in tensors.items()}, path)
    app = guess(run_page("ledger", table=Source(str(path), name="<b>$x$"), model="file"), False)
    assert not app.error
    assert "the two tensors hold different values" in shown(app)
    assert cells(app)["together"][:3] == ["60", "240 bytes", "75.0%"]
    assert "<b>$x$" in shown(app)


def test_a_file_that_does_not_say_has_no_right_guess(run_page):
    app = guess(run_page("ledger", model="file"), True)
    assert "Nothing tells" in shown(app)
    assert f"**{cards.EN.other}**" in shown(app)
