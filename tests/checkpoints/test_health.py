import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab.checkpoints import Health, examine, findings_of
from embedlab.checkpoints.health import blocks, spectrum
from embedlab.checkpoints.health.norms import norm_spread, spearman
from embedlab.checkpoints.health.spectrum import eigenvalues, isotropy
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


def look(vectors: np.ndarray, tokens: tuple[str, ...] | None = None, **options) -> Health:
    names = tokens or tuple(f"t{row}" for row in range(len(vectors)))
    found = examine(EmbeddingTable(vectors, names, Provenance("test")), lambda *_: None, lambda: False, **options)
    assert found is not None
    return found


def codes(found: Health) -> list[str]:
    return [finding.code for finding in findings_of(found)]


def normal(rows: int, dims: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((rows, dims))


def plain_cosine(rows: np.ndarray) -> float:
    """The mean cosine over all pairs."""
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return (units @ units.T)[np.triu_indices(len(rows), 1)].mean()


def plain_rank(rows: np.ndarray) -> float:
    """The effective rank from the singular values of the centred rows."""
    values = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    shares = values[values > 1e-12 * values[0]] / values.sum()
    return math.exp(-(shares * np.log(shares)).sum())


def test_degenerate_rows_are_counted_and_named(degenerate_table):
    found = examine(degenerate_table, lambda *_: None, lambda: False)
    assert found.zero_ids.tolist() == list(tables.ZERO_IDS)
    assert found.non_finite_ids.tolist() == [tables.NAN_ID, tables.INFINITE_ID]
    assert found.duplicate_ids.tolist() == [6, 17, 20]
    assert np.isnan(found.norms[[tables.NAN_ID, tables.INFINITE_ID]]).all()
    said = {finding.code: (finding.severity, finding.values["ids"]) for finding in findings_of(found)}
    assert list(said.items())[:3] == [
        ("table.non_finite_rows", ("error", "9, 12")),
        ("table.zero_rows", ("warning", "3, 17")),
        ("table.duplicate_rows", ("info", "6, 17, 20")),
    ]


def test_degenerate_rows_are_left_out_of_the_numbers(degenerate_table):
    found = examine(degenerate_table, lambda *_: None, lambda: False)
    finite = np.isfinite(degenerate_table.vectors).all(axis=1)
    rows = degenerate_table.rows64(finite)
    nonzero = rows[np.any(rows != 0, axis=1)]
    assert found.mean_cosine == pytest.approx(plain_cosine(nonzero), abs=1e-12)
    assert found.effective_rank == pytest.approx(plain_rank(rows), rel=1e-9)
    assert found.effective_rank_rows == finite.sum()
    assert found.norms[finite] == pytest.approx(np.linalg.norm(rows, axis=1))
    share = np.linalg.norm(rows.mean(axis=0)) / math.sqrt((rows**2).sum() / len(rows))
    assert found.mean_share == pytest.approx(share, rel=1e-12)
    values = degenerate_table.vectors.astype(np.float64)
    numbers = found.numbers
    assert (numbers.count, numbers.non_finite) == (values.size, np.count_nonzero(~np.isfinite(values)))
    assert numbers.zeros == np.count_nonzero(values == 0)
    assert numbers.largest == np.abs(values[np.isfinite(values)]).max()


def test_a_hand_computed_table():
    found = look(np.array([[3, 4], [0, 2], [-1, 0]], np.float32))
    assert found.norms.tolist() == [5, 2, 1]
    assert found.mean_cosine == pytest.approx((0.8 - 0.6 + 0) / 3)
    assert (found.spread.quantiles["min"], found.spread.quantiles["median"]) == (1, 2)
    assert found.spread.id_correlation == -1
    assert (found.spread.shortest_ids.tolist(), found.spread.longest_ids.tolist()) == ([2, 1, 0], [0, 1, 2])


def test_a_hand_computed_spectrum():
    found = look(np.array([[3, 0], [-3, 0], [0, 1], [0, -1]], np.float64)).spectrum
    assert found.eigenvalues == pytest.approx([4.5, 0.5])  # 18/4 and 2/4: shares .9 and .1
    assert found.participation_ratio == pytest.approx(1 / (0.81 + 0.01))
    assert found.stable_rank == pytest.approx(1 / 0.9)
    assert found.effective_rank == pytest.approx(math.exp(-0.9 * math.log(0.9) - 0.1 * math.log(0.1)))
    assert found.components == {"90": 1, "95": 2, "99": 2}


@pytest.mark.parametrize("dtype", [np.float64, np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn])
def test_several_blocks_give_what_one_gives(dtype, monkeypatch):
    vectors = (normal(50, 6) + 1).astype(dtype)
    vectors[40] = vectors[3]
    whole = look(vectors)
    monkeypatch.setattr(blocks, "VALUES", 6 * 7)
    parts = look(vectors)
    assert parts.duplicate_ids.tolist() == whole.duplicate_ids.tolist() == [40]
    assert parts.numbers == whole.numbers
    wide = vectors.astype(np.float64)
    for found in (whole, parts):
        assert (found.mean_cosine, found.effective_rank) == pytest.approx(
            (plain_cosine(wide), plain_rank(wide)), rel=1e-9
        )


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_a_large_table_computed_in_float32_gives_nearly_the_same(dtype, monkeypatch):
    vectors = (normal(3_000, 40) + 0.3).astype(dtype)
    exact = look(vectors)
    monkeypatch.setattr(blocks, "EXACT", 0)
    quick = look(vectors)
    assert quick.norms == pytest.approx(exact.norms, rel=1e-6)
    assert quick.mean_cosine == pytest.approx(exact.mean_cosine, abs=1e-6)
    assert quick.spectrum.eigenvalues == pytest.approx(exact.spectrum.eigenvalues, rel=1e-4)
    assert quick.undertrained.values["centred_cosine"] == pytest.approx(
        exact.undertrained.values["centred_cosine"], abs=1e-5
    )


def test_a_large_table_is_sampled_with_the_seed(monkeypatch):
    vectors = normal(2_000, 4)
    monkeypatch.setattr(spectrum, "ALL_ROWS", 500 * 4**2)
    found = look(vectors, seed=1)
    assert (found.effective_rank_rows, found.seed) == (500, 1)
    assert found.effective_rank == look(vectors, seed=1).effective_rank != look(vectors, seed=2).effective_rank
    assert found.effective_rank == pytest.approx(plain_rank(vectors), rel=0.05)
    assert found.mean_cosine == pytest.approx(plain_cosine(vectors), abs=1e-12)


def test_a_table_too_wide_for_its_covariance(monkeypatch):
    monkeypatch.setattr(spectrum, "MAX_COVARIANCE", 3)
    found = look(np.eye(4))
    assert (found.effective_rank, found.effective_rank_rows, found.mean_cosine) == (None, 0, 0)


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0])
def test_estimated_eigenvalues_give_the_rank_of_the_exact_ones(power, monkeypatch):
    """Flat, falling and steep spectra, one of them with a dominant direction."""
    dims = 400
    values = np.arange(1, dims + 1.0) ** -power
    values[0] *= 20
    turn = np.linalg.qr(normal(dims, dims))[0]
    covariance = (turn * values) @ turn.T
    exact = spectrum._spectrum(eigenvalues(covariance, 0), 1)
    assert exact.eigenvalues == pytest.approx(values, rel=1e-6)
    monkeypatch.setattr(spectrum, "EXACT_DIMS", 1)
    found = spectrum._spectrum(eigenvalues(covariance, 0), 1)
    assert found.effective_rank == pytest.approx(exact.effective_rank, rel=0.005)
    assert found.participation_ratio == pytest.approx(exact.participation_ratio, rel=0.005)
    assert found.stable_rank == pytest.approx(exact.stable_rank, rel=0.001)
    assert found.components["90"] == pytest.approx(exact.components["90"], rel=0.03, abs=1)


def test_isotropy_by_hand():
    found = isotropy(np.array([[1.0, 0], [0, 2]]))  # mean norm 1.5; the axes are e1 and e2
    sums = [math.exp(sign * size) + 1 for size in (1, 2) for sign in (1, -1)]
    assert found.raw == pytest.approx(min(sums) / max(sums))
    scaled = [math.exp(sign * size / 1.5) + 1 for size in (1, 2) for sign in (1, -1)]
    assert found.scaled == pytest.approx(min(scaled) / max(scaled))
    assert isotropy(np.full((3, 2), 1e4)).raw == 0  # and no overflow
    assert isotropy(np.zeros((0, 2))) is None


def test_tables_without_an_answer():
    assert look(np.full((3, 2), np.nan)).mean_cosine is None
    assert look(np.zeros((5, 2))).mean_cosine is None
    assert look(np.ones((1, 2))).effective_rank is None
    constant = look(np.full((5, 2), 0.25))
    assert constant.effective_rank is None
    assert codes(constant)[0] == "table.constant"
    assert (constant.duplicate_groups, constant.duplicate_largest) == (1, 5)


def test_extreme_values():
    found = look(np.array([[1e300, 1e300], [1e-320, 0], [-1e300, 5e299]]))
    assert found.norms[0] == pytest.approx(math.sqrt(2) * 1e300)
    assert found.norms[1] > 0
    assert found.effective_rank is None
    assert abs(found.mean_cosine) <= 1
    assert found.numbers.subnormal == 1


def test_long_rows_of_a_narrow_type_do_not_overflow(monkeypatch):
    monkeypatch.setattr(blocks, "EXACT", 0)
    vectors = np.array([[3e38, 3e38], [1, 0], [1e-30, 1e-30]]).astype(ml_dtypes.bfloat16)
    assert look(vectors).norms == pytest.approx(np.linalg.norm(vectors.astype(np.float64), axis=1))


def test_minus_zero_is_another_row():
    found = look(np.array([[0.0, 1], [-0.0, 1], [0.0, 1]]))
    assert (found.duplicate_ids.tolist(), found.duplicate_groups, found.duplicate_largest) == ([2], 1, 2)


def test_rows_that_differ_in_signs_only_are_not_taken_for_equal():
    rows = np.where(np.arange(64)[:, None] >> np.arange(6) & 1, 1.0, -1.0)
    for dtype in (np.float64, np.float32, np.float16, ml_dtypes.float8_e5m2):
        assert not len(look(rows.astype(dtype)).duplicate_ids)


@given(st.integers(0, 2**31))
def test_near_duplicates_are_found_and_others_are_not(seed):
    rows = normal(300, 16, seed)
    for copy in range(10):  # a cosine of about 0.99995
        rows[200 + copy] = 1.003 * rows[copy] + 0.01 * normal(1, 16, seed + copy)[0] * np.linalg.norm(rows[copy]) / 4
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    lengths = np.linalg.norm(rows, axis=1)
    near = np.triu(units @ units.T > 0.9999, 1)
    near &= np.maximum.outer(lengths, lengths) <= 1.01 * np.minimum.outer(lengths, lengths)
    truly = set(map(tuple, np.argwhere(near).tolist()))
    found = set(map(tuple, look(rows).near.pairs.tolist()))
    assert found <= truly
    assert len(truly - found) <= 1


def test_near_duplicates_say_who(plain_table):
    vectors = plain_table.vectors.copy()
    vectors[30] = vectors[4] * 1.001
    found = look(vectors)
    assert found.near.pairs.tolist() == [[4, 30]]
    assert found.near.cosines == pytest.approx([1])
    assert "table.near_duplicate_rows" in codes(found)
    vectors[30] = vectors[4] * 1.1  # as near by cosine, but longer
    assert not len(look(vectors).near.pairs)


def test_a_bfloat16_table_written_as_float32_is_seen():
    narrow = normal(200, 8).astype(ml_dtypes.bfloat16)
    found = look(narrow.astype(np.float32))
    assert (found.numbers.dtype, found.numbers.narrowest) == ("float32", "bfloat16")
    assert "table.narrower" in codes(found)
    assert look(narrow).numbers.narrowest == "bfloat16"
    assert look(normal(200, 8).astype(np.float16).astype(np.float32)).numbers.narrowest == "float16"
    assert look(normal(200, 8).astype(np.float32)).numbers.narrowest == "float32"
    assert look(normal(200, 8).astype(np.float32).astype(np.float64)).numbers.narrowest == "float32"


def test_one_value_that_does_not_fit_keeps_the_type():
    wide = normal(200, 8).astype(ml_dtypes.bfloat16).astype(np.float32)
    wide[150, 3] = np.float32(1.0000001)
    assert look(wide).numbers.narrowest == "float32"


@pytest.mark.parametrize(
    ("dtype", "limit"), [(np.float16, 65_504), (ml_dtypes.float8_e4m3fn, 448), (ml_dtypes.float8_e5m2, 57_344)]
)
def test_saturated_values_are_counted(dtype, limit):
    vectors = normal(20, 8).astype(dtype)
    vectors[3, 1], vectors[7, 2] = limit, -limit
    found = look(vectors)
    assert (found.numbers.limit, found.numbers.at_limit) == (limit, 2)
    assert "table.saturated" in codes(found)


def test_a_table_that_was_once_eight_bits_is_seen():
    steps = np.random.default_rng(0).integers(-128, 128, (600, 16))
    assert "table.few_values" in codes(look((steps * 0.01234).astype(np.float32)))
    assert "table.few_values" not in codes(look(normal(600, 16).astype(np.float32)))


def test_rows_that_all_point_one_way_are_a_warning():
    assert "table.one_direction" in codes(look(normal(50, 8) + 5))
    assert "table.one_direction" not in codes(look(normal(50, 8)))


def test_spearman_by_hand_and_with_ties():
    assert spearman(np.array([1, 2, 3]), np.array([1, 3, 2])) == pytest.approx(0.5)
    assert spearman(np.array([1, 2, 3, 4]), np.array([5, 5, 6, 7])) == pytest.approx(0.9486832980505138)
    assert spearman(np.arange(3), np.ones(3)) is None
    assert spearman(np.arange(2), np.arange(2)) is None


@given(st.lists(st.integers(1, 10_000), min_size=3, max_size=40, unique=True))  # whose logarithms differ too
def test_spearman_is_blind_to_growing_functions(values):
    a, b = np.array(values), np.arange(len(values))
    assert spearman(a, b) == pytest.approx(spearman(np.log(a), b))
    assert spearman(a, a) == pytest.approx(1)


def test_the_histogram_and_the_bands_hold_every_row():
    norms = np.abs(normal(1_000, 1)[:, 0]) + 0.01
    norms[[5, 900]], norms[7] = np.nan, 0
    spread = norm_spread(norms)
    assert spread.counts.sum() == 997  # two are not finite, one is zero
    assert spread.edges[0] == pytest.approx(np.nanmin(norms[norms > 0]))
    assert spread.band_ids[0, 0] == 0
    assert spread.band_ids[-1, 1] == 999
    assert (spread.band_ids[1:, 0] == spread.band_ids[:-1, 1] + 1).all()
    first = norms[: spread.band_ids[0, 1] + 1]
    assert spread.band_quartiles[0, 1] == pytest.approx(np.nanmedian(first))
    assert norm_spread(np.full(3, np.nan)).quantiles == {}


def test_it_stops_and_reports(plain_table):
    reports = []
    assert examine(plain_table, lambda *facts: reports.append(facts), lambda: True) is None
    assert reports == []
    examine(plain_table, lambda *facts: reports.append(facts), lambda: False)
    assert reports[-1][:2] == (40, 40)


def test_the_order_of_rows_changes_no_number_of_the_whole(plain_table):
    order = np.random.default_rng(1).permutation(40)
    one, other = look(plain_table.vectors), look(plain_table.vectors[order])
    assert other.norms.tolist() == one.norms[order].tolist()
    assert other.mean_cosine == pytest.approx(one.mean_cosine)
    assert other.effective_rank == pytest.approx(one.effective_rank)
    assert other.hubs.cosine.skew == pytest.approx(one.hubs.cosine.skew)
