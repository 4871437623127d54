"""The script that breaks formulas breaks what it says, and tells a dead mutant from a living one."""

import subprocess
import sys
from pathlib import Path

from tools.mutate import HEAD, Told, mutants, renew
from tools.mutate_kinds import EQUIVALENT, KINDS, ROOT

SOURCE = '''
"""Words."""
_BLOCK = 2 ** 20  # a size: no answer depends on it
CHECK = Check(key="a", order=3, chance=lambda seen: 0.5)

def mean(rows, weights):
    """Not a formula."""
    if rows is None or len(rows) <= 1:
        raise ValueError("1 + 1")
    step = 3 * _BLOCK
    return np.maximum(rows.sum(), -weights) / len(rows)
'''

# Two mutants of a step: the mean added, and the mean subtracted by another way of writing it.
PLANTED = """
import sys
from tools.mutate import ROOT, Mutant, run
file = ROOT / "embedlab/preprocessing/steps/centred.py"
text = file.read_text("utf-8")
assert text.count("rows - mean") == 1
for new in ("rows + mean", "-mean + rows"):
    code = compile(text.replace("rows - mean", new), str(file), "exec")
    test = "tests/preprocessing/test_preprocessing.py::test_centred_by_hand"
    print(run([test], Mutant(file, 1, new, code))[0])
"""


def test_what_is_changed(tmp_path):
    file = tmp_path / "made.py"
    file.write_text(SOURCE, "utf-8")
    made = list(mutants(file))
    assert [(one.line, one.what) for one in made] == [
        (4, "lambda seen: 0.5 -> lambda seen: 1.0"),
        (8, "rows is None or len(rows) <= 1 -> rows is None and len(rows) <= 1"),
        (8, "rows is None -> rows is not None"),
        (8, "len(rows) <= 1 -> len(rows) < 1"),
        (8, "len(rows) <= 1 -> len(rows) >= 1"),
        (8, "len(rows) <= 1 -> len(rows) <= 2"),
        (11, "np.maximum(rows.sum(), -weights) / len(rows) -> np.maximum(rows.sum(), -weights) * len(rows)"),
        (11, "np.maximum(rows.sum(), -weights) / len(rows) -> np.maximum(rows.sum(), -weights)"),
        (11, "np.maximum(rows.sum(), -weights) -> np.minimum(rows.sum(), -weights)"),
        (11, "rows.sum() -> rows.mean()"),
        (11, "-weights -> weights"),
    ]
    assert len({one.code for one in made}) == len(made)
    assert [one.what for one in mutants(file, ("mean",))] == ["lambda seen: 0.5 -> lambda seen: 1.0"]


def test_a_planted_mutant_is_killed_and_an_equivalent_one_survives():
    done = subprocess.run([sys.executable, "-c", PLANTED], capture_output=True, text=True, cwd=ROOT.parent, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_every_file_has_tests_and_no_measure_metric_or_check_is_left_out():
    for kind in KINDS.values():
        assert kind.files()
        for file in kind.files():
            tests = kind.tests_of(file)
            assert tests
            assert all(Path(ROOT.parent, test.partition("::")[0]).exists() for test in tests)
    for name, folder in (("measure", "measures"), ("check", "checks")):
        assert {*(ROOT / "distortion" / folder).glob("[!_]*.py")} <= {*KINDS[name].files()}
        assert KINDS[name].most > 1000
    assert {*(ROOT / "neighbours/metrics").glob("[!_]*.py")} <= {*KINDS["metric"].files()}
    assert all(reason for equal in EQUIVALENT.values() for reason in equal.values())


def test_the_page_keeps_the_rows_of_kinds_that_did_not_run():
    """44 mutants of 50 are drawn, 4 compute the same, 36 of 40 are killed: Wilson's interval, by hand."""
    one, other = Told(10, 10, 9, ["seen"]), Told(50, 44, 36, ["seen"] * 4)
    page = renew(renew("", {"training": one}, "2026-01-01"), {"metric": other}, "2026-01-02")
    assert page.startswith(HEAD)
    assert page[len(HEAD) :].splitlines() == [
        "| `metric` | neighbours/: 4 | 50 | 44 | 4 | 36 | 90.0% | 76.9% to 96.0% | 2026-01-02 |",
        "| `training` | training/: 6 | 10 | 10 | 0 | 9 | 90.0% | all drawn | 2026-01-01 |",
    ]
    assert renew(page, {"metric": one}, "2026-01-03").count("`metric`") == 1
