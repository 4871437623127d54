import ast
import json
from pathlib import Path

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.cli.main import main
from embedlab.cli.verbs.inspect import CODES
from tests import tables

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path, degenerate_table):
    tablefile.write(degenerate_table, tmp_path / "table.safetensors")
    return str(tmp_path / "table.safetensors")


def test_what_is_in_a_file(path, capsys, validate):
    assert main(["inspect", path, "--json"]) == 0
    answer = validate(capsys.readouterr().out, "inspect")
    assert answer["file"]["name"] == "table.safetensors"
    assert answer["chosen"] == tablefile.INPUT
    assert answer["vocabulary"]["size"] == 24
    health = answer["health"]
    assert (health["non_finite_rows"], health["non_finite_rows_ids"]) == (2, [[9, 9], [12, 12]])
    assert (health["zero_rows"], health["zero_rows_ids"]) == (2, [[3, 3], [17, 17]])
    assert health["norm"]["min"] == 0
    assert answer["ledger"] == {"parameters": 144, "bytes": 576, "counted_once": False, "position": 0, "total": 144}
    assert [finding["code"] for finding in answer["findings"]] == [
        "table.non_finite_rows",
        "table.zero_rows",
        "file.duplicate_tokens",
        "table.duplicate_rows",
    ]


def test_the_answer_reads_as_lines(path, capsys):
    assert main(["inspect", path]) == 0
    text = capsys.readouterr().out
    assert "24 x 6 float32" in text
    assert "head: unknown (no_head_tensor)" in text
    assert f"rows hold NaN or infinity (ids {tables.NAN_ID}, {tables.INFINITE_ID})" in text


@pytest.mark.parametrize(
    ("codes", "status"),
    [
        (["table.zero_rows"], 4),
        (["table.constant", "table.non_finite_rows"], 4),
        (["table.constant,table.non_finite_rows"], 4),
        (["table.constant"], 0),
        ([], 0),
    ],
)
def test_fail_on_a_finding(codes, status, path, capsys):
    options = [part for code in codes for part in ("--fail-on", code)]
    assert main(["inspect", path, *options]) == status
    assert capsys.readouterr().out


def test_a_misspelt_code_is_refused_before_anything_is_read(capsys):
    assert main(["inspect", "no such file", "--fail-on", "table.zero_row,table.zero_rows"]) == 2
    told = capsys.readouterr().err
    assert "table.zero_row is no code of a finding" in told
    assert "table.zero_rows" in told
    assert "file.no_vocabulary" in told


def test_every_code_that_a_finding_has_is_known():
    """Found in the source: a code that is not listed could not be asked for."""
    package = (ROOT / "embedlab" / "checkpoints").rglob("*.py")
    sources = [path for path in package if path.name != "compare.py"]  # another verb's
    made = set()
    for path in sources:
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        calls = [node for node in nodes if getattr(node.func, "id", "") == "Finding" and node.args]
        made |= {node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)}
    assert made - set(CODES) == set()
    assert "file.adapter" in made


def test_a_named_tensor_and_a_vocabulary(tmp_path, capsys, validate):
    np.save(tmp_path / "a.npy", np.eye(3, 2))
    (tmp_path / "tokens.txt").write_text("a\nb\n")
    arguments = ["inspect", str(tmp_path / "a.npy"), "--tensor", "array"]
    assert main([*arguments, "--vocabulary", str(tmp_path / "tokens.txt"), "--json"]) == 0
    answer = validate(capsys.readouterr().out, "inspect")
    assert answer["vocabulary"]["source"] == "tokens.txt"
    assert answer["vocabulary"]["rows_without_token_ids"] == [[2, 2]]
    assert answer["health"]["zero_rows_ids"] == [[2, 2]]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file.empty"),
        (b"GGUF", "file.truncated"),
        (b"\x93NUMPY\x01", "file.truncated"),
        (None, "file.not_found"),
    ],
)
def test_a_wrong_file_is_exit_3(content, code, tmp_path, capsys):
    path = tmp_path / "wrong"
    if content is not None:
        path.write_bytes(content)
    assert main(["inspect", str(path), "--json"]) == 3
    captured = capsys.readouterr()
    assert json.loads(captured.out)["error"]["code"] == code
    assert "wrong" in captured.err
    assert "Traceback" not in captured.err


def test_minilm(real_file, capsys, validate):
    assert main(["inspect", str(real_file("minilm_folder")), "--json"]) == 0
    answer = validate(capsys.readouterr().out, "inspect")
    assert (answer["head"]["verdict"], answer["head"]["evidence"]) == ("unknown", ["no_head_tensor"])
    assert answer["head"]["cost"] == {"parameters": 11_720_448, "bytes": 46_881_792, "spare_bytes": 0, "saved": 0}
    health = answer["health"]
    assert health["effective_rank_rows"] == 30_522
    assert (health["undertrained_reference"], health["undertrained_reference_rows"]) == ("named", 994)
    assert health["undertrained_separation"] > 0.97
    assert health["unreachable_tokens"] == 1_331  # [unused7], and "##!"
    listed = health["undertrained"]
    assert sum(one["kind"] == "unused" for one in listed) > 0.97 * 994
    assert [one["indicator"] for one in listed] == sorted(one["indicator"] for one in listed)
    assert answer["ledger"]["total"] == 30_522 * 384 + 512 * 384
