"""Whether a group that was seen is a group in the table."""

import json
import tracemalloc
import weakref

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.distortion import groups, groups_job
from embedlab.distortion.group_evidence import Scene, best, conductance, evidence, silhouette, silhouette_of, split
from embedlab.distortion.groups import Group, GroupTest, LabelsTest, judge_group, judge_groups, judge_labels
from embedlab.distortion.screen import screen_groups
from embedlab.distortion.selection import MapsSettings
from embedlab.distortion.twins import twin_rows
from embedlab.errors import JobError, QueryError, TableError
from embedlab.neighbours import graph
from embedlab.projection.methods.pca import principal
from tests import tables
from tests.distortion.made import blob_table, table_of

pytestmark = pytest.mark.heavy
PCA = MapsSettings.of({"methods": ["pca"], "metric": "euclidean"})


def members(of, *rows):
    chosen = np.zeros(of, dtype=bool)
    chosen[list(rows)] = True
    return chosen


# --- what is measured


def test_conductance_by_hand():
    """Links 0-1, 1-0, 2-1, 3-2: the group {0, 1} has one crossing link and the volume 5; the rest has 3."""
    near = np.array([[1], [0], [1], [2]])
    assert conductance(near, members(4, 0, 1)) == 1 / 3
    assert conductance(near, members(4, 2, 3)) == 1 / 3
    assert conductance(np.array([[1], [0], [3], [2]]), members(4, 0, 1)) == 0
    assert conductance(near, members(4, 1)) == 3 / 3


def test_silhouette_by_hand():
    """On a line: {0, 1} against the two nearest, 3 and 4. Row 0: own 1, other 3.5; row 1: own 1, other 2.5."""
    line = np.array([[0.0], [1], [3], [4], [100]])
    assert silhouette(line, members(5, 0, 1)) == pytest.approx((2.5 / 3.5 + 1.5 / 2.5) / 2)


def test_a_large_lasso_needs_no_matrix_of_its_rows_with_the_others():
    """1,500 rows with 10,500 others are 126 MB of distances, of which several copies would be held."""
    points = np.random.default_rng(0).normal(size=(12_000, 2))
    tracemalloc.start()
    assert -1 < silhouette(points, np.arange(12_000) < 1_500) < 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6


def test_silhouette_of_a_labelling_is_that_of_scikit_learn():
    from sklearn.metrics import silhouette_score

    random = np.random.default_rng(0)
    points, labels = random.normal(size=(80, 3)), random.integers(0, 4, 80)
    assert silhouette_of(points, labels) == pytest.approx(silhouette_score(points, labels), abs=1e-9)
    labels[:10] = -1
    assert silhouette_of(points, labels) == pytest.approx(silhouette_score(points[10:], labels[10:]), abs=1e-9)
    assert silhouette_of(points, np.zeros(80, dtype=int)) is None
    assert silhouette_of(np.ones((4, 2)), np.array([0, 0, 1, 1])) == 0


def test_halves_are_found_and_outliers_are_no_half():
    random = np.random.default_rng(0)
    two = np.concatenate([random.normal(size=(20, 3)), random.normal(size=(20, 3)) + 20])
    halves = split(Scene(two, graph(two, "euclidean", 5).ids, None), np.ones(40, dtype=bool))
    assert set(map(tuple, (np.flatnonzero(halves), np.flatnonzero(~halves)))) == {
        tuple(range(20)),
        tuple(range(20, 40)),
    }
    lone = random.normal(size=(40, 3))
    lone[0] += 100
    assert split(Scene(lone, graph(lone, "euclidean", 5).ids, None), np.ones(40, dtype=bool)) is None
    assert split(Scene(np.ones((9, 2)), np.zeros((9, 1), int), None), np.ones(9, dtype=bool)) is None


def test_rivals_are_at_least_as_separate_as_the_ball_an_eye_would_take():
    points = np.random.default_rng(0).normal(size=(120, 4))
    scene = Scene(points, graph(points, "euclidean", 10).ids, points[:, :2])
    rival = best(scene, 30, seed=0)
    ball = members(120, *np.argsort((points**2).sum(axis=1))[:30])
    own = evidence(scene, ball)
    assert rival.conductance <= own.conductance
    assert rival.table >= own.table
    assert rival.map >= own.map


def test_an_eye_sees_six_groups_and_none_on_an_even_plane():
    random = np.random.default_rng(0)
    centres = np.array([[0, 0], [9, 0], [0, 9], [9, 9], [20, 0], [0, 20]])
    sizes = [40, 35, 30, 25, 20, 15]
    truth = np.repeat(np.arange(6), sizes)
    seen = screen_groups(centres[truth] + random.normal(size=(165, 2)) * 0.7)
    kept = seen >= 0
    assert kept.mean() > 0.8
    np.testing.assert_array_equal(seen[kept], truth[kept])  # largest first
    assert screen_groups(random.normal(size=(4, 2))).tolist() == [-1] * 4


# --- verdicts


@pytest.fixture(scope="module")
def verdicts():
    """Of six planted groups: one, two together, half of one, too few rows, and rows of all."""
    asked = [range(30), range(60), range(15), range(4), range(0, 180, 6)]
    return judge_groups(blob_table(), PCA, "pca", [Group(rows, "seen") for rows in asked])


def test_a_planted_group_is_supported_with_its_numbers(verdicts):
    one = verdicts[0]
    assert one.verdict == "supported"
    assert one.finding.code == "map.group_supported"
    assert one.conductance.value < min(one.conductance.twins)
    assert one.table.value > max(one.table.twins)
    assert (one.conductance.p, one.table.p) == (0.05, 0.05)
    assert len(one.conductance.twins) == 19
    assert len(one.map.twins) == 3
    assert one.declaration.method == "pca"
    assert (one.n_missing, one.n_strangers) == (0, 0)
    said = one.finding.say("en")
    assert f"silhouette in the table {one.table.value:.2f}" in said
    assert f"{one.conductance.value:.0%} of its neighbour links" in said


def test_two_planted_groups_in_one_lasso_are_called_two(verdicts):
    assert verdicts[1].verdict == "split"
    assert sorted(verdicts[1].halves) == [30, 30]
    assert "30 and 30 rows" in verdicts[1].finding.say("en")


def test_half_a_group_is_no_group_and_its_other_half_is_listed(verdicts):
    half = verdicts[2]
    assert half.verdict == "not_supported"
    assert {one["id"] for one in half.missing} <= set(range(15, 30))
    counts = [one["count"] for one in half.missing]
    assert counts == sorted(counts, reverse=True)
    near = graph(blob_table().vectors, "euclidean", 15).ids[:15]
    assert half.missing[0]["count"] == (near == half.missing[0]["id"]).sum()
    assert half.n_missing == len(set(near[near >= 15]))


def test_a_handful_cannot_be_tested(verdicts):
    assert verdicts[3].verdict == "undecided"
    assert verdicts[3].conductance.p is None
    assert "cannot be tested" in verdicts[3].finding.say("en")
    assert "não pode ser testado" in verdicts[3].finding.say("pt")


def test_rows_of_everywhere_are_strangers_to_each_other(verdicts):
    mixed = verdicts[4]
    assert mixed.verdict == "not_supported"
    assert mixed.n_strangers == 30
    assert all(one["inside"] < 8 for one in mixed.strangers)


def test_a_test_travels_as_json(verdicts):
    for one in verdicts:
        back = GroupTest.from_json(json.loads(json.dumps(one.to_json(), allow_nan=False)))
        assert back == one
        assert back.finding.say("pt") == one.finding.say("pt")


def test_twins_are_made_one_at_a_time_and_searched_once_for_groups_of_one_size(monkeypatch):
    alive, most, sizes = weakref.WeakSet(), [], []

    def watched(twin, size, seed):
        alive.add(twin)
        most.append(len(alive))
        sizes.append(size)
        return best(twin, size, seed)

    monkeypatch.setattr(groups, "best", watched)
    judge_groups(blob_table(), PCA, "pca", [Group(range(30)), Group(range(30, 60)), Group(range(40))])
    assert sizes == [30, 40] * groups.TWINS
    assert max(most) <= 2  # the last one goes when the next one is there


def test_another_twin_takes_the_place_of_one_that_cannot_be_drawn(monkeypatch):
    asked = []

    def failing(vectors, metric, kind, number, seed):
        asked.append(number)
        if number in (0, 4):
            raise TableError("table.constant", rows=3, distinct=1, needed=3)
        return twin_rows(vectors, metric, kind, number, seed)

    monkeypatch.setattr(groups, "twin_rows", failing)
    one = judge_group(blob_table(), PCA, "pca", Group(range(30)))
    assert asked == list(range(groups.TWINS + 2))
    assert (len(one.conductance.twins), len(one.map.twins)) == (groups.TWINS, groups.MAP_TWINS)
    assert one.verdict == "supported"


def test_a_table_without_any_twin_is_a_named_error(monkeypatch):
    def failing(*_):
        raise TableError("table.constant", rows=3, distinct=1, needed=3)

    monkeypatch.setattr(groups, "twin_rows", failing)
    with pytest.raises(TableError, match=r"table\.constant"):
        judge_group(blob_table(), PCA, "pca", Group(range(30)))
    assert judge_group(blob_table(), PCA, "pca", Group(range(4))).verdict == "undecided"  # needs none


def test_dot_products_are_judged_by_links_alone():
    one = judge_group(blob_table(), MapsSettings.of({"methods": ["pca"], "metric": "dot"}), "pca", Group(range(30)))
    assert one.table == one.inner
    assert one.table.value is None
    assert one.verdict in ("supported", "not_supported")
    assert "silhouette" not in one.finding.say("en")


def test_rows_that_are_not_drawn_are_left_out_or_refused():
    one = judge_group(tables.degenerate(), PCA, "pca", Group(range(12)))
    assert one.left_out == (tables.NAN_ID,)
    assert set(one.ids) == set(range(12)) - {tables.NAN_ID}
    with pytest.raises(QueryError, match=r"query\.group_not_drawn") as caught:
        judge_group(tables.degenerate(), PCA, "pca", Group([tables.NAN_ID], "bad"))
    assert caught.value.fields == {"name": "bad", "rows": 1, "shown": 22}
    with pytest.raises(JobError, match=r"job\.stopped"):
        judge_group(blob_table(), PCA, "pca", Group(range(30)), should_stop=lambda: True)


def test_the_map_that_is_given_is_looked_at_and_one_of_other_rows_is_drawn_anew(monkeypatch):
    monkeypatch.setattr(groups, "TWINS", 1)
    five, (drawn, _) = Group(range(5)), principal(blob_table().rows64(slice(None)))
    given = np.random.default_rng(0).normal(size=drawn.shape)
    found = [judge_group(blob_table(), PCA, "pca", five, dots).map.value for dots in (given, given[1:], None)]
    member = np.arange(len(drawn)) < 5
    assert found == pytest.approx([silhouette(dots, member) for dots in (given, drawn, drawn)])


def test_classes_are_tested_one_by_one_and_together():
    made = blob_table()
    table = table_of(made.vectors, classes=tuple("abcdef"[row // 30] if row % 10 else None for row in range(180)))
    together, one_by_one = judge_labels(table, PCA, "pca", "classes")
    assert [one.name for one in one_by_one] == list("abcdef")
    assert [len(one.ids) for one in one_by_one] == [27] * 6
    assert together.groups == 6
    assert together.table.value > max(together.table.twins)
    assert LabelsTest.from_json(json.loads(json.dumps(together.to_json()))) == together
    nothing, none = judge_labels(made, PCA, "pca", "classes")
    assert (nothing.groups, nothing.table.value, none) == (0, None, [])


# --- as long work


def test_groups_on_the_screen_are_tested_as_a_job(tmp_path):
    path = tmp_path / "blobs.safetensors"
    tablefile.write(blob_table(), path)
    from embedlab.checkpoints import open_table

    drawn = principal(blob_table().rows64(slice(None)))[0]
    asked = {
        "table": {"path": str(path)},
        "fingerprint": open_table(path).fingerprint,
        "maps": PCA.to_json(),
        "method": "pca",
        "groups": "screen",
        "coordinates": drawn.tolist(),
    }
    emitted = []
    result = groups_job.run(json.loads(json.dumps(asked)), emitted.append, lambda: False)
    json.dumps(result, allow_nan=False)
    tested = [GroupTest.from_json(one) for one in result["groups"]]
    seen = screen_groups(drawn)
    assert [one.ids for one in tested] == [tuple(np.flatnonzero(seen == label)) for label in range(seen.max() + 1)]
    assert LabelsTest.from_json(result["labels"]).groups == len(tested)
    assert {one["sentence"] for one in emitted} == {"neighbours", "twins"}
    with pytest.raises(TableError, match=r"table\.changed"):
        groups_job.run({**asked, "fingerprint": "0"}, emitted.append, lambda: False)
