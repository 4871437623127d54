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


def boxes(drawn):
    """By words: centre and half of the box, with letters as wide as those of a wide font."""
    found = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" .*?font-size="(\d+)".*?>(.*?)</text>', drawn)
    return {
        words: (np.array([float(x), float(y)]), np.array([0.3 * len(words), 0.4]) * int(size))
        for x, y, size, words in found
    }


@pytest.mark.parametrize(
    "sides",
    [
        (3, 4, 5),
        (1, 9, 9),
        (9, 1, 9.5),
        (0, 2, 2),
        (1, 1, 2),
        (0.5, 6, 6.4),
        (6, 0.2, 6.1),
        (2, 2, 2),
        (1, 2, 3),
        (5, 9, 4),
    ],
)
def test_numbers_stand_clear_of_the_lines_and_of_all_words(sides):
    drawn = triangle(["cachorro", "Tuesday", "gato"], sides, ["1,234.56", "22.50", "3.75"], LIGHT)
    points = np.array(
        [[float(n) for n in pair.split(",")] for pair in re.search(r'points="([^"]+)"', drawn)[1].split()]
    )
    found, size = boxes(drawn), [float(n) for n in re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups()]
    assert len(found) == 6
    for words, (centre, half) in found.items():
        for a, b in ((0, 1), (0, 2), (1, 2)):
            along = points[a] + np.linspace(0, 1, 500)[:, None] * (points[b] - points[a])
            assert not (abs(along - centre) < half + 4).all(axis=1).any(), words
        for other, (there, theirs) in found.items():
            assert other == words or not (abs(there - centre) < half + theirs).all(), (words, other)
        assert (centre - half >= 0).all()
        assert (centre + half <= size).all()


def test_three_equal_rows_are_one_point():
    assert not re.search(r'[" ,]nan', triangle(["a", "b", "c"], [0, 0, 0], ["0", "0", "0"], LIGHT))


def test_names_are_text():
    drawn = triangle(["<script>", "&", '"'], [3, 4, 5], ["3", "4", "5"], LIGHT)
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
