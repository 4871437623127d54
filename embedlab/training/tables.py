"""Writes the trained tables that the app ships: `python -m embedlab.training.tables FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from embedlab import tablefile
from embedlab.training import checkpoint, job
from embedlab.wording import LANGUAGES


def main(folder: str) -> int:
    """Write the table of each toy corpus at the default settings and seeds 0 and 1, trained on the CPU.

    Seed 1 is what the page Compare opens on. The tensors that only `--resume` needs stay out; the losses stay, for the
    train page opens on them.
    """
    for language, (seed, ending) in product(LANGUAGES, enumerate(("", "_seed1"))):
        with tempfile.TemporaryDirectory() as drafts:
            out = Path(drafts, "table.safetensors")
            asked = {"corpus": language, "out": str(out), "device": "cpu", "seed": seed}
            table, _ = job.train(asked, _ignore, lambda: False)
            state, _ = checkpoint.read(out)
        tablefile.write(table, Path(folder, f"table_{language}{ending}.safetensors"), metadata=state.to_metadata())
    return 0


def _ignore(progress: dict[str, Any]) -> None:
    """Nobody watches."""


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["data"])))
