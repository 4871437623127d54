"""The pictures of positions: what is drawn is what was given, with zero in the middle and names that may repeat."""

import numpy as np
import pytest

from embedlab.charts.palette import DARK, LIGHT
from embedlab.charts.positions import Axis, Line, arrows, bars, heat, lines
from embedlab.wording import LANGUAGES


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_a_heat_map_has_the_ground_at_zero_and_row_0_on_top(colours):
    figure = heat(np.array([[-2.0, 0, 1]]), Axis("x"), Axis("y"), 2, "pt", colours)
    drawn = figure.data[0]
    assert (drawn.zmin, drawn.zmax) == (-2, 2)
    assert [stop[1] for stop in drawn.colorscale] == [colours.false_, colours.background, colours.kept]
    assert figure.layout.yaxis.autorange == "reversed"
    assert figure.layout.separators == ",."


def test_bars_keep_the_order_and_repeated_names():
    figure = bars(["the", "cat", "the"], [0.5, 0, 1], Axis("y", (0, 1.2), ".0%"), "en", LIGHT)
    assert list(figure.data[0].y) == [0.5, 0, 1]
    assert len(set(figure.data[0].x)) == 3
    assert list(figure.layout.xaxis.ticktext) == ["the", "cat", "the"]
    assert tuple(figure.layout.yaxis.range) == (0, 1.2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_are_told_apart_without_colour(language):
    drawn = [Line(name, [0.1, 0.2, 0.3]) for name in "abcd"]
    figure = lines([0.5, 1, 2], drawn, Axis("x"), Axis("y"), language, LIGHT, mark=1.0, halving=True)
    assert [trace.name for trace in figure.data] == list("abcd")
    assert len({(trace.line.dash, trace.marker.symbol) for trace in figure.data}) == 4
    assert list(figure.layout.xaxis.ticktext) == ["1/2", "2"]
    assert figure.layout.xaxis.type == "log"
    assert figure.layout.shapes[0].x0 == 1


def test_arrows_end_where_their_vectors_do():
    turned, still = [np.array([0.0, 1]), np.array([2.0, 0])], [np.array([1.0, 0]), np.array([0.0, -2])]
    figure = arrows(turned, still, ["q", "k"], LIGHT)
    ends = [(note.x, note.y) for note in figure.layout.annotations if note.showarrow]
    assert ends == [(1, 0), (0, 1), (0, -2), (2, 0)]
    assert [note.text for note in figure.layout.annotations if not note.showarrow] == ["q", "k"]
    assert figure.layout.xaxis.range[1] == pytest.approx(2.5)


def test_arrows_without_length_are_drawn():
    assert arrows([np.zeros(2)] * 2, [np.zeros(2)] * 2, ["q", "k"], LIGHT).layout.xaxis.range[1] == 1
