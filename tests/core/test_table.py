"""EmbeddingTable: what it refuses, what its fingerprint covers, what taking rows keeps."""

import dataclasses

import ml_dtypes
import numpy as np
import pytest

from embedlab import table as module
from embedlab.errors import TableError
from embedlab.table import EmbeddingTable, Provenance, take
from tests import tables


def changed(table, **parts):
    return dataclasses.replace(table, **parts)


def test_vectors_cannot_be_written():
    table = tables.plain()
    with pytest.raises(ValueError, match="read-only"):
        table.vectors[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.tokens = ()


@pytest.mark.parametrize(
    ("vectors", "code"),
    [
        (np.zeros(4, np.float32), "table.not_two_dimensional"),
        (np.zeros((2, 2, 2), np.float32), "table.not_two_dimensional"),
        (np.zeros((2, 2), np.int64), "table.not_float"),
        (np.zeros((2, 2), np.complex64), "table.not_float"),
        (np.zeros((0, 3), np.float32), "table.empty"),
        (np.zeros((3, 0), np.float32), "table.empty"),
    ],
)
def test_what_is_no_table_is_refused(vectors, code):
    with pytest.raises(TableError) as caught:
        EmbeddingTable(vectors, ("t",) * len(vectors), Provenance("test"))
    assert caught.value.code == code


@pytest.mark.parametrize("part", ["tokens", "counts", "classes"])
def test_columns_must_be_as_long_as_the_table(part):
    with pytest.raises(TableError) as caught:
        changed(tables.plain(rows=40), **{part: (1,) * 39})
    assert caught.value.code == "table.length_mismatch"
    assert caught.value.fields == {"part": part, "expected": 40, "found": 39}


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", ">f4"])
def test_every_float_type_is_kept_and_has_a_fingerprint(dtype):
    table = tables.plain(dtype=dtype)
    assert table.vectors.dtype == np.dtype(dtype if dtype == ">f4" else getattr(ml_dtypes, dtype, dtype))
    assert len(table.fingerprint) == 64
    assert table.rows64([1]).dtype == np.float64


def test_the_fingerprint_is_of_contents_not_of_origin():
    table = tables.plain()
    copy = EmbeddingTable(
        table.vectors.copy(order="F"), list(table.tokens), Provenance("elsewhere", tensor="x", seed=9)
    )
    assert copy.fingerprint == table.fingerprint
    assert changed(table, counts=np.ones(40, np.int64)).fingerprint == table.fingerprint


def test_the_fingerprint_changes_with_anything_that_is_seen():
    table = tables.plain()
    order = np.arange(40)[::-1]
    nudged = table.vectors.copy()
    nudged[39, 7] = np.nextafter(nudged[39, 7], np.float32(9))
    others = [
        changed(table, vectors=table.vectors[order]),
        changed(table, vectors=nudged),
        changed(table, vectors=table.vectors.astype(np.float64)),
        changed(table, vectors=table.vectors.reshape(20, 16), tokens=table.tokens[:20]),
        changed(table, tokens=table.tokens[::-1]),
        changed(table, tokens=("t0t", "1", *table.tokens[2:])),
        changed(table, tokens=("\ud800", *table.tokens[1:])),
        changed(table, steps=("centred",)),
        take(table, order),
    ]
    assert len({other.fingerprint for other in [table, *others]}) == 10


def test_the_bits_of_a_table_have_one_fingerprint_whatever_they_mean():
    table = tables.plain(dtype="float16")
    assert changed(table, vectors=table.vectors.view(ml_dtypes.bfloat16)).fingerprint != table.fingerprint


def test_a_large_mapped_table_is_sampled_and_says_so(tmp_path):
    rows = module.SAMPLED_ABOVE // 4096 + 1  # one row of 1,024 float32 more than the limit
    mapped = np.memmap(tmp_path / "sparse", np.float32, "w+", shape=(rows, 1024))  # holes: no disk is used
    tokens = ("t",) * rows
    empty = EmbeddingTable(mapped, tokens, Provenance("sparse"))
    assert empty.fingerprint.startswith("s:")
    for row in (0, rows - 1):
        mapped[row, 5] = 1
        assert EmbeddingTable(mapped, tokens, Provenance("sparse")).fingerprint != empty.fingerprint
        mapped[row, 5] = 0
    assert EmbeddingTable(mapped, tokens, Provenance("sparse")).fingerprint == empty.fingerprint
    within = EmbeddingTable(mapped[:-1], tokens[:-1], Provenance("sparse"))
    assert not within.fingerprint.startswith("s:")


def test_name_says_the_tensor_where_there_is_one():
    assert tables.plain().name == "plain"
    assert changed(tables.plain(), provenance=Provenance("file", tensor="wte")).name == "file / wte"


def test_ids_by_token_holds_every_id_of_a_repeated_token():
    table = tables.degenerate()
    assert table.ids_by_token[tables.REPEATED_TOKEN] == tables.REPEATED_IDS
    assert table.ids_by_token[""] == (tables.EMPTY_TOKEN_ID,)


def test_text_reads_the_piece_as_its_vocabulary_writes_it():
    table = changed(tables.plain(rows=3), tokens=("Ġł", "Ġa", "x"))
    assert table.text(1) == " a"
    assert table.text(0) == " \\xa0"
    assert changed(table, tokens=("ł", "▁a", "x")).text(0) == "ł"


def test_take_keeps_what_belongs_to_the_rows():
    table = changed(
        tables.degenerate(), counts=np.arange(24), classes=tuple(f"c{row}" for row in range(24)), steps=("centred",)
    )
    some = take(table, np.array([5, 0, 23]))
    np.testing.assert_array_equal(some.vectors, table.vectors[[5, 0, 23]])
    assert some.tokens == ("t5", "t0", "t23")
    assert some.counts.tolist() == [5, 0, 23]
    assert some.classes == ("c5", "c0", "c23")
    assert some.steps == ("centred",)
    assert some.provenance is table.provenance
