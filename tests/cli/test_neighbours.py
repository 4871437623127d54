"""The verb `neighbours`."""

import json

import numpy as np
import pytest

from embedlab.cli.main import main
from embedlab.neighbours import METRICS, search
from embedlab.preprocessing import apply
from tests import tables


@pytest.fixture
def ask(capsys, validate):
    def call(*arguments, status=0):
        assert main(["neighbours", *arguments, "--json"]) == status
        return validate(capsys.readouterr().out, "error" if status else "neighbours")

    return call


@pytest.mark.parametrize("metric", METRICS)
def test_one_token(ask, path, metric):
    answer = ask(path, "t0", "--metric", metric, "-k", "5")
    found = search(tables.degenerate(), 0, metric, 5)
    assert [one["id"] for one in answer["neighbours"]] == found.ids.tolist()
    assert [one["rank"] for one in answer["neighbours"]] == [1, 2, 3, 4, 5]
    np.testing.assert_allclose([one["value"] for one in answer["neighbours"]], found.values)
    assert answer["query"] == {"id": 0, "token": "t0", "text": "t0", "others": [], "own_best": found.own_best}
    zero = list(tables.ZERO_IDS) if metric == "cosine" else []
    assert answer["excluded"] == {"zero_rows": zero, "non_finite_rows": [tables.NAN_ID, tables.INFINITE_ID]}
    declaration = answer["declaration"]
    assert (declaration["metric"], declaration["k"], declaration["steps"]) == (metric, 5, [])
    assert (declaration["rows"], declaration["dims"]) == (24, 6)


def test_the_default_is_ten_neighbours_by_cosine(ask, path):
    answer = ask(path, "t0")
    assert (answer["declaration"]["metric"], len(answer["neighbours"])) == ("cosine", 10)


def test_several_tokens_give_results_in_their_order(ask, path):
    answer = ask(path, "t2", "#0", "twice", "-k", "2")
    assert [one["query"]["id"] for one in answer["results"]] == [2, 0, 1]
    assert answer["results"][2]["query"]["others"] == [14]


def test_steps_are_applied_and_declared(ask, path):
    steps = ["centred", "without_top_components:2"]
    answer = ask(path, "t0", "--steps", ",".join(steps), "-k", "4")
    assert answer["declaration"]["steps"] == steps
    found = search(apply(tables.degenerate(), steps), 0, "cosine", 4)
    assert [one["id"] for one in answer["neighbours"]] == found.ids.tolist()
    assert ask(path, "t0", "--steps", "raw")["declaration"]["steps"] == []


@pytest.mark.parametrize("metric", METRICS)
def test_the_mean_of_several_tokens(ask, path, metric):
    answer = ask(path, "t0", "t2", "t4", "--mean", "--metric", metric, "-k", "4")
    table = tables.degenerate()
    found = search(table, table.rows64([0, 2, 4]).mean(axis=0), metric, 7)
    expected = [row for row in found.ids.tolist() if row not in (0, 2, 4)][:4]
    assert [one["id"] for one in answer["neighbours"]] == expected
    assert [one["rank"] for one in answer["neighbours"]] == [1, 2, 3, 4]
    assert [one["id"] for one in answer["query"]["mean_of"]] == [0, 2, 4]


def test_a_token_given_twice_weighs_twice_in_the_mean(ask, path):
    answer = ask(path, "t0", "#0", "t2", "--mean", "--metric", "euclidean", "-k", "4")
    table = tables.degenerate()
    first, second = table.rows64([0, 2])
    found = search(table, (2 * first + second) / 3, "euclidean", 6)
    nearest = [(row, value) for row, value in zip(found.ids.tolist(), found.values, strict=True) if row not in (0, 2)]
    assert [one["id"] for one in answer["neighbours"]] == [row for row, _ in nearest[:4]]
    assert [one["value"] for one in answer["neighbours"]] == pytest.approx([value for _, value in nearest[:4]])
    assert [one["id"] for one in answer["query"]["mean_of"]] == [0, 0, 2]


def test_the_mean_of_one_token_is_that_token(ask, path):
    mean, alone = ask(path, "t0", "--mean", "-k", "5"), ask(path, "t0", "-k", "5")
    assert [one["id"] for one in mean["neighbours"]] == [one["id"] for one in alone["neighbours"]]


def test_a_pasted_vector(ask, path):
    row = tables.degenerate().rows64([8])[0]
    answer = ask(path, f"--vector={row.tolist()}", "-k", "3")
    assert answer["neighbours"][0]["id"] == 8
    assert answer["neighbours"][0]["value"] == pytest.approx(1)
    assert answer["query"] == {"norm": pytest.approx(np.linalg.norm(row))}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--vector=1,2,3"], "query.wrong_length"),
        (["--vector=1,2,x,4,5,6"], "query.vector_unreadable"),
        (["--vector=1,2,inf,4,5,6"], "query.vector_unreadable"),
        (["--vector="], "query.vector_unreadable"),
        (["--vector=0,0,0,0,0,0"], "query.vector_not_usable"),
        (["t0", "#3", "--mean"], "query.row_not_usable"),
        (["t0", "t2", "--mean", "-k", "19"], "query.k_too_large"),
    ],
)
def test_a_mean_or_a_vector_at_fault_is_3(ask, path, arguments, code):
    assert ask(path, *arguments, status=3)["error"]["code"] == code


@pytest.mark.parametrize("arguments", [[], ["--mean"], ["t0", "--vector=1"], ["--mean", "--vector=1"]])
def test_tokens_or_a_vector(ask, path, arguments):
    assert ask(path, *arguments, status=2)["error"]["code"] == "usage"


def test_lists_go_into_a_csv_file(ask, path, tmp_path):
    answer = ask(path, "t0", "t2", "-k", "2", "--out", str(tmp_path / "lists.csv"))
    lines = (tmp_path / "lists.csv").read_text("utf-8").splitlines()
    assert lines[0] == "query,rank,id,token,text,value"
    assert len(lines) == 5
    first = answer["results"][0]["neighbours"][0]
    assert lines[1] == f"#0 't0',1,{first['id']},{first['token']},{first['text']},{first['value']!r}"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["dog"], "query.token_unknown"),
        (["#24"], "query.id_out_of_range"),
        (["t0", "-k", "20"], "query.k_too_large"),
        (["#3"], "query.row_not_usable"),
        (["#9", "--metric", "dot"], "query.row_not_usable"),
        (["t0", "nobody"], "query.token_unknown"),
    ],
)
def test_a_query_at_fault_is_3(ask, path, arguments, code):
    assert ask(path, *arguments, status=3)["error"]["code"] == code


@pytest.mark.parametrize(
    "arguments",
    [["-k", "0"], ["-k", "x"], ["--metric", "l2"], ["--steps", "centered"], ["--steps", "without_top_components:0"]],
)
def test_wrong_usage_is_2(ask, path, arguments):
    assert ask(path, "t0", *arguments, status=2)["error"]["code"] == "usage"


def test_a_file_that_is_not_there_is_3(ask, tmp_path):
    assert ask(str(tmp_path / "gone.safetensors"), "t0", status=3)["error"]["code"].startswith("file.")


def test_a_person_reads_ranks_values_and_what_was_left_out(capsys, path):
    assert main(["neighbours", path, "twice", "--metric", "cosine", "-k", "3"]) == 0
    out = capsys.readouterr().out
    assert "steps raw, cosine similarity" in out
    assert "#1 'twice'; the same token has further ids [14]" in out
    assert "left out: 2 zero rows, 2 rows that are not finite" in out
    assert len(out.splitlines()) == 2 + 3 + 1


def test_minilm_is_answered_as_documented(ask, real_file, capsys):
    answer = ask(str(real_file("minilm_folder")), "cat", "-k", "3")
    assert [(one["token"], round(one["value"], 3)) for one in answer["neighbours"]] == [
        ("cats", 0.815),
        ("kitten", 0.560),
        ("kitty", 0.537),
    ]
    assert main(["neighbours", str(real_file("minilm_folder")), "Tuesday", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["error"]["fields"]["suggestions"] == ["tuesday"]
