"""Writes the trained tables that the app ships: `python -m embedlab.training.tables FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from embedlab import tablefile
from embedlab.table import EmbeddingTable
from embedlab.training import job
from embedlab.wording import LANGUAGES, Language


def train(language: Language) -> EmbeddingTable:
    """The table of a toy corpus at the default settings and seed 0, on the CPU."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "table.safetensors")
        table, _ = job.train({"corpus": language, "out": str(out), "device": "cpu"}, _ignore, lambda: False)
        return table


def _ignore(progress: dict[str, Any]) -> None:
    """Nobody watches."""


def main(folder: str) -> int:
    """Write both tables, without the state that only `--resume` needs."""
    for language in LANGUAGES:
        tablefile.write(train(language), Path(folder, f"table_{language}.safetensors"))
    return 0


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["data"])))
