"""Each check finds what it is for, with its number, and stays silent otherwise."""

import numpy as np
import pytest

from embedlab.distortion.maps import MapsSettings, draw
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
