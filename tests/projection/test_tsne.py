import numpy as np
import pytest
import torch

from embedlab import projection
from embedlab.errors import SettingsError, TableError
from embedlab.projection.methods import tsne
from tests.projection.conftest import problem_of

pytestmark = pytest.mark.heavy
FAST = {"early_exaggeration_iter": 100, "n_iter": 100, "perplexity": 10}


def test_groups_are_found_progress_is_told_and_the_same_seed_gives_the_same_map(blobs, quiet):
    vectors, labels = blobs
    told = []
    drawn = projection.fit("tsne", problem_of(vectors), FAST, lambda *step: told.append(step), quiet[1])
    centres = np.array([drawn.coordinates[labels == label].mean(axis=0) for label in range(4)])
    nearest = ((drawn.coordinates[:, None] - centres) ** 2).sum(axis=-1).argmin(axis=1)
    assert (nearest == labels).mean() > 0.95
    assert told == [(0, 200, "tsne"), (50, 200, "tsne"), (100, 200, "tsne"), (150, 200, "tsne"), (200, 200, "tsne")]
    again = projection.fit("tsne", problem_of(vectors), FAST, *quiet)
    np.testing.assert_array_equal(again.coordinates, drawn.coordinates)


@pytest.mark.parametrize("fft_from", [10**9, 0], ids=["tree", "interpolation"])
def test_any_number_of_threads_gives_the_same_map(blobs, quiet, monkeypatch, fft_from):
    monkeypatch.setattr(tsne, "FFT_FROM", fft_from)
    monkeypatch.setattr(tsne, "THREADS_FROM", 0)
    before, maps = torch.get_num_threads(), []
    try:
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            maps.append(projection.fit("tsne", problem_of(blobs[0]), FAST, *quiet).coordinates)
    finally:
        torch.set_num_threads(before)
    np.testing.assert_array_equal(maps[1], maps[0])
    np.testing.assert_array_equal(maps[2], maps[0])


def test_affinities_come_from_our_exact_neighbours(blobs):
    """P_j|i has the asked perplexity on exactly the int(3 * perplexity) true neighbours, then is symmetrised."""
    problem = problem_of(blobs[0])
    P = tsne._embedding(problem, 10.0).affinities.P
    linked = np.zeros((160, 160), dtype=bool)
    linked[np.arange(160)[:, None], problem.graph.ids[:, :30]] = True
    np.testing.assert_array_equal(P.toarray() > 0, linked | linked.T)


def test_stop_keeps_the_last_state(blobs, quiet):
    ticks = []
    drawn = projection.fit(
        "tsne", problem_of(blobs[0]), FAST, quiet[0], lambda: bool(ticks.append(0)) or len(ticks) == 3
    )
    assert drawn.details["stopped"] is True
    assert (drawn.details["iterations"], drawn.details["iterations_asked"]) == (150, 200)
    assert np.isfinite(drawn.coordinates).all()


def test_numbers_that_blow_up_end_the_run(blobs, quiet, monkeypatch):
    monkeypatch.setattr(tsne, "start", lambda problem: np.full((problem.size, 2), np.nan))
    with pytest.raises(TableError, match=r"map\.not_finite"):
        projection.fit("tsne", problem_of(blobs[0]), FAST, *quiet)


@pytest.mark.parametrize(("rows", "used"), [(91, 30), (90, 89 / 3), (31, 10), (4, 1), (3, 1)])
def test_perplexity_is_lowered_to_what_the_rows_allow(rows, used):
    assert tsne.usable_perplexity(30, rows) == pytest.approx(used)


@pytest.mark.parametrize("rows", [3, 4, 5, 8])
def test_a_handful_of_rows_is_drawn(rows, quiet):
    drawn = projection.fit("tsne", problem_of(np.random.default_rng(rows).normal(size=(rows, 3))), FAST, *quiet)
    assert drawn.settings["perplexity"] < drawn.details["perplexity_asked"]
    assert len(np.unique(drawn.coordinates, axis=0)) == rows


def test_a_straight_line_gets_out_of_the_line(quiet):
    drawn = projection.fit("tsne", problem_of(np.arange(40.0)[:, None]), FAST, *quiet)
    assert np.ptp(drawn.coordinates, axis=0).min() > 0.1


def test_copies_share_their_spot(quiet):
    """Four rows, each fifty times: openTSNE by itself draws 143 spots."""
    vectors = np.repeat(np.random.default_rng(0).normal(size=(4, 5)), 50, axis=0)
    drawn = projection.fit("tsne", problem_of(vectors), FAST, *quiet)
    assert drawn.coordinates.shape == (200, 2)
    assert len(np.unique(drawn.coordinates, axis=0)) == 4


def test_dot_product_attracts_the_most_similar_not_the_least():
    """P_j|i rises with the product over the neighbours of every row. openTSNE's own `dot` has Spearman -1."""
    from openTSNE.affinity import joint_probabilities_nn

    vectors = np.random.default_rng(0).normal(size=(60, 6)) * np.linspace(0.5, 2, 60)[:, None]
    problem = problem_of(vectors, "dot")
    ids = problem.graph.ids[:, :15].astype(np.int64)
    P = joint_probabilities_nn(ids, problem.distances(15), [5.0], symmetrize=False).toarray()
    attraction = np.take_along_axis(P, ids, axis=1)
    products = np.take_along_axis(vectors @ vectors.T, ids, axis=1)
    assert (np.diff(products, axis=1) < 0).all()
    assert (np.diff(attraction, axis=1) <= 0).all()
    assert (attraction[:, 0] > 2 * attraction[:, -1]).all()


def test_settings_out_of_their_interval_are_refused(blobs, quiet):
    with pytest.raises(SettingsError, match="perplexity"):
        projection.fit("tsne", problem_of(blobs[0]), {"perplexity": 0}, *quiet)
