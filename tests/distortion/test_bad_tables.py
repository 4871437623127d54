"""Tables that crash the libraries, or make them invent a picture: always a map with a named finding, or a named error.

One case per row of what the installed versions were seen to do. Every case runs as the job does, through draw, with the
cheapest methods that show the fault; every error and finding can be said in both languages.
"""

import json

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.distortion import groups_job, job
from embedlab.distortion.groups import Group, judge_group
from embedlab.distortion.maps import Maps, MapsSettings, draw
from embedlab.errors import TableError
from embedlab.text.errors import say_error
from tests.distortion.made import FAST, codes, table_of

pytestmark = pytest.mark.heavy
RANDOM = np.random.default_rng(0)
NORMAL = RANDOM.normal(size=(60, 6)).astype(np.float32)
CHEAP = {"tsne": {"early_exaggeration_iter": 50, "n_iter": 50}}


def drawn(vectors, methods=("pca", "tsne"), **values):
    chosen = MapsSettings.of({"methods": methods, "metric": "euclidean", "parameters": CHEAP, **values})
    return sound(draw(table_of(vectors), chosen))


def sound(maps: Maps) -> Maps:
    """Every map is finite and not on one spot; every finding can be said and sent."""
    assert maps.maps
    for judged in maps.maps.values():
        dots = judged.projection.coordinates
        assert np.isfinite(dots).all()
        assert np.ptp(dots, axis=0).max() > 0
        assert len(np.unique(dots, axis=0)) >= 3
    for finding in every(maps):
        assert "{" not in finding.say("en") + finding.say("pt")
        json.dumps(finding.to_json(), allow_nan=False)
    return maps


def every(maps):
    return [*maps.findings, *(finding for judged in maps.maps.values() for finding in judged.findings)]


def with_rows(vectors, **changes):
    changed = np.array(vectors)
    for row, value in changes.items():
        changed[int(row[1:])] = value
    return changed


FINDINGS = {
    "tiny": (NORMAL * np.float32(1e-30), {}, "table.rescaled"),
    "huge": (NORMAL * np.float32(1e20), {}, "table.rescaled"),
    "nan_row": (with_rows(NORMAL, r7=np.nan), {}, "table.non_finite_rows"),
    "infinite_row": (with_rows(NORMAL, r7=np.inf), {}, "table.non_finite_rows"),
    "three_rows": (NORMAL[:3], {}, "table.too_few_rows"),
    "perplexity_above_rows": (NORMAL[:31], {}, "map.perplexity_lowered"),
    "k_above_half": (NORMAL[:7], {"k": 5}, "map.k_lowered"),
    "zero_rows_under_cosine": (with_rows(NORMAL, r1=0, r5=0), {"metric": "cosine"}, "table.zero_rows"),
    "opposite_rows_under_cosine": (np.concatenate([NORMAL, -NORMAL]), {"metric": "cosine"}, None),
    "hundred_copies_of_one": (np.concatenate([np.ones((100, 6)), NORMAL]), {}, "table.duplicate_rows"),
    "four_rows_fifty_times": (np.repeat(NORMAL[:4], 50, axis=0), {}, "table.duplicate_rows"),
    "one_column": (NORMAL[:, :1], {}, None),
    "two_islands": (np.concatenate([NORMAL, NORMAL + 1e4]), {}, "table.disconnected"),
    "near_copies": (np.concatenate([NORMAL, NORMAL[:5] + 1e-5]), {}, "table.near_duplicates"),
    "far_from_the_origin": (NORMAL.astype(np.float64) * 1e-3 + 1e4, {}, None),
    "half_precision": (NORMAL.astype(np.float16), {}, None),
    "one_outlier": (with_rows(NORMAL, r3=1e6), {}, "map.pca_outlier"),
    "constant_column": (np.pad(NORMAL, ((0, 0), (0, 1)), constant_values=3), {}, None),
    "more_columns_than_rows": (RANDOM.normal(size=(20, 300)), {}, "map.k_lowered"),
    "dot_of_unequal_norms": (NORMAL * np.arange(60)[:, None], {"metric": "dot"}, "map.similarity"),
    "negative_products_only": (-np.abs(NORMAL[:30]) @ np.eye(6) - np.eye(30, 6) * 9, {"metric": "dot"}, None),
}


@pytest.mark.parametrize("name", FINDINGS)
def test_a_bad_table_is_drawn_and_what_is_wrong_is_named(name):
    vectors, values, code = FINDINGS[name]
    maps = drawn(vectors, **values)
    if code is not None:
        assert code in codes(every(maps))
    left = sum(map(len, maps.excluded.values()))
    assert len(maps.ids) == len(vectors) - left


UMAP = ("two_islands", "hundred_copies_of_one", "tiny", "huge", "three_rows", "one_column")


@pytest.mark.parametrize("name", UMAP)
def test_umap_draws_them_too(name):
    vectors, values, code = FINDINGS[name]
    maps = drawn(vectors, methods=("umap",), **values)
    if code is not None:
        assert code in codes(every(maps))


def half_overflow():
    with np.errstate(over="ignore"):
        return NORMAL.astype(np.float16) * np.float16(6e4) * np.float16(9)


ERRORS = {
    "constant": (np.ones((60, 8)), {}, "table.constant"),
    "constant_and_tiny": (np.full((60, 8), 1e-30, np.float32), {}, "table.constant"),
    "zero": (np.zeros((60, 8)), {}, "table.constant"),
    "two_rows_thirty_times": (np.repeat(NORMAL[:2], 30, axis=0), {}, "table.constant"),
    "one_row": (NORMAL[:1], {}, "table.too_few_rows"),
    "two_rows": (NORMAL[:2], {}, "table.too_few_rows"),
    "all_nan": (np.full((60, 8), np.nan), {}, "table.too_few_rows"),
    "zero_under_cosine": (np.zeros((60, 8)), {"metric": "cosine"}, "table.too_few_rows"),
    "one_direction_under_cosine": (np.arange(1.0, 61)[:, None] * NORMAL[0], {"metric": "cosine"}, "table.constant"),
    "one_column_under_cosine": (NORMAL[:, :1], {"metric": "cosine"}, "table.constant"),
    "overflow_of_half_precision": (half_overflow(), {}, "table.too_few_rows"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_a_table_that_cannot_be_drawn_is_refused_with_what_to_do(name):
    vectors, values, code = ERRORS[name]
    with pytest.raises(TableError) as caught:
        drawn(vectors, methods=("pca", "tsne", "umap"), **values)
    assert caught.value.code == code
    assert "Choose another" in say_error(caught.value, "en") or "choose another" in say_error(caught.value, "en")
    assert "scolha outr" in say_error(caught.value, "pt")


def test_copies_are_drawn_on_one_spot():
    vectors, _, _ = FINDINGS["four_rows_fifty_times"]
    for judged in drawn(vectors).maps.values():
        assert len(np.unique(judged.projection.coordinates, axis=0)) == 4
        assert judged.measures["neighbourhood_kept"]["value"] == 1  # a swap of copies is no error


@pytest.mark.parametrize("name", ["tiny", "huge", "one_column", "hundred_copies_of_one", "dot_of_unequal_norms"])
def test_groups_of_bad_tables_are_tested(name):
    vectors, values, _ = FINDINGS[name]
    chosen = MapsSettings.of({"methods": ["pca"], "metric": "euclidean", **values})
    tested = judge_group(table_of(vectors), chosen, "pca", Group(range(20)))
    json.dumps(tested.to_json(), allow_nan=False)
    assert tested.finding.say("pt")


@pytest.mark.parametrize("work", [job, groups_job])
def test_the_jobs_refuse_by_the_same_name(work, tmp_path):
    path = tmp_path / "bad.safetensors"
    table = table_of(np.ones((60, 8), np.float32))
    tablefile.write(table, path)
    asked = {
        "table": {"path": str(path)},
        "fingerprint": table.fingerprint,
        "maps": {"methods": ["pca", "tsne"], "parameters": FAST},
        "method": "pca",
        "groups": [{"ids": [0, 1, 2]}],
    }
    from embedlab.checkpoints import open_table

    asked["fingerprint"] = open_table(path).fingerprint
    with pytest.raises(TableError, match=r"table\.constant"):
        work.run(asked, lambda _: None, lambda: False)
