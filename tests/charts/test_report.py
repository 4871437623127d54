"""The drawings of a report: bars and a curve stand where their numbers say."""

import re

import pytest

from embedlab.charts.palette import LIGHT
from embedlab.charts.report import bars, curve, lines, safe


def numbers(pattern, text):
    return [tuple(map(float, found.groups())) for found in re.finditer(pattern, text)]


def test_bars_are_as_high_as_their_counts():
    drawn = bars([1, 4, 2], [0, 1, 2, 3], (1.5, "<m>"), "x", "alt", "en", LIGHT)
    heights = [height for _, height in numbers(r'y="([\d.]+)" width="[\d.]+" height="([\d.]+)"', drawn)]
    assert heights == pytest.approx([max(heights) / 4, max(heights), max(heights) / 2], abs=0.1)
    starts = [x for (x,) in numbers(r'<rect x="([\d.]+)"', drawn)]
    assert starts[1] - starts[0] == pytest.approx(starts[2] - starts[1], abs=0.2)
    ((mark,),) = numbers(r'<path d="M([\d.]+) [\d.]+V', drawn)
    assert starts[1] < mark < starts[2]
    assert "&lt;m&gt;" in drawn


def test_a_mark_outside_is_left_out():
    assert "V206" not in bars([1], [0, 1], (2, "m"), "x", "alt", "en", LIGHT)


def test_a_curve_climbs_to_the_top():
    drawn = curve([0.25, 0.5, 1.0], [(2, "half")], "x", "alt", "pt", LIGHT)
    points = numbers(r"[ML]?([\d.]+) ([\d.]+)", re.search(r'<path d="M([^"]+)" fill="none"', drawn)[1])
    heights = [y for _, y in points]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] - heights[1] == pytest.approx((heights[1] - heights[2]) / 2, abs=0.1)
    ((x, y),) = numbers(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)
    assert (x, y) == points[1]


def test_lines_share_one_scale_and_pass_over_what_is_unknown():
    drawn = lines([[0.0, float("nan"), 1.0], [2.0, 2.0, 2.0]], (5, 9), "x", "alt", "en", LIGHT)
    other, main = (
        numbers(r"([\d.]+) ([\d.]+)", path) for path in re.findall(r'<path d="M([^"H]+)" fill="none"', drawn)
    )
    assert len(main) == 2
    assert main[0][1] - main[1][1] == pytest.approx(main[1][1] - other[0][1])
    assert re.findall(r">([\d.]+)</text>", drawn) == ["2", "0", "5", "9"]
    labels = numbers(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="end" fill="[^"]+">[20]<', drawn)
    assert len(labels) == 2
    assert all(x < main[0][0] for (x,) in labels)  # beside the curve, not on it


def test_what_steers_is_written_out():
    assert safe("a\u200b\n<\ud800") == "a\\u200b\\n&lt;\\ud800"
    assert len(safe("x" * 500)) == 200
