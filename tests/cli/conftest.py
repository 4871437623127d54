"""What the tests of several verbs share."""

from pathlib import Path

import pytest

from embedlab import tablefile
from tests import tables


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A file with the degenerate table."""
    file = tmp_path / "degenerate.safetensors"
    tablefile.write(tables.degenerate(), file)
    return str(file)
