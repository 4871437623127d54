"""What may be imported where, as far as import-linter does not see it."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py"))]
NUMERIC = {"math", "cmath", "statistics", "random", "array", "decimal", "fractions"}
HEAVY = ("distributed", "torch", "umap", "openTSNE", "sklearn", "numba", "pynndescent", "scipy", "tokenizers")

PACKAGES = {"sklearn": "scikit-learn", "umap": "umap-learn"}  # where import and package have different names

# Runs every page once in one session, as the server does, and prints which heavy libraries came along.
RUN_PAGES = f"""
import json, os, pkgutil, sys, importlib
from streamlit.testing.v1 import AppTest
import embedlab.ui
for info in pkgutil.walk_packages(embedlab.ui.__path__, "embedlab.ui."):
    importlib.import_module(info.name)
app = AppTest.from_file("app.py", default_timeout=60).run()
failed = ["app.py"] if app.exception else []
for page in sys.argv[1:]:
    failed += [page] if app.switch_page(page).run().exception else []
loaded = [name for name in {HEAVY!r} if name in sys.modules]
print(json.dumps({{"failed": failed, "loaded": loaded}}), flush=True)
os._exit(0)
"""


def imported(path: Path) -> set[str]:
    """The top packages that a file imports anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_do_no_numerics(page):
    assert imported(page) <= {"streamlit", "embedlab"} | sys.stdlib_module_names - NUMERIC


def test_what_the_app_imports_is_pinned():
    pinned = {line.partition("==")[0] for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()}
    sources = [*PAGES, *(ROOT / "embedlab").rglob("*.py")]
    foreign = set().union(*map(imported, sources)) - sys.stdlib_module_names - {"embedlab"}
    assert {PACKAGES.get(name, name) for name in foreign} - {"distributed"} <= pinned


def test_dask_is_known_to_two_files_and_pinned():
    """It is an extra: the server and its jobs do without it unless a scheduler is named."""
    known = {path for path in (ROOT / "embedlab").rglob("*.py") if {"dask", "distributed"} & imported(path)}
    assert known == {ROOT / "embedlab/jobs" / name for name in ("cluster.py", "cluster_station.py")}
    assert "distributed==" in (ROOT / "requirements-cluster.txt").read_text("utf-8")


def test_the_server_imports_no_heavy_library(tmp_path):
    """Every page runs in a fresh process, with every module of embedlab.ui imported."""
    run = subprocess.run(
        [sys.executable, "-c", RUN_PAGES, *(f"pages/{page.name}" for page in PAGES[1:])],
        cwd=ROOT,
        env=os.environ | {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.stdout, run.stderr[-4000:]
    assert json.loads(run.stdout.splitlines()[-1]) == {"failed": [], "loaded": []}
