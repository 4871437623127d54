"""Tracks of values beside those of twins: every mark stands where its number says, and texts are literal."""

import re
from xml.etree import ElementTree

import pytest

from embedlab.charts.beside import Track, beside
from embedlab.charts.palette import LIGHT

LEGEND = ("mine", "twin", "chance")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*tracks):
    return ElementTree.fromstring(beside(tracks, LEGEND, LIGHT))


def test_marks_stand_where_the_numbers_say():
    root = drawn(Track("a", "0.5", 0.5, twins=(0.0, 1.0, 0.25), between=(0.4, 0.6), chance=0.75))
    places = [float(circle.get("cx")) for circle in root.iter(f"{SVG}circle")][:4]  # the legend's come after
    assert places == [8, 472, 124, 240]  # three twins, then the value, on a track from 8 to 472
    paths = [path.get("d") for path in root.iter(f"{SVG}path")]
    assert "M356.0 28V44" in paths
    assert "M193.6 36H286.4" in paths


def test_a_track_may_begin_below_zero_and_nothing_leaves_it():
    root = drawn(Track("a", "x", -1.0, twins=(3.0, -9.0), low=-1.0))
    assert [float(circle.get("cx")) for circle in root.iter(f"{SVG}circle")][:3] == [472, 8, 8]


@pytest.mark.parametrize(
    ("twins", "chance", "words"), [((), None, []), ((0.2,), None, ["twin"]), ((), 0.1, ["chance"])]
)
def test_the_legend_names_the_marks_that_are_there(twins, chance, words):
    texts = [text.text for text in drawn(Track("a", "b", 0.5, twins, chance=chance)).iter(f"{SVG}text")]
    assert texts == ["a", "b", "0", "1", "mine", *words]


def test_texts_are_escaped():
    svg = beside([Track("<b>", "&", 0.5)], ("<i>", "t", "c"), LIGHT)
    assert not re.search(r"<[bi]>", svg)
    assert [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")][:2] == ["<b>", "&"]
