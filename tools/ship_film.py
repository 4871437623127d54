"""Trains the shipped tables again and keeps how they came about: data/film_LANGUAGE.npz.

Run it with `python -m tools.ship_film`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from embedlab import tablefile
from embedlab.claims import film
from embedlab.training import job
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES, Language


def ship(language: Language) -> None:
    """Write the film of one table. Another table than the shipped one stops it: the two belong together."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "table.safetensors")
        asked = {"corpus": language, "out": str(out), "device": "cpu"}
        table, _ = job.train(asked, lambda progress: None, lambda: False)
        if table.fingerprint != tablefile.read(SHIPPED / f"table_{language}.safetensors").fingerprint:
            raise SystemExit(f"table_{language}: run `python -m embedlab.training.tables data` on this machine first")
        found = film.of(table, out)
        assert found is not None
        found.write(SHIPPED / f"film_{language}.npz")


if __name__ == "__main__":
    for shipped in LANGUAGES:
        ship(shipped)
