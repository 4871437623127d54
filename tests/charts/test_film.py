"""The map that moves and the curves beside it."""

import numpy as np

from embedlab.charts.film import Curve, Group, curves, moving_map
from embedlab.charts.palette import DARK, LIGHT


def test_groups_differ_in_colour_and_shape_and_only_chosen_names_stand():
    points = np.array([[0.0, 1], [2, -3], [1, 1]])
    groups = [Group("others", [2]), Group("pet", [0]), Group("weekday", [1])]
    figure = moving_map(points, ["cat", "Tuesday", "&lt;b&gt;"], [0, 1], groups, 3.0, LIGHT)
    assert [list(trace.x) for trace in figure.data] == [[1], [0], [2]]
    assert len({(trace.marker.color, trace.marker.symbol) for trace in figure.data}) == 3
    assert [note.text for note in figure.layout.annotations] == ["<b>cat</b>", "<b>Tuesday</b>"]
    assert figure.layout.xaxis.range == figure.layout.yaxis.range  # one scale, the same for every moment
    assert figure.layout.yaxis.scaleanchor == "x"


def test_curves_stand_over_the_logarithm_of_the_step():
    drawn = [Curve("dog", [0, 0.5, 1], [-0.2, 0.3, 0.9], [0.2, 0.7, 1]), Curve("Tuesday", [0, 0.1, 0.2])]
    figure = curves([0, 9, 1_500], drawn, 0.125, 1, ("step", "cosine"), "pt", DARK)
    band, dog, tuesday = figure.data
    np.testing.assert_allclose(dog.x, np.log1p([0, 9, 1_500]))
    assert list(band.y) == [0.2, 0.7, 1, 0.9, 0.3, -0.2]
    assert dog.line.color != tuesday.line.color
    assert "1.000" in figure.layout.xaxis.ticktext
    strip, mark = figure.layout.shapes
    assert (strip.y0, strip.y1) == (-0.125, 0.125)
    assert mark.x0 == dog.x[1]
    assert min(figure.layout.yaxis.range) <= -0.2


def test_a_dashed_curve_wears_the_colour_of_its_twin():
    values = [0.0, 1.0]
    drawn = [Curve("a", values), Curve("b", values), Curve("a, centred", values, dashed=True)]
    drawn.append(Curve("b, centred", values, dashed=True))
    a, b, a_twin, b_twin = curves([0, 1], drawn, 0.1, None, ("", ""), "en", LIGHT).data
    assert (a.line.color, b.line.color) == (a_twin.line.color, b_twin.line.color)
    assert a.line.color != b.line.color
    assert (a.line.dash, a_twin.line.dash) == ("solid", "dot")
