import numpy as np
import pytest

from embedlab.checkpoints.health import against_head, examine_positions
from embedlab.checkpoints.health.positions import sinusoids
from embedlab.errors import TableError


def test_sinusoids_are_the_formula():
    table = sinusoids(9, 6, halves=False)
    for position in (0, 3, 8):
        for pair in range(3):
            angle = position / 10_000 ** (2 * pair / 6)
            assert table[position, 2 * pair : 2 * pair + 2] == pytest.approx([np.sin(angle), np.cos(angle)])
    halves = sinusoids(9, 6, halves=True)
    assert halves[:, :3].tolist() == table[:, 0::2].tolist()


@pytest.mark.parametrize("halves", [False, True])
def test_the_residual_tells_the_formula_from_noise(halves):
    formula = 0.02 * sinusoids(64, 16, halves)
    assert examine_positions(formula).sinusoid_residual == pytest.approx(0, abs=1e-12)
    noise = np.random.default_rng(0).standard_normal((64, 16))
    assert examine_positions(noise).sinusoid_residual > 0.95
    shifted = np.concatenate([np.zeros((2, 16)), formula])
    assert examine_positions(shifted, 2).sinusoid_residual == pytest.approx(0, abs=1e-12)


def test_rows_before_the_first_position_have_norms_and_nothing_else():
    rows = np.random.default_rng(0).standard_normal((514, 4)).astype(np.float32)
    found, rest = examine_positions(rows, 2), examine_positions(rows[2:])
    assert (found.rows, found.first_row, rest.first_row) == (514, 2, 0)
    assert found.norms[2:].tolist() == rest.norms.tolist()
    assert found.band_cosines == pytest.approx(rest.band_cosines)
    assert found.sinusoid_residual == pytest.approx(rest.sinusoid_residual)
    assert examine_positions(rows[:2], 2).sinusoid_residual is None


def test_bands_hold_the_mean_cosine_of_all_pairs():
    rows = np.random.default_rng(0).standard_normal((30, 4))
    rows[7] = np.nan
    found = examine_positions(rows)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert (found.bands[0, 0], found.bands[-1, 1]) == (1, 29)
    for (low, high), cosine in zip(found.bands, found.band_cosines, strict=True):
        pairs = [units[a] @ units[b] for a in range(30) for b in range(a) if low <= a - b <= high]
        assert cosine == pytest.approx(np.nanmean(pairs))
    assert np.isnan(found.norms[7])
    assert found.sinusoid_residual is None


def test_input_against_head():
    table = np.array([[1, 0], [0, 2], [3, 3], [0, 0], [1, np.nan]], np.float32)
    head = np.array([[2, 0], [0, -1], [3, 0], [1, 1], [1, 1]], np.float32)
    reports = []
    found = against_head(table, head, lambda *facts: reports.append(facts), lambda: False)
    assert found.cosines[:3] == pytest.approx([1, -1, np.sqrt(0.5)])
    assert found.norm_ratios[:3] == pytest.approx([0.5, 2, np.sqrt(2)])
    assert np.isnan(found.cosines[3:]).all()
    assert found.lowest_ids.tolist() == [1, 2, 0]
    assert reports[-1][:2] == (5, 5)
    assert against_head(table, head, lambda *_: None, lambda: True) is None
    with pytest.raises(TableError, match=r"table\.not_comparable"):
        against_head(table, head[:, :1], lambda *_: None, lambda: False)
