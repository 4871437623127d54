"""The pictures of the toy world: sprites keep their pixels, words are escaped, pairs are joined."""

import base64
import re
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from embedlab.charts import world as chart
from embedlab.charts.palette import LIGHT
from embedlab.training import world


def painted(svg, side):
    """The pixels of a sprite as its SVG paints them, (8, 8, 3)."""
    (ground, path) = fromstring(svg)
    colours = [np.frombuffer(bytes.fromhex(one.get("fill")[1:]), np.uint8) / 255 for one in (ground, path)]
    picture = np.tile(colours[0], (8, 8, 1))
    pixel = side / 8
    for x, y, width in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path.get("d")):
        start, count = round(float(x) / pixel), round(float(width) / pixel)
        picture[round(float(y) / pixel), start : start + count] = colours[1]
    return picture


def test_a_sprite_keeps_every_pixel():
    for picture in world.pictures():
        svg = base64.b64decode(chart._uri(picture).partition(",")[2]).decode()
        assert painted(svg, 8) == pytest.approx(picture, abs=1e-6)


def test_a_picture_of_one_colour_is_a_square():
    assert 'd=""' in chart._sprite(np.full((8, 8, 3), 0.5, np.float32), 0, 0, 8)


def test_the_grid_holds_every_word_once_and_escapes_it():
    pictures, words = world.pictures()[:4], ["a", "<b>", "c", "d"]
    svg = chart.grid(pictures, words, ["x", "y"], ["s", "t"], LIGHT)
    texts = {text.text: text for text in fromstring(svg).iter("{http://www.w3.org/2000/svg}text")}
    assert set(texts) == {"a", "<b>", "c", "d", "x", "y", "s", "t"}
    assert texts["a"].get("x") == texts["<b>"].get("x") == texts["x"].get("x")  # one class, one column
    assert float(texts["a"].get("y")) < float(texts["<b>"].get("y"))
    entries = [chart.Entry(pictures[0], "a&b", "note", True), chart.Entry(pictures[1], "c", "other", False)]
    assert "a&amp;b" in chart.ranked(entries, LIGHT)


def test_the_map_joins_every_pair():
    captions, patches = np.array([[0.0, 0.0], [1, 1]]), np.array([[0.0, 1.0], [2, 2]])
    figure = chart.one_space(captions, patches, world.pictures()[:2], ["a", "b"], ("text", "image"), "en", LIGHT)
    lines = figure.data[0]
    assert list(zip(lines.x, lines.y, strict=True))[:2] == [(0, 0), (0, 1)]
    assert np.isnan(lines.x[2])
    assert [(image.x, image.y) for image in figure.layout.images] == [(0, 1), (2, 2)]
    assert [trace.name for trace in figure.data if trace.showlegend is not False] == ["image", "text"]
