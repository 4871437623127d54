"""The bins hold every finite value once, and every marker stands where it belongs."""

import numpy as np

from embedlab.charts.histogram import Marker, histogram
from embedlab.charts.palette import DARK, LIGHT


def test_the_bars_count_every_finite_value():
    values = np.array([0.0, 0.1, 0.1, 1.0, np.nan, np.inf])
    bars = histogram(values, [], "x", "n", "en", LIGHT).data[0]
    assert sum(bars.y) == 4
    assert max(bars.y) == 2
    assert len(bars.y) <= 64


def test_markers_are_lines_and_bands_with_their_labels():
    figure = histogram(np.arange(9.0), [Marker(3, "pair"), Marker(-2, "chance", width=4)], "x", "n", "pt", DARK)
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(3, 3), (-2, 2)]
    assert [note.text for note in figure.layout.annotations] == ["pair", "chance"]
    assert figure.layout.separators == ",."


def test_no_value_is_no_error():
    assert sum(histogram(np.array([np.nan]), [], "x", "n", "en", LIGHT).data[0].y) == 0


def test_equal_values_make_one_bar():
    bars = histogram(np.ones(5), [], "x", "n", "en", LIGHT).data[0]
    assert max(bars.y) == 5


def test_values_that_differ_by_rounding_make_one_bar():
    for values in (np.array([1, 1 + 2**-52, 1 - 2**-53]), np.array([8.5e38, np.nextafter(8.5e38, 0)])):
        bars = histogram(values, [], "x", "n", "en", LIGHT).data[0]
        assert list(bars.y) == [len(values)]
        assert abs(bars.x[0] - values[0]) < bars.width[0] / 2
