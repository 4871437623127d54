"""Snapshots of a run: when they are taken, that they leave the run alone, and that a resumed run has them all."""

import numpy as np
import pytest

from embedlab.errors import SettingsError
from embedlab.training import frames, job
from embedlab.training.plane import Plane
from tests.training.test_job import SMALL, content, stop_after, train


def test_the_schedule_is_even_in_the_logarithm():
    steps = frames.schedule(474, 40)
    assert (steps[0], steps[-1]) == (0, 474)
    assert 30 <= len(steps) <= 40
    gaps = np.diff(np.log1p(steps[12:]))  # the first steps are every one
    assert gaps.max() < 2 * gaps.min()
    assert frames.schedule(3, 40) == [0, 1, 2, 3]
    assert frames.schedule(10, 0) == frames.schedule(10, 1) == []
    assert frames.schedule(10, 2) == [0, 10]


@pytest.mark.heavy
def test_the_run_is_the_same_with_and_without_them(tmp_path):
    train(tmp_path / "with", frames=40)
    train(tmp_path / "without", frames=0)
    assert content(tmp_path / "with") == content(tmp_path / "without")
    assert not frames.beside(tmp_path / "without").exists()


@pytest.mark.heavy
def test_the_last_snapshot_is_the_table_and_the_first_the_start(tmp_path):
    table, _ = job.train({**SMALL, "out": str(tmp_path / "t"), "seed": 3}, lambda progress: None, lambda: False)
    steps, taken = frames.read(tmp_path / "t", table.vectors.shape)
    assert steps.tolist() == frames.schedule(52, 40)
    np.testing.assert_array_equal(taken[-1], table.vectors.astype(np.float16))
    start = np.random.default_rng([3, 0]).normal(0, 8**-0.5, (2 * table.n_rows, 8))[: table.n_rows]
    np.testing.assert_allclose(taken[0], start, rtol=1e-3, atol=1e-6)


@pytest.mark.heavy
@pytest.mark.parametrize("checks", [0, 3])
def test_a_resumed_run_ends_with_the_snapshots_of_a_whole_one(tmp_path, checks):
    train(tmp_path / "whole")
    train(tmp_path / "part", stop_after(checks))
    train(tmp_path / "rest", resume=str(tmp_path / "part"))
    whole, rest = (frames.beside(tmp_path / name).read_bytes() for name in ("whole", "rest"))
    assert rest == whole


@pytest.mark.heavy
def test_a_run_that_ends_early_forgets_what_came_after_its_state(tmp_path):
    answer = train(tmp_path / "t", stop_after(1))
    steps, _ = frames.read(tmp_path / "t", (answer["table"]["rows"], 8))
    assert steps[-1] <= answer["step"] == 20
    recorder = frames.Recorder(10, 5, (2, 2), np.arange(2))
    recorder.take_up(np.array([0, 4, 9]), np.ones((3, 2, 2), dtype=np.float16))
    recorder.cut(4)
    assert (recorder.steps, len(recorder.frames)) == ([0, 4], 2)


def test_a_large_table_has_fewer_and_a_huge_one_none():
    assert len(frames.Recorder(1_000, 40, (2**17, 64), np.arange(2)).due) == 4  # 16 MiB each
    assert not frames.Recorder(1_000, 40, (2**19, 64), np.arange(2)).due


@pytest.mark.parametrize("damage", ["missing", "cut", "other"])
def test_a_file_that_does_not_fit_is_none(tmp_path, damage):
    recorder = frames.Recorder(10, 5, (3, 2), np.arange(2))
    recorder.take_up(np.array([0]), np.ones((1, 3, 2), dtype=np.float16))
    recorder.write(tmp_path / "t")
    assert frames.read(tmp_path / "t", (3, 2)) is not None
    path = frames.beside(tmp_path / "t")
    if damage == "missing":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:-2])
    assert frames.read(tmp_path / "t", (3, 3) if damage == "other" else (3, 2)) is None


@pytest.mark.heavy
def test_a_watched_run_tells_where_the_nouns_stand(tmp_path):
    seen = []
    train(tmp_path / "t", emit=seen.append, watch=True)
    last = seen[-1]
    assert last["arrays"]["points"].shape == (len(last["tokens"]), 2)
    assert np.isfinite(last["arrays"]["points"]).all()
    assert len(last["classes"]) == len(last["tokens"]) <= frames.MOST_SHOWN


def test_frames_outside_the_interval_are_refused(tmp_path):
    with pytest.raises(SettingsError):
        job.run({**SMALL, "out": str(tmp_path / "t"), "frames": 201}, lambda progress: None, lambda: False)


def test_the_plane_is_pca_of_all_snapshots_together():
    random = np.random.default_rng(0)
    snapshots = [random.normal(size=(30, 5)) * [3, 1, 2, 0.1, 0.1] + shift for shift in (0, 5, -7)]
    plane = Plane(5)
    for rows in snapshots:
        plane.add(rows)
    pooled = np.concatenate([rows - rows.mean(0) for rows in snapshots])
    _, values, basis = np.linalg.svd(pooled)
    expected = (snapshots[1] - snapshots[1].mean(0)) @ basis[:2].T
    found = plane.points(snapshots[1])
    np.testing.assert_allclose(np.abs(found), np.abs(expected), atol=1e-9)
    assert plane.share == pytest.approx((values[:2] ** 2).sum() / (values**2).sum())
    shifted = plane.points(snapshots[1] + 100)  # a common shift moves nothing
    np.testing.assert_allclose(shifted, found, atol=1e-9)


def test_a_plane_of_equal_rows_is_finite():
    plane = Plane(3)
    plane.add(np.ones((4, 3)))
    plane.add(np.full((4, 3), np.inf))  # left out
    assert np.abs(plane.points(np.ones((4, 3)))).max() == 0
    assert plane.share == 0
