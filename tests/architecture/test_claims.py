"""docs/claims.md names pages and tests that exist, all 27 claims, each once and in order."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (C\d\d) \| (\S+) \| (\S+)::(\w+) \| (.+) \|$")


def rows() -> list[tuple[str, ...]]:
    lines = (ROOT / "docs/claims.md").read_text("utf-8").splitlines()
    listed = [line for line in lines if line.startswith("| C")]
    return [found.groups() for line in listed if (found := ROW.match(line))] if all(map(ROW.match, listed)) else []


def test_every_claim_stands_once_and_in_order():
    assert [row[0] for row in rows()] == [f"C{number:02}" for number in range(1, 28)]


@pytest.mark.parametrize(("claim", "page", "file", "test", "outcome"), rows())
def test_a_claim_has_its_page_and_its_test(claim, page, file, test, outcome):
    assert (ROOT / page).exists()
    assert re.search(rf"^def {test}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)
    assert claim.lower() in test
