"""Numbers behind "sizes and gaps mean nothing"."""

import numpy as np
import pytest

from embedlab.distortion.readings import group, read
from embedlab.projection import prepare
from tests.distortion.made import ranks_of


def grid(groups=9, size=20, seed=0):
    """Groups on a plane, each with its own width, and their labels."""
    random = np.random.default_rng(seed)
    labels = np.repeat(np.arange(groups), size)
    width = np.linspace(0.05, 0.6, groups)[labels, None]
    return random.normal(size=(groups, 2))[labels] * 10 + random.normal(size=(groups * size, 2)) * width, labels


def test_a_copy_keeps_sizes_and_gaps():
    plane, labels = grid()
    rows, ranks = prepare(plane, "euclidean"), ranks_of(plane, plane, 5)
    found = read(rows, ranks, plane, group(rows, [f"c{label}" for label in labels], seed=0))
    assert found.density_r == pytest.approx(1)
    assert found.centroid_rho == pytest.approx(1)
    assert (found.groups, found.grouped_by) == (9, "classes")


def test_equal_widths_and_shuffled_groups_are_seen():
    plane, labels = grid()
    random = np.random.default_rng(1)
    centres = random.permutation(9)[labels]
    screen = np.column_stack([centres % 3, centres // 3]) * 10.0 + random.normal(size=(180, 2)) * 0.3
    rows = prepare(plane, "euclidean")
    found = read(rows, ranks_of(plane, screen, 5), screen, group(rows, [f"c{label}" for label in labels], seed=0))
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
    rows = prepare(plane, "euclidean")
    found = read(rows, ranks_of(plane, plane, 5), plane, group(rows, classes, seed=0))
    assert (found.groups, found.grouped_by) == (7, "classes")


def test_too_few_rows_have_no_gaps_and_products_no_density():
    plane = np.random.default_rng(0).normal(size=(12, 2))
    rows = prepare(plane, "dot")
    assert group(rows, None, seed=0) is None
    found = read(rows, ranks_of(plane, plane, 3, "dot"), plane, None)
    assert (found.density_r, found.centroid_rho, found.groups) == (None, None, 0)
