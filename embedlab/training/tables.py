"""Writes the trained tables that the app ships: `python -m embedlab.training.tables FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from embedlab import tablefile
from embedlab.training import checkpoint, job, orders, senses, three
from embedlab.wording import LANGUAGES


def main(folder: str) -> int:
    """Write the table of each toy corpus at the default settings and seeds 0 and 1, trained on the CPU.

    Seed 1 is what the page Compare opens on. The tensors that only `--resume` needs stay out; the losses stay, for the
    train page opens on them. Then the small GPTs that the pages Positions and Contexts open on, in both languages,
    and the tables of the toy world that the page Objectives opens on.
    """
    for language, (seed, ending) in product(LANGUAGES, enumerate(("", "_seed1"))):
        with tempfile.TemporaryDirectory() as drafts:
            out = Path(drafts, "table.safetensors")
            asked = {"corpus": language, "out": str(out), "device": "cpu", "seed": seed}
            table, _ = job.train(asked, _ignore, lambda: False)
            state, _ = checkpoint.read(out)
        tablefile.write(table, Path(folder, f"table_{language}{ending}.safetensors"), metadata=state.to_metadata())
    for language in LANGUAGES:
        _write_model(orders.asked(language), Path(folder, f"positions_{language}.safetensors"))
    for language, kind in product(LANGUAGES, senses.MODELS):
        _write_model(senses.asked(language, kind), Path(folder, f"contexts_{language}_{kind}.safetensors"))
    for language in LANGUAGES:
        asked = {"language": language, "seed": 0, "out": str(Path(folder, f"objectives_{language}.safetensors"))}
        three.run(asked, _ignore, lambda: False)
    return 0


def _write_model(asked: dict[str, Any], path: Path) -> None:
    """Train a GPT and write all of its layers: a page runs them."""
    with tempfile.TemporaryDirectory() as drafts:
        out = Path(drafts, "model.safetensors")
        table, _ = job.train({**asked, "out": str(out)}, _ignore, lambda: False)
        state, tensors = checkpoint.read(out)
    del tensors[tablefile.INPUT]
    layers = {name: tensor for name, tensor in tensors.items() if not name.startswith(tablefile.STATE)}
    named = replace(table, provenance=replace(table.provenance, source=path.stem))
    tablefile.write(named, path, layers, state.to_metadata())


def _ignore(progress: dict[str, Any]) -> None:
    """Nobody watches."""


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["data"])))
