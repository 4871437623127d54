"""docs/benchmarks.md, as `make bench` writes it."""

import json
from dataclasses import asdict
from importlib import import_module

import numpy as np

import bench.__main__ as runner
from bench.row import Row, at_least, at_most

HERE, THERE = "2 cores; Python 3.11", "8 cores; Python 3.12"


def test_the_median_decides():
    assert at_least("speed", 1.4, [1.3, 1.5, 2.0]) == Row("speed", ">= 1.4 x", "1.5 x", "2 / 1.5 / 1.3 of 3", True)
    assert at_most("wait", 150, [140, 160, 170], "ms") == Row(
        "wait", "<= 150 ms", "160 ms", "140 / 160 / 170 of 3", False
    )
    assert at_most("memory", 100, [1234.5], "MB") == Row("memory", "<= 100 MB", "1,234 MB", "one run", False)


def test_values_of_numpy_can_be_written():
    assert json.loads(json.dumps(asdict(at_least("speed", 1, np.array([1.0, 2.0])))))["met"] is True


def test_only_what_ran_is_renewed():
    one, other = at_least("one", 1, [2.0]), at_most("other", 1, [2.0], "s")
    first = runner.renew("", {"graph": [one], "answer": [other, one]}, HERE, "2026-11-30")
    again = runner.renew(first, {"graph": [other]}, THERE, "2026-12-01")
    lines = [line for line in again.splitlines() if line.startswith("| o")]
    assert lines == [
        "| other | <= 1 s | 2 s | one run | NO | `answer` | [1] 2026-11-30 |",
        "| one | >= 1 x | 2 x | one run | yes | `answer` | [1] 2026-11-30 |",
        "| other | <= 1 s | 2 s | one run | NO | `graph` | [2] 2026-12-01 |",
    ]
    assert again.endswith(f"1. {HERE}\n2. {THERE}\n")
    assert "[1]" not in runner.renew(again, {"answer": [one]}, THERE, "2026-12-02")


def test_a_missing_peer_is_named(tmp_path, monkeypatch):
    (tmp_path / "requirements-bench.txt").write_text("# peers\nnumpy==0.0.1\nno-such-peer==1.2\n")
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    assert runner.missing_peers() == ["numpy==0.0.1", "no-such-peer==1.2"]


def test_a_part_is_a_file_with_rows():
    assert {"graph", "maps", "measures", "skipgram"} < set(runner.PARTS)
    assert not {"gpu", "row", "__main__"} & set(runner.PARTS)
    assert hasattr(import_module("bench.search"), "rows")
