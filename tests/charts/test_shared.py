"""The square of counts: every number in its place, and names that stay text."""

import re

import numpy as np

from embedlab.charts.palette import LIGHT
from embedlab.charts.shared import shared


def test_every_count_stands_once_and_in_order():
    counts = np.arange(16).reshape(4, 4) + 20
    drawn = shared(counts, {"raw": ["a", "b"], "<b>": ["c", "d&"]}, 40, LIGHT)
    said = re.findall(r">([^<]+)</text>", drawn)
    assert said[:4] == ["1", "2", "3", "4"]
    assert [int(text) for text in said if text.isdecimal() and int(text) >= 20] == counts.ravel().tolist()
    assert "&lt;b&gt;" in drawn
    assert "d&amp;" in drawn


def test_the_strength_of_the_colour_repeats_the_number():
    drawn = shared(np.array([[4, 0], [2, 4]]), {"x": ["a", "b"]}, 4, LIGHT)
    assert re.findall(r'fill-opacity="([\d.]+)"', drawn) == ["0.55", "0.00", "0.28", "0.55"]


def test_a_place_without_a_number_stays_empty_and_a_nameless_group_has_no_line():
    drawn = shared(np.array([[4, np.nan], [2, 4]]), {"": ["a", "b"]}, 4, LIGHT)
    assert re.findall(r">([^<]*)</text>", drawn) == ["1", "2", "1", "a", "4", "2", "b", "2", "4"]
    assert drawn.count("<rect") == 3
