"""Twins: what they share with their table, what they do not, and what a map is worth beside them."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from embedlab import tablefile
from embedlab.checkpoints import open_table
from embedlab.distortion import MEASURES, comparison_job
from embedlab.distortion.job import maps_of, run
from embedlab.distortion.maps import MapsSettings, draw
from embedlab.distortion.results import Maps
from embedlab.distortion.twins import Twins, twin, twin_rows, usual
from tests.distortion.made import FAST, blob_table, codes, table_of

PCA = MapsSettings.of({"methods": ["pca"], "metric": "euclidean", "k": 8})


@settings(max_examples=20, deadline=None)
@given(n=st.integers(4, 40), d=st.integers(1, 60), seed=st.integers(0, 99))
def test_a_gaussian_twin_has_mean_and_covariance_of_its_table_also_where_the_rank_is_low(n, d, seed):
    random = np.random.default_rng(seed)
    points = random.normal(size=(n, d)) * random.exponential(size=d) + random.normal(size=d)
    points[:, d // 2] = points[:, 0]
    made = twin(points, "gaussian", random)
    np.testing.assert_allclose(made.mean(axis=0), points.mean(axis=0), atol=1e-9)
    np.testing.assert_allclose(np.cov(made.T), np.cov(points.T), atol=1e-6)


def test_a_gaussian_twin_has_no_groups_and_normal_columns():
    points = np.repeat([[-5.0, 0], [5, 1]], 200, axis=0) + np.random.default_rng(0).normal(size=(400, 2))
    made = twin(points, "gaussian", np.random.default_rng(1))
    assert stats.shapiro(points[:, 0]).pvalue < 1e-6
    assert stats.shapiro(made[:, 0]).pvalue > 0.01


def test_a_shuffled_twin_keeps_every_column_and_loses_what_binds_them():
    points = np.random.default_rng(0).normal(size=(200, 1)) * [1.0, 2, 3]
    made = twin(points, "shuffled", np.random.default_rng(1))
    np.testing.assert_array_equal(np.sort(made, axis=0), np.sort(points, axis=0))
    assert np.abs(np.corrcoef(made.T)[0, 1]) < 0.3


def test_the_same_seed_and_number_give_the_same_twin():
    vectors = np.random.default_rng(0).normal(size=(30, 5))
    one, again = (twin_rows(vectors, "cosine", "gaussian", 2, 7).values for _ in range(2))
    np.testing.assert_array_equal(one, again)
    assert np.abs(one - twin_rows(vectors, "cosine", "gaussian", 3, 7).values).max() > 0.1


def test_under_cosine_a_twin_is_of_directions_and_has_length_one():
    vectors = np.random.default_rng(0).normal(size=(50, 4)) * np.exp(np.random.default_rng(1).normal(size=(50, 1)))
    rows = twin_rows(vectors, "cosine", "gaussian", 0, 0)
    scaled = twin_rows(vectors * np.arange(1, 51)[:, None], "cosine", "gaussian", 0, 0)
    np.testing.assert_allclose(rows.values, scaled.values, atol=1e-9)
    gaps = np.diff(rows.values, axis=0)
    assert (np.linalg.norm(gaps, axis=1) <= 2).all()


def test_the_band_is_student_s_for_one_more_twin():
    """Values 1, 2, 3: mean 2, sd 1, t(.975, 2) = 4.303, sqrt(1 + 1/3) = 1.1547: 2 -+ 4.9686."""
    several = Twins("gaussian", {"r_nx": np.array([1.0, 2, 3])}, np.zeros((3, 4, 2), np.float32))
    assert several.band("r_nx") == pytest.approx((2 - 4.9686, 2 + 4.9686), abs=1e-3)
    assert several.band("stress") is None
    for b in range(2, 12):
        values = np.arange(float(b))
        found = Twins("gaussian", {"r_nx": values}, np.zeros((b, 4, 2), np.float32)).band("r_nx")
        half = stats.t.ppf(0.975, b - 1) * values.std(ddof=1) * np.sqrt(1 + 1 / b)
        assert found == pytest.approx((values.mean() - half, values.mean() + half), rel=1e-3)
    assert Twins("gaussian", {"r_nx": np.ones(1)}, np.zeros((1, 4, 2), np.float32)).band("r_nx") is None


def test_no_band_is_told_beyond_what_a_measure_can_be():
    """Twins at .1 and .9 would put one more between -8.3 and 9.3."""
    judged = draw(table_of(np.random.default_rng(0).normal(size=(60, 4))), PCA).maps["pca"]
    spread = {key: np.array([0.1, 0.9]) for key in judged.measures}
    beside = judged.with_twins(Twins("gaussian", spread, np.zeros((2, 60, 2), np.float32)))
    told = {key: (found["null_low"], found["null_high"]) for key, found in beside.measures.items()}
    assert told["neighbourhood_kept"] == told["stress"] == (0, 1)
    assert told["r_nx"] == told["shepard_rho"] == (-1, 1)
    noise = next(finding for finding in beside.findings if finding.code == "map.noise_like")
    assert noise.values["trustworthiness_high"] == 1


def test_a_gaussian_table_is_noise_like_and_planted_groups_are_not():
    random = np.random.default_rng(0)
    noise = draw(table_of(random.normal(size=(120, 12)) / np.arange(1, 13)), PCA, twins=4)
    assert "map.noise_like" in codes(noise.maps["pca"].findings)
    planted = draw(blob_table(size=20), PCA, twins=4)
    assert "map.noise_like" not in codes(planted.maps["pca"].findings)


@pytest.mark.heavy
def test_every_measure_has_its_null_and_interval_and_all_of_it_travels():
    reports = []
    chosen = MapsSettings.of({"methods": ["pca", "tsne"], "parameters": FAST})
    maps = draw(blob_table(), chosen, lambda *one: reports.append(one), twins=2)
    assert [one for one in reports if one[2] == "twins"][-1] == (4, 4, "twins")
    for judged in maps.maps.values():
        assert set(judged.measures) == set(MEASURES)
        for found in judged.measures.values():
            assert all(found[name] is not None for name in ("value", "chance", "null", "low", "high", "null_low"))
            assert found["null"] == pytest.approx(np.mean(found["twins"]))
            assert found["null_low"] <= found["null"] <= found["null_high"]
        assert judged.twins.coordinates.shape == (2, 180, 2)
    document, arrays = maps.to_arrays()
    back = Maps.from_arrays(json.loads(json.dumps(document)), arrays)
    assert back.to_arrays()[0] == document
    np.testing.assert_array_equal(back.maps["tsne"].twins.coordinates, maps.maps["tsne"].twins.coordinates)


def test_twins_of_a_job_join_maps_that_stand_already(tmp_path):
    tablefile.write(blob_table(size=10), tmp_path / "blobs.safetensors")
    asked = {
        "table": {"path": str(tmp_path / "blobs.safetensors")},
        "fingerprint": open_table(tmp_path / "blobs.safetensors").fingerprint,
        "maps": {"methods": ["pca"], "metric": "euclidean", "k": 8},
    }
    maps = maps_of(run(asked, lambda _: None, lambda: False))
    emitted = []
    result = comparison_job.twins({**asked, "twins": 2}, emitted.append, lambda: False)
    json.dumps(result["document"])
    drawn = [one for one in emitted if "document" in one]
    assert [len(comparison_job.twins_of(one)["pca"].coordinates) for one in drawn] == [1, 2]
    joined = maps.with_twins(comparison_job.twins_of(result)).maps["pca"]
    at_once = maps_of(run({**asked, "twins": 2}, lambda _: None, lambda: False)).maps["pca"]
    assert joined.measures == at_once.measures
    assert [one.code for one in joined.findings] == [one.code for one in at_once.findings]
    easy = comparison_job.twins({**asked, "kind": "shuffled"}, lambda _: None, lambda: False)
    both = maps.with_twins(comparison_job.twins_of(easy)).maps["pca"]
    assert (both.twins, len(both.shuffled.coordinates)) == (None, 1)
    assert both.measures["r_nx"]["null"] is None


def test_a_stop_keeps_the_twins_that_are_complete():
    asked = []
    maps = draw(blob_table(size=10), PCA, lambda *one: asked.append(one), lambda: (2, 5, "twins") in asked, twins=5)
    assert maps.stopped
    assert len(maps.maps["pca"].twins.coordinates) == 2


def test_a_table_whose_twins_cannot_be_drawn_has_none():
    """Of directions in one dimension only two differ."""
    angles = np.array([0.0, 1e-5, 2e-5, 3e-5, 4e-5])
    maps = draw(
        table_of(np.column_stack([np.cos(angles), np.sin(angles)])), MapsSettings.of({"methods": ["pca"]}), twins=2
    )
    assert maps.maps["pca"].measures["r_nx"]["value"] <= 1


def test_many_rows_have_fewer_twins_by_default():
    assert [usual(n) for n in (500, 2_000, 2_001, 10_000, 10_001)] == [5, 5, 3, 3, 0]
