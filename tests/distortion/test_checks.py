"""Each check finds what it is for, with its number, and stays silent otherwise."""

import numpy as np
import pytest

from bench.calibration import map_case, table_case
from embedlab.distortion import CHECKS
from embedlab.distortion.check import NullCase, foremost
from embedlab.distortion.maps import MapsSettings, draw
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins
from embedlab.findings import Finding
from tests.distortion.made import FAST, codes, table_of

pytestmark = pytest.mark.heavy


def found(maps, code):
    every = [*maps.findings, *(finding for judged in maps.maps.values() for finding in judged.findings)]
    return next((finding for finding in every if finding.code == code), None)


def pca(vectors, **values):
    return draw(table_of(vectors), MapsSettings.of({"methods": ["pca"], **values}))


def test_a_flat_table_has_nothing_to_report():
    maps = pca(np.random.default_rng(0).normal(size=(200, 2)), metric="euclidean")
    assert codes(maps.maps["pca"].findings) == set()


def test_pca_variance_tells_what_is_hidden():
    maps = pca(np.random.default_rng(0).normal(size=(400, 20)), metric="euclidean")
    finding = found(maps, "map.pca_variance")
    explained = maps.maps["pca"].projection.details["explained"]
    assert finding.values["share"] == pytest.approx(sum(explained))
    assert f"{sum(explained):.1%}" in finding.say("en")


def test_a_map_of_noise_is_mostly_false():
    maps = pca(np.random.default_rng(0).normal(size=(600, 50)), metric="euclidean")
    finding = found(maps, "map.neighbours_false")
    assert finding.values["share"] == pytest.approx((maps.maps["pca"].false.mean(axis=1) > 0.8).mean())
    assert (
        found(pca(np.random.default_rng(0).normal(size=(600, 2)), metric="euclidean"), "map.neighbours_false") is None
    )


def test_sizes_and_gaps_are_questioned_on_t_sne_only():
    """Groups of very different width: t-SNE draws them alike."""
    random = np.random.default_rng(0)
    labels = np.repeat(np.arange(6), 40)
    vectors = random.normal(size=(6, 10))[labels] * 40 + random.normal(size=(240, 10)) * (
        10.0 ** (labels[:, None] % 3 - 1)
    )
    maps = draw(
        table_of(vectors), MapsSettings.of({"methods": ["pca", "tsne"], "metric": "euclidean", "parameters": FAST})
    )
    assert codes(maps.maps["pca"].findings) & {"map.sizes", "map.gaps"} == set()
    gaps = found(maps, "map.gaps")
    assert gaps.values["low"] < 0.7
    assert gaps.values["rho"] == maps.maps["tsne"].readings.centroid_rho
    r = maps.maps["tsne"].readings.density_r
    assert ("map.sizes" in codes(maps.maps["tsne"].findings)) == (r < 0.5)


def test_gaps_that_could_not_be_tested_are_no_gaps_to_read():
    """Real raw tables look like this: a few long rows take a group each, and all others fall into one or two."""
    random = np.random.default_rng(0)
    vectors = random.normal(size=(150, 20)) * np.exp(4 * random.normal(size=(150, 1)))
    chosen = {"methods": ["pca", "tsne"], "metric": "euclidean", "parameters": FAST}
    maps = draw(table_of(vectors), MapsSettings.of(chosen))
    groups = maps.maps["tsne"].readings.groups
    assert 0 < groups < 5
    assert codes(maps.maps["tsne"].findings) & {"map.gaps", "map.gaps_untested"} == {"map.gaps_untested"}
    assert found(maps, "map.gaps_untested").values == {"groups": groups, "needed": 5, "size": 3}
    assert "map.gaps_untested" not in codes(maps.maps["pca"].findings)


def test_metric_mismatch_names_the_metric_that_agrees_least():
    """Directions say one thing, lengths another."""
    random = np.random.default_rng(0)
    vectors = random.normal(size=(200, 6)) * np.exp(random.normal(size=(200, 1)) * 1.5)
    finding = found(pca(vectors, metric="cosine"), "map.metric_mismatch")
    overlap = finding.values["overlap"]
    assert set(overlap) == {"euclidean", "dot"}
    assert finding.values["share"] == min(overlap.values()) < 0.7
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    assert found(pca(unit, metric="cosine"), "map.metric_mismatch") is None


def test_metric_mismatch_says_labels():
    random = np.random.default_rng(0)
    vectors = random.normal(size=(200, 6)) * np.exp(random.normal(size=(200, 1)) * 1.5)
    finding = found(pca(vectors, metric="cosine"), "map.metric_mismatch")
    assert "vizinhos por similaridade de cosseno. Por produto escalar, só" in finding.say("pt")
    assert "neighbours by cosine similarity. By dot product only" in finding.say("en")


def test_a_lowered_k_names_asked_and_used():
    vectors = np.random.default_rng(0).normal(size=(20, 4))
    finding = found(pca(vectors), "map.k_lowered")
    assert finding.values == {"asked": 15, "used": 9, "rows": 20}
    assert "k = 9, not 15" in finding.say("en")
    assert "k = 9, não 15" in finding.say("pt")
    assert found(pca(vectors, k=9), "map.k_lowered") is None


def test_dot_product_is_called_a_similarity_with_its_share():
    vectors = np.array([[1.0, 0], [3, 0.5], [0, 1], [0.2, 4], [-2, 0]])
    finding = found(pca(vectors, metric="dot"), "map.similarity")
    assert finding.values == {"share": 0.4, "rows": 5}  # (1, 0) prefers (3, .5), and (0, 1) prefers (.2, 4)


def test_perplexity_names_asked_used_and_needed():
    vectors = np.random.default_rng(0).normal(size=(31, 4))
    maps = draw(table_of(vectors), MapsSettings.of({"methods": ["tsne"], "parameters": FAST}))
    finding = found(maps, "map.perplexity_lowered")
    assert finding.values == {"asked": 30.0, "used": 10.0, "needed": 91, "rows": 31}
    assert finding.say("en") == "Perplexity 30 needs 91 different rows; there are 31. It was lowered to 10."


# --- checks of the rows and their neighbours


def look(key, case):
    return CHECKS[key].look(case)


def test_a_hub_is_named_with_the_share_of_rows_that_list_it():
    """Rows on a sphere in many dimensions, and one at its centre, which is nearest to all."""
    sphere = np.random.default_rng(0).normal(size=(200, 40))
    sphere /= np.linalg.norm(sphere, axis=1, keepdims=True)
    case = table_case(np.concatenate([sphere, np.zeros((1, 40))]))
    found = look("table.hubs", case)
    assert found["ids"][0] == 200
    assert found["share"] == 200 / 201  # all but itself
    counts = np.bincount(case.near.ravel(), minlength=201)
    assert found["skew"] == pytest.approx(((counts - 15) ** 3).mean() / counts.std() ** 3)
    assert found["count"] == (counts > 75).sum()
    ring = np.stack([np.cos(np.arange(40) * np.pi / 20), np.sin(np.arange(40) * np.pi / 20)], axis=1)
    assert look("table.hubs", table_case(ring)) is None


def test_rows_that_are_nobodys_neighbour_are_counted():
    case = table_case(np.concatenate([np.eye(39) * np.linspace(1, 2, 39)[:, None], np.zeros((1, 39))]))
    found = look("table.antihubs", case)
    alone = [row for row in range(40) if row not in case.near]
    assert (found["ids"], found["count"]) == (alone[:10], len(alone))
    assert found["share"] == len(alone) / 40


def test_pieces_are_counted_and_copies_make_none():
    random = np.random.default_rng(0)
    vectors = random.normal(size=(60, 3))
    assert look("table.disconnected", table_case(vectors)) is None
    assert look("table.disconnected", table_case(np.concatenate([vectors, np.ones((100, 3))]))) is None
    far = np.concatenate([vectors, vectors[:20] + 1e3, vectors[:25] - 1e3])
    found = look("table.disconnected", table_case(far))
    assert (found["pieces"], found["sizes"], found["smallest"]) == (3, [60, 25, 20], 20)
    assert found["ids"] == list(range(60, 70))


def test_near_copies_are_both_named():
    vectors = np.random.default_rng(0).normal(size=(80, 4))
    vectors[7] = vectors[3] + 1e-5
    found = look("table.near_duplicates", table_case(vectors))
    assert found["ids"] == [3, 7]
    vectors[7] = vectors[3]  # an exact copy is another finding
    assert look("table.near_duplicates", table_case(vectors)) is None


def test_directions_are_estimated():
    random = np.random.default_rng(0)
    found = look("table.dimension", table_case(random.uniform(size=(800, 8))))
    assert 5.5 < found["dims"] < 9  # the edges of a cube take some: TwoNN is known to say less than there is
    assert found["low"] < found["dims"] < found["high"]
    assert look("table.dimension", table_case(random.uniform(size=(800, 2)))) is None


# --- checks of one map


def test_an_axis_made_by_one_row():
    """100 numbers of variance 1 in all, and one of 20: 400 of 400 + 100 by its own, less what the mean takes."""
    vectors = np.random.default_rng(0).normal(size=(101, 5))
    vectors[50] = [20, 0, 0, 0, 0]
    maps = pca(vectors, metric="euclidean")
    finding = found(maps, "map.pca_outlier")
    first = maps.maps["pca"].projection.coordinates[:, 0]
    assert finding.values["ids"] == [50]
    assert finding.values["axis"] == 1
    assert finding.values["share"] == pytest.approx(first[50] ** 2 / (first**2).sum())


def test_a_group_drawn_as_two_is_one_and_a_true_gap_is_a_gap():
    random = np.random.default_rng(0)
    one, islands = random.normal(size=(80, 4)), random.normal(size=(80, 2)) + np.repeat([0, 30], 40)[:, None]
    finding = look("map.group_torn", map_case(one, islands))
    assert finding["share"] > 0.3
    assert finding["shown"] < 0.05
    assert (finding["groups"], finding["rows"] + finding["others"]) == (2, 80)
    two = one + np.repeat([0, 30], 40)[:, None]
    assert look("map.group_torn", map_case(two, islands)) is None


def test_torn_neighbours_and_a_hidden_outlier():
    random = np.random.default_rng(0)
    flat = random.normal(size=(120, 2))
    assert look("map.neighbours_torn", map_case(flat, flat)) is None
    case = map_case(flat, random.permutation(flat))
    assert look("map.neighbours_torn", case)["share"] == pytest.approx((case.ranks.map_rank > 30).mean())
    far = flat.copy()
    far[9] = [50, 50]
    middle = flat.copy()
    middle[9] = 0
    assert look("map.outlier_hidden", map_case(far, middle))["ids"] == [9]
    assert look("map.outlier_hidden", map_case(far, far)) is None


def test_a_map_that_still_moved():
    flat = np.random.default_rng(0).normal(size=(60, 2))
    details = {"losses": [1.0, 0.9], "iterations": 100, "stopped": False}
    assert look("map.unconverged", map_case(flat, flat, details=details)) == {
        "fall": pytest.approx(0.1), "iterations": 100, "line": 0.01,
    }  # fmt: skip
    for calm in ({"losses": [1.0, 0.995]}, {"losses": [0.04, 0.0385]}, {"losses": []}, {"stopped": True}):
        assert look("map.unconverged", map_case(flat, flat, details={**details, **calm})) is None


def test_a_low_perplexity_is_named():
    chosen = {"methods": ["tsne"], "parameters": {"tsne": {**FAST["tsne"], "perplexity": 3}}}
    maps = draw(table_of(np.random.default_rng(0).normal(size=(60, 4))), MapsSettings.of(chosen))
    assert found(maps, "map.perplexity_low").values == {"used": 3, "line": 5.0}


# --- checks beside twins and other runs


def null_case(r_nx, trustworthiness, overlap=0.9, ari=None):
    values = {"r_nx": np.array([0.3, 0.32, 0.34]), "trustworthiness": np.array([0.8, 0.81, 0.82])}
    measures = {"r_nx": {"value": r_nx}, "trustworthiness": {"value": trustworthiness}}
    seeds = Stability(np.full(9, overlap, np.float32), ari, 0.5, 3)
    twins = Twins("gaussian", values, np.zeros((3, 9, 2), np.float32))
    return NullCase(2, measures, twins, {"seeds": seeds})


def test_noise_lies_inside_both_bands_and_structure_on_either_side():
    """mean +- 1.3 x 4.303 sd sqrt(4 / 3): .32 +- .1292 and .81 +- .0646."""
    finding = look("map.noise_like", null_case(0.4, 0.85))
    assert finding["r_nx_low"] == pytest.approx(0.32 - 1.3 * 4.303 * 0.02 * (4 / 3) ** 0.5)
    assert finding["trustworthiness_high"] == pytest.approx(0.81 + 1.3 * 4.303 * 0.01 * (4 / 3) ** 0.5)
    assert finding["twins"] == 3
    for structured in ((0.45, 0.81), (0.19, 0.81), (0.32, 0.88), (0.32, 0.74)):
        assert look("map.noise_like", null_case(*structured)) is None


def test_another_seed_is_another_map():
    assert look("map.seed_unstable", null_case(0.3, 0.8)) is None
    finding = look("map.seed_unstable", null_case(0.3, 0.8, overlap=0.4))
    assert finding == {"share": pytest.approx(0.4), "ari": None, "runs": 3, "k": 2, "line": 0.6}
    assert look("map.seed_unstable", null_case(0.3, 0.8, overlap=0.4, ari=0.1)) is not None
    assert look("map.seed_unstable", null_case(0.3, 0.8, overlap=0.4, ari=0.9)) is None  # the groups come back


# --- what stands above the maps


def test_the_heaviest_of_the_gravest_stand_above_each_code_once():
    made = [
        Finding(code, CHECKS[code].severity if code in CHECKS else "error", CHECKS["map.gaps"].sentence, {"of": of})
        for code, of in [
            ("table.duplicate_rows", ""), ("map.sizes", "tsne"), ("map.gaps", "tsne"), ("map.gaps", "umap"),
            ("map.noise_like", "umap"), ("map.not_finite", "pca"),
        ]
    ]  # fmt: skip
    shown, rest = foremost(made)
    assert [(one.code, one.values["of"]) for one in shown] == [
        ("map.not_finite", "pca"), ("map.noise_like", "umap"), ("map.gaps", "tsne"),
    ]  # fmt: skip
    assert [one.code for one in rest] == ["map.gaps", "map.sizes", "table.duplicate_rows"]
    assert foremost([]) == ((), ())
    assert foremost(made[:1]) == ((), (made[0],))
    assert len(foremost(made, limit=1)[0]) == 1
