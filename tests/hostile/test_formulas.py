"""Every CSV that the app or the command line writes: no token becomes a formula, in whichever country it is opened."""

import re
from pathlib import Path

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.checkpoints.export import csv_lines, table_as_csv
from embedlab.cli.main import main
from embedlab.table import EmbeddingTable, Provenance
from embedlab.ui import neighbours_more

ROOT = Path(__file__).resolve().parents[2]
FORMULAS = (
    '=HYPERLINK("http://x","y")',
    "@SUM(1)",
    "+1;=2",
    "a;=1+1;b",
    "a\n=1",
    "a\t-1",
    "\r=1",
    "＝1",
    "-1",
    'a;"=1+1;b',
    'a\n"=1',
)
RUN = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


@pytest.fixture
def table():
    vectors = np.random.default_rng(0).random((len(FORMULAS), 3)).astype(np.float32)
    return EmbeddingTable(vectors, FORMULAS, Provenance("x;=1+1"))


def cells(content):
    """The cells as a spreadsheet with decimal commas sees them: parted at semicolons, tabs and ends of lines."""
    return [cell.lstrip('"') for cell in re.split(r"[;\t\r\n]", content.decode("utf-8-sig"))]


def by_command(*arguments):
    def write(table, folder):
        path, out = folder / "t.safetensors", folder / "out.csv"
        tablefile.write(table, path)
        assert main([arguments[0], str(path), *arguments[1:], "--out", str(out)]) == 0
        return out.read_bytes()

    return write


WRITERS = {
    "export": by_command("export"),
    "neighbours": by_command("neighbours", "#0", "#3", "-k", "8"),
    "lists of the page": lambda table, folder: neighbours_more.lists_csv(table, range(len(FORMULAS)), 8, "pt"),
    "rows of the page": lambda table, folder: b"".join(table_as_csv(table)),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_no_cell_is_run(write, table, tmp_path):
    content = write(table, tmp_path)
    assert "HYPERLINK" in content.decode("utf-8-sig")
    assert not [cell for cell in cells(content) if cell.startswith(RUN)]


def test_a_heading_is_guarded_like_a_cell():
    assert not [cell for cell in cells(b"".join(csv_lines(["# x;=1+1"], []))) if cell.startswith(RUN)]


def test_there_is_no_other_way_to_a_csv():
    """All of them, maps and contexts too, are made by `csv_lines`."""
    sources = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "embedlab").rglob("*.py")]
    other = re.compile(r"csv\.writer|DictWriter|to_csv|savetxt")
    assert [path.name for path in sources if other.search(path.read_text("utf-8"))] == ["export.py"]
