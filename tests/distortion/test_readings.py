"""Numbers behind "sizes and gaps mean nothing"."""

import numpy as np
import pytest

from embedlab.distortion import MEASURES
from embedlab.distortion.measure import take
from embedlab.distortion.readings import Readings, group
from embedlab.projection import prepare
from tests.distortion.made import seen_of


def read(vectors, screen, k, classes, metric="euclidean"):
    seen = seen_of(vectors, screen, k, metric, groups=lambda rows: group(rows, classes, seed=0))
    taken = {key: take(MEASURES[key], seen) for key in ("density_r", "centroid_rho")}
    return Readings.of({key: found for key, found in taken.items() if found}, seen.groups)


def grid(groups=9, size=20, seed=0):
    """Groups on a plane, each with its own width, and their labels."""
    random = np.random.default_rng(seed)
    labels = np.repeat(np.arange(groups), size)
    width = np.linspace(0.05, 0.6, groups)[labels, None]
    return random.normal(size=(groups, 2))[labels] * 10 + random.normal(size=(groups * size, 2)) * width, labels


def test_a_copy_keeps_sizes_and_gaps():
    plane, labels = grid()
    found = read(plane, plane, 5, [f"c{label}" for label in labels])
    assert found.density_r == pytest.approx(1)
    assert found.centroid_rho == pytest.approx(1)
    assert (found.groups, found.grouped_by) == (9, "classes")


def test_equal_widths_and_shuffled_groups_are_seen():
    plane, labels = grid()
    random = np.random.default_rng(1)
    centres = random.permutation(9)[labels]
    screen = np.column_stack([centres % 3, centres // 3]) * 10.0 + random.normal(size=(180, 2)) * 0.3
    found = read(plane, screen, 5, [f"c{label}" for label in labels])
    assert abs(found.density_r) < 0.4
    assert found.centroid_low < found.centroid_rho < found.centroid_high < 0.9


def test_without_classes_the_groups_are_found_in_the_table_and_repeat():
    plane, labels = grid(groups=6)
    rows = prepare(plane, "euclidean")
    found = group(rows, None, seed=0)
    assert found is not None
    assert found.grouped_by == "k_means"
    np.testing.assert_array_equal(found.labels, group(rows, None, seed=0).labels)
    for part in np.unique(found.labels):
        assert len(np.unique(labels[found.labels == part])) <= 2


def test_rows_without_a_class_and_small_classes_are_left_out():
    plane, labels = grid()
    classes = [None if label == 0 else f"c{label}" for label in labels]
    classes[-18:] = [f"alone{row}" for row in range(18)]
    found = read(plane, plane, 5, classes)
    assert (found.groups, found.grouped_by) == (7, "classes")


def test_too_few_rows_have_no_gaps_and_products_no_density():
    plane = np.random.default_rng(0).normal(size=(12, 2))
    rows = prepare(plane, "dot")
    assert group(rows, None, seed=0) is None
    found = read(plane, plane, 3, None, "dot")
    assert (found.density_r, found.centroid_rho, found.groups) == (None, None, 0)
