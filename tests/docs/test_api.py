"""docs/api.md runs as it is written, and `import embedlab` stays light."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import embedlab
from embedlab import api
from tests.distortion.made import table_of
from tests.readme.blocks import ROOT

API = ROOT / "docs" / "api.md"
HEAVY = {"numpy", "torch", "umap", "openTSNE", "sklearn", "scipy", "numba", "streamlit", "plotly"}


def python(folder, *arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
    )


def loaded_after(line, folder):
    """The heavy libraries that a fresh interpreter has after a line."""
    done = python(folder, "-c", f"{line}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))")
    return HEAVY & set(json.loads(done.stdout))


def test_the_import_is_light_and_opening_a_file_needs_numpy_only(tmp_path):
    assert loaded_after("import embedlab", tmp_path) == set()
    file = ROOT / "data" / "table_en.safetensors"
    opened = f"import embedlab\nembedlab.search(embedlab.open({str(file)!r}).table(), 'cat', k=1)"
    assert loaded_after(opened, tmp_path) == {"numpy"}


def test_the_package_offers_what_the_page_names_and_no_other():
    offered = {name for name in dir(embedlab) if getattr(embedlab, name) in (getattr(api, one) for one in api.__all__)}
    assert offered == {"open", "search", "project", "judge", "train"}
    text = API.read_text("utf-8")
    assert [name for name in sorted(offered) if f"embedlab.{name}(" not in text] == []
    assert all(getattr(embedlab, name).__doc__ for name in offered)
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        _ = embedlab.opne


@pytest.mark.heavy
def test_the_page_runs_as_written(tmp_path):
    """In a fresh interpreter, and in a folder where only the shipped data lie."""
    (tmp_path / "data").symlink_to(ROOT / "data")
    flags = ("-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE")
    done = python(tmp_path, "-m", "doctest", *flags, str(API))
    assert done.returncode == 0, done.stdout + done.stderr
    assert API.read_text("utf-8").count(">>> ") > 30


@pytest.mark.heavy
def test_a_file_is_resumed_with_its_own_objective(tmp_path):
    first, second = tmp_path / "first.safetensors", tmp_path / "second.safetensors"
    text = "the cat sat on the mat\nthe dog sat on the rug\n" * 20
    embedlab.train(first, text=text, objective="next_token", updates=1, dims=16, heads=1, layers=1, context=4)
    trained = embedlab.train(second, text=text, resume=str(first), updates=2)
    assert trained.table.provenance.settings["objective"] == "next_token"
    assert trained.table.provenance.settings["steps"] == 2


@pytest.mark.heavy
@pytest.mark.parametrize("method", ["pca", "tsne", "umap"])
def test_project_draws_the_map_that_is_judged(method):
    """Also where a row is a copy, and one has no place."""
    vectors = np.random.default_rng(0).normal(size=(40, 6))
    vectors[1], vectors[2] = vectors[0], 0
    table = table_of(vectors)
    few = {"n_iter": 50} if method == "tsne" else {}
    alone = embedlab.project(table, method, **few)
    judged = embedlab.judge(table, [method], parameters={method: few}, twins=0)
    np.testing.assert_array_equal(alone.coordinates[judged.ids], judged.maps[method].projection.coordinates)
    assert np.isnan(alone.coordinates[2]).all()
