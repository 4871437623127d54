"""Fixtures that every folder of tests shares."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Before any import of numpy or torch: with active waiting a busy machine makes t-SNE 15-28 times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its second thread waits actively: 285 ms, not 5, for a small QR
os.environ.pop("EMBEDLAB_ROOT", None)  # a developer's own setting must not decide what a test sees

import hypothesis
import jsonschema
import pytest
import referencing

from embedlab.cli.main import strict
from embedlab.table import EmbeddingTable
from tests import tables

# A busy machine is no fault of the code. CI asks the same cases each time; a run elsewhere looks for new ones.
hypothesis.settings.register_profile("ours", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("ours")

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "tests" / "schema"
REAL_FILES = ROOT / "real-files"
_REAL = {
    "minilm": "minilm/model.safetensors",
    "minilm_folder": "minilm",
    "wordllama": "wordllama/model.safetensors",
    "wordllama_folder": "wordllama",
    "wordllama_vocabulary": "wordllama/tokenizer.json",
}


@pytest.fixture(scope="session")
def real_file() -> Callable[[str], Path]:
    """The path of a real checkpoint by its short name. Skips where it was not fetched; in CI that is a failure."""

    def find(name: str) -> Path:
        path = REAL_FILES / _REAL[name]
        if not path.exists():
            give_up = pytest.fail if os.environ.get("CI") else pytest.skip
            give_up(f"{name} is not under {REAL_FILES.name}/: run `make real-files`")
        return path

    return find


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, which is EMBEDLAB_ROOT too."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("HOME", "USERPROFILE", "EMBEDLAB_ROOT"):
        monkeypatch.setenv(name, str(folder))
    return folder


@pytest.fixture(scope="session")
def validate() -> Callable[[Any, str], Any]:
    """`validate(answer, "neighbours")` checks against tests/schema/neighbours.json and returns the plain JSON.

    The answer is a dict as a verb returns it, or the text of one strict JSON document.
    """
    contents = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    draft = referencing.jsonschema.DRAFT202012
    registry = referencing.Registry().with_resources(
        (name, draft.create_resource(content)) for name, content in contents.items()
    )

    def check(answer: Any, name: str) -> Any:
        plain = json.loads(answer, parse_constant=_refuse) if isinstance(answer, str) else strict(answer)
        schema = contents[f"{name}.json"]
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema, registry=registry).validate(plain)
        return plain

    return check


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not strict JSON")


@pytest.fixture
def plain_table() -> EmbeddingTable:
    """40 normal rows of 8 dimensions."""
    return tables.plain()


@pytest.fixture
def degenerate_table() -> EmbeddingTable:
    """Zero, duplicate and non-finite rows, a constant column, a repeated and an empty token: see tests/tables.py."""
    return tables.degenerate()


@pytest.fixture
def constant_table() -> EmbeddingTable:
    """All rows alike."""
    return tables.constant()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file stays in one worker, and so do all browser tests: they share one server and one Chromium."""
    from xdist.scheduler import LoadScopeScheduling

    class OneBrowser(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith("tests/browser/") else nodeid.partition("::")[0]

    return OneBrowser(config, log)
