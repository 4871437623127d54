"""The triangle is to scale: its sides are the distances."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.charts.palette import LIGHT
from embedlab.charts.triangle import corners, triangle


def sides_of(points):
    return [float(np.linalg.norm(points[a] - points[b])) for a, b in ((0, 1), (0, 2), (1, 2))]


def test_three_four_five():
    points = corners([3, 4, 5])
    assert sides_of(points) == pytest.approx([3, 4, 5])
    assert points[[1, 2], 1].tolist() == [0, 0]  # the longest side is level


@given(st.lists(st.floats(-1e3, 1e3), min_size=15, max_size=15))
def test_any_three_rows_keep_their_distances(values):
    rows = np.array(values).reshape(3, 5)
    wanted = sides_of(rows)
    # Where the triangle is flat, its height is a difference of equal squares: half of the digits stay.
    assert sides_of(corners(wanted)) == pytest.approx(wanted, abs=1e-7 * (max(wanted) + 1) + 1e-7)


@pytest.mark.parametrize("sides", [(3, 4, 5), (1, 9, 9), (9, 1, 9.5), (0, 2, 2), (1, 1, 2)])
def test_the_drawing_has_the_proportions_of_the_sides(sides):
    drawn = triangle(["a", "b", "c"], sides, ["1", "2", "3"], LIGHT)
    points = np.array(
        [[float(n) for n in pair.split(",")] for pair in re.search(r'points="([^"]+)"', drawn)[1].split()]
    )
    found = np.array(sides_of(points))
    assert found / found.max() == pytest.approx(np.array(sides) / max(sides), abs=5e-3)
    width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups())
    assert (points >= 0).all()
    assert (points <= [width, height]).all()


def test_three_equal_rows_are_one_point():
    assert not re.search(r'[" ,]nan', triangle(["a", "b", "c"], [0, 0, 0], ["0", "0", "0"], LIGHT))


def test_names_are_text():
    drawn = triangle(["<script>", "&", '"'], [3, 4, 5], ["3", "4", "5"], LIGHT)
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
