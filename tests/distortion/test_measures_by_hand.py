"""Measures and their parts against numbers worked out by hand, or by loops that know nothing of the package."""

from types import SimpleNamespace

import numpy as np
import pytest

from embedlab.distortion import MEASURES, grown
from embedlab.distortion.estimate import Estimate, correlation, jackknife, mean_of, order
from embedlab.distortion.grown import FEWEST, Grown, _compare, _Side, grow, reliability
from embedlab.distortion.measure import Measure, penalised, penalised_chance, take
from embedlab.distortion.measures import centroid_rho
from embedlab.distortion.measures.auc_r_nx import area
from embedlab.distortion.pairs import ANCHORS, PARTNERS, Pairs, sample
from embedlab.distortion.per_row import per_row
from embedlab.distortion.ranks import Ranks
from embedlab.distortion.readings import Groups
from embedlab.projection import prepare
from embedlab.wording import Sentence
from tests.distortion import brute
from tests.distortion.made import seen_of

WORDS = Sentence("", "")


def look(key, seen):
    return MEASURES[key].look(seen)


def line(*places):
    """Points on the first axis of a plane."""
    return np.column_stack([np.array(places, float), np.zeros(len(places))])


# Three rows at 0, 1, 3, drawn at 0, 2, 3. Distances ab, ac, bc: 1, 3, 2 in the table, 2, 3, 1 on the map.
THREE = seen_of(line(0, 1, 3), line(0, 2, 3), 1)


def without_each(values, formula):
    """The jackknife's error, one unit left out at a time."""
    left = np.array([formula(np.delete(values, unit, axis=0)) for unit in range(len(values))])
    return np.sqrt((len(values) - 1) * np.mean((left - left.mean()) ** 2))


# --- estimates


def test_a_mean_and_its_error():
    """Deviations -2, -1, 0, 3: their squares sum to 14, and the error is sqrt(14 / 3 / 4)."""
    found = mean_of(np.array([1.0, 2, 3, 6]), 7)
    assert found.value == 3
    assert (found.low, found.high) == pytest.approx((3 - 1.96 * (7 / 6) ** 0.5, 3 + 1.96 * (7 / 6) ** 0.5))
    assert (found.rows, found.k, found.per_row.tolist()) == (4, 7, [1, 2, 3, 6])


def test_the_jackknife_of_a_mean_is_its_standard_error():
    """Efron & Stein: it is exactly so. 3 and sqrt(7 / 6), as above."""
    sums = np.array([[1.0, 1], [2, 1], [3, 1], [6, 1]])
    assert jackknife(sums, lambda total: total[..., 0] / total[..., 1]) == pytest.approx((3, (7 / 6) ** 0.5))


def test_a_correlation_by_hand():
    """Products of deviations 2.25, -.25, -.25, 2.25; both squares sum to 5: r = 4 / 5."""
    pairs = np.array([[1.0, 1], [2, 3], [3, 2], [4, 4]]) * [10, 1e-3] + [5, 1e3]
    found = correlation(*pairs.T)
    assert found == pytest.approx((0.8, without_each(pairs, lambda rest: np.corrcoef(rest.T)[0, 1])), rel=1e-6)


def test_units_of_several_pairs_are_left_out_whole():
    random = np.random.default_rng(0)
    x = random.normal(size=(6, 4))
    both = np.stack([x, x + random.normal(size=(6, 4))], axis=1)

    def r(some):
        return np.corrcoef(some[:, 0].ravel(), some[:, 1].ravel())[0, 1]

    assert correlation(both[:, 0], both[:, 1]) == pytest.approx((r(both), without_each(both, r)))


def test_what_does_not_vary_has_no_correlation():
    x, same = np.array([1.0, 2, 4]), np.ones(3)
    assert correlation(x, same) is None
    assert correlation(same, x) is None
    assert correlation(x[:2], x[:2]) is None
    assert correlation(x, -x)[0] == pytest.approx(-1)
    assert correlation(x - 2, x * 1e200 - 2e200)[0] == pytest.approx(1)  # squares of 1e200 are beyond float64
    assert correlation(x * 1e200, x - 2)[0] == pytest.approx(1)
    even = np.array([1.0, 2, 3])  # the second is the mean
    assert correlation(even, even)[0] == pytest.approx(1)


def test_ranks_of_equal_values_share_their_mean():
    assert order(np.array([[30.0, 10], [10, 20]])).tolist() == [[4, 1.5], [1.5, 3]]
    assert order(np.array([5.0, 5, 5])).tolist() == [2, 2, 2]


# --- pairs


def test_few_rows_are_paired_with_all_others():
    places = np.array([0.0, 1, 3, 7, 15])
    found = sample(prepare(line(*places), "euclidean"), line(*-places), seed=3)
    anchors = (found.partners[:, 0] - 1) % 5
    assert sorted(anchors) == [0, 1, 2, 3, 4]
    for anchor, partners, table, screen in zip(anchors, found.partners, found.table, found.screen, strict=True):
        assert sorted([anchor, *partners]) == [0, 1, 2, 3, 4]
        far = np.abs(places[partners] - places[anchor])
        assert screen.tolist() == far.tolist()
        np.testing.assert_allclose(table / table.max(), far / far.max())  # in the unit that `prepare` chose


@pytest.mark.parametrize(("n", "shape"), [(PARTNERS + 1, (61, 60)), (PARTNERS + 2, (62, 60)), (1200, (ANCHORS, 60))])
def test_so_many_rows_have_so_many_partners_and_never_themselves(n, shape):
    points = np.random.default_rng(0).normal(size=(n, 2))
    found = sample(prepare(points, "euclidean"), points, seed=0)
    assert (ANCHORS, PARTNERS) == (1000, 60)
    assert found.partners.shape == shape
    assert found.screen.min() > 0
    drawn = [len(set(partners)) for partners in found.partners]
    assert (min(drawn) == PARTNERS) == (n == PARTNERS + 1)  # all others once, or drawn with repetition
    assert found.partners.min() == 0
    assert found.partners.max() == n - 1


def test_pairs_of_products_are_negated():
    found = sample(prepare(np.array([[1.0, 2], [3, 4], [5, 6]]), "dot"), line(0, 1, 2), seed=0)
    products = np.array([[5, 11, 17], [11, 25, 39], [17, 39, 61]])
    unit = found.table / -np.array([products[(p[0] - 1) % 3, p] for p in found.partners])
    np.testing.assert_allclose(unit, unit[0, 0])  # in the unit that `prepare` chose
    assert unit[0, 0] > 0


# --- one number about the whole map


def test_stress_by_hand():
    """sum de = 2 + 9 + 2, sum d^2 = sum e^2 = 14. By chance: both means are 2, both mean squares 14 / 3."""
    found = look("stress", THREE)
    assert found.value == pytest.approx((1 - 13**2 / 14**2) ** 0.5)
    assert MEASURES["stress"].chance(THREE) == pytest.approx((1 - 4**2 / (14 / 3) ** 2) ** 0.5)
    d, e = np.array([[1.0, 3], [1, 2], [3, 2]]), np.array([[2.0, 3], [2, 1], [3, 1]])

    def stress(both):
        d, e = both[:, 0], both[:, 1]
        return (1 - (d * e).sum() ** 2 / ((d * d).sum() * (e * e).sum())) ** 0.5

    assert (found.high - found.low) / 2 / 1.96 == pytest.approx(without_each(np.stack([d, e], axis=1), stress))
    assert found.rows == 3
    assert look("stress", seen_of(line(0, 1, 3), line(0, 1, 3), 1, "dot")) is None


def test_the_order_of_distances_by_hand():
    """Ranks 1, 3, 2 and 2, 3, 1: rho = 1 - 6 (1 + 0 + 1) / (3 x 8)."""
    found = look("shepard_rho", THREE)
    assert (found.value, found.rows) == (pytest.approx(0.5), 3)
    assert MEASURES["shepard_rho"].chance(THREE) == 0
    assert look("shepard_rho", seen_of(line(0, 1, 3), line(0, 1, 3), 1, "dot")) is None
    assert look("shepard_rho", seen_of(line(0, 1, 3), np.ones((3, 2)) * [[0], [0], [1]], 1)) is not None
    equal = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])  # all distances alike: no order
    assert look("shepard_rho", seen_of(equal, line(0, 1, 3), 1)) is None


def test_triplets_by_hand():
    """a: b before c on both sides. b: a before c in the table, c before a on the map. c: b before a on both."""
    found = look("triplet_accuracy", THREE)
    assert sorted(found.per_row) == [0, 1, 1]
    assert found.value == pytest.approx(2 / 3)
    assert MEASURES["triplet_accuracy"].chance(THREE) == 0.5
    tied = look("triplet_accuracy", seen_of(line(0, 1, 3), line(0, 1, 2), 1))  # a and c are as far from b
    assert sorted(tied.per_row) == [0.5, 1, 1]
    assert sorted(look("triplet_accuracy", seen_of(line(0, 1, 2), line(0, 1, 2), 1)).per_row) == [1, 1, 1]


def test_a_partner_drawn_twice_is_no_triplet():
    """First row: 1, 1, 2: two comparisons of 1 with 2, both wrong. Second: 0, 2, 0: of three one has no gap, and
    0 and 2 come in the same order. The last was drawn only one partner."""
    partners = np.array([[1, 1, 2], [0, 2, 0], [3, 3, 3]])
    table, screen = np.array([[1.0, 1, 3], [1, 2, 1], [4, 4, 4]]), np.array([[2.0, 2, 1], [5, 7, 5], [1, 1, 1]])
    found = look("triplet_accuracy", SimpleNamespace(pairs=Pairs(partners, table, screen)))
    assert found.per_row.tolist() == [0, 1]
    one = Pairs(partners[:, :1], table[:, :1], screen[:, :1])
    assert look("triplet_accuracy", SimpleNamespace(pairs=one)) is None
    tied = Pairs(*(np.tile(side, (2, 1)) for side in ([1, 2, 3], [1.0, 1, 2], [1.0, 2, 3])))  # two kept, one half
    assert look("triplet_accuracy", SimpleNamespace(pairs=tied)).per_row.tolist() == [2.5 / 3] * 2
    two = Pairs(partners[:, 1:], table[:, 1:], screen[:, 1:])
    assert look("triplet_accuracy", SimpleNamespace(pairs=two)).per_row.tolist() == [0, 1]


# --- numbers of rows


def test_the_neighbourhood_beyond_chance_by_hand():
    """Five points, k = 1, one of five neighbours kept: (4 Q - 1) / 3 for Q = 1, 0, 0, 0, 0."""
    seen = seen_of(line(0, 1, 3, 7, 15), line(0, 15, 3, 7, 1), 1)
    found = look("r_nx", seen)
    assert sorted(found.per_row) == pytest.approx([-1 / 3] * 4 + [1])
    assert MEASURES["r_nx"].chance(seen) == 0
    assert MEASURES["neighbourhood_kept"].chance(seen) == 1 / 4


def test_the_area_over_all_k_by_hand():
    """n = 4, k = 1, 2, weights 1 and 1 / 2.

    Table 1, 2, 3 and map 2, 1, 3: Q(1) = 0, Q(2) = 1, so R = -1/2 and 1: (-1/2 + 1/2) / (3/2) = 0.
    Table 1, 2, 3 and map 1, 3, 2: Q(1) = 1, Q(2) = 1/2, so R = 1 and -1/2: (1 - 1/4) / (3/2) = 1/2.
    All tied on the map, or on both sides: the best ranks, 1, 1, 1: no more than all can be kept.
    """
    table = np.array([[0, 1, 2, 3]] * 3 + [[0, 1, 1, 1]])
    screen = np.array([[0, 2, 1, 3], [0, 1, 3, 2], [0, 1, 1, 1], [0, 1, 1, 1]])
    assert area(table, screen) == pytest.approx([0, 0.5, 1, 1])


@pytest.mark.parametrize("n", [9, 430])
def test_the_area_over_all_k_by_loops(n):
    random = np.random.default_rng(n)
    vectors, coordinates = random.normal(size=(n, 3)), random.normal(size=(n, 2))
    table, screen = brute.ranks(brute.distances(vectors)), brute.ranks(brute.distances(coordinates))
    expected = []
    for i in range(n):
        others = np.arange(n) != i
        best = np.maximum(table[i, others], screen[i, others])
        k = np.arange(1, n - 1)
        r = ((n - 1) * (best[:, None] <= k).sum(axis=0) / k - k) / (n - 1 - k)
        expected.append(np.average(r, weights=1 / k))
    found = look("auc_r_nx", seen_of(vectors, coordinates, 3))
    assert found.rows == min(n, 400)
    assert MEASURES["auc_r_nx"].chance(THREE) == 0
    places = [int(np.argmin(np.abs(np.array(expected) - one))) for one in found.per_row]
    np.testing.assert_allclose(found.per_row, np.array(expected)[places], atol=1e-9)
    assert len(set(places)) == found.rows  # each row once


def test_dots_far_from_the_origin_keep_their_order():
    random = np.random.default_rng(2)
    vectors, coordinates = random.normal(size=(30, 3)), random.normal(size=(30, 2))
    near, far = (look("auc_r_nx", seen_of(vectors, dots, 3)).per_row for dots in (coordinates, coordinates + 1e9))
    np.testing.assert_allclose(far, near)


def test_far_products_are_ranked_as_products():
    random = np.random.default_rng(1)
    vectors = random.normal(size=(8, 3)) * random.uniform(1, 5, size=(8, 1))
    seen = seen_of(vectors, random.normal(size=(8, 2)), 2, "dot")
    table, screen = brute.ranks(-vectors @ vectors.T), brute.ranks(brute.distances(seen.coordinates))
    assert look("auc_r_nx", seen).per_row == pytest.approx(area(table, screen))


def ranks_with(true_values, near_values, at=None):
    n, k = np.shape(true_values)
    none = np.zeros((n, k), np.int32)
    at = np.arange(n) if at is None else np.array(at)
    values = (np.array(side, float) for side in (true_values, near_values))
    return Ranks(none, none, none > 0, none > 0, *values, at, none[at], none[at])


def test_densities_by_hand():
    """Radii are means: 2, 2, 4, 9 in the table, 1, 3, 3, 8 on the map; a row of copies has none on either side."""
    true = [[1, 3], [2, 2], [3, 5], [8, 10], [0, 0], [3, 3]]
    near = [[1, 1], [2, 4], [3, 3], [7, 9], [1, 1], [0, 0]]
    rows = SimpleNamespace(metric="euclidean")
    found = look("density_r", SimpleNamespace(rows=rows, ranks=ranks_with(true, near)))
    logs = np.log([[2, 2, 4, 9], [1, 3, 3, 8]])
    assert found.value == pytest.approx(np.corrcoef(logs)[0, 1])
    assert (found.high - found.low) / 2 / 1.96 == pytest.approx(
        without_each(logs.T, lambda rest: np.corrcoef(rest.T)[0, 1])
    )
    assert (found.rows, found.k) == (4, 2)
    some = look("density_r", SimpleNamespace(rows=rows, ranks=ranks_with(true, near, [0, 2, 3])))
    assert (some.value, some.rows) == (pytest.approx(np.corrcoef(logs[:, [0, 2, 3]])[0, 1]), 3)
    assert look("density_r", SimpleNamespace(rows=rows, ranks=ranks_with(true, near, [0, 2, 4]))) is None
    swapped = look("density_r", SimpleNamespace(rows=rows, ranks=ranks_with(near, true)))
    assert swapped.value == pytest.approx(found.value)
    alike = ranks_with(np.ones((6, 2)), near)
    assert look("density_r", SimpleNamespace(rows=rows, ranks=alike)) is None
    dot = SimpleNamespace(rows=SimpleNamespace(metric="dot"), ranks=ranks_with(true, near))
    assert look("density_r", dot) is None
    assert MEASURES["density_r"].chance(dot) == 0


@pytest.mark.parametrize("metric", ["euclidean", "dot"])
def test_the_order_of_gaps_by_hand(metric):
    """Four groups of three and one of four, one of two that is too small, and a row without a group."""
    from scipy.stats import spearmanr

    table, screen = np.array([1.0, 2, 4.5, 10, 23]), np.array([0.0, 17, 2, 5, 9])
    labels = np.array([0, 1, 2, 3, 4] * 3 + [4, 5, 5, -1])
    shift = np.repeat([-0.1, 0, 0.1], 5)[:, None] * [1, 2]
    vectors = np.concatenate([line(*np.tile(table, 3)) + shift, [[table[4], 0], [50, 0], [51, 0], [99, 9]]])
    coordinates = np.concatenate([line(*np.tile(screen, 3)) + shift, [[screen[4], 0], [70, 0], [71, 0], [0, 9]]])
    seen = seen_of(vectors, coordinates, 2, metric, groups=lambda rows: Groups(labels, "classes"))
    found = look("centroid_rho", seen)
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    gaps = [-table[i] * table[j] if metric == "dot" else abs(table[i] - table[j]) for i, j in pairs]
    rho = spearmanr(np.array(gaps), np.array([abs(screen[i] - screen[j]) for i, j in pairs])).statistic
    assert found.value == pytest.approx(rho)
    z, half = np.arctanh(rho), 1.96 / (5 - 3) ** 0.5
    assert (found.low, found.high) == pytest.approx((np.tanh(z - half), np.tanh(z + half)))
    assert found.rows == 16
    assert MEASURES["centroid_rho"].chance(seen) == 0


def test_gaps_in_the_opposite_order(monkeypatch):
    """No interval of Fisher's holds -1 or 1: it ends a billionth before."""
    far = np.arange(1.0, 11)
    monkeypatch.setattr(centroid_rho, "gaps", lambda groups, rows, coordinates: (far, far[::-1]))
    groups = Groups(np.tile([0, 1, 2, 3, 4], 3), "classes")
    found = look("centroid_rho", SimpleNamespace(groups=groups, rows=None, coordinates=None))
    half = 1.96 / 2**0.5
    assert (found.value, found.low) == pytest.approx((-1, -1))
    assert found.high == pytest.approx(np.tanh(np.arctanh(1e-9 - 1) + half), abs=1e-12)
    monkeypatch.setattr(centroid_rho, "gaps", lambda groups, rows, coordinates: (far, far**2))
    same = look("centroid_rho", SimpleNamespace(groups=groups, rows=None, coordinates=None))
    assert (same.value, same.low, same.high) == pytest.approx((1, -found.high, 1))
    monkeypatch.setattr(centroid_rho, "gaps", lambda groups, rows, coordinates: (far, np.ones(10)))
    assert look("centroid_rho", SimpleNamespace(groups=groups, rows=None, coordinates=None)) is None


def test_four_groups_have_no_order_of_gaps():
    places = line(*np.tile([0.0, 1, 3, 7], 3)) + np.repeat([0, 0.1, 0.2], 4)[:, None]
    assert look("centroid_rho", seen_of(places, places, 2)) is None
    four = Groups(np.tile([0, 1, 2, 3], 3), "classes")
    assert look("centroid_rho", seen_of(places, places, 2, groups=lambda rows: four)) is None


# --- how numbers are told


def test_what_is_told_of_a_measure():
    of = SimpleNamespace()
    told = Measure("m", WORDS, WORDS, "", lambda seen: Estimate(0.9, 0.7, 1.2, 40, 5), lambda seen: 0.25)
    assert take(told, of) == {
        "value": 0.9, "chance": 0.25, "null": None, "low": 0.7, "high": 1.0, "k": 5, "rows": 40, "better": "larger",
        "null_low": None, "null_high": None, "twins": [],
    }  # fmt: skip
    below = Measure("m", WORDS, WORDS, "", lambda seen: Estimate(0.1, -0.4, 0.5, 40), lambda seen: 0.0, False)
    assert (take(below, of)["low"], take(below, of)["high"], take(below, of)["better"]) == (0.0, 0.5, "smaller")
    assert take(Measure("m", WORDS, WORDS, "", lambda seen: None, lambda seen: 0.0), of) is None
    lowest = Measure("m", WORDS, WORDS, "", lambda seen: None, lambda seen: 0.0, lowest=-1.0)
    assert lowest.cut(-1.5, 0.5) == (-1.0, 0.5)


def test_what_a_measure_can_be():
    """Correlations and shares beyond chance reach -1; stress is better where it is smaller."""
    for key in ("r_nx", "auc_r_nx", "shepard_rho", "density_r", "centroid_rho"):
        assert MEASURES[key].lowest == -1
    for key in ("neighbourhood_kept", "trustworthiness", "continuity", "triplet_accuracy", "stress"):
        assert MEASURES[key].lowest == 0
    assert not MEASURES["stress"].larger_is_better
    assert MEASURES["trustworthiness"].larger_is_better


def test_penalties_by_hand():
    """n = 7, k = 2: the worst case is 2 / (2 (14 - 6 - 1)) = 1 / 7 for each rank beyond 2."""
    wrong, places = np.array([[True, False], [True, True]]), np.array([[5, 6], [4, 3]])
    assert penalised(wrong, places, 7) == pytest.approx([1 - 3 / 7, 1 - 3 / 7])
    assert penalised(~wrong, places, 7) == pytest.approx([1 - 4 / 7, 1])


@pytest.mark.parametrize(("n", "k"), [(5, 1), (7, 2), (20, 6)])
def test_the_chance_of_penalties_is_the_mean_over_all_ranks(n, k):
    every = [sum(max(0, rank - k) for rank in range(1, n)) / (n - 1) * k]
    expected = 1 - 2 / (k * (2 * n - 3 * k - 1)) * every[0]
    assert penalised_chance(SimpleNamespace(ranks=SimpleNamespace(n=n, k=k))) == pytest.approx(expected)


def test_what_the_map_gets_wrong_about_each_row():
    """Five points at 0, 1, 3, 7, 15, the second and the last exchanged on the map; k = 1, see test_measures."""
    seen = seen_of(line(0, 1, 3, 7, 15), line(0, 15, 3, 7, 1), 1)
    found = per_row(seen)
    assert found["kept"].tolist() == [0, 0, 0, 1, 0]
    assert found["trust"].tolist() == pytest.approx([0, 1 / 3, 0, 1, 0])  # ranks 4, 3, 4, 1, 4
    assert found["continuity"].tolist() == pytest.approx([0, 0, 0, 1, 1 / 3])  # ranks 4, 4, 4, 1, 3
    assert found["worst"].tolist() == [4, 3, 4, 1, 4]
    # True neighbours 1, 0, 1, 3, 7: on the map 15, 15, 12, 4, 6 away (median 12), in the table 1, 1, 2, 4, 8 (2).
    expected = np.log(np.array([15, 15, 12, 4, 6]) / 12) - np.log(np.array([1, 1, 2, 4, 8]) / 2)
    assert found["stretch"] == pytest.approx(expected, rel=1e-6)
    assert np.isnan(per_row(seen_of(line(1, 2, 3), line(1, 2, 3), 1, "dot"))["stretch"]).all()


def test_two_neighbours_of_each_row_of_which_one_is_kept():
    """The same with k = 2: in the table 1 3, 0 3, 1 0, 3 1, 7 3, on the map 15 3, 7 3, 15 0, 3 15, 0 3."""
    found = per_row(seen_of(line(0, 1, 3, 7, 15), line(0, 15, 3, 7, 1), 2))
    assert found["kept"].tolist() == [0.5] * 5
    assert found["worst"].tolist() == [4, 3, 4, 4, 4]  # the ranks are 4 2, 3 2, 4 2, 1 4, 4 2


def test_rows_that_were_not_counted_have_no_trust():
    seen = seen_of(line(0, 1, 3, 7, 15), line(0, 15, 3, 7, 1), 1, at=np.array([1, 3]))
    found = per_row(seen)
    np.testing.assert_allclose(found["trust"], [np.nan, 1 / 3, np.nan, 1, np.nan], rtol=1e-6)
    np.testing.assert_allclose(found["continuity"], [np.nan, 0, np.nan, 1, np.nan], atol=1e-6)
    assert found["worst"].tolist() == [0, 3, 0, 1, 0]
    assert found["kept"].tolist() == [0, 0, 0, 1, 0]


def test_means_over_several_neighbours_of_one_row():
    """k = 2, at 0, 1, 3, 6: distances to the two nearest 1, 3 - 1, 2 - 2, 3 - 3, 5; the map is twice as wide at the
    end. Copies have no stretch."""
    seen = seen_of(line(0, 1, 3, 6, 6, 6), line(0, 1, 3, 9, 9, 9), 2)
    stretch = per_row(seen)["stretch"]
    table, screen = np.array([2, 1.5, 2.5]), np.array([2, 1.5, 2.5])
    middle = np.median([*table, 0, 0, 0])
    np.testing.assert_allclose(stretch[:3], np.log(screen / middle) - np.log(table / middle), atol=1e-6)
    assert np.isnan(stretch[3:]).all()


# --- groups grown at random


def side():
    """Points 0, 1, 3, 7: k = 2, weights 3 for the nearest and 2 for the next.

    Neighbours 1, 2 - 0, 2 - 1, 0 - 2, 1, so the weights are 0 3 2 0 - 3 0 2 0 - 2 3 0 0 - 0 2 3 0, and what rows share:
    0 and 1: 4, 0 and 2: 9, 0 and 3: 12, 1 and 2: 6, 1 and 3: 6, 2 and 3: 6.
    """
    return _Side(line(0, 1, 3, 7), dot=False)


def test_shared_neighbours_by_hand():
    shared = np.array([[0, 4, 9, 12], [4, 0, 6, 6], [9, 6, 0, 6], [12, 6, 6, 0]]) / 12
    np.testing.assert_allclose(side().similar, shared)
    np.testing.assert_allclose(side().apart, 1 / (shared + 0.1))
    assert side().near.tolist() == [[1, 2], [0, 2], [1, 0], [2, 1]]
    assert _Side(line(1, 2, 4, 8), dot=True).near.tolist() == [[3, 2], [3, 2], [3, 1], [2, 1]]


def test_the_distance_of_parts_by_hand():
    """{0, 1} and {2}: the mean of 9 and 6 twelfths; {0, 1} with itself: 0, 4, 4, 0 twelfths."""
    found = side().between(np.array([[0.5, 0.5, 0], [0, 0, 1]]), np.array([0, 1, 2]))
    np.testing.assert_allclose(found, [[1 / (2 / 12 + 0.1), 1 / (7.5 / 12 + 0.1)], [1 / (7.5 / 12 + 0.1), 1 / 0.1]])


def test_members_of_no_part_are_parts_of_their_own():
    """Two groups of six, and two rows far from everything."""
    place = np.array([*np.arange(6) / 100, *(5 + np.arange(6) / 100), 300, 900])
    apart = np.abs(place[:, None] - place)
    labels = _Side.parts(SimpleNamespace(apart=apart), np.arange(14)).tolist()
    assert len(set(labels[:6])) == len(set(labels[6:12])) == 1
    assert sorted({labels[0], labels[6], *labels[12:]}) == [0, 1, 2, 3]
    order = np.array([13, 0, 1, 2, 3, 4, 5, 12])
    some = _Side.parts(SimpleNamespace(apart=apart), order).tolist()
    assert len({some[0], *some[1:7], some[7]}) == 3


def test_a_walk_goes_where_rows_are_similar():
    """`luck` below 9 / 12 takes 0 to 2 and 2 to 0, below 6 / 12 from 2 to 1 as well, and 4 / 12 leads from 0 to 1."""

    def walk(luck, visits, start=0):
        random = SimpleNamespace(random=lambda count: np.full(count, luck))
        return side().walk(start, visits, random).tolist()

    assert walk(0.9, 100) == [0]
    assert walk(0.7, 100) == [0, 2]
    assert walk(0.4, 100) == [0, 2, 1]
    assert walk(0.0, 100) == [0, 1, 2]
    assert walk(0.0, 2) == [0, 1, 2]  # the step that reaches the limit is taken whole
    assert walk(0.4, 1) == [0, 2]
    assert walk(0.4, 2) == [0, 2, 1]  # two visits are not more than two
    assert walk(0.7, 100, start=3) == [3]  # 6 / 12 is not below
    assert walk(0.4, 100, start=3) == [3, 2, 1, 0]


def test_one_minus_what_was_torn_by_hand():
    """Distortions 1, 2, 3, 4, 0 of weights 10, 10, 20, 40, 20: 1 - 10 / 100; growths without an answer do not count."""
    sums = np.array([[1.0, 10], [2, 10], [3, 20], [4, 40], [0, 20]])
    found = reliability(np.concatenate([sums, [[np.nan, np.nan]]]), 77)
    assert (found.value, found.rows) == (pytest.approx(0.9), 77)
    error = without_each(sums, lambda rest: 1 - rest[:, 0].sum() / rest[:, 1].sum())
    assert (found.high - found.low) / 2 / 1.96 == pytest.approx(error)
    assert reliability(sums[:4], 77) is None
    assert FEWEST == 5
    assert reliability(np.zeros((5, 2)), 20).value == 1


def test_each_side_is_told_by_its_own_measure():
    fives = np.ones((5, 1))
    seen = SimpleNamespace(grown=Grown(fives * [1, 10], fives * [3, 10], 30))
    seen.scattered = SimpleNamespace(grown=Grown(fives * [5, 10], fives * [8, 10], 30))
    assert (look("steadiness", seen).value, look("cohesiveness", seen).value) == pytest.approx((0.9, 0.7))
    assert look("steadiness", seen).rows == look("cohesiveness", seen).rows == 30
    assert [MEASURES[key].chance(seen) for key in ("steadiness", "cohesiveness")] == pytest.approx([0.5, 0.2])
    none = SimpleNamespace(grown=None, scattered=SimpleNamespace(grown=None))
    assert [MEASURES[key].look(none) for key in ("steadiness", "cohesiveness")] == [None, None]
    assert [MEASURES[key].chance(none) for key in ("steadiness", "cohesiveness")] == [None, None]


def test_a_copy_grows_no_false_groups_and_the_same_dots_at_random_do():
    points = np.repeat([[0.0, 0], [9, 0], [0, 9]], 14, axis=0) + np.random.default_rng(0).normal(size=(42, 2))
    seen = seen_of(points, 5 * points, 3)
    assert seen.scattered.coordinates.tolist() != seen.coordinates.tolist()
    assert sorted(seen.scattered.coordinates.tolist()) == sorted(seen.coordinates.tolist())
    for key in ("steadiness", "cohesiveness"):
        assert look(key, seen).value == 1
        assert MEASURES[key].chance(seen) < 0.95


def test_parts_far_apart_there_count_by_their_sizes():
    """Here all are one group; there the walk's 8 rows fall into two of four, alike within and without anything shared
    across. So every pair of parts lies as far apart as any rows do there."""
    member = np.arange(8) // 4
    similar = 1.0 - np.eye(8)
    here, there = (SimpleNamespace(near=np.zeros((8, 1), int)) for _ in range(2))
    here.similar, there.similar = similar, similar * (member[:, None] == member)
    for one in (here, there):
        one.apart = 1 / (one.similar + 0.1)
        one.between = lambda shares, members, one=one: _Side.between(one, shares, members)
    here.walk, there.parts = lambda start, visits, random: np.arange(8), lambda members: member[members]
    found = _compare(here, there, np.random.default_rng(0))
    # worse: 1 / .1 - 1 / 1.1 across, 0 within; between the two parts the same, and 4 x 4 pairs of rows.
    assert found.shape == (20, 2)
    np.testing.assert_allclose(found, [[16, 16]] * 20)
    here.walk = lambda start, visits, random: np.arange(1, 7)  # three rows of each
    np.testing.assert_allclose(_compare(here, there, np.random.default_rng(0)), [[9, 9]] * 20)
    assert visits_of(here, there) == [2]
    np.testing.assert_allclose(_compare(here, here_again(here), np.random.default_rng(0)), 0)


def visits_of(here, there):
    """How long the walks are: three tenths of 8 rows, cut. Five rows are too few to tell anything."""
    lengths = []

    def walk(start, visits, random):
        lengths.append(visits)
        return np.arange(5)

    here.walk = walk
    assert np.isnan(_compare(here, there, np.random.default_rng(0))).all()
    return sorted(set(lengths))


def here_again(here):
    return SimpleNamespace(apart=here.apart, near=here.near)


def test_fewer_than_twenty_rows_grow_no_groups(monkeypatch):
    points = np.random.default_rng(0).normal(size=(600, 2))
    rows = prepare(points, "euclidean")
    assert grow(prepare(points[:19], "euclidean"), points[:19], 0) is None
    assert grow(prepare(points[:20], "euclidean"), points[:20], 0).rows == 20
    drawn = []

    class Watched(_Side):
        def __init__(self, points, dot):
            drawn.append(points)
            super().__init__(points, dot)

    monkeypatch.setattr(grown, "_Side", Watched)
    assert grow(rows, points, 0).rows == 500
    assert [len(np.unique(side, axis=0)) for side in drawn] == [500, 500]  # each row once
