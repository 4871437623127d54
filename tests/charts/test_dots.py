"""Small still maps: all dots inside the square, in one scale, nameless or with literal names."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from embedlab.charts.dots import SIDE, cloud, named_dots
from embedlab.charts.palette import LIGHT

SVG = "{http://www.w3.org/2000/svg}"
CORNERS = np.array([[0, 0], [10, 0], [10, 4], [1e-3, 2]], np.float32)


def places(svg):
    return [(int(x), int(y)) for x, y in re.findall(r"M(-?\d+) (-?\d+)h0", svg)]


def test_all_dots_are_inside_and_both_axes_have_one_scale():
    (left, low), (right, _), (_, high), _ = places(cloud(CORNERS, LIGHT))
    assert (left, right) == (12, SIDE - 12)
    assert low - high == pytest.approx((right - left) * 4 / 10, abs=1)  # y grows downwards


def test_a_single_spot_stands_in_the_middle():
    assert places(cloud(np.zeros((3, 2)), LIGHT)) == [(200, 200)] * 3


def test_only_the_chosen_map_is_framed_in_the_accent():
    assert LIGHT.accent in cloud(CORNERS, LIGHT, chosen=True)
    assert LIGHT.accent not in cloud(CORNERS, LIGHT)


def test_names_are_literal_and_colours_their_own():
    svg = named_dots(CORNERS, ["<script>", "&", "‮", "d"], ["red", "red", "blue", "blue"], LIGHT)
    dots = list(ElementTree.fromstring(svg).iter(f"{SVG}circle"))
    assert [dot.find(f"{SVG}title").text for dot in dots] == ["<script>", "&", "\\u202e", "d"]
    assert [dot.get("fill") for dot in dots] == ["red", "red", "blue", "blue"]


def test_dots_without_names_say_nothing():
    assert "title" not in named_dots(CORNERS, None, ["red"] * 4, LIGHT)
