"""Neighbours: the lists are the library's, and every bad input is a sentence."""

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from embedlab.checkpoints import open_table
from embedlab.neighbours import METRICS, find_token, search
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable, Provenance
from embedlab.text.declaration import say_step
from embedlab.text.pages import neighbours as words
from embedlab.text.pages import shell
from embedlab.ui.session import shipped
from tests import tables

FIRST = {"en": "cat", "pt": "gato"}


def given(app):
    """What the element was given."""
    (found,) = app.get("bidi_component")
    return json.loads(found.proto.json)


def lists(app):
    """Ids, tokens and values of the three lists on the page."""
    found = {}
    for metric, one in zip(METRICS, given(app)["lists"], strict=True):
        values = [float(row["cells"][2].replace(",", ".")) for row in one["rows"]]
        found[metric] = [row["id"] for row in one["rows"]], [row["cells"][1] for row in one["rows"]], values
    return found


def said(app):
    """All that the element says outside its rows."""
    found = given(app)
    return "\n".join([found["lead"], *(line["text"] for one in found["lists"] for line in one["lines"])])


def notes(app, kind):
    """What is said of the question: all notes, which are of this kind."""
    assert not app.error
    found = given(app)["notes"]
    assert {note["kind"] for note in found} == {kind}
    return "\n".join(note["text"] for note in found)


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("steps", [(), ("centred", "unit_norm")])
def test_the_three_lists_are_the_librarys(run_page, language, steps):
    app = run_page("neighbours", language, steps=list(steps), k=7)
    table = apply(open_table(shipped(language).path), steps)
    query = find_token(table, FIRST[language]).id
    for metric, (ids, tokens, values) in lists(app).items():
        expected = search(table, query, metric, 7)
        assert ids == list(expected.ids)
        assert tokens == [table.tokens[row] for row in expected.ids]
        assert values == pytest.approx(expected.values, abs=6e-4)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_list_declares_itself(run_page, language):
    app = run_page("neighbours", language, steps=["centred"], k=3)
    for metric, one in zip(METRICS.values(), given(app)["lists"], strict=True):
        (line,) = [line["text"] for line in one["lines"] if line["kind"] == "declaration"]
        assert say_step("centred", language) in line
        assert metric.label.say(language) in line
        assert "k = 3" in line


def test_after_unit_norm_all_lists_are_one(run_page):
    found = given(run_page("neighbours", steps=["unit_norm"]))
    assert {row["mark"] for one in found["lists"] for row in one["rows"]} == {"●"}
    assert [count for _, count in found["shared"]["rows"]] == ["10", "10", "10", "10"]


def test_marks_say_in_how_many_lists_a_token_stands(run_page):
    found = given(run_page("neighbours"))["lists"]
    ids = [{row["id"] for row in one["rows"]} for one in found]
    for row in (row for one in found for row in one["rows"]):
        assert (row["mark"], row["said"]) == words.EN.marks[sum(row["id"] in one for one in ids)]


def test_an_unknown_token_is_a_sentence_and_leaves_the_rest(run_page):
    app = run_page("neighbours", token="caat")
    assert "caat" in notes(app, "error")
    assert not given(app)["lists"]
    assert given(app)["question"]["text"] == "caat"


def test_what_is_asked_is_answered_and_stands_in_the_link(run_page):
    app = run_page("neighbours", token="cat")
    app.session_state["token"] = "dog"
    app.run()
    assert given(app)["lead"].startswith("dog · id")
    assert app.query_params["token"] == "dog"


def test_half_a_surrogate_pair_can_be_asked_and_linked():
    asked = "from embedlab.ui import settings\nsettings.put_token('dog\\ud83d')"
    assert AppTest.from_string(asked, default_timeout=30).run().session_state["token"] == "dog?"


@pytest.mark.parametrize(("language", "expected"), [("en", shell.EN), ("pt", shell.PT)])
def test_an_empty_box_is_told_what_to_type(run_page, language, expected):
    app = run_page("neighbours", language, token=" ")
    assert notes(app, "info") == expected.token_empty
    assert not given(app)["lists"]


def test_a_link_without_a_token_on_the_page_that_stands_is_the_way_back(run_page):
    app = run_page("neighbours", token="dog")
    del app.query_params["token"]
    app.run()
    assert given(app)["lead"].startswith("cat · id")
    assert given(app)["question"]["text"] == "cat"


def test_the_first_token_follows_the_language(run_page):
    app = run_page("neighbours")
    app.query_params["lang"] = "pt"
    app.run()
    assert given(app)["question"]["text"] == "gato"
    assert "token" not in app.query_params


def test_a_missing_form_offers_its_other_case(run_page):
    offers = given(run_page("neighbours", token="tuesday"))["question"]["offers"]
    assert offers[0] == {"text": "Tuesday", "label": "Tuesday"}


def test_an_id_out_of_range_is_a_sentence(run_page):
    assert "999999" in notes(run_page("neighbours", token="#999999"), "error")


def test_k_of_a_link_is_kept_inside_the_table(run_page, source_of):
    app = run_page("neighbours", table=source_of(tables.plain(rows=6)), k=50)
    assert app.number_input(key="k").value == 5
    assert not app.error
    assert [len(ids) for ids, _, _ in lists(app).values()] == [5, 5, 5]


def test_k_over_the_usable_rows_is_a_sentence(run_page, source_of):
    vectors = np.eye(5, dtype=np.float32)
    vectors[1:3] = 0
    table = EmbeddingTable(vectors, tuple("abcde"), Provenance("zeros"))
    app = run_page("neighbours", table=source_of(table), token="a")
    assert "2" in notes(app, "error")  # the largest k that works


def test_left_out_rows_are_counted(run_page, source_of):
    app = run_page("neighbours", table=source_of(tables.degenerate()), token="t0", k=3)
    text = said(app)
    assert "2 zero rows" in text
    assert "2 rows with values that are not finite" in text


def test_a_zero_query_keeps_the_lists_it_has(run_page, source_of):
    app = run_page("neighbours", table=source_of(tables.degenerate()), token="t3", k=3)
    assert "by cosine similarity" in notes(app, "warning")
    assert [one["title"] for one in given(app)["lists"]] == ["Euclidean distance", "dot product"]
    assert len(given(app)["shared"]["rows"]) == 1


def test_a_query_that_is_not_finite_is_a_sentence(run_page, source_of):
    app = run_page("neighbours", table=source_of(tables.degenerate()), token=f"#{tables.NAN_ID}", k=3)
    assert "not finite" in notes(app, "error")
    assert not given(app)["lists"]


def test_a_row_that_is_not_its_own_best_match_says_so(run_page, source_of):
    vectors = np.array([[1, 0], [3, 0], [0, 1], [-1, 1]], dtype=np.float32)
    table = EmbeddingTable(vectors, ("a", "b", "c", "d"), Provenance("hand"))
    text = said(run_page("neighbours", table=source_of(table), token="a", k=2))
    assert "Own best match: no. b scores 3.000, a with itself 1.000." in text
    assert text.count("Own best match: yes.") == 2


def test_a_link_with_unknown_steps_is_a_link_without_them(run_page):
    app = run_page("neighbours", steps=["squared"])
    assert not app.error
    assert app.multiselect(key="steps").value == []


@pytest.mark.parametrize(("language", "expected"), [("en", "There is no other row"), ("pt", "Não há outra linha")])
def test_a_table_of_one_row_is_told_so(run_page, source_of, language, expected):
    source = source_of(EmbeddingTable(np.ones((1, 3), np.float32), ("alone",), Provenance("one")))
    app = run_page("neighbours", language, source)
    assert expected in notes(app, "error")
