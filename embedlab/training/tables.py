"""Writes the trained tables that the app ships: `python -m embedlab.training.tables FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from embedlab import tablefile
from embedlab.training import checkpoint, job
from embedlab.wording import LANGUAGES


def main(folder: str) -> int:
    """Write the table of each toy corpus at the default settings and seed 0, trained on the CPU.

    The tensors that only `--resume` needs stay out; the losses stay, for the train page opens on them.
    """
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as drafts:
            out = Path(drafts, "table.safetensors")
            table, _ = job.train({"corpus": language, "out": str(out), "device": "cpu"}, _ignore, lambda: False)
            state, _ = checkpoint.read(out)
        tablefile.write(table, Path(folder, f"table_{language}.safetensors"), metadata=state.to_metadata())
    return 0


def _ignore(progress: dict[str, Any]) -> None:
    """Nobody watches."""


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["data"])))
