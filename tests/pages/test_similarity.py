"""Similarity: all pairs are the library's, and u.v = |u||v|cos holds on the page."""

import re

import pytest

from embedlab.checkpoints import open_table
from embedlab.neighbours import find_token
from embedlab.neighbours.similarity import compare
from embedlab.text.pages import shell
from embedlab.ui.session import shipped
from tests import tables
from tests.pages.conftest import shown


@pytest.mark.parametrize("language", ["en", "pt"])
def test_all_pairs_are_the_librarys(run_page, language):
    app = run_page("similarity", language)
    table = open_table(shipped(language).path)
    tokens = shell.TEXT[language].familiar
    found = compare(table, [find_token(table, token).id for token in tokens])
    shown_in_order = (found.euclidean, found.dot, found.cosine, found.angles)  # left column, then right column
    assert not app.error
    for element, expected in zip(app.table, shown_in_order, strict=False):
        rows = element.value
        assert list(rows.iloc[:, 0]) == list(tokens)
        for column, token in enumerate(tokens):
            values = [float(cell.replace(",", ".")) for cell in rows[token]]
            assert values == pytest.approx(expected[:, column], abs=6e-3)
    norms = app.table[4].value
    assert [float(norms[token][0].replace(",", ".")) for token in tokens] == pytest.approx(found.norms, abs=6e-3)


def test_the_product_of_the_pair_holds_with_its_numbers(run_page):
    dot, u, v, cosine = map(
        float, re.search(r"(-?[\d.]+) = ([\d.]+) × ([\d.]+) × (-?[\d.]+), and", shown(run_page("similarity"))).groups()
    )
    assert dot == pytest.approx(u * v * cosine, abs=2e-3)


def test_an_unknown_token_is_said_and_left_out(run_page):
    app = run_page("similarity", tokens=["cat", "dog", "xyzzy"])
    assert "xyzzy" in app.error[0].value
    assert list(app.table[0].value.columns[1:]) == ["cat", "dog"]


def test_another_language_begins_with_its_own_words(run_page):
    app = run_page("similarity", tokens=["cat", "dog", "parrot"])
    app.segmented_control(key="lang").set_value("pt").run()
    assert not app.error
    assert not app.warning
    assert list(app.table[0].value.columns[1:]) == list(shell.TEXT["pt"].familiar)
    assert app.selectbox(key="head").options[0] == "camada 1, cabeça 1"


def test_one_token_is_too_few(run_page):
    app = run_page("similarity", tokens=["cat"])
    assert app.info
    assert not app.table


def test_a_zero_row_has_no_cosine(run_page, source_of):
    app = run_page("similarity", table=source_of(tables.degenerate()), tokens=["t3", "t0"])
    assert not app.error
    assert "–" in set(app.table[2].value.iloc[0])
    assert "no cosine" in shown(app)


def test_repeated_tokens_go_by_their_ids_too(run_page, source_of):
    app = run_page("similarity", table=source_of(tables.degenerate()), tokens=["#1", "#14"])
    first, other = (name.replace("\\", "") for name in app.table[0].value.columns[1:])
    assert (first, other) == ("twice #1", "twice #14")
