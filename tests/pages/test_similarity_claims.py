"""Similarity's three cards: nothing is told before the guess, and what comes then is computed from table and model."""

import pytest

from embedlab.checkpoints import open_table
from embedlab.claims import analogies
from embedlab.claims.relations import relations
from embedlab.neighbours import TokenIndex
from embedlab.text.pages import similarity as words
from embedlab.ui.session import shipped
from embedlab.wording import LANGUAGES, number
from tests import tables
from tests.pages.conftest import shown

PREDICTED = {"C09": "cosine", "C27": "input", "C12": "scaled"}


def guess(app, claim, choice):
    questions = {words.TEXT[language].cards[claim].question for language in LANGUAGES}
    return next(pills for pills in app.pills if pills.label in questions).set_value(choice).run()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("claim", PREDICTED)
def test_a_card_waits_for_the_guess_and_comes_out_as_the_claim_says(run_page, language, claim):
    app, card = run_page("similarity", language), words.TEXT[language].cards[claim]
    assert card.truth not in shown(app)
    app = guess(app, claim, PREDICTED[claim])
    assert not app.exception
    assert not app.error
    assert card.truth in shown(app)
    assert ("**As you predicted.**" if language == "en" else "**Como você previu.**") in shown(app)


def test_two_rows_at_a_right_angle_keep_the_dot_product_too(run_page, source_of):
    table = tables.plain()
    vectors = table.vectors.copy()
    vectors[0], vectors[1] = [1, 0, 0, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0, 0, 0]
    source = source_of(type(table)(vectors, table.tokens, table.provenance))
    app = guess(run_page("similarity", table=source, tokens=["t0", "t1"]), "C09", "several")
    assert "**As you predicted.** More than one stayed: dot product 0.000, then 0.000" in shown(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shares_of_each_metric_are_the_experiments(run_page, language):
    table, text = open_table(shipped(language).path), words.TEXT[language]
    known = relations(TokenIndex.of(table))
    name = list(known)[-1]
    app = guess(run_page("similarity", language, relation=name), "C27", "fourth")
    made = analogies.ask(table, known[name])
    listed = next(one.value for one in app.table if one.value.columns[0] == text.score)
    for column, score in enumerate(made.by_metric.values(), 1):
        shares = (score.hits, score.baseline, score.c_alone, score.hits_among_all, score.inputs)
        assert list(listed.iloc[:, column]) == [number(share, ".1%", language) for share in shares]


def test_the_readers_own_words_with_and_without_them(run_page):
    app = guess(run_page("similarity", a="cat", b="furry", c="lion"), "C27", "fourth")
    table = open_table(shipped("en").path)
    a, b, c = (table.rows64([table.ids_by_token[word][0]])[0] for word in ("cat", "furry", "lion"))
    order = ((table.rows64(slice(None)) - (b - a + c)) ** 2).sum(axis=1).argsort()
    near = [table.tokens[row] for row in order[:8]]
    assert list(app.table[-1].value["Euclidean"]) == [one for one in near if one not in ("cat", "furry", "lion")][:5]
    app.toggle(key="leave_out").set_value(False).run()
    assert [one.strip("*") for one in app.table[-1].value["Euclidean"]] == near[:5]


def test_a_relation_chosen_for_another_table_is_given_up(run_page):
    app = run_page("similarity", "pt", relation="does_pt")
    app = guess(app.segmented_control(key="lang").set_value("en").run(), "C27", "input")
    assert not app.exception
    assert words.EN.cards["C27"].truth in shown(app)
    assert app.segmented_control(key="relation").value == "like_en"


def test_a_table_without_known_pairs_still_takes_words(run_page, source_of):
    app = run_page("similarity", table=source_of(tables.plain()), a="t1", b="t2", c="t3", tokens=["t1", "t2"])
    assert words.EN.no_relation in shown(app)
    assert [pills.label for pills in app.pills] == [words.EN.cards[claim].question for claim in ("C09", "C12")]
    assert not app.error
    assert len(app.table[-1].value) == 5


def test_a_sentence_of_ones_own_and_words_that_the_model_lacks(run_page):
    app = run_page("similarity", sentence="the cat xyzzy sat")
    assert "xyzzy" in shown(app)
    app = guess(app, "C12", "rows")
    assert "**Not as you predicted.** query · key / √8, at all 72 places" in shown(app)  # 3 layers, 4 heads, 6 places
    assert "the same, to 9 digits" in shown(app)


def test_a_sentence_longer_than_the_context_is_refused(run_page):
    app = run_page("similarity", sentence="the " * 17)
    assert len(app.error) == 1
    assert "16" in app.error[0].value
