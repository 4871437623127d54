"""`maps` as scripts and people call it."""

import csv
import json
import subprocess
import sys

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.cli.main import main
from embedlab.distortion import MEASURES
from embedlab.table import EmbeddingTable, Provenance
from tests import tables

pytestmark = pytest.mark.heavy
QUICK = ["--twins", "2", "--early-exaggeration-iter", "50", "--n-iter", "50"]


@pytest.fixture
def path(tmp_path):
    """60 rows with awkward tokens, saved as our own file."""
    table = tables.plain(rows=60)
    tokens = list(table.tokens)
    tokens[:5] = ["=1+1", 'a "b", c', "linha\nnova", "▁cão", ""]
    tablefile.write(EmbeddingTable(table.vectors, tuple(tokens), Provenance("sixty")), tmp_path / "table.safetensors")
    return tmp_path / "table.safetensors"


def answer(capsys, *arguments):
    status = main(["maps", *map(str, arguments), "--json"])
    return status, capsys.readouterr().out


def test_the_answer_keeps_its_contract(path, tmp_path, capsys, validate):
    status, out = answer(capsys, path, "--out", tmp_path / "maps", *QUICK)
    assert status == 0
    found = validate(out, "maps")
    assert list(found["maps"]) == ["pca", "tsne", "umap"]
    for key, judged in found["maps"].items():
        assert judged["coordinates"] == str(tmp_path / "maps" / f"{key}.csv")
        assert judged["twins"] == 2
        for measure in judged["measures"].values():
            assert None not in (measure["value"], measure["chance"], measure["null"], measure["low"], measure["high"])
        with (tmp_path / "maps" / f"{key}_rows.csv").open(encoding="utf-8", newline="") as lines:
            per_row = list(csv.DictReader(lines))
        assert [int(row["id"]) for row in per_row] == list(range(60))
        kept = np.mean([float(row["kept"]) for row in per_row])
        assert kept == pytest.approx(judged["measures"]["neighbourhood_kept"]["value"], abs=1e-4)
        assert sum(int(row["in_degree"]) for row in per_row) == 60 * 15
    with (tmp_path / "maps" / "tsne.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["id"]) for row in rows] == list(range(60))
    assert [row["token"] for row in rows[:6]] == ["'=1+1", 'a "b", c', "linha\nnova", "▁cão", "", "t5"]
    assert np.isfinite([[float(row["x"]), float(row["y"])] for row in rows]).all()


def test_other_runs_are_drawn_on_demand_and_said_of_the_map_and_of_every_row(path, tmp_path, capsys, validate):
    chosen = ["--methods", "pca,tsne", "--stability", "1", "--twins", "0"]
    status, out = answer(capsys, path, "--out", tmp_path / "maps", *chosen, *QUICK[2:])
    found = validate(out, "maps")["maps"]
    assert status == 0
    assert list(found["pca"]["stability"]) == ["resampled"]
    seeds = found["tsne"]["stability"]["seeds"]
    assert (seeds["runs"], seeds["settings"][1]) == (2, {"seed": 1, "start": "random"})
    with (tmp_path / "maps" / "tsne_rows.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert np.mean([float(row["seeds_come_back"]) for row in rows]) == pytest.approx(seeds["overlap"], abs=1e-5)
    assert {"resampled_come_back", "smaller_come_back"} < rows[0].keys()
    assert main(["maps", str(path), "--methods", "pca", "--twins", "0", "--stability"]) == 0
    assert "samples of the rows: " in capsys.readouterr().out


def test_every_measure_of_500_rows_has_its_null_and_interval(tmp_path, capsys, validate):
    """With groups of their own, as a table of words has them, by the two methods that tear."""
    random = np.random.default_rng(0)
    rows = random.normal(size=(10, 16))[np.arange(500) % 10] * 3 + random.normal(size=(500, 16))
    table = EmbeddingTable(rows.astype(np.float32), tuple(f"w{row}" for row in range(500)), Provenance("five hundred"))
    tablefile.write(table, tmp_path / "table.safetensors")
    chosen = ["--methods", "tsne,umap", "--twins", "2", "--early-exaggeration-iter", "100", "--n-iter", "100"]
    status, out = answer(capsys, tmp_path / "table.safetensors", *chosen)
    assert status == 0
    for key, judged in validate(out, "maps")["maps"].items():
        assert set(judged["measures"]) == set(MEASURES), key
        for name, one in judged["measures"].items():
            numbers = [one[part] for part in ("value", "chance", "null", "low", "high", "null_low", "null_high")]
            assert None not in numbers, (key, name)
            assert one["low"] <= one["value"] <= one["high"], (key, name)
            assert one["null_low"] <= one["null"] <= one["null_high"], (key, name)
            assert len(one["twins"]) == 2
        kept = judged["measures"]["neighbourhood_kept"]
        assert kept["chance"] == pytest.approx(15 / 499)
        assert kept["low"] > kept["chance"]


def test_without_out_nothing_is_written(path, tmp_path, capsys, validate):
    _, out = answer(
        capsys, path, "--methods", "pca", "--rows", "20", "--seed", "3", "--steps", "centred", "-k", "4", "--twins", "0"
    )
    found = validate(out, "maps")
    assert found["maps"]["pca"]["coordinates"] is found["maps"]["pca"]["per_row"] is None
    assert found["maps"]["pca"]["measures"]["r_nx"]["null"] is None
    declaration = found["declaration"]
    assert (declaration["rows_shown"], declaration["seed"], declaration["k"]) == (20, 3, 4)
    assert declaration["steps"] == ["centred"]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["--methods", "isomap"], 2, "usage"),
        (["--methods", ""], 2, "usage"),
        (["--perplexity", "many"], 2, "usage"),
        (["--fail-on", "map.unstable"], 2, "usage"),
        (["--perplexity", "0.5"], 3, "settings.out_of_range"),
        (["--rows", "1"], 3, "settings.out_of_range"),
    ],
)
def test_wrong_settings_end_with_their_status(path, capsys, arguments, status, code):
    found, out = answer(capsys, path, *arguments)
    assert found == status
    assert json.loads(out)["error"]["code"] == code


def test_findings_asked_for_set_the_status(path, capsys):
    arguments = (path, "--methods", "pca", "--metric", "dot", "--twins", "0")
    assert answer(capsys, *arguments, "--fail-on", "map.similarity")[0] == 4
    assert answer(capsys, *arguments, "--fail-on", "map.pca_variance")[0] == 4  # of one map
    assert answer(capsys, *arguments, "--fail-on", "table.rescaled")[0] == 0
    assert answer(capsys, *arguments, "--fail-on", "map.similarity", "--fail-on", "table.rescaled")[0] == 4


def test_a_person_reads_lines(path, capsys):
    assert main(["maps", str(path), "--methods", "pca", "--twins", "2"]) == 0
    shown = capsys.readouterr().out
    assert "60 of 60 rows, cosine, steps raw, seed 0" in shown
    assert "neighbourhood kept 0." in shown
    assert "chance 0.254, twins 0." in shown


def test_a_constant_table_is_refused_in_words_and_kills_nothing(tmp_path):
    """scikit-learn's t-SNE dies of this table (SIGSEGV); umap invents a cloud."""
    path = tmp_path / "constant.safetensors"
    tablefile.write(tables.constant(rows=60), path)
    ended = subprocess.run(
        [sys.executable, "-m", "embedlab", "maps", str(path), "--json"], capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 3
    assert json.loads(ended.stdout)["error"]["code"] == "table.constant"
    assert "There is nothing to draw: the 60 rows" in ended.stderr
    assert "Traceback" not in ended.stderr
