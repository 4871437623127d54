"""The maps as files: every row with its numbers, no formula, no request, no markup of a token, and the declaration."""

import csv
import dataclasses
import io
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from embedlab.checkpoints import open_table
from embedlab.distortion.stability import Stability
from embedlab.text.declaration import say_declaration
from embedlab.ui import drawn_maps, map_export, map_scene, session
from tests.browser.hostile import HOSTILE

FORMULAS = ("=1+1", "+1", "-1", "@A1", "\t=1", "\r=1")
GUARDED = ["'=1+1", "'+1", "'-1", "'@A1", "'\t'=1", "'\r'=1"]  # also where a tab or an end of line parts cells


@pytest.fixture(scope="module")
def maps():
    return drawn_maps.load(session.SHIPPED / "maps_en.json")[1]


@pytest.fixture(scope="module")
def table():
    found = open_table(session.SHIPPED / "table_en.safetensors")
    tokens = (*FORMULAS, *HOSTILE, *found.tokens[len(FORMULAS) + len(HOSTILE) :])
    return dataclasses.replace(found, tokens=tokens, classes=("=pets", *found.classes[1:]))


def read(content):
    lines = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    (made,), columns = next(lines), next(lines)
    return made, [dict(zip(columns, line, strict=True)) for line in lines]


def test_every_row_with_its_numbers_and_how_they_were_made(maps, table):
    made, rows = read(map_export.rows(maps, table, "en"))
    for judged in maps.maps.values():
        assert say_declaration(judged.declaration, "en") in made
    assert [int(row["id"]) for row in rows] == maps.ids.tolist()
    umap = maps.maps["umap"]
    for name, values in {"kept": umap.kept, "worst_true_rank": umap.worst, "trustworthiness": umap.trust,
                         "x": umap.projection.coordinates[:, 0]}.items():  # fmt: skip
        np.testing.assert_allclose([float(row[f"umap_{name}"]) for row in rows], values, rtol=1e-6)
    assert sum(int(row["in_degree"]) for row in rows) == maps.graph.ids.size


def test_no_text_is_a_formula_and_numbers_stay_numbers(maps, table):
    _, rows = read(map_export.rows(maps, table, "pt"))
    assert [row["token"] for row in rows[: len(FORMULAS)]] == GUARDED
    assert rows[0]["class"] == "'=pets"
    assert rows[-1]["token"] == table.tokens[-1]
    assert any(float(row["pca_x"]) < 0 for row in rows)  # no apostrophe, no comma
    hostile = [row["token"] for row in rows[len(FORMULAS) : len(FORMULAS) + len(HOSTILE)]]
    wanted = [token.encode("utf-8", "backslashreplace").decode() for token in HOSTILE]
    assert [token.removeprefix("'") for token in hostile] == [token.removeprefix("'") for token in wanted]


def test_what_came_back_in_other_runs_is_in_the_rows(maps, table):
    overlap = np.full(len(maps.ids), 0.5, np.float32)
    overlap[3] = np.nan
    tested = maps.with_stability({"tsne": {"seeds": Stability(overlap, 0.5, 0.1, 3)}})
    _, rows = read(map_export.rows(tested, table, "en"))
    assert [row["tsne_seeds_come_back"] for row in rows[2:5]] == ["0.5", "", "0.5"]


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.titles, self.text = [""], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        (self.titles if self.tags[-1] == "title" else self.text).append(data)


def page(maps, table, language):
    scene = map_scene.scene(maps, table, list(maps.maps), language, "")
    parser = Page()
    parser.content = map_export.one_page(maps, scene, map_scene.findings(maps), language).decode()
    parser.feed(parser.content)
    return parser


@pytest.mark.parametrize("language", ["en", "pt"])
def test_one_page_asks_for_nothing_and_says_all(maps, table, language):
    found = page(maps, table, language)
    assert not {"script", "img", "link", "iframe", "b"} & set(found.tags)
    assert not {"src", "href", "onerror", "xlink:href"} & {name for name, _ in found.attributes}
    assert "default-src 'none'" in found.content
    said = "".join(found.text)
    for judged in maps.maps.values():
        assert say_declaration(judged.declaration, language) in said
    for finding in map_scene.findings(maps):
        assert finding.say(language) in said
    assert found.tags.count("circle") == 3 * len(maps.ids)
    assert "**" not in said
    assert re.search(r"\d (to|a) ", said)


def test_tokens_are_literal_names_of_dots(maps, table):
    names = "\n".join(page(maps, table, "en").titles)
    assert "<script>window.__pwned=1</script>" in names
    assert "\\u202eright to left\\u202c" in names


def test_above_the_limit_dots_have_no_names(maps, table, monkeypatch):
    monkeypatch.setattr(map_export, "NAMED", 100)
    found = page(maps, table, "en")
    assert found.tags.count("circle") == 3 * len(maps.ids)
    assert found.tags.count("title") == 1
    assert "Above 100 rows" in "".join(found.text)
