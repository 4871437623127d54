"""The verb `report`: one file that asks for nothing and runs nothing, whatever a token holds."""

import dataclasses
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.cli.main import main
from embedlab.table import EmbeddingTable, Provenance
from embedlab.text.overview import TEXT as OVERVIEW
from embedlab.text.report import TEXT
from tests import tables

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a\u202eb", "</title><b>", "\ud800x", "{0}")
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "section", "p", "div", "figure", "table", "thead"),
    *("tbody", "tr", "th", "td", "svg", "path", "rect", "text", "circle"),
}


class Parsed(HTMLParser):
    """Every tag and attribute of a document."""

    def __init__(self, text):
        super().__init__()
        self.seen, self.text, self.attributes = [], "", []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text += data


def hostile():
    """A table whose most suspect tokens are hostile: their rows are short."""
    vectors = np.random.default_rng(0).standard_normal((300, 6)).astype(np.float32)
    vectors[: len(HOSTILE)] = vectors[0] + vectors[: len(HOSTILE)] / 1e3
    tokens = (*HOSTILE, *(f"t{row}" for row in range(300 - len(HOSTILE))))
    return EmbeddingTable(vectors, tokens, Provenance("<i>$hostile$</i>"))


@pytest.fixture
def made(tmp_path, capsys, validate):
    def make(table, *options, status=0):
        path, out = tmp_path / "<b>m.safetensors", tmp_path / "report.html"
        tablefile.write(table, path)
        assert main(["report", str(path), "--out", str(out), *options, "--json"]) == status
        return validate(capsys.readouterr().out, "report"), out.read_text("utf-8")

    return make


@pytest.mark.parametrize("language", ["en", "pt"])
def test_one_file_that_asks_for_nothing(made, language):
    answer, text = made(tables.plain(rows=300), "--lang", language)
    assert answer["bytes"] == len(text.encode())
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import|<script|<link|<iframe", text)
    assert "default-src 'none'" in text
    found = Parsed(text)
    assert set(found.seen) <= TAGS
    assert not [name for name, _ in found.attributes if name.startswith("on") or name in ("src", "href")]
    for words in (TEXT[language].spectrum, TEXT[language].undertrained, OVERVIEW[language].head):
        assert words in found.text
    assert found.seen.count("svg") == 4


def test_it_says_the_declaration(made):
    assert "plain · 40 rows × 8 dimensions · layer: input" in made(tables.plain())[1]


def test_hostile_tokens_are_text(made):
    _, text = made(hostile())
    found = Parsed(text)
    assert set(found.seen) <= TAGS
    assert "<script>alert(1)</script>" in found.text
    assert "a\\u202eb" in found.text
    assert "\u202e" not in text
    assert "\\ud800x" in found.text
    assert "<b>m" in found.text


def test_degenerate_rows_are_found_and_can_fail_a_pipeline(made):
    answer, text = made(tables.degenerate(), "--fail-on", "table.non_finite_rows", status=4)
    assert answer["findings"][0]["code"] == "table.non_finite_rows"
    for part in ("2 zero rows (ids 3, 17)", "2 rows with values that are not finite (ids 9, 12)", "(table.zero_rows)"):
        assert part in Parsed(text).text


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_few_rows_make_a_report_too(made, rows):
    _, text = made(tables.plain(rows=rows))
    assert "NaN" not in text
    assert "nan" not in Parsed(text).text.split()


def test_a_constant_table_makes_a_report_too(made):
    answer, text = made(tables.constant())
    assert "table.constant" in [one["code"] for one in answer["findings"]]
    assert Parsed(text).seen.count("svg") <= 1


def test_the_report_is_written_whole_or_not_at_all(tmp_path, path, capsys):
    assert main(["report", path, "--out", str(tmp_path / "no" / "folder.html"), "--json"]) == 3
    assert '"file.not_writable"' in capsys.readouterr().out
    assert main(["report", path]) == 2


def test_a_name_of_unused_rows_is_said(made):
    plain = tables.plain(rows=300)
    named = dataclasses.replace(plain, tokens=(*(f"[unused{row}]" for row in range(20)), *plain.tokens[20:]))
    assert "20 rows whose names say that they are unused or padding" in Parsed(made(named)[1]).text
