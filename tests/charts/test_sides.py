"""The chart of two senses: every sentence in its lane, on the side that the probe says."""

import numpy as np

from embedlab.charts.palette import DARK, LIGHT
from embedlab.charts.sides import Lane, sides

SECOND = np.array([False, True, False, True])
LANES = [Lane("row", "50 %", np.zeros(4)), Lane("layer 1", "100 %", np.array([-2.0, 3.0, -100.0, 100.0]))]


def test_marks_stand_in_their_lanes_on_their_sides():
    first, second = sides(LANES, SECOND, ("water", "money"), ("a", "b", "c"), LIGHT).data
    assert (first.name, second.name) == ("water", "money")
    assert first.x.tolist() == [0, 0, -2, -8]  # what is surer than the axis reaches stands at its edge
    assert second.x.tolist() == [0, 0, 3, 8]
    assert np.round(first.y).tolist() == np.round(second.y).tolist() == [0, 0, 1, 1]
    assert all(first.y[:2] < 0)
    assert all(second.y[:2] > 0)
    assert first.marker.symbol != second.marker.symbol  # not told by colour alone


def test_the_first_lane_is_lowest_and_says_its_share():
    figure = sides(LANES, SECOND, ("water", "money"), ("a", "b", "c"), DARK)
    assert list(figure.layout.yaxis.ticktext) == ["row<br><b>50 %</b>", "layer 1<br><b>100 %</b>"]
    assert figure.layout.yaxis.range[0] < figure.layout.yaxis.range[1]
    assert list(figure.layout.xaxis.ticktext) == ["a", "b", "c"]
