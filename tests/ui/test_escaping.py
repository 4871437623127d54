"""Three escapers, on tokens of real vocabularies and on worse ones. Chromium checks the same in tests/browser."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.ui.escaping import CUT, markdown, plotly, visible
from tests.browser.hostile import HOSTILE


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("cat", "cat"),
        ("", '""'),
        (" ", "␣"),
        (" dog", " dog"),
        ("a\nb\tc\x00", "a\\nb\\tc\\x00"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u200b\u200d\ufeff", "\\u200b\\u200d\\ufeff"),
        ("\udcff", "\\udcff"),
        ("\u00a0", "\\xa0"),
        ("\u3164", "\\u3164"),
        ("\U000e0041", "\\U000e0041"),
        ("né🙂", "né🙂"),
    ],
)
def test_what_hides_is_written_out(token, expected):
    assert visible(token) == expected


def test_a_long_token_is_cut():
    assert visible("a" * CUT) == "a" * CUT
    assert visible("a" * 10_000) == "a" * (CUT - 1) + "…"
    assert len(visible("a" * 10_000, limit=None)) == 10_000


@given(st.text(st.characters(exclude_categories=()), max_size=200))
def test_whatever_comes_can_be_shown(token):
    shown = visible(token)
    shown.encode("utf-8")
    assert shown
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b-\u200f\ufeff]", shown)


@given(st.text(max_size=60))
def test_markdown_and_plotly_say_the_same_as_visible(token):
    unescaped = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown(token)).replace("\u2060", "")
    assert unescaped == visible(token)
    assert html.unescape(plotly(token)) == visible(token)


@pytest.mark.parametrize("token", HOSTILE)
def test_nothing_is_left_to_interpret(token):
    assert not re.search(r"(?<!\\)[*_`\[\]<>$~#|{}]", markdown(token).replace("\\\\", ""))
    assert not re.search(r":\w", markdown(token))
    assert not re.search(r"www\\?\.|https?\\?:\\?/", markdown(token))
    assert not re.search(r"[<>$]", plotly(token))
