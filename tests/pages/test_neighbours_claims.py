"""Neighbours' two cards: the grid is about the token in the box, and a large table is asked in a job."""

import time

import numpy as np
import pytest

from embedlab.checkpoints import open_table
from embedlab.claims import own_best, own_best_job
from embedlab.claims.metrics import PREPARATIONS
from embedlab.errors import TableError
from embedlab.jobs import Engine
from embedlab.neighbours import METRICS, overlap, search
from embedlab.preprocessing import apply
from embedlab.text.pages import neighbours as words
from embedlab.ui import jobs, neighbours_hubs
from embedlab.ui.session import shipped
from embedlab.wording import LANGUAGES
from tests import tables
from tests.pages.conftest import shown

CARDS = ("C10", "C11")


def guess(app, claim, choice):
    return app.pills[CARDS.index(claim)].set_value(choice).run()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("claim", "choice"), [("C10", "unit_norm"), ("C11", "many")])
def test_a_card_waits_for_the_guess_and_comes_out_as_the_claim_says(run_page, language, claim, choice):
    app, card = run_page("neighbours", language), words.TEXT[language].cards[claim]
    assert card.truth not in shown(app)
    assert not app.table
    app = guess(app, claim, choice)
    assert not app.error
    assert card.truth in shown(app)
    assert ("**As you predicted.**" if language == "en" else "**Como você previu.**") in shown(app)


def test_the_grid_is_that_of_the_token_and_k(run_page):
    app = guess(run_page("neighbours", token="Tuesday", k="5"), "C10", "raw")
    table = open_table(shipped("en").path)
    query = table.ids_by_token["Tuesday"][0]
    common, grid = (one.value for one in app.table)
    for line, steps in enumerate(PREPARATIONS.values()):
        found = [search(apply(table, steps), query, metric, 5) for metric in METRICS]
        assert common.iloc[line, 1] == f"**{round(overlap(*found) * 5)}**"
        for column, one in enumerate(found, 1):
            assert grid.iloc[line, column].replace("*", "").split(" · ") == [table.tokens[row] for row in one.ids]


def test_unit_norm_before_leaves_no_row_that_is_beaten(run_page):
    app = guess(run_page("neighbours", steps=["unit_norm"]), "C11", "none")
    assert "**As you predicted.** None of 526 rows" in shown(app)


def test_too_few_rows_are_told(run_page, source_of):
    app = guess(run_page("neighbours", table=source_of(tables.constant()), token="t1", k="3"), "C11", "none")
    assert "**Neither.** This table has too few rows" in shown(app)


def test_a_very_large_table_is_not_asked(run_page, monkeypatch):
    monkeypatch.setattr(own_best, "LARGEST", 1000)
    assert "**Neither.** Not asked here" in shown(guess(run_page("neighbours"), "C11", "none"))


def test_a_large_table_is_asked_in_a_job(run_page, source_of, monkeypatch):
    source = source_of(tables.plain(rows=200))
    monkeypatch.setattr(neighbours_hubs, "_AT_ONCE", 0)
    engine = Engine(imports=["embedlab.claims.own_best_job"])
    monkeypatch.setattr(jobs, "_made", [engine])
    try:
        app = guess(run_page("neighbours", table=source, token="t1", steps=["centred"]), "C11", "many")
        end = time.monotonic() + 60
        while "of 200 rows" not in shown(app):
            assert time.monotonic() < end, shown(app)
            time.sleep(0.2)
            app.run()
    finally:
        engine.close()
    expected = own_best.ask_all(apply(open_table(source.path), ("centred",))).outcome().values
    assert f"{expected['beaten']} of 200 rows" in shown(app)


def test_the_job_says_what_it_found_and_refuses_another_table(source_of):
    table = tables.plain(rows=60)
    asked = {"table": source_of(table).to_json(), "fingerprint": table.fingerprint, "steps": ["unit_norm"]}
    told = []
    made = own_best_job.run(asked, told.append, lambda: False)["document"]
    assert told[-1]["done"] == told[-1]["total"] == 180
    assert (made["asked"], made["searched"]) == (60, 60)
    found = own_best.ask_all(apply(table, ("unit_norm",))).by_metric
    for key, one in made["by_metric"].items():
        assert one["share"] == 0
        assert one["counts"] == np.sort(found[key].hubs.counts)[::-1][: own_best_job.HUBS].tolist()
    assert own_best_job.run(asked, told.append, lambda: True) is None
    with pytest.raises(TableError, match="changed"):
        own_best_job.run({**asked, "fingerprint": "x"}, told.append, lambda: False)
