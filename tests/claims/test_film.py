"""A run played back: its cosines are those of all dimensions, its end is the table, and the shipped films fit."""

import numpy as np
import pytest

from embedlab.claims import film
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import read as read_table
from embedlab.training import frames
from embedlab.ui.session import SHIPPED

TOKENS = ("cat", "dog", "Tuesday", "the", "sat")


def recorded(path, snapshots, tokens=TOKENS, classes=None):
    table = EmbeddingTable(snapshots[-1].astype(np.float32), tokens, Provenance("made"), classes=classes)
    recorder = frames.Recorder(10, 40, snapshots[0].shape, np.arange(len(tokens)))
    recorder.take_up(np.arange(len(snapshots)), np.stack(snapshots))
    recorder.write(path)
    return table


def snapshots(count, rows=5, dims=3):
    return list(np.random.default_rng(0).normal(size=(count, rows, dims)).astype(np.float16))


def cosine(u, v):
    return u @ v / np.linalg.norm(u) / np.linalg.norm(v)


def test_cosines_are_of_all_dimensions_raw_and_centred(tmp_path):
    taken = snapshots(3)
    seen = film.of(recorded(tmp_path / "t", taken), tmp_path / "t")
    assert seen.words == (0, 1, 2)
    for frame, (raw, centred) in zip(taken, seen.cosines, strict=True):
        rows = frame.astype(float)
        assert raw == pytest.approx([cosine(rows[0], rows[1]), cosine(rows[0], rows[2])])
        rows -= rows.mean(0)
        assert centred == pytest.approx([cosine(rows[0], rows[1]), cosine(rows[0], rows[2])])
    assert seen.points.shape == (3, 5, 2)
    assert 0 < seen.share <= 1


def test_only_nouns_are_shown_where_they_are_known(tmp_path):
    table = recorded(tmp_path / "t", snapshots(2), classes=("pet", "pet", "weekday", None, None))
    assert film.of(table, tmp_path / "t").rows.tolist() == [0, 1, 2]


def test_a_text_without_the_words_has_a_map_alone(tmp_path):
    seen = film.of(recorded(tmp_path / "t", snapshots(2), tokens=tuple("abcde")), tmp_path / "t")
    assert seen.words == ()
    assert seen.cosines.shape == (2, 2, 0)


@pytest.mark.parametrize("finite", [1, 2])
def test_snapshots_that_are_not_finite_are_left_out(tmp_path, finite):
    taken = snapshots(3)
    for frame in taken[finite:]:
        frame[0, 0] = np.inf
    seen = film.of(recorded(tmp_path / "t", [*taken]), tmp_path / "t")
    assert (None if seen is None else len(seen.steps)) == (None if finite < 2 else 2)


def test_without_snapshots_there_is_no_film(tmp_path):
    table = recorded(tmp_path / "t", snapshots(2))
    frames.beside(tmp_path / "t").unlink()
    assert film.of(table, tmp_path / "t") is None


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_shipped_film_ends_in_the_shipped_table(tmp_path, language):
    table, seen = read_table(SHIPPED / f"table_{language}.safetensors"), film.read(SHIPPED / f"film_{language}.npz")
    rows = table.rows64(list(seen.words))
    assert seen.cosines[-1, 0] == pytest.approx([cosine(rows[0], rows[1]), cosine(rows[0], rows[2])], abs=1e-3)
    assert seen.steps[-1] == table.provenance.settings["steps"]
    assert seen.rows.tolist() == [row for row, name in enumerate(table.classes) if name]
    seen.write(tmp_path / "again.npz")
    again = film.read(tmp_path / "again.npz")
    assert again.words == seen.words
    np.testing.assert_array_equal(again.points, seen.points)
