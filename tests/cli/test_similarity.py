"""The verb `similarity`."""

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.cli.main import main
from embedlab.neighbours.similarity import compare
from embedlab.table import EmbeddingTable, Provenance
from tests import tables


@pytest.fixture
def ask(capsys, validate):
    def call(*arguments, status=0):
        assert main(["similarity", *arguments, "--json"]) == status
        return validate(capsys.readouterr().out, "error" if status else "similarity")

    return call


def test_all_pairs_in_the_order_asked(ask, path):
    answer = ask(path, "t4", "t0", "#5")
    found = compare(tables.degenerate(), [4, 0, 5])
    for key in ("euclidean", "cosine", "dot", "angles", "norms"):
        np.testing.assert_allclose(answer[key], getattr(found, key), err_msg=key)
    assert [one["id"] for one in answer["tokens"]] == [4, 0, 5]
    assert answer["declaration"]["rows_shown"] == 3


def test_a_zero_row_is_null_under_cosine_and_nowhere_else(ask, path):
    answer = ask(path, "t0", "#3")
    assert answer["cosine"] == [[1, None], [None, None]]
    assert answer["angles"] == [[0, None], [None, None]]
    assert answer["norms"][1] == 0
    assert answer["dot"][1] == [0, 0]


def test_random_pairs_and_chance_stand_beside(ask, path):
    answer = ask(path, "t0", "t2")
    assert answer["random_pairs"]["euclidean"]["pairs"] == 22 * 21 // 2
    assert answer["random_pairs"]["cosine"]["pairs"] == 20 * 19 // 2
    assert answer["chance_cosine_sd"] == pytest.approx(6**-0.5)


def test_steps(ask, path):
    answer = ask(path, "t0", "t2", "--steps", "unit_norm")
    np.testing.assert_allclose(answer["norms"], 1, rtol=1e-6)
    np.testing.assert_allclose(answer["dot"], answer["cosine"], rtol=1e-6)


def test_one_token_is_compared_with_itself(ask, path):
    answer = ask(path, "t0")
    assert (answer["euclidean"], answer["cosine"]) == ([[0]], [[1]])


@pytest.mark.parametrize(("token", "code"), [("dog", "query.token_unknown"), ("#24", "query.id_out_of_range")])
def test_a_token_that_does_not_exist_is_3(ask, path, token, code):
    assert ask(path, "t0", token, status=3)["error"]["code"] == code


def test_a_person_reads_every_pair(capsys, path):
    assert main(["similarity", path, "t0", "t2", "#3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 3 + 3 + 3 + 1
    assert lines[0].endswith(": 24 x 6, steps raw")
    assert lines[4].startswith("#0 't0', #2 't2': euclidean ")
    assert "cosine -, dot 0.0000, angle - degrees" in lines[5]


def test_minilm_is_answered_as_documented(ask, real_file):
    answer = ask(str(real_file("minilm_folder")), "cat", "dog", "tuesday")
    assert answer["cosine"][0][1] == pytest.approx(0.423856, abs=5e-7)
    assert answer["cosine"][0][2] == pytest.approx(-0.058163, abs=5e-7)


def test_a_piece_inside_words_is_told_from_the_one_that_begins_them(capsys, tmp_path):
    table = tables.plain(rows=4)
    named = EmbeddingTable(table.vectors, ("cat", "▁cat", "▁dog", "x"), Provenance("pieces"))
    tablefile.write(named, tmp_path / "pieces.safetensors")
    for verb in (["similarity"], ["neighbours", "-k", "2"]):
        assert main([*verb, str(tmp_path / "pieces.safetensors"), "cat", "dog", "x"]) == 0
        assert capsys.readouterr().out.count("note: 'cat' (#0) continues a word in this vocabulary; '▁cat' (#1)") == 1


def test_norms_whose_squares_leave_float64_are_refused(ask, tmp_path):
    tablefile.write(
        EmbeddingTable(np.eye(3) * 1e307, ("a", "b", "c"), Provenance("long")), tmp_path / "long.safetensors"
    )
    assert ask(str(tmp_path / "long.safetensors"), "a", "b", status=3)["error"]["code"] == "table.extreme_values"
