"""From a table to judged maps, and every table that kills the libraries."""

import dataclasses
import json

import numpy as np
import pytest

from embedlab.distortion import scene
from embedlab.distortion.maps import Maps, MapsSettings, choose_rows, draw
from embedlab.errors import JobError, SettingsError, TableError
from tests import tables
from tests.distortion.made import FAST, blob_table, codes, table_of

pytestmark = pytest.mark.heavy
LIBRARIES = ("tsne", "umap")


def settings_of(**values):
    return MapsSettings.of({"parameters": FAST, **values})


def test_three_maps_each_judged_and_declared(drawn, blobs):
    assert list(drawn.maps) == ["pca", "tsne", "umap"]
    assert drawn.declaration.fingerprint == blobs.fingerprint
    assert (drawn.declaration.rows_shown, drawn.declaration.k, drawn.declaration.metric) == (180, 15, "cosine")
    for key, judged in drawn.maps.items():
        assert judged.projection.coordinates.shape == (180, 2)
        assert judged.declaration.method == key
        kept = judged.measures["neighbourhood_kept"]
        assert kept["value"] == pytest.approx(judged.kept.mean(), abs=1e-6)
        assert kept["value"] > 2 * kept["chance"]
        assert judged.readings.groups >= 5
    assert drawn.maps["tsne"].declaration.parameters["perplexity"] == 30


def test_shown_neighbours_are_the_cosine_neighbours(drawn, blobs):
    unit = blobs.rows64(slice(None))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    expected = np.argsort(-cosines, axis=1, kind="stable")[:, :15]
    np.testing.assert_array_equal(drawn.graph.ids, expected)
    np.testing.assert_allclose(drawn.graph.values, np.take_along_axis(cosines, expected, axis=1), atol=1e-12)
    assert drawn.graph.metric == "cosine"


def test_per_row_answers_fit_together(drawn):
    for judged in drawn.maps.values():
        np.testing.assert_allclose(judged.kept, 1 - judged.false.mean(axis=1), atol=1e-6)
        np.testing.assert_array_equal(judged.false.sum(axis=1), judged.torn.sum(axis=1))
        true = np.array(
            [[near in row for near in nears] for row, nears in zip(drawn.graph.ids, judged.near, strict=True)]
        )
        np.testing.assert_array_equal(true, ~judged.false)
        assert (judged.true_rank[judged.false] > 15).all()


def test_maps_travel_as_json_and_arrays(drawn):
    document, arrays = drawn.to_arrays()
    back = Maps.from_arrays(json.loads(json.dumps(document)), arrays)
    assert back.to_arrays()[0] == document
    assert back.declaration == drawn.declaration
    for key, judged in drawn.maps.items():
        np.testing.assert_array_equal(back.maps[key].projection.coordinates, judged.projection.coordinates)
        np.testing.assert_array_equal(back.maps[key].near, judged.near)
        assert [finding.say("pt") for finding in back.maps[key].findings] == [f.say("pt") for f in judged.findings]


@pytest.mark.parametrize("metric", ["euclidean", "dot"])
def test_values_of_the_graph_are_in_the_tables_unit(metric):
    vectors = np.random.default_rng(0).normal(size=(40, 5)) * 30 + 2
    maps = draw(table_of(vectors), settings_of(metric=metric, methods=["pca"], k=3))
    first, near = vectors[0], vectors[maps.graph.ids[0]]
    expected = near @ first if metric == "dot" else np.linalg.norm(near - first, axis=1)
    np.testing.assert_allclose(maps.graph.values[0], expected)
    if metric == "dot":
        assert "map.similarity" in codes(maps.findings)


# --- every table that crashes a library, or makes it invent a picture (facts of what the installed versions do)


@pytest.mark.parametrize("method", ["pca", *LIBRARIES])
@pytest.mark.parametrize("vectors", [np.ones((60, 8)), np.zeros((60, 8)), np.ones((60, 8), np.float32) * 1e-30])
def test_constant_tables_are_refused(method, vectors):
    with pytest.raises(TableError, match=r"table\.constant") as caught:
        draw(table_of(vectors), settings_of(methods=[method], metric="euclidean"))
    assert caught.value.fields["rows"] == 60


@pytest.mark.parametrize("factor", [1e-30, 1e20])
def test_tiny_and_huge_tables_are_drawn_like_any_other(factor, drawn, blobs):
    scaled = dataclasses.replace(blobs, vectors=blobs.vectors * np.float32(factor))
    maps = draw(scaled, settings_of())
    assert codes(maps.findings) >= {"table.rescaled"}
    assert list(maps.maps) == ["pca", "tsne", "umap"]
    for key, judged in maps.maps.items():
        assert np.isfinite(judged.projection.coordinates).all()
        ours, plain = judged.measures["neighbourhood_kept"], drawn.maps[key].measures["neighbourhood_kept"]
        assert ours["value"] == pytest.approx(plain["value"], abs=0.06)


def test_rows_that_cannot_be_drawn_are_left_out_and_named():
    maps = draw(tables.degenerate(), settings_of())
    assert maps.excluded == {"zero": list(tables.ZERO_IDS), "non_finite": [tables.NAN_ID, tables.INFINITE_ID]}
    assert set(maps.ids) == set(range(24)) - {3, 17, 9, 12}
    assert codes(maps.findings) >= {
        "table.zero_rows", "table.non_finite_rows", "table.duplicate_rows", "table.too_few_rows",
    }  # fmt: skip
    copies = next(finding for finding in maps.findings if finding.code == "table.duplicate_rows")
    assert copies.values == {"count": 2, "ids": [6, 20], "listed": "#6, #20", "groups": 1}
    at = [maps.ids.tolist().index(row) for row in tables.DUPLICATE_IDS]
    for judged in maps.maps.values():
        assert len(np.unique(judged.projection.coordinates[at], axis=0)) == 1
        assert np.isfinite(judged.projection.coordinates).all()


def test_zero_rows_are_drawn_where_the_metric_needs_no_direction():
    maps = draw(tables.degenerate(), settings_of(metric="euclidean", methods=["pca"]))
    assert maps.excluded == {"zero": [], "non_finite": [9, 12]}
    assert set(tables.ZERO_IDS) <= set(maps.ids)


@pytest.mark.parametrize("rows", [1, 2])
def test_one_or_two_rows_are_refused(rows):
    with pytest.raises(TableError, match=r"table\.too_few_rows"):
        draw(table_of(np.eye(4)[:rows]), settings_of())


@pytest.mark.parametrize("rows", [3, 4, 31])
def test_few_rows_are_drawn_with_lowered_settings(rows):
    maps = draw(table_of(np.random.default_rng(rows).normal(size=(rows, 5))), settings_of())
    assert maps.declaration.k == min(15, (rows - 1) // 2)
    assert "map.perplexity_lowered" in codes(maps.maps["tsne"].findings)
    assert ("map.n_neighbors_lowered" in codes(maps.maps["umap"].findings)) == (rows < 15)
    assert all(np.isfinite(judged.projection.coordinates).all() for judged in maps.maps.values())


def test_one_column_many_copies_and_half_precision_overflow():
    assert list(draw(table_of(np.arange(30.0)[:, None]), settings_of(metric="euclidean")).maps) == [
        "pca",
        "tsne",
        "umap",
    ]
    copies = np.concatenate([np.zeros((100, 4)) + 1, np.random.default_rng(0).normal(size=(60, 4))])
    spots = draw(table_of(copies), settings_of()).maps["umap"].projection.coordinates
    assert len(np.unique(spots[:100], axis=0)) == 1
    assert np.ptp(spots, axis=0).min() > 1
    half = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float16)
    with np.errstate(over="ignore"):
        half[5] *= np.float16(6e4) * np.float16(10)
    assert draw(table_of(half), settings_of(methods=["pca"])).excluded["non_finite"] == [5]


# --- what is shown, and when


def test_the_most_frequent_rows_are_shown_ties_by_lower_id():
    table = table_of(np.eye(6), counts=np.array([1, 5, 2, 5, 2, 9]))
    assert choose_rows(table, 4, seed=0).tolist() == [1, 2, 3, 5]
    assert choose_rows(table, 9, seed=0).tolist() == [0, 1, 2, 3, 4, 5]


def test_without_counts_a_seeded_sample_is_shown():
    table = table_of(np.eye(50))
    chosen = choose_rows(table, 10, seed=3)
    assert (np.diff(chosen) > 0).all()
    np.testing.assert_array_equal(chosen, choose_rows(table, 10, seed=3))
    assert chosen.tolist() != choose_rows(table, 10, seed=4).tolist()


def test_steps_are_fitted_on_the_whole_table_and_declared():
    table = blob_table()
    maps = draw(table, settings_of(steps=["centred"], methods=["pca"], rows=20, metric="euclidean"))
    assert maps.declaration.steps == ("centred",)
    assert maps.declaration.parameters == {"rows_chosen": "sample"}
    assert len(maps.ids) == 20


def test_a_map_is_handed_over_as_soon_as_it_stands(blobs):
    seen = []
    draw(
        blobs,
        settings_of(methods=["pca", "tsne"]),
        lambda *step: seen.append(step[2]),
        on_map=lambda key, maps: seen.append(list(maps.maps)),
    )
    assert seen.index(["pca"]) < seen.index("tsne") < seen.index(["pca", "tsne"])


def test_stop_keeps_what_is_finished_and_the_last_state(blobs):
    asked = []
    maps = draw(blobs, settings_of(), lambda *step: asked.append(step), lambda: (150, 200, "tsne") in asked)
    assert list(maps.maps) == ["pca", "tsne"]
    assert maps.stopped
    assert codes(maps.maps["tsne"].findings) >= {"map.stopped"}
    with pytest.raises(JobError, match=r"job\.stopped"):
        draw(blobs, settings_of(), should_stop=lambda: True)


def test_a_method_that_fails_leaves_the_others(blobs, monkeypatch):
    from embedlab.projection.methods import tsne

    monkeypatch.setattr(tsne, "start", lambda problem: np.full((problem.size, 2), np.nan))
    maps = draw(blobs, settings_of(methods=["tsne", "pca"]))
    assert list(maps.maps) == ["pca"]
    lost = next(finding for finding in maps.findings if finding.code == "map.not_finite")
    assert lost.severity == "error"
    assert "t-SNE" in lost.say("pt")
    with pytest.raises(TableError, match=r"map\.not_finite"):
        draw(blobs, settings_of(methods=["tsne"]))


@pytest.mark.parametrize(
    "values",
    [
        {"methods": []},
        {"methods": ["pca", "isomap"]},
        {"parameters": {"isomap": {}}},
        {"parameters": {"tsne": {"perplexity": -1}}},
        {"rows": 2},
        {"metric": "jaccard"},
        {"steps": "whitened"},
        {"colour": "red"},
    ],
)
def test_settings_out_of_range_are_refused(values):
    with pytest.raises(SettingsError):
        MapsSettings.of(values)


def test_settings_survive_json():
    chosen = settings_of(steps="centred,without_top_components:2", seed=5, methods=["umap", "pca", "umap"])
    assert chosen.methods == ("umap", "pca")
    assert MapsSettings.of(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_above_the_limit_measures_come_from_a_sample_and_agree_with_all_rows_within_their_interval(monkeypatch):
    """The limit of 20,000 rows is lowered to 500, the sample of 2,000 to 200."""
    random = np.random.default_rng(0)
    table = table_of(random.normal(size=(12, 10))[np.arange(900) % 12] * 2 + random.normal(size=(900, 10)))
    chosen = settings_of(methods=["pca"])
    full = draw(table, chosen).maps["pca"]
    monkeypatch.setattr(scene, "EXACT", 500)
    monkeypatch.setattr(scene, "COUNTED", 200)
    sampled = draw(table, chosen).maps["pca"]
    assert "map.sampled" in codes(sampled.findings)
    counted = {key for key, one in sampled.measures.items() if one["rows"] == 200}
    assert counted >= {"trustworthiness", "continuity", "density_r"}
    for key in counted:
        one, whole = sampled.measures[key], full.measures[key]
        assert one["low"] <= whole["value"] <= one["high"], key
        assert 0 < one["high"] - one["low"] < 0.3, key
        assert one["value"] != whole["value"], key
    for key in full.measures.keys() - counted:
        assert sampled.measures[key] == full.measures[key], key
    assert np.isfinite(sampled.trust).sum() == (sampled.true_rank[:, 0] > 0).sum() == 200
    assert (sampled.kept == full.kept).all()
    again = draw(table, chosen, exact=True).maps["pca"]
    assert again.measures == full.measures
