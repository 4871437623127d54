"""A table in a process of its own: the same answers, and a file that harms it harms nobody else."""

import os
import signal

import ml_dtypes
import numpy as np
import pytest

from embedlab.checkpoints.progress import heard
from embedlab.errors import FileError, JobError, QueryError
from embedlab.jobs.keeper import Keeper, vet
from embedlab.neighbours import METRICS, scan, search
from embedlab.neighbours.search import search_all
from embedlab.table import EmbeddingTable, Provenance
from tests.checkpoints.files import safetensors, tensor

ROWS, DIMS = 2_000, 64


def written(path, rows=ROWS, dims=DIMS):
    """A bfloat16 table with a zero row, a row of NaN and two equal rows, in a safetensors file."""
    vectors = np.random.default_rng(3).standard_normal((rows, dims)).astype(ml_dtypes.bfloat16)
    vectors[5], vectors[6], vectors[8] = 0, np.nan, vectors[7]
    raw = vectors.tobytes()
    path.write_bytes(safetensors({"wte.weight": tensor([rows, dims], 0, len(raw), "BF16")}, raw))
    return EmbeddingTable(vectors, tuple(f"#{row}" for row in range(rows)), Provenance("x"))


@pytest.fixture
def kept(tmp_path):
    table = written(tmp_path / "m.safetensors")
    keeper = Keeper(tmp_path / "m.safetensors")
    yield keeper, table, tmp_path / "m.safetensors"
    keeper.close()


def same(one, other):
    for name, value in vars(one).items():
        expected = getattr(other, name)
        if isinstance(value, np.ndarray):
            assert value.dtype == expected.dtype
            assert np.array_equal(value, expected), name
        else:
            assert value == expected, name


def test_it_answers_what_the_library_answers(kept):
    keeper, table, _ = kept
    assert (keeper.shape, keeper.dtype) == ((ROWS, DIMS), table.vectors.dtype)
    assert keeper.rows([7, 1, 7]).tobytes() == table.vectors[[7, 1, 7]].tobytes()
    assert keeper.fingerprint() == table.fingerprint
    for query in (7, table.rows64([3])[0] + 0.01):
        found = keeper.search(query, METRICS, 20)
        assert list(found) == list(METRICS)
        for metric, neighbours in found.items():
            same(neighbours, search(table, query, metric, 20))
    usable, expected = keeper.usable(), scan(table)
    assert np.array_equal(usable.norms, expected.norms, equal_nan=True)
    assert (usable.zero_ids.tolist(), usable.non_finite_ids.tolist()) == ([5], [6])


@pytest.mark.parametrize("scale", [1e-30, 1e-12, 1.0, 1e12, 3e37])
@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16, np.float64])
def test_one_pass_for_three_metrics_finds_what_three_find(scale, dtype):
    vectors = np.random.default_rng(0).standard_normal((300, 24)) + 5  # close together and far from the origin
    vectors[:100] = vectors[0] + 1e-3 * vectors[:100]
    table = EmbeddingTable((scale * vectors).astype(dtype), tuple(map(str, range(300))), Provenance("x"))
    found = search_all(table, 0, METRICS, 12)
    for metric in METRICS:
        same(found[metric], search(table, 0, metric, 12))


def test_errors_travel(kept):
    keeper, _, _ = kept
    with pytest.raises(QueryError) as caught:
        keeper.search(6, ["cosine"], 3)
    assert (caught.value.code, caught.value.fields["id"]) == ("query.row_not_usable", 6)
    assert keeper.rows([0]).shape == (1, DIMS)  # and it is still there
    with pytest.raises(FileError, match=r"file\.not_found"):
        Keeper(keeper._child.path.with_name("missing"))


def test_a_file_cut_while_it_is_mapped_is_a_named_error(tmp_path):
    path = tmp_path / "m.safetensors"
    written(path, rows=20_000)  # more pages than were read when it was opened
    keeper = Keeper(path)
    whole = path.stat().st_size
    os.truncate(path, 4_096)
    with pytest.raises(FileError) as caught:
        keeper.search(0, METRICS, 5)
    facts = caught.value.fields
    assert (caught.value.code, facts["expected"], facts["found"]) == ("file.truncated", whole, 4_096)
    with pytest.raises(FileError, match=r"file\.truncated"):
        keeper.rows([0])
    keeper.close()


def test_a_killed_process_is_a_named_error(kept):
    keeper, _, _ = kept
    os.kill(keeper._child._process.pid, signal.SIGKILL)
    with pytest.raises(JobError) as caught:
        keeper.rows([0])
    assert (caught.value.code, caught.value.fields["signal"]) == ("job.crashed", "SIGKILL")


def test_opening_has_limits(tmp_path):
    written(tmp_path / "m.safetensors")
    vet(tmp_path / "m.safetensors")
    with pytest.raises(JobError) as caught:
        vet(tmp_path / "m.safetensors", seconds=0.0)
    assert caught.value.code == "job.timed_out"
    words = tmp_path / "words.json"
    words.write_text("[" + '"a",' * 4_000_000 + '"a"]')
    with pytest.raises(JobError) as caught:
        vet(tmp_path / "m.safetensors", words, megabytes=16)
    assert (caught.value.code, caught.value.fields["megabytes"]) == ("job.out_of_memory", 16)
    with pytest.raises(FileError, match=r"file\.not_found"):
        vet(tmp_path / "missing")


def test_a_long_text_is_heard_while_it_is_read(tmp_path, monkeypatch):
    path, told = tmp_path / "a.txt", []
    path.write_text("".join(f"w{row} {row} 0.5\n" for row in range(500_000)))
    with heard(lambda done, total: told.append((done, total))):
        vet(path)
    assert told
    assert told == sorted(told)
    assert {total for _, total in told} == {path.stat().st_size}


def test_a_listener_that_raises_ends_the_reading(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a 1 2\nb 3 4\n")

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), heard(stop):
        vet(path)


def test_a_file_whose_table_must_be_chosen_is_no_fault(tmp_path):
    content = safetensors({"a": tensor([2, 3], 0, 24), "b": tensor([2, 3], 24, 48)}, bytes(48))
    (tmp_path / "m.safetensors").write_bytes(content)
    vet(tmp_path / "m.safetensors")


def test_it_leaves_with_the_server(kept):
    keeper, _, _ = kept
    keeper._child._process.stdin.close()  # what the server's death does
    assert keeper._child._process.wait(10) == 0
