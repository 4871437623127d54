"""A table in shards answers as the whole table does, bit for bit: first in this process, then in real ones."""

from itertools import pairwise

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.checkpoints import open_table
from embedlab.errors import JobError, QueryError, SettingsError, TableError
from embedlab.jobs.shards import Shards
from embedlab.neighbours import METRICS, search
from embedlab.neighbours.shards import merge, nearest
from embedlab.preprocessing import apply, apply_to, borders
from embedlab.table import EmbeddingTable, Provenance, cut

STEPS = [(), ("centred",), ("standardised", "unit_norm"), ("without_top_components:2", "centred")]


def made(rows=700, dims=300, seed=0):
    """Rows with copies in both halves, a zero row, one that is not finite, and a direction that all share."""
    vectors = np.random.default_rng(seed).normal(0.3, 1, (rows, dims)).astype(np.float32)
    vectors[rows - 5 :] = vectors[:5]
    vectors[40:45] = vectors[2]
    vectors[7], vectors[450, 3] = 0, np.nan
    return EmbeddingTable(vectors, tuple(f"t{row}" for row in range(rows)), Provenance("made"))


def same(found, expected):
    for name, value in vars(expected).items():
        got = getattr(found, name)
        assert np.array_equal(got, value) if isinstance(value, np.ndarray) else got == value, name


def in_shards(table, query, metric, k, cuts):
    vector = query if isinstance(query, np.ndarray) else table.rows64([query])[0]
    parts = [nearest(cut(table, slice(a, b)), a, vector, [metric], k)[metric] for a, b in pairwise(cuts)]
    return merge(parts[::-1], vector, k, None if isinstance(query, np.ndarray) else query)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("cuts", [(0, 700), (0, 1, 7, 8, 300, 700), (0, 350, 698, 700)])
def test_any_cut_gives_the_answer_of_the_whole_with_its_ties(metric, cuts):
    table = made()
    for query in (2, 699, 44, np.arange(300) / 300):
        for k in (1, 6, 650):
            same(in_shards(table, query, metric, k, cuts), search(table, query, metric, k))


def test_ties_across_shards_go_to_the_lower_id():
    found = in_shards(made(), 2, "euclidean", 6, (0, 350, 700))
    assert found.ids.tolist() == [40, 41, 42, 43, 44, 697]
    assert found.values.tolist() == [0.0] * 6
    assert found.own_best


def test_too_large_a_k_counts_the_rows_of_all_shards():
    table, cuts = made(), (0, 350, 700)
    with pytest.raises(QueryError) as caught:
        in_shards(table, 2, "cosine", 698, cuts)
    assert caught.value.fields == {"k": 698, "largest": 697}
    with pytest.raises(SettingsError):
        in_shards(table, 2, "cosine", 0, cuts)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("dims", [300, 7])
def test_a_part_after_steps_is_that_of_the_whole_bit_for_bit(steps, dims):
    table = made(40_000 if dims == 7 else 1_000, dims)
    whole = apply(table, steps)
    cuts = borders(table.n_rows, dims, 3)
    assert (cuts[0], cuts[-1], len(cuts)) == (0, table.n_rows, 4)
    for start, stop in pairwise(cuts):
        part = apply_to(table, steps, range(start, stop))
        assert np.array_equal(part.vectors, whole.vectors[start:stop], equal_nan=True)
        assert (part.tokens, part.steps) == (whole.tokens[start:stop], whole.steps)


def test_a_small_table_has_fewer_parts():
    assert borders(10, 4, 3) == (0, 10)


def test_real_processes_answer_as_one_machine_on_wordllama(real_file):
    path = real_file("wordllama")
    table = open_table(path)
    held = Shards(path, 2)
    try:
        assert [len(rows) for rows in held.rows] == [16_384, 15_616]  # whole blocks of 512 rows
        for steps in ((), ("centred",), ("without_top_components:3", "unit_norm")):
            whole = apply(table, steps)
            for query in (1000, table.n_rows - 1):
                found = held.search(query, METRICS, 10, steps)
                for metric in METRICS:
                    same(found[metric], search(whole, query, metric, 10))
    finally:
        held.close()


def test_a_row_beyond_exact_arithmetic_is_named_by_its_place_in_the_whole():
    vectors = np.ones((10, 3))
    vectors[7] = 1e200
    table = EmbeddingTable(vectors, tuple("abcdefghij"), Provenance("made"))
    with pytest.raises(TableError) as whole:
        search(table, 0, "dot", 1)
    with pytest.raises(TableError) as part:
        nearest(cut(table, slice(5, 10)), 5, np.ones(3), ["dot"], 1)
    assert whole.value.fields == part.value.fields


def test_what_cannot_be_asked_is_said_as_by_one_machine(tmp_path):
    table, path = made(), tmp_path / "t.safetensors"
    tablefile.write(table, path)
    held = Shards(path, 2)
    try:
        for query, code in (
            (7, "query.row_not_usable"),
            (700, "query.id_out_of_range"),
            (np.ones(3), "query.wrong_length"),
        ):
            with pytest.raises(QueryError) as theirs:
                held.search(query, ["cosine"], 3)
            with pytest.raises(QueryError) as ours:
                search(table, query, "cosine", 3)
            assert theirs.value.code == ours.value.code == code
            assert theirs.value.fields == ours.value.fields
        same(held.search(3, ["dot"], 5)["dot"], search(table, 3, "dot", 5))
        held._keepers[1]._child._process.kill()
        with pytest.raises(JobError) as dead:
            held.search(3, ["dot"], 5)
        assert (dead.value.code, dead.value.fields["signal"]) == ("job.crashed", "SIGKILL")
    finally:
        held.close()
