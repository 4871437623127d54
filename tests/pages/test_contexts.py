"""Contexts: the two sentences look up one row; the cards tell what is computed from the model that is chosen."""

import csv
import io

import pytest

from embedlab.claims import contexts
from embedlab.text.pages import contexts as words
from embedlab.training import senses
from embedlab.ui import contexts_held
from tests.pages.conftest import shown

CARDS = {"C25": 0, "C25 leak": 1, "C26": 2}


def guess(app, card, choice):
    app.pills[CARDS[card]].set_value(choice).run()
    assert not app.exception
    assert not app.error
    return app


@pytest.mark.parametrize("language", ["en", "pt"])
def test_it_opens_on_two_sentences_with_one_row(run_page, language):
    app, text = run_page("contexts", language), words.TEXT[language]
    assert not app.error
    pair = contexts_held.pair(language, "before")
    rows = app.table[0].value
    assert list(rows[text.sense]) == list(text.senses.values())
    said = [cell.translate({ord(mark): "" for mark in "*\\"}) for cell in rows[text.sentence]]
    assert said == [" ".join(one.tokens) for one in pair]
    held = contexts_held.shipped(language, "causal")
    assert held.reader.digest(senses.word(language))[:16] in shown(app)
    assert len(app.pills) == 3
    assert text.cards["C25"].truth not in shown(app)  # what would give the answer away waits for the guess


@pytest.mark.parametrize(("language", "cue", "verdict"), [("pt", "before", "first"), ("en", "after", "never")])
def test_the_verdict_follows_the_clue(run_page, language, cue, verdict):
    app = guess(run_page("contexts", language, cue=cue), "C25", verdict)
    outcome = contexts.first_read(contexts_held.reading(contexts_held.shipped(language, "causal"), language, cue))
    assert outcome.verdict == verdict
    assert words.TEXT[language].cards["C25"].truth in shown(app)
    assert len(app.get("plotly_chart")) == 1


def test_the_leak_is_told_by_the_model_with_learned_positions(run_page):
    app = guess(run_page("contexts"), "C25 leak", "some")
    assert "81%" in shown(app)
    places = app.table[1].value
    assert list(places["the word is token number"]) == ["2", "5", "6"]
    assert sum(map(int, places["by water"])) + sum(map(int, places["with money"])) == 254


def test_every_list_and_file_names_layer_and_pooling(run_page):
    app = guess(run_page("contexts", layer="1", pooling="mean"), "C26", "others")
    assert "layer: 1 · pooling: mean" in shown(app)
    grid = app.table[1].value
    assert grid.shape == (5, 4)
    cells = contexts_held.grid(contexts_held.shipped("en", "causal"), "en", "before")[1]
    assert grid.iloc[3, 2].startswith(f"{cells['1', 'mean'].rank} · ")


def test_a_link_chooses_the_model(run_page):
    app = guess(run_page("contexts", reader="learned", cue="before"), "C25", "first")
    assert "layer: input, input + position, 1, 2" in shown(app)


def test_a_model_without_the_chosen_layer_falls_back_to_its_last(run_page):
    app = guess(run_page("contexts", reader="learned", layer="input + position"), "C26", "others")
    assert "layer: input + position · pooling: token" in shown(app)
    app.query_params["reader"] = "causal"
    app.run()
    assert not app.exception
    assert "layer: 2 · pooling: token" in shown(app)


def test_the_file_holds_every_sentence():
    from embedlab.declaration import Declaration

    cell = contexts_held.grid(contexts_held.shipped("en", "causal"), "en", "before")[1]["2", "max"]
    declared = Declaration.of(cell.table, metric="cosine", k=5)
    content = contexts_held.as_csv(cell, declared, "en").decode("utf-8-sig")
    first, *lines = content.splitlines()
    assert "layer: 2 · pooling: max" in first
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    assert len(rows) == cell.table.n_rows - 1
    assert {(row["layer"], row["pooling"]) for row in rows} == {("2", "max")}
    assert [int(row["rank"]) for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0]["item"] == cell.table.tokens[cell.order[0]]


@pytest.mark.parametrize("kind", senses.MODELS)
def test_a_trained_model_is_shown_where_it_belongs(kind):
    class Done:
        active, state, settings = False, "done", senses.asked("pt", kind, seed=3)

        def result(self):
            return {"path": str(contexts_held.shipped("pt", kind).path)}

    found = contexts_held.of_job(Done(), "pt", kind)
    assert found is contexts_held.shipped("pt", kind)
    assert contexts_held.of_job(Done(), "en", kind) is None
    assert not any(contexts_held.of_job(Done(), "pt", other) for other in senses.MODELS if other != kind)
    assert contexts_held.of_job(None, "pt", kind) is None
