"""Runs one page of the app in AppTest, as the server would: through app.py, then by a switch of page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from embedlab.table import EmbeddingTable
from embedlab.tablefile import write
from embedlab.ui.session import Source

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run_page() -> Callable[..., AppTest]:
    """`run_page("neighbours", "pt", table=Source(...), token="gato")`: the page after its first run."""

    def run(name: str, language: str = "en", table: Source | None = None, **query: Any) -> AppTest:
        app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
        app.query_params.update({"lang": language, **(query if name == "home" else {})})
        if table is not None:
            app.session_state["table_in_use"] = table
        app.run()
        if name != "home":
            app.switch_page(f"pages/{name}.py")
            app.query_params.update({"lang": language, **query})
            app.run()
        assert not app.exception
        return app

    return run


@pytest.fixture
def source_of(tmp_path: Path) -> Callable[[EmbeddingTable], Source]:
    """Writes a table to a file of ours and says where it is."""

    def save(table: EmbeddingTable) -> Source:
        path = tmp_path / "table.safetensors"
        write(table, path)
        return Source(str(path))

    return save


def shown(app: AppTest) -> str:
    """All text on the page, without what escaping added."""
    parts = [*app.markdown, *app.caption, *app.title, *app.subheader, *app.error, *app.warning, *app.info]
    return "\n".join(part.value for part in parts).replace("\u2060", "").replace("\\", "")
