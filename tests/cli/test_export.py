"""The verb `export`: what is written reads back, and no token becomes a formula."""

import csv
import re

import ml_dtypes
import numpy as np
import pytest

from embedlab import tablefile
from embedlab.checkpoints.export import csv_lines, guarded
from embedlab.cli.main import main
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


@pytest.fixture
def ask(capsys, validate):
    def call(*arguments, status=0):
        assert main(["export", *map(str, arguments), "--json"]) == status
        return validate(capsys.readouterr().out, "error" if status else "export")

    return call


def saved(tmp_path, table):
    tablefile.write(table, tmp_path / "table.safetensors")
    return tmp_path / "table.safetensors"


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_npy_holds_the_rows_as_they_are(ask, tmp_path, dtype):
    table = tables.plain(dtype=dtype)
    answer = ask(saved(tmp_path, table), "--out", tmp_path / "a.npy")
    found = np.load(tmp_path / "a.npy", allow_pickle=False)
    assert found.dtype == answer["dtype"] == dtype
    np.testing.assert_array_equal(found, table.vectors)


def test_bfloat16_becomes_float32_without_loss(ask, tmp_path):
    vectors = tables.plain().vectors.astype(ml_dtypes.bfloat16)
    path = saved(tmp_path, EmbeddingTable(vectors, tables.plain().tokens, Provenance("m")))
    assert ask(path, "--out", tmp_path / "a.npy")["dtype"] == "float32"
    np.testing.assert_array_equal(np.load(tmp_path / "a.npy"), vectors.astype(np.float32))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_csv_reads_back_to_the_same_numbers(ask, tmp_path, dtype):
    table = tables.plain(dtype=dtype)
    ask(saved(tmp_path, table), "--out", tmp_path / "a.csv")
    header, *rows = read(tmp_path / "a.csv")
    assert header == ["id", "token", *(f"d{place}" for place in range(8))]
    assert [row[:2] for row in rows] == [[f"{place}", f"t{place}"] for place in range(40)]
    np.testing.assert_array_equal(np.array([row[2:] for row in rows]).astype(dtype), table.vectors)


def test_a_selection_in_its_order_after_its_steps(ask, tmp_path):
    path = saved(tmp_path, tables.plain())
    answer = ask(path, "t7", "#2", "--steps", "unit_norm", "--out", tmp_path / "a.npy")
    found = np.load(tmp_path / "a.npy")
    assert answer["rows"] == answer["declaration"]["rows_shown"] == 2
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(
        found[0] @ tables.plain().vectors[7], np.linalg.norm(tables.plain().vectors[7]), rtol=1e-5
    )


@pytest.mark.parametrize("token", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_a_token_that_a_spreadsheet_would_run_has_an_apostrophe(ask, tmp_path, token):
    table = tables.plain(rows=3)
    path = saved(tmp_path, EmbeddingTable(table.vectors, (token, 'a"b,c\n', "\ud800"), Provenance("m")))
    ask(path, "--out", tmp_path / "a.csv")
    _, *rows = read(tmp_path / "a.csv")
    assert [row[1] for row in rows] == [f"'{token}", 'a"b,c\n', "\\ud800"]
    assert guarded(token) == f"'{token}"


@pytest.mark.parametrize(
    ("token", "written"),
    [("a;=1+1;b", "a;'=1+1;b"), ("a\n@x", "a\n'@x"), ("a\t-1", "a\t'-1"), ("＝1", "'＝1"), ("a-b=c;d", "a-b=c;d")],
)
def test_nor_does_it_run_where_cells_end_at_semicolons_or_lines(ask, tmp_path, token, written):
    """A spreadsheet of a country with decimal commas, Brazil's too, reads our file so, whatever is quoted."""
    path = saved(tmp_path, EmbeddingTable(tables.plain(rows=1).vectors, (token,), Provenance("m")))
    ask(path, "--out", tmp_path / "a.csv")
    assert read(tmp_path / "a.csv")[1][1] == written
    cells = re.split(r"[;\t\r\n]", (tmp_path / "a.csv").read_text("utf-8"))
    assert not [cell for cell in cells if cell.lstrip('"').startswith(("=", "+", "-", "@", "＝"))]


def test_a_negative_number_is_no_formula():
    assert b"".join(csv_lines(["a"], [[-1.5], ["-x"]])) == b"a\r\n-1.5\r\n'-x\r\n"


def test_at_fault(ask, tmp_path):
    path = saved(tmp_path, tables.plain())
    assert ask(path, "nobody", "--out", tmp_path / "a.csv", status=3)["error"]["code"] == "query.token_unknown"
    assert ask(path, "--out", tmp_path / "a.txt", status=2)["error"]["code"] == "usage"
    assert ask(path, "--out", tmp_path / "no" / "a.csv", status=3)["error"]["code"] == "file.not_writable"
    assert [file.name for file in tmp_path.iterdir()] == ["table.safetensors"]
