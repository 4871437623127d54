"""What measures, checks and tests of groups share, against numbers worked out by hand."""

import numpy as np
import pytest

from embedlab.distortion.group_evidence import (
    Scene,
    _around,
    _ends,
    _long_axis,
    _redrawn,
    _smallest,
    _sums,
    best,
    conductance,
    evidence,
    inner,
    silhouette,
    split,
)
from embedlab.distortion.groups import Compared
from embedlab.distortion.ranks import all_ranks, listed
from embedlab.distortion.readings import Groups, Readings, group
from embedlab.distortion.screen import screen_groups
from embedlab.distortion.stability import Run, _rand_index, compare, disparity, shared_neighbours
from embedlab.distortion.twins import Twins, twin, twin_rows, usual
from embedlab.projection import prepare
from tests.distortion.made import ranks_of


def line(*places):
    """Points on the first axis of a plane."""
    return np.column_stack([np.array(places, float), np.zeros(len(places))])


def members(of, *rows):
    chosen = np.zeros(of, dtype=bool)
    chosen[list(rows)] = True
    return chosen


# --- ranks


def test_a_neighbour_as_near_as_the_last_is_not_false_and_its_like_not_torn():
    """Rows at 0, 1, -1 and 9; k = 1. Row 0 has two nearest. On the map 1 is drawn at 3: it is torn from 0, but -1 has
    taken its place, which is as true. Of 1 the nearest is 0 in the table and on the map; of 9 it is 1 on both."""
    found = ranks_of(line(0, 1, -1, 9), line(0, 3, -1, 9), 1)
    assert found.true_ids[:, 0].tolist() == [1, 0, 0, 1]
    assert found.near_ids[:, 0].tolist() == [2, 0, 0, 1]
    assert found.false.ravel().tolist() == [False] * 4
    assert found.torn.ravel().tolist() == [False] * 4
    assert found.true_rank.ravel().tolist() == [1, 1, 1, 1]
    assert found.map_rank.ravel().tolist() == [2, 1, 1, 1]


def test_ties_on_the_map_spare_what_they_displace():
    """The same the other way round: the map leaves open which of two is nearest to 0, the table does not."""
    found = ranks_of(line(0, 3, -1, 9), line(0, 1, -1, 9), 1)
    assert found.near_ids[:, 0].tolist() == [1, 0, 0, 1]
    assert found.false.ravel().tolist() == [False] * 4
    assert found.torn.ravel().tolist() == [False] * 4
    assert found.true_rank.ravel().tolist() == [2, 1, 1, 1]


def test_a_neighbour_nearer_than_the_tie_stays_torn():
    """k = 2. Of 0 the nearest is .5, then 1 and -1 are tied. The map throws .5 away and shows 1 and -1: none of them is
    false, but .5 is torn, for its place is not tied. Of 1 the nearest are .5 and 0: torn and kept."""
    found = ranks_of(line(0, 0.5, 1, -1, 20), line(0, 8, 1, -1, 20), 2)
    assert found.true_ids[0].tolist() == [1, 2]
    assert found.near_ids[0].tolist() == [2, 3]
    assert found.false[0].tolist() == [False, False]
    assert found.torn[0].tolist() == [True, False]
    assert found.torn[2].tolist() == [True, False]
    assert found.false[2].tolist() == [False, True]


def test_of_two_tied_and_torn_one_is_spared_for_each_true_neighbour_shown():
    """k = 3, row 0 with 1, -1 at 1 and 2, -2 at 2: true 1, -1 and one of 2, -2. The map shows 1, -1 and -2."""
    found = ranks_of(line(0, 1, -1, 2, -2, 30), line(0, 1, -1, 9, -2, 30), 3)
    assert found.true_ids[0].tolist() == [1, 2, 3]
    assert found.near_ids[0].tolist() == [1, 2, 4]
    assert not found.false[0].any()
    assert not found.torn[0].any()


def test_a_tie_spares_nobody_whose_place_went_to_a_stranger():
    """k = 1. Of 0 both 1 and -1 are nearest, and the map shows 5; and the other way round."""
    table, screen = line(0, 1, -1, 5), line(0, 9, -7, 2)
    found = ranks_of(table, screen, 1)
    assert (found.false[0].tolist(), found.torn[0].tolist()) == ([True], [True])
    found = ranks_of(screen, table, 1)
    assert (found.false[0].tolist(), found.torn[0].tolist()) == ([True], [True])


def test_all_ranks_by_hand():
    """From 0: 1 and -1 are tied, then 3. From 3: 1, 0, -1. Products with 1 of 1, 2, 2, -1: 2 and 2 tied, then -1."""
    places = line(0, 1, -1, 3)
    assert all_ranks(places, np.array([0, 3])).tolist() == [[0, 1, 1, 3], [2, 1, 3, 0]]
    assert listed(places, np.array([0]), np.array([[1, 2, 3]])).tolist() == [[1, 1, 3]]
    rows = line(1, 2, 2, -1)
    assert all_ranks(rows, np.array([0]), dot=True).tolist() == [[0, 1, 1, 3]]
    assert listed(rows, np.array([0]), np.array([[1, 2, 3]]), dot=True).tolist() == [[1, 1, 3]]
    assert all_ranks(np.ones((4, 2)), np.array([2])).tolist() == [[1, 1, 0, 1]]


# --- groups whose gaps are judged


def test_groups_of_three_rows_count():
    groups = Groups(np.array([0, 0, 0, 1, 1, 2, 2, 2, 2, -1, -1, -1]), "classes")
    assert groups.large == [0, 2]


def test_five_classes_are_enough_and_rows_without_one_belong_to_none():
    rows = prepare(np.random.default_rng(0).normal(size=(36, 3)), "euclidean")
    names = [*"aaabbbcccdddeee", *[None] * 21]
    found = group(rows, names, 0)
    assert found.grouped_by == "classes"
    assert found.labels[-21:].tolist() == [-1] * 21
    assert [len(set(found.labels[start : start + 3])) for start in range(0, 15, 3)] == [1] * 5
    assert len(set(found.labels[:15])) == 5
    names[0] = "b"  # two of "a" are no group
    assert group(rows, names, 0).grouped_by == "k_means"


def test_six_rows_for_each_group_and_five_groups_at_least():
    points = np.random.default_rng(0).normal(size=(200, 3))
    sizes = {n: group(prepare(points[:n], "euclidean"), None, 0) for n in (29, 30, 119, 200)}
    assert sizes[29] is None
    assert {n: len(set(found.labels)) for n, found in sizes.items() if found} == {30: 5, 119: 19, 200: 20}
    assert len(set(group(prepare(points, "euclidean"), None, 0, 7).labels)) == 7
    assert group(prepare(points, "euclidean"), None, 0, 4) is None
    copies = np.concatenate([points[:29], points[:100]])
    assert len(set(group(prepare(copies, "euclidean"), None, 0).labels)) == 16  # of 100 distinct rows


def test_each_row_is_in_the_group_whose_mean_is_nearest():
    """Far apart groups come to rest within ten rounds."""
    random = np.random.default_rng(1)
    points = np.repeat(random.normal(size=(5, 3)) * 50, 12, axis=0) + random.normal(size=(60, 3)) + [300, 0, 0]
    rows = prepare(points, "euclidean")
    labels = group(rows, None, 4).labels
    means = np.array([rows.values[labels == label].mean(axis=0) for label in np.unique(labels)])
    far = ((rows.values[:, None] - means) ** 2).sum(axis=2)
    np.testing.assert_array_equal(np.unique(labels)[far.argmin(axis=1)], labels)


def test_five_far_groups_are_found_where_a_row_of_each_began():
    """Not one of them lies opposite to another, as seen from their mean."""
    places = np.repeat([[0.0, 0], [9, 1], [20, 0], [31, 5], [100, 2]], 8, axis=0)
    rows = prepare(places + np.random.default_rng(0).normal(size=(40, 2)) * 0.1, "euclidean")
    began = (np.random.default_rng(seed).choice(rows.distinct, 5, replace=False) // 8 for seed in range(1000))
    seed = next(seed for seed, drawn in enumerate(began) if len(set(drawn)) == 5)
    labels = group(rows, None, seed, 5).labels.reshape(5, 8)
    assert (labels == labels[:, :1]).all()
    assert len(set(labels[:, 0])) == 5


def test_what_measures_say_of_a_map():
    told = {"density_r": {"value": 0.3}, "centroid_rho": {"value": 0.5, "low": 0.1, "high": 0.8}}
    groups = Groups(np.array([0, 0, 0, 1]), "classes")
    assert Readings.of(told, groups) == Readings(0.3, 0.5, 0.1, 0.8, 1, "classes")
    assert Readings.of({}, None) == Readings(None, None, None, None, 0, None)
    assert Readings.of(told, None).to_json()["centroid_low"] == 0.1


# --- groups on screen


def blocks(*sizes):
    """Square lattices of so many dots, far apart."""
    square = np.stack(np.meshgrid(np.arange(8.0), np.arange(8.0)), axis=-1).reshape(-1, 2)
    return np.concatenate([np.add(square[:size], [100 * place, 0]) for place, size in enumerate(sizes)])


def test_groups_on_screen_have_five_dots_and_the_largest_comes_first():
    assert screen_groups(blocks(6, 9)).tolist() == [1] * 6 + [0] * 9
    assert screen_groups(blocks(5, 5)).tolist() == [0] * 5 + [1] * 5
    assert set(screen_groups(blocks(4, 4))) == {-1}
    assert screen_groups(blocks(5)).tolist() == [-1] * 5
    assert set(screen_groups(blocks(6))) == {-1}


def test_groups_on_screen_have_a_fiftieth_of_all_dots():
    """Six blocks of 60 and one of 7 are 367 dots: a fiftieth are 7. Of 8 x 60 + 7 dots a fiftieth are 9."""
    sizes = np.bincount(screen_groups(blocks(*[60] * 6, 7)) + 1)
    assert sizes.tolist() == [0, *[60] * 6, 7]
    assert (screen_groups(blocks(*[60] * 6, 33, 7))[-7:] == -1).all()  # 400 dots: 8
    many = screen_groups(blocks(*[60] * 8, 7))
    assert (many[-7:] == -1).all()


# --- other runs


def whole(dots):
    return Run(np.arange(len(dots)), np.asarray(dots, float), {})


def test_neighbours_that_two_maps_share():
    """k = 1 of 0, 1, 3, 7: 1, 0, 1, 2 by place. The second map has the third between the first two: 2, 2, 0, 2."""
    one, other = line(0, 1, 3, 7), line(0, 3, 1, 9)
    assert shared_neighbours(one, other, 1).tolist() == [0, 0, 0, 0]
    assert shared_neighbours(one, 100 + 5 * one, 1).tolist() == [1, 1, 1, 1]
    # k = 2: {1, 2}, {0, 2}, {1, 0}, {2, 1} and {2, 1}, {2, 0}, {0, 1}, {1, 2}: all.
    assert shared_neighbours(one, other, 2).tolist() == [1, 1, 1, 1]
    # Four of 0, 1, 3, 7 at 0, 5, 1, 2: {2, 3}, {3, 2}, {0, 3}, {2, 0}.
    assert shared_neighbours(one, line(0, 5, 1, 2), 2).tolist() == [0.5, 0.5, 0.5, 0.5]


def test_runs_are_compared_pair_by_pair():
    """k may be 10, but of four rows each looks at one: (4 - 1) // 2. Of three pairs one is the same map."""
    one, other = line(0, 1, 3, 7), line(0, 3, 1, 9)
    found = compare([whole(one), whole(one), whole(other)], 4, 10)
    assert found.overlap.tolist() == pytest.approx([1 / 3] * 4)
    assert found.procrustes == pytest.approx(2 / 3 * disparity(one, other))
    assert (found.runs, found.ari) == (3, None)
    five, changed = line(0, 1, 3, 7, 15), line(0, 9, 1, 2, 30)  # (5 - 1) // 2 neighbours
    shares = shared_neighbours(five, changed, 2)
    assert not np.array_equal(shares, shared_neighbours(five, changed, 1))
    assert compare([whole(five), whole(changed)], 5, 10).overlap.tolist() == shares.tolist()
    three = np.array([0, 1, 2])
    some = compare([whole(one), Run(three, one[:3], {"rows": 3})], 4, 10)
    assert some.overlap[:3].tolist() == [1, 1, 1]
    assert np.isnan(some.overlap[3])
    assert compare([whole(one), Run(three[:2], one[:2], {})], 4, 10) is None


def test_disparity_by_hand():
    """Both maps have length sqrt(2) / 2 along one axis each and are at right angles: a turn brings them together.
    A cross and a line: the singular values of their product are half and nothing at all."""
    assert disparity(line(-1, 1), np.array([[0.0, -3], [0, 3]])) == pytest.approx(0)
    cross, along = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]]), line(1, -1, 0, 0)
    assert disparity(cross, along) == pytest.approx(1 - 0.5)
    assert disparity(cross, cross * 7 + [3, 4]) == pytest.approx(0)


def test_the_rand_index_of_runs_with_groups():
    """Two blocks of six; in the other run two dots stand alone far away: pairs of dots agree as scikit-learn says."""
    from sklearn.metrics import adjusted_rand_score

    dots = blocks(9, 9)
    moved = dots.copy()
    moved[[0, 9]] = [[5000, 0], [0, 9000]]
    found = compare([whole(dots), whole(moved)], 18, 3)
    expected = adjusted_rand_score(screen_groups(dots), screen_groups(moved))
    assert expected < 1
    assert found.ari == pytest.approx(expected)
    several = compare([whole(dots), whole(dots), whole(moved)], 18, 3)
    assert several.ari == pytest.approx((1 + 2 * expected) / 3)
    even = np.stack(np.meshgrid(np.arange(6.0), np.arange(3.0)), axis=-1).reshape(-1, 2)
    none = compare([whole(dots), whole(even)], 18, 3)
    assert none.ari == pytest.approx(adjusted_rand_score(screen_groups(dots), np.full(18, -1)))
    assert -1 in screen_groups(moved)
    one = np.array([0, 0, -1, -1])  # on the rows that both runs hold one group may be all there is
    assert (_rand_index(one, one), _rand_index(one[2:], one[2:])) == (1, None)
    for pair in ((moved, even), (even, moved)):  # one side with groups is enough to compare
        assert compare([whole(one) for one in pair], 18, 3).ari is not None


# --- twins


@pytest.mark.parametrize(("count", "t"), [(2, 12.706), (3, 4.303), (4, 3.182), (5, 2.776), (16, 2.131), (30, 2.131)])
def test_the_band_of_one_more_twin(count, t):
    """mean +- t sd sqrt(1 + 1 / B), beyond 16 twins with the t of 16."""
    values = np.linspace(0.4, 0.6, count)
    found = Twins("gaussian", {"r_nx": values}, np.zeros((count, 2, 2)))
    half = t * np.sqrt(((values - 0.5) ** 2).sum() / (count - 1) * (1 + 1 / count))
    assert found.band("r_nx") == pytest.approx((0.5 - half, 0.5 + half))
    assert found.mean("r_nx") == pytest.approx(0.5)
    assert found.mean("stress") is None
    assert found.band("stress") is None
    assert Twins("gaussian", {"r_nx": values[:1]}, np.zeros((1, 2, 2))).band("r_nx") is None


def test_t_is_students():
    from scipy.stats import t

    for count in range(2, 17):
        sd = Twins("gaussian", {"m": np.array([-1.0, 1.0] + [0.0] * (count - 2))}, np.zeros((count, 1, 2)))
        low, high = sd.band("m")
        assert (high - low) / 2 == pytest.approx(
            t.ppf(0.975, count - 1) * (2 / (count - 1) * (1 + 1 / count)) ** 0.5, rel=3e-4
        )


def test_five_twins_of_few_rows_three_of_more_then_none():
    assert [usual(rows) for rows in (3, 2000, 2001, 10_000, 10_001)] == [5, 5, 3, 3, 0]


@pytest.mark.parametrize("shape", [(30, 4), (4, 30), (6, 5), (5, 5), (5, 4)])
def test_a_twin_has_the_mean_and_the_products_of_its_points(shape):
    points = np.random.default_rng(0).normal(size=shape) * np.arange(1, shape[1] + 1) + 3
    points[:, 1] = points[:, 0]  # one direction less than columns: rounding makes an eigenvalue of it below 0
    made = twin(points, "gaussian", np.random.default_rng(1))
    np.testing.assert_allclose(made.mean(axis=0), points.mean(axis=0))
    centred, other = points - points.mean(axis=0), made - made.mean(axis=0)
    np.testing.assert_allclose(other.T @ other, centred.T @ centred, atol=1e-8)
    assert np.abs(made - points).max() > 0.1


def test_no_row_of_a_twin_lies_on_one_side_of_the_mean_each_time():
    """As the first would, were the signs of the decomposition kept."""
    points = np.arange(9.0)[:, None] - 4
    made = [twin(points, "gaussian", np.random.default_rng(seed)) for seed in range(40)]
    assert (np.sign(made).min(axis=0) == -1).all()
    assert (np.sign(made).max(axis=0) == 1).all()


def test_a_twin_of_huge_rows_is_that_of_rows_near_one():
    vectors = np.random.default_rng(0).normal(size=(20, 3))
    one, other = (twin_rows(vectors * size, "euclidean", "gaussian", 0, 0).values for size in (1, 1e200))
    np.testing.assert_allclose(one, other)


# --- evidence of a group


def test_compared_with_twins_by_hand():
    """Small is separate: of four twins with a number one is as small. Large is separate: three are as large."""
    assert Compared.of(0.2, [0.1, 0.3, None, 0.4, 0.5]) == Compared(0.2, (0.1, 0.3, 0.4, 0.5), 2 / 5)
    assert Compared.of(0.2, [0.2, 0.3, 0.4], larger=True).p == 1
    assert Compared.of(0.2, [0.2, 0.3]).p == 2 / 3
    assert Compared.of(None, [0.1]).p is None
    assert Compared.of(0.2, [None]).p is None


def test_the_links_across_a_border_by_hand():
    """Two links each. {0, 1}: 0 to 1 and 2, 1 to 0 and 2; 2 to 0 and 3, 3 to 2 and 4, 4 to 3 and 2. Three cross, and
    their ends inside are 4 + 3 of 20."""
    near = np.array([[1, 2], [0, 2], [0, 3], [2, 4], [3, 2]])
    assert conductance(near, members(5, 0, 1)) == 3 / 7
    assert conductance(near, members(5, 2, 3, 4)) == 3 / 7
    assert conductance(near, members(5, 0, 2)) == 6 / 10  # 0-1, 1-0, 1-2, 2-3, 3-2, 4-2; ends inside 4 + 6


def test_silhouettes_by_hand():
    """{0, 1, 5} against 6, 10, 11 of 6, 10, 11, 90: own (1 + 5) / 2, (1 + 4) / 2, (5 + 4) / 2; other 9, 8, 4."""
    points = line(0, 1, 5, 6, 10, 11, 90)
    expected = np.mean([(9 - 3) / 9, (8 - 2.5) / 8, (4 - 4.5) / 4.5])
    assert silhouette(points, members(7, 0, 1, 2)) == pytest.approx(expected)
    assert silhouette(points, members(7, 6)) == pytest.approx(1)  # alone: 0 to itself
    scene = Scene(points, np.zeros((7, 1), int), None, distances=False)
    found = evidence(scene, members(7, 0, 1, 2))
    assert (found.table, found.map, found.inner) == (None, None, None)
    drawn = evidence(Scene(points, np.zeros((7, 1), int), 2 * points), members(7, 0, 1, 2))
    assert (drawn.table, drawn.map) == (pytest.approx(expected), pytest.approx(expected))


def test_halves_and_the_links_between_them_by_hand():
    """Rows 0, 1, 2 and 10, 11, 12 of a group of six, a seventh outside. One link of a row in the first half leads to
    the second, one to the outside: 12 - 1 links inside, 1 of them across; ends in the second half 2 x 6 + 1, in the
    first 2 x 4 + 1, which is smaller."""
    points = line(0, 1, 2, 10, 11, 12, 30)
    near = np.array([[1, 2], [0, 3], [1, 6], [4, 5], [3, 5], [4, 3], [5, 4]])
    group = members(7, 0, 1, 2, 3, 4, 5)
    halves = split(Scene(points, near, None), group)
    assert sorted([np.flatnonzero(halves).tolist(), np.flatnonzero(group & ~halves).tolist()]) == [[0, 1, 2], [3, 4, 5]]
    assert inner(Scene(points, near, None), group) == 1 / 9
    assert inner(Scene(points, near, None, distances=False), group) is None
    assert split(Scene(points, near, None), members(7, 0, 1, 3, 4)) is None  # halves of two
    wide = line(*np.arange(29) / 100, 50, 51, 52)  # three of 32 are less than a tenth
    assert split(Scene(wide, np.zeros((32, 1), int), None), np.ones(32, bool)) is None
    assert split(Scene(wide[:1].repeat(9, axis=0), np.zeros((9, 1), int), None), np.ones(9, bool)) is None
    assert split(Scene(wide[2:], np.zeros((30, 1), int), None), np.ones(30, bool)).sum() in (3, 27)
    # Means .06 and 9.4: the row at 6.5 is nearer to the second.
    uneven = line(*np.arange(12) / 100, 6.5, 10, 10.1, 10.2, 10.3)
    assert split(Scene(uneven, np.zeros((17, 1), int), None), np.ones(17, bool)).sum() in (5, 12)


def test_groups_that_are_tried_by_hand():
    points = line(0, 1, 2, 10, 11, 20)
    assert _smallest(np.array([3.0, 1, 1, 2]), 2).tolist() == [False, True, True, False]
    around = {tuple(np.flatnonzero(one)) for one in _around(points, 2, np.random.default_rng(0))}
    assert around == {(0, 1), (1, 2), (3, 4), (4, 5)} or around == {(0, 1), (1, 2), (3, 4)}
    assert len(_around(line(*range(40)), 2, np.random.default_rng(0))) == 8
    ends = {tuple(np.flatnonzero(one)) for one in _ends(points[:, :1], 2)}
    assert ends == {(0, 1), (4, 5)}
    assert len(_ends(np.random.default_rng(0).normal(size=(9, 5)), 2)) == 6  # three axes
    cross = np.array([[9.0, 0], [-9, 0], [0, 4], [0, -4], [0, 0]])
    assert {tuple(np.flatnonzero(one)) for one in _ends(cross + 50, 1)} == {(0,), (1,), (2,), (3,)}


def test_a_long_axis_by_hand():
    cross = np.array([[9.0, 0], [-9, 0], [0, 4], [0, -4]])
    assert np.abs(_long_axis(cross)) == pytest.approx([1, 0], abs=1e-9)
    turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    assert np.abs(_long_axis(cross @ turn)) == pytest.approx([0.6, 0.8])
    assert _long_axis(np.zeros((3, 2))).tolist() == [0, 0]
    askew = np.concatenate([cross] * 3 + [[[1.0, 10.0]]])  # the longest row does not lie on the longest axis
    assert np.abs(_long_axis(askew)) == pytest.approx([1, 0], abs=0.1)


def test_a_group_is_redrawn_as_the_rows_it_links_to():
    """Rows 0, 1, 2 link to each other and so do 3, 4, 5. {0, 1, 5}: 2 has four links with it, 0 and 1 two."""
    near = np.array([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]])
    assert np.flatnonzero(_redrawn(near, members(6, 0, 1, 5), 3)).tolist() == [0, 1, 2]
    assert np.flatnonzero(_redrawn(near, members(6, 3, 4, 5), 3)).tolist() == [3, 4, 5]
    ring = np.array([[1], [2], [3], [0]])  # every row has one link with {2, 3}: they stay
    assert np.flatnonzero(_redrawn(ring, members(4, 2, 3), 2)).tolist() == [2, 3]


def test_sums_of_distances_in_blocks():
    assert _sums(line(0, 1, 5), line(1, 3)).tolist() == [4, 2, 6]


def test_the_best_of_what_is_tried():
    """Two groups of six rows that link to themselves only: every number finds them."""
    random = np.random.default_rng(0)
    points = np.concatenate([random.normal(size=(6, 2)), random.normal(size=(6, 2)) + 40])
    near = np.array([[row // 6 * 6 + (row + step) % 6 for step in (1, 2)] for row in range(12)])
    found = best(Scene(points, near, points), 6, seed=0)
    group = np.arange(12) < 6
    assert found.conductance == 0
    own = max(silhouette(points, group), silhouette(points, ~group))
    assert (found.table, found.map) == (pytest.approx(own), pytest.approx(own))
    blind = best(Scene(points, near, None, distances=False), 6, seed=0)
    assert (blind.conductance, blind.table, blind.map, blind.inner) == (0, None, None, None)
