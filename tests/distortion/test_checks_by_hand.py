"""Each check on both sides of its line, with numbers worked out by hand. A case holds only what the check looks at."""

from types import SimpleNamespace as Case

import numpy as np
import pytest

from embedlab.distortion import CHECKS
from embedlab.distortion.checks import group_torn, neighbours_false
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins


def look(key, **case):
    return CHECKS[key].look(Case(**case))


def rows_of(count, metric="euclidean", dims=2):
    """Every other row of a table is distinct: row i of the distinct ones stands at 2 i, with the id 100 + 2 i."""
    return {
        "rows": Case(metric=metric, distinct=2 * np.arange(count), values=np.zeros((2 * count, dims))),
        "ids": 100 + np.arange(2 * count),
    }


# --- rows and their neighbours


def test_antihubs_from_a_tenth_of_the_rows_on():
    def near(count):  # a ring, and one row beside it that lists row 0
        return np.array([*((row + 1) % (count - 1) for row in range(count - 1)), 0])[:, None]

    found = look("table.antihubs", near=near(10), **rows_of(10))
    assert found == {"count": 1, "ids": [118], "listed": "#118", "share": 0.1, "k": 1}
    assert look("table.antihubs", near=near(11), **rows_of(11)) is None


def far_of(logs):
    """Distances to the first and second neighbour, the ratio's logarithm being given."""
    first = np.linspace(1, 3, len(logs))
    return np.column_stack([first, first * np.exp(logs)])


def test_directions_by_hand():
    """Logs .01 to .20: of 20 kept 18, whose sum is 1.71, and twice .18 for the two left out: 18 / 2.07 directions."""
    rows = rows_of(20)
    logs = np.random.default_rng(0).permutation(np.arange(1, 21) / 100)
    found = look("table.dimension", far=far_of(logs), **rows)
    dims = 18 / 2.07
    assert found["dims"] == pytest.approx(dims)
    assert (found["low"], found["high"]) == pytest.approx((dims - 1.96 * dims / 18**0.5, dims + 1.96 * dims / 18**0.5))
    # The lower end is dims (1 - 1.96 / sqrt(18)) = .538 dims: 3 at 5.576.
    assert look("table.dimension", far=far_of(logs * dims / 5.55), **rows) is None
    assert look("table.dimension", far=far_of(logs * dims / 5.60), **rows) is not None
    many = look("table.dimension", far=far_of(logs / 10), **rows)
    assert many["dims"] == pytest.approx(10 * dims)
    copies = np.concatenate([far_of(logs), [[0, 1]] * 3])  # a distance of 0 has no ratio
    assert look("table.dimension", far=copies, **rows_of(23)) == found
    assert look("table.dimension", far=far_of(np.zeros(20)), **rows) is None
    assert look("table.dimension", far=far_of(logs)[:19], **rows) is None
    assert look("table.dimension", far=far_of(logs)[:, :1], **rows) is None
    assert look("table.dimension", far=far_of(logs), **rows_of(20, "dot")) is None


def test_pieces_by_hand():
    """0 - 1, and 2 -> 3 -> 4 -> 2: a link in one direction is one."""
    found = look("table.disconnected", near=np.array([[1], [0], [3], [4], [2]]), **rows_of(5))
    assert found == {"pieces": 2, "sizes": [3, 2], "largest": 3, "smallest": 2, "ids": [100, 102], "k": 1}
    assert look("table.disconnected", near=np.array([[1], [0], [0], [2]]), **rows_of(4)) is None
    pairs = np.arange(24).reshape(12, 2)[:, ::-1].reshape(24, 1)
    many = look("table.disconnected", near=pairs, **rows_of(24))
    assert (many["pieces"], many["sizes"], many["ids"]) == (12, [2] * 10, [100, 102])


def test_copies_by_hand():
    """Rows 1 and 3 are copies of row 0, row 4 one of row 2."""
    rows = Case(distinct=np.array([0, 2]), copy_of=np.array([0, 0, 1, 0, 1]))
    found = look("table.duplicate_rows", rows=rows, ids=10 * np.arange(5))
    assert (found["count"], found["ids"], found["groups"]) == (3, [10, 30, 40], 2)
    alone = Case(distinct=np.arange(3), copy_of=np.arange(3))
    assert look("table.duplicate_rows", rows=alone, ids=np.arange(3)) is None


def listing(counts, k):
    """Lists of k in which each row stands so many times."""
    return np.repeat(np.arange(len(counts)), counts).reshape(len(counts), k)


def test_a_hub_stands_in_ten_times_more_lists():
    """Counts 11, 1 and ten 0, mean 1: cubes 1000 - 10, squares 100 + 10, over 12 each."""
    near = np.array([[1], *[[0]] * 11])
    found = look("table.hubs", near=near, **rows_of(12))
    assert found["skew"] == pytest.approx((990 / 12) / (110 / 12) ** 1.5)  # 2.97: not by this
    assert (found["count"], found["ids"], found["k"]) == (1, [100], 1)
    assert found["share"] == 11 / 12
    assert look("table.hubs", near=near[:11], **rows_of(11)) is None  # 10 lists of an average of 1


def test_counts_may_be_skewed_without_a_row_of_ten_times_more():
    """k = 2. 20, eleven 2, eighteen 1: cubes 5832 - 18, squares 324 + 18, over 30. 10, 91 times 2, eight 1: skew 8."""
    found = look("table.hubs", near=listing([20] + [2] * 11 + [1] * 18, 2), **rows_of(30))
    assert found["skew"] == pytest.approx((5814 / 30) / (342 / 30) ** 1.5)
    assert (found["count"], found["share"], found["k"]) == (1, 10 / 30, 2)
    # Nobody stands in more than five times more lists, so the first is named.
    few = look("table.hubs", near=listing([2] * 91 + [10] + [1] * 8, 2), **rows_of(100))
    assert (few["count"], few["ids"], few["skew"]) == (1, [282], pytest.approx(5.04 / 0.72**1.5))
    two = look("table.hubs", near=listing([2] * 180 + [11, 11] + [1] * 18, 2), **rows_of(200))
    assert (two["count"], two["ids"]) == (2, [460, 462])
    # Counts that are the same on both sides of their mean, or all alike, are not skewed.
    assert look("table.hubs", near=listing([0] * 16 + [4] * 16 + [2], 2), **rows_of(33)) is None
    assert look("table.hubs", near=listing([2] * 12, 2), **rows_of(12)) is None


def test_near_copies_are_a_hundredth_of_the_usual_gap_apart():
    def far(nearest):
        return np.array([[2.0, 9], [2, 9], [nearest, 9], [2, 9], [2, 9]])

    found = look("table.near_duplicates", far=far(0.02), **rows_of(5))
    assert found == {"count": 1, "ids": [104], "listed": "#104", "line": 0.01}
    assert look("table.near_duplicates", far=far(0.0201), **rows_of(5)) is None
    assert look("table.near_duplicates", far=far(0.02), **rows_of(5, dims=1)) is None
    assert look("table.near_duplicates", far=far(0.02), **rows_of(5, "dot")) is None


def test_the_metric_that_agrees_least():
    case = {**rows_of(4, "cosine"), "k": 3}
    found = look("map.metric_mismatch", overlap={"dot": 0.9, "euclidean": 0.69}, **case)
    assert (found["metric"], found["other"], found["share"], found["k"]) == ("cosine", "euclidean", 0.69, 3)
    assert found["overlap"] == {"dot": 0.9, "euclidean": 0.69}
    assert look("map.metric_mismatch", overlap={"dot": 0.9, "euclidean": 0.7}, **case) is None
    assert look("map.metric_mismatch", overlap={}, **case) is None


def test_what_the_rows_allow():
    ids = np.arange(49)
    assert look("table.too_few_rows", ids=ids) == {"rows": 49, "line": 50}
    assert look("table.too_few_rows", ids=np.arange(50)) is None
    assert look("map.k_lowered", k=9, k_asked=15, ids=ids) == {"asked": 15, "used": 9, "rows": 49}
    assert look("map.k_lowered", k=9, k_asked=9, ids=ids) is None
    assert look("table.rescaled", rows=Case(rescaled=True, peak=2e19)) == {"peak": 2e19}
    assert look("table.rescaled", rows=Case(rescaled=False, peak=2.0)) is None


@pytest.mark.parametrize(("key", "name"), [("table.zero_rows", "zero"), ("table.non_finite_rows", "non_finite")])
def test_rows_left_out_are_named(key, name):
    found = look(key, **{name: np.arange(3, 15)})
    assert (found["count"], found["ids"]) == (12, list(range(3, 13)))
    assert found["listed"] == "#3, #4, #5, #6, #7, #8, #9, #10, #11, #12, ..."
    assert look(key, **{name: np.arange(10)})["listed"].endswith("#8, #9")
    assert look(key, **{name: np.array([], int)}) is None


def test_rows_that_prefer_another_under_dot_product():
    """Own products 4, 9, 1, 1: the first and the third have a larger one; the last has one as large."""
    rows = Case(values=np.array([[2.0, 0], [3, 0], [0, 1], [1, 0]]))
    found = look("map.similarity", best=np.array([6.0, 8, 2, 1]), rows=rows)
    assert found == {"share": 0.5, "rows": 4}
    rows.values[0] = 0  # a row of zeros has 0 with every row, and rounding prefers nobody
    assert look("map.similarity", best=np.array([0.0, 8, 2, 1 + 1e-14]), rows=rows)["share"] == 0.25
    assert look("map.similarity", best=None, rows=rows) is None


# --- one map


def reading(**readings):
    return {"method": Case(keeps_distances=False), "readings": Case(**readings), "ranks": Case(k=4)}


def test_gaps_below_a_correlation_of_seven_tenths():
    told = {"centroid_low": 0.1, "centroid_high": 0.9, "groups": 6, "grouped_by": "classes"}
    found = look("map.gaps", **reading(centroid_rho=0.69, **told))
    assert found == {"rho": 0.69, "low": 0.1, "high": 0.9, "groups": 6, "grouped_by": "classes"}
    assert look("map.gaps", **reading(centroid_rho=0.7, **told)) is None
    assert look("map.gaps", **reading(centroid_rho=None, **told)) is None
    assert look("map.gaps", **{**reading(centroid_rho=0.1, **told), "method": Case(keeps_distances=True)}) is None


def test_fewer_than_five_groups_were_not_tested():
    assert look("map.gaps_untested", **reading(groups=4)) == {"groups": 4, "needed": 5, "size": 3}
    assert look("map.gaps_untested", **reading(groups=5)) is None
    assert look("map.gaps_untested", **{**reading(groups=4), "method": Case(keeps_distances=True)}) is None


def test_sizes_below_a_correlation_of_one_half():
    assert look("map.sizes", **reading(density_r=0.49)) == {"r": 0.49, "k": 4, "line": 0.5}
    assert look("map.sizes", **reading(density_r=0.5)) is None
    assert look("map.sizes", **reading(density_r=None)) is None
    assert look("map.sizes", **{**reading(density_r=0.1), "method": Case(keeps_distances=True)}) is None


def test_links_across_a_gap_by_hand(monkeypatch):
    """Seven dots, six dots, and one between them; k = 2. Of the 14 links of the seven, four cross in the table and one
    on the map; one goes to the dot between, which is no group."""
    monkeypatch.setattr(group_torn, "screen_groups", lambda dots: np.array([0] * 7 + [1] * 6 + [-1]))

    def links(crossing):
        seven = np.array([7] * crossing + [13] + [0] * (13 - crossing)).reshape(7, 2)
        return np.concatenate([seven, [[8, 8]] * 6, [[0, 7]]])

    def torn(table, screen, n=14):
        ranks = Case(n=n, k=2, true_ids=links(table), near_ids=links(screen))
        table_case = Case(ids=100 + np.arange(14))
        return look("map.group_torn", ranks=ranks, table=table_case, projection=Case(coordinates=None))

    assert torn(4, 1) == {
        "share": 4 / 14, "shown": 1 / 14, "rows": 7, "others": 6, "groups": 2, "k": 2, "ids": list(range(100, 107)),
    }  # fmt: skip
    assert torn(3, 1) is None  # 2 / 14 is less than a fifth
    assert torn(1, 4) is None  # and so is less than nothing
    assert torn(4, 1, n=10_000) is not None
    assert torn(4, 1, n=10_001) is None
    monkeypatch.setattr(group_torn, "screen_groups", lambda dots: np.full(14, -1))
    assert torn(4, 1) is None
    monkeypatch.setattr(group_torn, "screen_groups", lambda dots: np.array([1] * 7 + [0] * 6 + [-1]))
    assert torn(4, 1)["others"] == 6


@pytest.mark.parametrize(("crossing", "found"), [(1, False), (2, True)])
def test_more_than_a_fifth_of_the_links_must_cross(monkeypatch, crossing, found):
    """Five dots with one neighbour each: one of five is not more."""
    monkeypatch.setattr(group_torn, "screen_groups", lambda dots: np.repeat([0, 1], 5))
    inside = np.array([1, 2, 3, 4, 0, 6, 7, 8, 9, 5])[:, None]
    across = inside.copy()
    across[:crossing] += 5
    ranks = Case(n=10, k=1, true_ids=across, near_ids=inside)
    case = {"ranks": ranks, "table": Case(ids=np.arange(10)), "projection": Case(coordinates=None)}
    assert (look("map.group_torn", **case) is not None) == found


def test_mostly_false_neighbours_of_more_than_a_quarter():
    """Four of five false are not more than .8; one of four dots is not more than a quarter."""
    false = np.array([[1, 1, 1, 1, 1], [1, 1, 1, 1, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 1]], bool)
    assert look("map.neighbours_false", ranks=Case(false=false, k=5)) is None
    assert neighbours_false.dots(Case(false=false)).tolist() == [True, False, False, False]
    false[3] = True
    assert look("map.neighbours_false", ranks=Case(false=false, k=5)) == {"share": 0.5, "k": 5, "line": 0.8}


def test_torn_neighbours_lie_beyond_a_quarter_of_the_dots():
    """20 dots: beyond rank 5, or beyond k. One of ten is not more than a tenth."""
    places = np.array([[1, 2], [5, 6], [5, 5], [3, 4], [1, 1]])
    assert look("map.neighbours_torn", ranks=Case(map_rank=places, k=2, n=20)) is None
    places[0, 0] = 6
    assert look("map.neighbours_torn", ranks=Case(map_rank=places, k=2, n=20)) == {"share": 0.2, "k": 2, "line": 0.25}
    assert look("map.neighbours_torn", ranks=Case(map_rank=places, k=6, n=20)) is None


def test_an_outlier_by_hand():
    """Logs -2 to 3 and L: median 1, deviations 3, 2, 1, 0, 1, 2, L - 1, median 2: beyond 1 + 5 x 1.4826 x 2 = 15.8."""

    def outlier(log, screen=1.0, metric="euclidean", copies=2):
        logs = np.array([-2.0, -1, 0, 1, 2, 3, log])
        table = np.concatenate([np.exp(logs), np.zeros(copies)])[:, None] * [0.5, 1.5]
        shown = np.array([0.5, 0.6, 0.7, 2, 3, 4, screen, 1, 1])[: len(table), None] * [0.5, 1.5]
        ranks = Case(true_values=table, near_values=shown)
        rows = Case(rows=Case(metric=metric), ids=100 + np.arange(len(table)))
        return look("map.outlier_hidden", ranks=ranks, table=rows)

    assert outlier(15.8) is None
    found = outlier(15.9)
    assert (found["ids"], found["count"], found["times"]) == ([106], 1, pytest.approx(np.exp(14.9)))
    assert outlier(15.9, screen=1.1) is None  # farther on the map than the median of 1
    assert outlier(15.9, metric="dot") is None
    two = np.exp([-2.0, -1, 0, 1, 2, 3, 20, 18])[:, None]  # median 1.5, and that of the deviations 2
    ranks, table = Case(true_values=two, near_values=np.ones((8, 1))), Case(metric="euclidean")
    found = look("map.outlier_hidden", ranks=ranks, table=Case(rows=table, ids=np.arange(8)))
    assert (found["ids"], found["times"]) == ([6, 7], pytest.approx(np.exp(18.5)))  # the farther one
    zeros = Case(true_values=np.zeros((4, 1)), near_values=np.ones((4, 1)))
    table = Case(rows=Case(metric="euclidean"), ids=np.arange(4))
    assert look("map.outlier_hidden", ranks=zeros, table=table) is None
    alike = Case(true_values=np.array([[1.0]] * 6 + [[9]]), near_values=np.ones((7, 1)))  # no spread to measure by
    assert look("map.outlier_hidden", ranks=alike, table=Case(rows=table.rows, ids=np.arange(7))) is None


def axis(far, rows=50, axis=0, details=("explained",)):
    """Two rows at +-far and the others at +-1 along one axis; +-1 along the other. All moved by 10."""
    places = np.where(np.arange(rows)[:, None] % 2, 1.0, -1.0) * [1, 1]
    places[[3, 4], axis] = [far, -far]
    case = {"projection": Case(coordinates=places + 10, details={key: [0.5, 0.5] for key in details})}
    return look("map.pca_outlier", table=Case(ids=100 + np.arange(rows)), **case)


def test_an_axis_made_by_one_of_fifty():
    """The farthest row holds far^2 of 2 far^2 + 48."""
    assert axis(5) is None  # 25 / 98
    found = axis(7)
    assert (found["ids"], found["axis"], found["share"]) == ([103], 1, pytest.approx(49 / 146))
    assert axis(7, axis=1)["axis"] == 2
    assert axis(7, details=()) is None
    assert axis(7, rows=48) is None
    assert axis(16, rows=200)["ids"] == [103, 104]  # the farthest hundredth
    assert axis(16, rows=200)["share"] == pytest.approx(512 / (512 + 198))
    assert axis(16, rows=198)["ids"] == [103]
    line = np.column_stack([np.arange(50.0), np.zeros(50)])
    line[9] = [500, 0]
    flat = look(
        "map.pca_outlier", table=Case(ids=np.arange(50)), projection=Case(coordinates=line, details={"explained": 0})
    )
    assert flat["axis"] == 1


def test_less_than_half_of_the_variance():
    def drawn(**details):
        return look("map.pca_variance", projection=Case(details=details))

    found = drawn(explained=[0.3, 0.125])
    assert found == {"share": 0.425, "hidden": 0.575, "axes": [0.3, 0.125]}
    assert drawn(explained=[0.25, 0.25]) is None
    assert drawn() is None


def drawn(key, settings=None, **details):
    rows = Case(rows=Case(distinct=np.arange(31)))
    return look(key, projection=Case(settings=settings or {}, details=details), table=rows)


def test_settings_that_the_rows_cannot_meet():
    assert drawn("map.perplexity_low", {"perplexity": 4.9}) == {"used": 4.9, "line": 5.0}
    assert drawn("map.perplexity_low", {"perplexity": 5}) is None
    assert drawn("map.perplexity_low") is None
    lowered = drawn("map.perplexity_lowered", {"perplexity": 10.0}, perplexity_asked=30.5)
    assert lowered == {"asked": 30.5, "used": 10.0, "needed": 92, "rows": 31}
    assert drawn("map.perplexity_lowered", {"perplexity": 10.0}, perplexity_asked=10.0) is None
    assert drawn("map.perplexity_lowered", {"perplexity": 10.0}) is None
    assert drawn("map.perplexity_lowered", perplexity_asked=10.0) is None
    fewer = drawn("map.n_neighbors_lowered", {"n_neighbors": 9}, n_neighbors_asked=15)
    assert fewer == {"asked": 15, "used": 9, "rows": 31}
    assert drawn("map.n_neighbors_lowered", {"n_neighbors": 9}, n_neighbors_asked=9) is None


def test_runs_that_did_not_come_to_rest():
    stopped = drawn("map.stopped", stopped=True, iterations=120, iterations_asked=750)
    assert stopped == {"iterations": 120, "asked": 750}
    assert drawn("map.stopped", stopped=False) is None

    def moving(*losses, **more):
        return drawn("map.unconverged", losses=[9.0, *losses], iterations=100, **more)

    assert moving(100.0, 99.0) is None  # a hundredth, and no more
    assert moving(100.0, 98.9) == {"fall": pytest.approx(0.011), "iterations": 100, "line": 0.01}
    assert moving(0.002, 0.0) is None  # .002, and no more
    assert moving(0.1, 0.097)["fall"] == pytest.approx(0.03)
    assert moving(100.0, 98.0, stopped=True) is None
    assert drawn("map.unconverged", losses=[1.0], iterations=100) is None
    assert drawn("map.unconverged", losses=[1.0, 0.5], iterations=100) is not None
    assert drawn("map.unconverged", iterations=100) is None


def test_measures_of_a_sample():
    kept = {"rows": 10, "low": 0.25, "high": 0.75}
    found = look("map.sampled", measures={"neighbourhood_kept": kept}, ranks=Case(n=11))
    assert found == {"rows": 10, "of": 11, "half": 0.25}
    assert look("map.sampled", measures={"neighbourhood_kept": kept}, ranks=Case(n=10)) is None
    assert look("map.sampled", measures={}, ranks=Case(n=11)) is None


# --- beside twins and other runs


def test_the_bands_of_noise_by_hand():
    """Two twins at m +- d: sd sqrt(2) d, t 12.706, sqrt(3 / 2): half a band is 12.706 sqrt(3) d; 1.3 of it count."""
    d = 0.1 / 1.3 / 12.706 / 3**0.5  # so it reaches .1 to each side
    values = {"r_nx": np.array([0.5 - d, 0.5 + d]), "trustworthiness": np.array([0.95 - d, 0.95 + d])}
    twins = Twins("gaussian", values, np.zeros((2, 4, 2), np.float32))

    def noise(r_nx, trust, twins=twins, keys=("r_nx", "trustworthiness")):
        measures = {key: {"value": value} for key, value in zip(keys, (r_nx, trust), strict=False)}
        return look("map.noise_like", k=5, twins=twins, measures=measures)

    assert noise(0.41, 0.86) == {
        "twins": 2, "k": 5, "r_nx": 0.41, "trustworthiness": 0.86,
        "r_nx_low": pytest.approx(0.4), "r_nx_high": pytest.approx(0.6),
        "trustworthiness_low": pytest.approx(0.85), "trustworthiness_high": 1.0,
    }  # fmt: skip
    assert noise(0.59, 0.99) is not None
    for one in ((0.39, 0.95), (0.61, 0.95), (0.5, 0.84), (0.5, 1.06)):
        assert noise(*one) is None
    assert noise(0.5, 0.95, twins=None) is None
    assert noise(0.5, 0.95, keys=("r_nx",)) is None
    assert noise(0.5, 0.95, keys=("trustworthiness",)) is None
    alone = Twins("gaussian", {key: found[:1] for key, found in values.items()}, np.zeros((1, 4, 2), np.float32))
    assert noise(0.5, 0.95, twins=alone) is None


def test_maps_of_other_seeds_on_both_sides_of_the_lines():
    def seeds(share, ari=None):
        overlap = np.array([share - 0.125, share + 0.125, np.nan], np.float64)
        return look("map.seed_unstable", k=5, stability={"seeds": Stability(overlap, ari, 0.5, 3)})

    assert seeds(0.59375) == {"share": 0.59375, "ari": None, "runs": 3, "k": 5, "line": 0.6}
    assert seeds(0.61) is None
    assert seeds(0.5, ari=0.79)["ari"] == 0.79
    assert seeds(0.5, ari=0.8) is None
    assert seeds(np.nan) is None
    same = Stability(np.array([0.6, 0.6]), None, 0.5, 3)
    assert look("map.seed_unstable", k=5, stability={"seeds": same}) is None
    assert look("map.seed_unstable", k=5, stability={}) is None
