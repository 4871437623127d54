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
HEAVY = ("torch", "umap", "openTSNE", "sklearn", "numba", "pynndescent", "scipy", "tokenizers")

# Runs every page once in one process, as the server does, and prints which heavy libraries came along.
RUN_PAGES = f"""
import json, os, pkgutil, sys, importlib
from streamlit.testing.v1 import AppTest
import embedlab.ui
for info in pkgutil.walk_packages(embedlab.ui.__path__, "embedlab.ui."):
    importlib.import_module(info.name)
failed = [path for path in sys.argv[1:] if AppTest.from_file(path, default_timeout=60).run().exception]
loaded = [name for name in {HEAVY!r} if name in sys.modules]
print(json.dumps({{"failed": failed, "loaded": loaded}}), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_do_no_numerics(page):
    allowed = {"streamlit", "embedlab"} | sys.stdlib_module_names - NUMERIC
    for node in ast.walk(ast.parse(page.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert {name.partition(".")[0] for name in names} <= allowed


def test_the_server_imports_no_heavy_library(tmp_path):
    """Every page runs in a fresh process, with every module of embedlab.ui imported."""
    run = subprocess.run(
        [sys.executable, "-c", RUN_PAGES, *map(str, PAGES)],
        cwd=ROOT,
        env=os.environ | {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.stdout, run.stderr[-4000:]
    assert json.loads(run.stdout.splitlines()[-1]) == {"failed": [], "loaded": []}
