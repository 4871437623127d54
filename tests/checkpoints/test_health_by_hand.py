"""Parts of the examination of a table against numbers worked out by hand."""

import numpy as np
import pytest

from embedlab.checkpoints.health.norms import norm_spread, quantiles
from embedlab.checkpoints.health.numbers import _holds
from embedlab.checkpoints.health.spectrum import _spectrum, leading_axes

HALF = np.dtype(np.float16)


def test_quantiles_by_hand():
    """The hundredths of 0, 1 ... 100."""
    found = quantiles(np.random.default_rng(0).permutation(101))
    expected = {"min": 0, "p1": 1, "p5": 5, "median": 50, "p95": 95, "p99": 99, "max": 100}
    assert found == pytest.approx(expected)
    assert quantiles(np.zeros(0)) == {}


def test_sixty_bins_of_equal_ratio_sixty_four_bands_and_twenty_ids_at_each_end():
    norms = np.exp(np.linspace(0, 6, 640))
    norms[5] = 0
    found = norm_spread(norms)
    assert (len(found.counts), found.counts.sum()) == (60, 639)
    np.testing.assert_allclose(found.edges[1:] / found.edges[:-1], np.exp(0.1))
    assert found.band_ids.tolist() == [[first, first + 9] for first in range(0, 640, 10)]
    np.testing.assert_allclose(found.band_quartiles[3], np.quantile(norms[30:40], (0.25, 0.5, 0.75)))
    assert found.shortest_ids.tolist() == [place for place in range(21) if place != 5]
    assert found.longest_ids.tolist() == list(range(639, 619, -1))


def test_norms_that_are_all_alike_stand_in_one_bin_around_them():
    found = norm_spread(np.full(5, 8.0) * (1 + 1e-12 * np.arange(5)))
    assert found.counts.tolist() == [5]
    np.testing.assert_allclose(found.edges, [8 - 8e-6, 8 + 8e-6], rtol=1e-9)


def test_what_a_narrower_type_holds():
    """Half precision counts in steps of 2^-10 from 1 on; what is not finite says nothing."""
    assert _holds(np.array([[1.0, 1 + 2.0**-10], [np.nan, np.inf]]), HALF)
    assert not _holds(np.array([[1.0, 2], [1, 1 + 2.0**-11]]), HALF)


def test_axes_come_in_the_order_of_their_length():
    rows = np.random.default_rng(1).normal(size=(60, 6)) * [1, 2, 4, 8, 16, 32]
    wide = rows @ np.linalg.qr(np.random.default_rng(2).normal(size=(6, 6)))[0]
    expected = np.linalg.eigh(wide.T @ wide)[1][:, :2:-1]
    found = leading_axes(wide, 3)
    np.testing.assert_allclose(np.abs(expected.T @ found), np.eye(3), atol=1e-6)
    assert leading_axes(np.full((2, 3), np.finfo(float).max), 2) is None


def test_the_numbers_of_a_spectrum_do_not_depend_on_its_size():
    """Shares .5, .3, .1, .1."""
    for size in (1e-9, 1, 1e9):
        found = _spectrum(np.array([5.0, 3, 1, 1]) * size, 7)
        assert found.stable_rank == pytest.approx(2)
        assert found.participation_ratio == pytest.approx(1 / 0.36)
        assert found.components == {"90": 3, "95": 4, "99": 4}
