"""Draws the maps of the shipped tables into data/, by the code of the jobs, with their twins and other runs.

Run it with `python -m tools.ship_maps`.
"""

from __future__ import annotations

import json

import numpy as np

from embedlab.checkpoints import open_table
from embedlab.cli.main import strict
from embedlab.distortion import comparison_job, job
from embedlab.distortion.selection import MapsSettings
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES, Language


def ship(language: Language) -> None:
    """Write data/maps_LANGUAGE.json and .npz with the default settings."""
    path = SHIPPED / f"table_{language}.safetensors"
    asked = {"fingerprint": open_table(path).fingerprint, "maps": MapsSettings().to_json()}
    settings = {"table": {"path": str(path)}, **asked}
    maps = job.maps_of(job.run({**settings, "twins": 5}, lambda progress: None, lambda: False))
    runs = comparison_job.stability(settings, lambda progress: None, lambda: False)
    document, arrays = maps.with_stability(comparison_job.stability_of(runs)).to_arrays()
    np.savez_compressed(SHIPPED / f"maps_{language}.npz", allow_pickle=False, **arrays)
    content = json.dumps({"asked": asked, "document": strict(document)}, ensure_ascii=False)
    (SHIPPED / f"maps_{language}.json").write_text(content + "\n", "utf-8")


if __name__ == "__main__":
    for shipped in LANGUAGES:
        ship(shipped)
