"""Tables whose files others may cut: the same answers, and this process stays."""

import gc
import os

import numpy as np
import pytest

from embedlab.checkpoints import open_checkpoint
from embedlab.checkpoints.entries import file_of, in_memory
from embedlab.errors import FileError, SettingsError, TableError
from embedlab.jobs import apart, keeper, kept
from embedlab.jobs.apart import TableApart
from embedlab.neighbours import METRICS, scan, search
from embedlab.neighbours.similarity import compare, random_pairs
from embedlab.preprocessing import apply
from tests import tables
from tests.checkpoints.files import safetensors, tensor
from tests.jobs.test_keeper import same, written

STEPS = ("centred", "without_top_components:2")


@pytest.fixture
def held(tmp_path, monkeypatch):
    """A small table that is held as a large one is, and the same in memory."""
    monkeypatch.setattr(keeper, "KEPT_ABOVE", 1_000)
    table = written(tmp_path / "m.safetensors")
    found = apart.open_table(tmp_path / "m.safetensors")
    assert isinstance(found, TableApart)
    yield found, table
    found.keeper.close()


@pytest.mark.parametrize("steps", [(), STEPS])
def test_it_answers_as_a_table_in_memory_does(held, steps):
    found, table = held
    expected = apply(table, steps)
    assert found.derived(steps).steps == expected.steps
    found = found.derived(steps) if steps else found
    assert found.fingerprint == expected.fingerprint
    assert (found.n_rows, found.n_dims, found.tokens) == (expected.n_rows, expected.n_dims, expected.tokens)
    assert (found.vectors.dtype, found.vectors.nbytes) == (expected.vectors.dtype, expected.vectors.nbytes)
    for ids in ([7, 1, 7], slice(3, 9, 2), np.array([0])):
        assert np.array_equal(found.rows64(ids), expected.rows64(ids))
    usable, known = found.usable(), scan(expected)
    assert np.array_equal(usable.norms, known.norms, equal_nan=True)
    assert (usable.zero_ids.tolist(), usable.non_finite_ids.tolist()) == (known.zero_ids.tolist(), [6])
    for metric, neighbours in found.search(7, METRICS, 12).items():
        same(neighbours, search(expected, 7, metric, 12))
        assert np.array_equal(random_pairs(found, metric), random_pairs(expected, metric))
    assert np.array_equal(compare(found, [3, 9]).cosine, compare(expected, [3, 9]).cosine)


def test_steps_beyond_the_limit_are_refused_and_it_answers_on(held, monkeypatch):
    found, table = held
    process = kept.Held(tell=pytest.fail)  # steps say nothing before their answer
    process.table = table
    monkeypatch.setattr("embedlab.preprocessing.LARGEST", 1_000)
    with pytest.raises(TableError, match=r"table\.too_large_for_steps"):
        process.after({"steps": list(STEPS)})
    assert process.after({"steps": []}) is table
    with pytest.raises(SettingsError, match="unknown"):
        found.derived(["unknown"])
    assert found.rows64([0]).shape == (1, table.n_dims)


def test_a_cut_file_is_a_named_error_then_and_when_it_is_opened_again(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "KEPT_ABOVE", 1_000)
    path = tmp_path / "m.safetensors"
    written(path, rows=20_000)
    found = apart.open_table(path)
    assert apart.answers(found)
    os.truncate(path, 4_096)
    with pytest.raises(FileError, match=r"file\.truncated"):
        found.usable()
    assert not apart.answers(found)
    with pytest.raises(FileError, match=r"file\.truncated"):
        apart.open_table(path)


def test_its_process_ends_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "KEPT_ABOVE", 1_000)
    written(tmp_path / "m.safetensors")
    found = apart.open_table(tmp_path / "m.safetensors").derived(("centred",))
    process = found.keeper._child._process
    assert process.poll() is None  # the table it was derived from is gone
    del found
    gc.collect()
    assert process.poll() is not None


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_small_table_lies_in_memory(order, tmp_path, monkeypatch):
    """Read, not mapped: nothing that happens to the file afterwards reaches it."""
    values = np.arange(60, dtype=np.float32).reshape(12, 5)
    path = tmp_path / "m.npy"
    np.save(path, np.asarray(values, order=order))
    found = apart.open_table(path)
    assert file_of(found.vectors) is None
    os.truncate(path, 100)
    assert np.array_equal(found.vectors, values)
    assert not found.vectors.flags.writeable
    monkeypatch.setattr(keeper, "KEPT_ABOVE", 1)
    np.save(path, np.asarray(values, order=order))
    assert np.array_equal(apart.open_table(path).rows64([3, 1]), values[[3, 1]])


def test_a_part_of_a_mapped_table_is_read_and_a_cut_is_said(tmp_path):
    values = np.arange(60, dtype=np.float32).reshape(12, 5)
    np.save(tmp_path / "m.npy", values)
    mapped = open_checkpoint(tmp_path / "m.npy").table().vectors
    assert file_of(mapped) is not None
    for part in (np.s_[2:9:3], np.s_[::-1], np.s_[4:, 1:3], np.s_[3:4]):
        found = in_memory(mapped[part])
        assert file_of(found) is None
        assert np.array_equal(found, values[part])
    os.truncate(tmp_path / "m.npy", 200)
    with pytest.raises(FileError) as caught:
        in_memory(mapped)
    assert (caught.value.fields["expected"], caught.value.fields["found"]) == (128 + 240, 200)
    (tmp_path / "m.npy").unlink()
    assert in_memory(mapped) is mapped


def test_a_table_made_of_its_file_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "KEPT_ABOVE", 1)
    (tmp_path / "v.txt").write_text("a 1 2\nb 3 4\n")
    assert not isinstance(apart.open_table(tmp_path / "v.txt"), TableApart)


def test_head_and_positions_are_compared_without_mapping(tmp_path, monkeypatch):
    raw = np.concatenate([tables.plain(rows=6).vectors.ravel()[:12]] * 3).astype("<f4").tobytes()
    names = ("wte.weight", "lm_head.weight", "wpe.weight")
    header = {name: tensor([4, 3], 48 * at, 48 * at + 48) for at, name in enumerate(names)}
    (tmp_path / "m.safetensors").write_bytes(safetensors(header, raw))
    read = []
    monkeypatch.setattr(np, "fromfile", lambda *given, real=np.fromfile, **more: read.append(1) or real(*given, **more))
    assert open_checkpoint(tmp_path / "m.safetensors").head.evidence == ("equal_values",)
    assert len(read) == 3  # table, head, and the first positions
