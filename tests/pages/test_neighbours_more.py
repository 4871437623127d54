"""Neighbours of a mean and of a vector, and files: below the lists, and nothing while the box is shut."""

import csv
import io

import numpy as np
import pytest

from embedlab.checkpoints import open_table
from embedlab.neighbours import find_token, search
from embedlab.neighbours.several import search_mean
from embedlab.table import EmbeddingTable, Provenance
from embedlab.text.pages import neighbours as words
from embedlab.ui import neighbours_more
from embedlab.ui.session import shipped


def opened(app):
    """The page after the box was opened."""
    app.session_state["neighbours_more"] = True
    return app.run()


def test_a_shut_box_holds_nothing(run_page):
    app = run_page("neighbours")
    assert not app.get("download_button")
    assert not app.table


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_mean_and_then_a_vector(run_page, language):
    first = {"en": ["cat", "dog"], "pt": ["gato", "cachorro"]}[language]
    app, text = run_page("neighbours", language, k=5, tokens=first), words.TEXT[language]
    opened(app)
    assert not app.error
    table = open_table(shipped(language).path)
    ids = [find_token(table, token).id for token in first]

    def listed():
        return [token.replace("\\", "") for token in app.table[0].value[text.token]]

    assert listed() == [table.tokens[row] for row in search_mean(table, ids, "cosine", 5).ids]
    assert len(app.get("download_button")) == 5
    app.segmented_control(key="query").set_value("vector").run()
    assert not app.table
    row = table.rows64([ids[0]])[0]
    app.text_area[0].set_value(" ".join(map(repr, row.tolist()))).run()
    assert listed() == [table.tokens[row] for row in search(table, row, "cosine", 5).ids]
    app.text_area[0].set_value("1, two").run()
    assert len(app.error) == 1
    assert "two" in app.error[0].value


def test_the_lists_as_csv_guard_against_formulas():
    table = EmbeddingTable(np.eye(3) + 1, ("=1+1", "b", "c"), Provenance("x"))
    rows = list(csv.reader(io.StringIO(neighbours_more.lists_csv(table, [0, 1], 2, "en").decode("utf-8-sig"))))
    assert rows[0][0].startswith("# x")
    assert rows[1] == ["query_id", "query", "metric", "rank", "id", "token", "value"]
    assert len(rows) == 2 + 2 * 3 * 2
    assert {row[1] for row in rows[2:8]} == {"'=1+1"}
    assert [row[3:6] for row in rows[2:4]] == [["1", "1", "b"], ["2", "2", "c"]]
