"""Rows as cells: hostile names stay text, and what is not a number is drawn as such."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from embedlab.charts.cells import SHOWN, cells
from embedlab.charts.palette import DARK, LIGHT
from tests import tables


def fills(svg, colour):
    return [float(found) for found in re.findall(rf'fill="{colour}" fill-opacity="([\d.]+)"', svg)]


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_sign_is_hue_and_size_is_strength(colours):
    svg = cells(np.array([[1.0, -2.0], [0.0, 0.5]]), [7, 8], ["a", "b"], None, colours)
    assert fills(svg, colours.kept) == [0.53, pytest.approx(0.295, abs=0.006)]
    assert fills(svg, colours.false_) == [1.0, 0.06]  # a zero is nearly empty


def test_the_picked_row_stands_twice_and_a_long_one_is_cut():
    rows = np.ones((3, 40))
    svg = cells(rows, [0, 1, 2], ["x", "y", "z"], 1, LIGHT)
    assert len(fills(svg, LIGHT.kept)) == 4 * SHOWN
    assert re.findall(r">([xyz])<", svg) == ["x", "y", "z", "y"]
    assert len(re.findall(">[xyz]<", cells(rows, [0, 1, 2], ["x", "y", "z"], None, LIGHT))) == 3


def test_hostile_names_and_degenerate_rows():
    table = tables.degenerate()
    ids = [tables.NAN_ID, tables.INFINITE_ID, tables.ZERO_IDS[0]]
    svg = cells(table.rows64(ids), ids, ["<script>&", '"', ""], 0, LIGHT)
    assert "<script>" not in svg
    crosses = [part for part in ET.fromstring(svg).iter() if part.get("stroke") == LIGHT.ink]
    assert len(crosses) == 3  # the NaN twice, for it is picked, and the infinite number
    assert cells(np.full((1, 2), np.nan), [0], ["n"], 0, LIGHT).count(LIGHT.ink) >= 4
