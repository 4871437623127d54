"""What is not said of a few rows: what chance alone would say as often."""

import numpy as np
import pytest

from embedlab.distortion.grown import FEWEST, GROWTHS, reliability
from embedlab.distortion.maps import draw
from embedlab.distortion.selection import MapsSettings
from embedlab.table import EmbeddingTable, Provenance
from embedlab.ui import map_scene


def drawn(rows, seed=0):
    vectors = np.random.default_rng(seed).normal(size=(rows, 10))
    table = EmbeddingTable(vectors, tuple(map(str, range(rows))), Provenance("noise"))
    return draw(table, MapsSettings(methods=("pca",), metric="euclidean"))


@pytest.mark.parametrize("seed", range(6))
def test_no_axis_of_a_few_clean_rows_is_made_by_one_of_them(seed):
    assert "map.pca_outlier" not in {finding.code for finding in drawn(12, seed).maps["pca"].findings}


def test_growths_that_met_too_few_rows_are_no_perfect_score():
    sums = np.full((GROWTHS, 2), np.nan)
    assert reliability(sums, 20) is None
    sums[: FEWEST - 1] = [1, 4]
    assert reliability(sums, 20) is None
    sums[:FEWEST] = [1, 4]
    assert reliability(sums, 20).value == pytest.approx(0.75)


def test_a_map_of_four_rows_has_no_cells_of_distortion():
    assert map_scene._distortion(drawn(4).maps["pca"], "en") is None
    assert map_scene._distortion(drawn(40).maps["pca"], "en") is not None
