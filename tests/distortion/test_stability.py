"""Other runs: what comes back of a map, what does not, and which changes would prove nothing."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import procrustes

from embedlab import projection, tablefile
from embedlab.checkpoints import open_table
from embedlab.distortion import comparison_job
from embedlab.distortion.job import maps_of, run
from embedlab.distortion.maps import MapsSettings
from embedlab.distortion.other_runs import CHANGES, changes, draw_stability
from embedlab.distortion.results import Maps
from embedlab.distortion.scene import look
from embedlab.distortion.stability import Run, compare, disparity, shared_neighbours
from embedlab.neighbours import graph
from embedlab.projection import METHODS, Problem, prepare
from tests.distortion.made import blob_table, codes, table_of

TSNE = {
    "methods": ["tsne"],
    "metric": "euclidean",
    "parameters": {"tsne": {"perplexity": 10, "early_exaggeration_iter": 100, "n_iter": 250}},
}

QUIET = (lambda *_: None, lambda: False)


def drawn_again(table, chosen, should_stop=lambda: False, report=lambda *_: None, **more):
    """What `draw_stability` finds in a table."""
    chosen = MapsSettings.of(chosen)
    scene, _ = look(table, chosen, lambda *_: None, lambda: False)
    return draw_stability(scene, chosen, {}, report, should_stop, **more)


def whole(dots):
    return Run(np.arange(len(dots)), dots, {})


def islands(random, size=30, places=((0, 0), (10, 0), (0, 10))):
    return np.repeat(np.array(places, float), size, axis=0) + random.normal(size=(size * len(places), 2))


# --- comparing maps


def test_neighbours_that_come_back_by_hand():
    """Nearest to the dots 0, 1, 2.1, 3.3 of a line are dots 1, 0, 1, 2; with the last two far out, 1, 0, 3, 2."""
    line = np.array([[0.0, 0], [1, 0], [2.1, 0], [3.3, 0]])
    moved = np.array([[0.0, 0], [1, 0], [12, 0], [13, 0]])
    np.testing.assert_array_equal(shared_neighbours(line, moved, 1), [1, 1, 0, 1])
    assert compare([whole(line), whole(moved)], 4, 1).overlap.tolist() == [1, 1, 0, 1]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), turn=st.floats(0, 6.3), scale=st.floats(0.01, 100), mirror=st.booleans())
def test_a_turned_map_is_the_same_map(seed, turn, scale, mirror):
    dots = np.random.default_rng(seed).normal(size=(30, 2)) + 5
    turned = dots * [1, -1 if mirror else 1] @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    found = compare([whole(dots), whole(turned * scale - 3)], 30, 5)
    assert found.overlap.mean() > 0.99
    assert found.procrustes == pytest.approx(0, abs=1e-9)


def test_disparity_is_that_of_scipy_and_of_one_spot_it_is_whole():
    random = np.random.default_rng(0)
    for _ in range(5):
        one, other = random.normal(size=(2, 20, 2))
        assert disparity(one, other) == pytest.approx(procrustes(one, other)[2], abs=1e-12)
    assert disparity(np.ones((4, 2)), random.normal(size=(4, 2))) == 1


def test_islands_that_change_places_are_the_same_groups_though_no_turn_brings_them_together():
    random = np.random.default_rng(0)
    dots = islands(random, places=((0, 0), (10, 0), (0, 10), (30, 0)))
    moved = dots.copy()
    moved[:30] += [30, 0]
    moved[90:] -= [30, 0]
    found = compare([whole(dots), whole(moved)], 120, 8)
    assert found.ari == 1
    assert found.overlap.mean() == 1
    assert found.procrustes > 0.3


def test_other_groups_are_other_groups_and_even_dots_have_none():
    random = np.random.default_rng(0)
    dots = islands(random)
    assert compare([whole(dots), whole(dots[random.permutation(90)])], 90, 8).ari == pytest.approx(0, abs=0.1)
    grid = np.stack(np.meshgrid(np.arange(10.0), np.arange(10.0)), axis=-1).reshape(-1, 2)
    assert compare([whole(grid), whole(grid * 2)], 100, 4).ari is None


def test_pairs_are_judged_on_the_rows_that_both_hold():
    random = np.random.default_rng(0)
    dots = random.normal(size=(20, 2))
    first, last = np.arange(15), np.arange(5, 19)
    found = compare([Run(first, dots[first], {"rows": 15}), Run(last, dots[last] * 7, {"rows": 14})], 20, 3)
    assert np.isnan(found.overlap[[0, 4, 15, 19]]).all()
    assert (found.overlap[5:15] == 1).all()
    assert (found.runs, found.settings) == (2, ({"rows": 15}, {"rows": 14}))
    assert compare([Run(first[:6], dots[:6], {}), Run(last, dots[last], {})], 20, 3) is None


# --- drawing them


def test_only_what_matters_to_a_method_is_changed():
    assert changes(METHODS["pca"]) == ("resampled",)
    assert changes(METHODS["tsne"]) == changes(METHODS["umap"]) == ("seeds", "resampled", "smaller", "larger")


@pytest.mark.heavy
def test_noise_does_not_come_back_and_planted_groups_do_and_the_check_says_so(tmp_path):
    """As the page does it: maps by one job, other runs by another, joined."""
    noise = table_of(np.random.default_rng(0).normal(size=(240, 12)))
    shares = {}
    for name, table in (("noise", noise), ("planted", blob_table(size=16))):
        tablefile.write(table, tmp_path / f"{name}.safetensors")
        asked = {
            "table": {"path": str(tmp_path / f"{name}.safetensors")},
            "fingerprint": open_table(tmp_path / f"{name}.safetensors").fingerprint,
            "maps": {**TSNE, "methods": ["pca", "tsne"]},
        }
        emitted = []
        result = comparison_job.stability(asked, emitted.append, lambda: False)
        json.dumps(result["document"])
        steps = [one["done"] for one in emitted if "done" in one]
        assert steps == sorted(steps)
        assert steps[-1] == emitted[0]["total"] == 100 * (2 + 2 + 2 + 2 + 1 + 1)
        parts = [comparison_job.stability_of(one) for one in emitted if "document" in one]
        assert [sum(map(len, part.values())) for part in parts] == [1, 2, 3, 4, 5]
        maps = maps_of(run(asked, lambda _: None, lambda: False)).with_stability(comparison_job.stability_of(result))
        document, arrays = maps.to_arrays()
        back = Maps.from_arrays(json.loads(json.dumps(document)), arrays)
        assert back.to_arrays()[0] == document
        found = back.maps["tsne"].stability
        assert (list(found), list(back.maps["pca"].stability)) == ([*CHANGES], ["resampled"])
        assert found["seeds"].settings == tuple(
            {"seed": seed, "start": start} for seed, start in enumerate(("pca", "random", "random"))
        )
        assert [one["rows"] for one in found["resampled"].settings[1:]] == [round(0.8 * len(table.tokens))] * 2
        assert found["smaller"].settings[1]["perplexity"] == pytest.approx(10 / 3)
        assert found["larger"].settings[1]["perplexity"] == pytest.approx(30)
        assert 0 < np.isnan(found["resampled"].overlap).mean() < 0.15  # two samples of 80 % miss 4 rows in 100
        shares[name] = {changed: float(np.nanmean(one.overlap)) for changed, one in found.items()}
        assert ("map.seed_unstable" in codes(back.maps["tsne"].findings)) == (name == "noise")
        assert "map.seed_unstable" not in codes(back.maps["pca"].findings)
        assert name == "noise" or all(one.ari > 0.9 for one in found.values())
    assert all(shares["noise"][changed] < shares["planted"][changed] - 0.15 for changed in CHANGES)


@pytest.mark.heavy
def test_from_its_usual_start_another_seed_is_the_same_map_even_of_noise():
    """Why the starts are random: without them nothing would ever be unstable."""
    rows = prepare(np.random.default_rng(0).normal(size=(120, 12)), "euclidean")
    near = graph(rows.values, "euclidean", 31)
    usual, random = (
        [
            projection.fit("tsne", Problem(rows, near, seed, own), TSNE["parameters"]["tsne"], *QUIET).coordinates
            for seed in (0, 1)
        ]
        for own in (False, True)
    )
    assert compare([whole(dots) for dots in usual], 120, 8).overlap.mean() > 0.99
    assert compare([whole(dots) for dots in random], 120, 8).overlap.mean() < 0.6


@pytest.mark.heavy
def test_a_setting_that_the_rows_do_not_allow_is_no_other_run():
    table = table_of(np.random.default_rng(0).normal(size=(24, 4)))
    found, _ = drawn_again(table, {**TSNE, "k": 5}, runs=1)
    assert list(found["tsne"]) == ["seeds", "resampled", "smaller"]
    assert [one["perplexity"] for one in found["tsne"]["smaller"].settings] == pytest.approx([23 / 3, 23 / 9])


def test_a_stop_keeps_what_is_complete_and_samples_that_cannot_be_drawn_are_left_out():
    chosen, told = {"methods": ["pca"], "metric": "euclidean", "k": 8}, []
    found, stopped = drawn_again(blob_table(size=10), chosen, lambda: len(told) > 1, lambda *one: told.append(one))
    assert (found, stopped) == ({}, True)
    same = drawn_again(blob_table(size=10), chosen), drawn_again(blob_table(size=10), chosen)
    assert [float(np.nanmean(one["pca"]["resampled"].overlap)) for one, _ in same] == [pytest.approx(1, abs=0.2)] * 2
    np.testing.assert_array_equal(*(one["pca"]["resampled"].overlap for one, _ in same))
    three = table_of(np.repeat(np.eye(3), [1, 1, 6], axis=0))
    assert drawn_again(three, chosen, runs=1)[0].get("pca", {}).keys() <= {"resampled"}
