"""Every row is one cell, and the legend counts them."""

import numpy as np

from embedlab.charts.lit import MOVED, MOVED_UNREAD, READ, STILL, lit
from embedlab.charts.palette import LIGHT

LABELS = ("still", "read", "moved", "unread")


def test_cells_stand_in_the_order_of_ids_and_the_rest_is_empty():
    states = np.array([STILL] * 38)
    states[[1, 37]] = MOVED, MOVED_UNREAD
    figure = lit(states, [f"t{row}" for row in range(38)], LABELS, LIGHT)
    grid = np.array(figure.data[0].z).ravel()
    assert grid[:38].tolist() == states.tolist()
    assert np.isnan(grid[38:]).all()
    assert figure.data[0].text[1][1] == "37  t37<br>unread"
    assert [part.name for part in figure.data[1:]] == ["still: 36", "moved: 1", "unread: 1"]


def test_each_state_has_its_own_colour():
    figure = lit(np.array([STILL, READ, MOVED, MOVED_UNREAD]), list("abcd"), LABELS, LIGHT)
    edges = [place for place, _ in figure.data[0].colorscale]
    assert edges == [0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1]
    marks = [part.marker.color for part in figure.data[1:]]
    assert marks == [colour for _, colour in figure.data[0].colorscale[::2]]
    assert len(set(marks)) == 4
