"""Maps as long work: opens the table in the worker, and hands over each map as soon as it is judged."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.distortion.results import Maps
from embedlab.distortion.selection import MapsSettings
from embedlab.errors import TableError
from embedlab.table import EmbeddingTable

Emit = Callable[[dict[str, Any]], None]
_STAGE = 1000  # parts of one stage in the progress


def run(settings: dict[str, Any], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """Draw and judge the maps of a table in a file.

    settings: `{"table": {"path", "tensor", "vocabulary", "name"}, "fingerprint", "maps": {...}, "twins", "exact"}`;
    tensor, vocabulary and name may be None or absent; "maps" as `MapsSettings.of` takes it; "twins" (0) and "exact"
    (False) as `draw` takes them.
    Emits `{"done", "total", "sentence", "method"}` (done of total over all stages, each as long as the next; sentence:
    "neighbours", a method's key or "twins"; method: that key or None), and `{"map": key, "document", "arrays"}` as each
    map stands: all maps so far, for `Maps.from_arrays`. A page that polls sees the newest emission only, so it must be
    whole.
    Returns `{"document": ..., "ids": array, ...}`, which `maps_of` reads.

    Raises TableError `table.changed` when the file no longer holds the table asked for, and what `draw` raises.
    """
    table = opened(settings)
    from embedlab.distortion.maps import draw
    from embedlab.projection import METHODS

    asked, twins = MapsSettings.of(settings["maps"]), settings.get("twins", 0)
    stages = ("neighbours", *asked.methods, *(("twins",) if twins else ()))

    def report(done: int, total: int, stage: str) -> None:
        passed = stages.index(stage) * _STAGE + _STAGE * done // max(total, 1)
        method = stage if stage in METHODS else None
        emit({"done": passed, "total": len(stages) * _STAGE, "sentence": stage, "method": method})

    def on_map(key: str, maps: Maps) -> None:
        document, arrays = maps.to_arrays()
        emit({"map": key, "document": document, "arrays": arrays})

    exact = settings.get("exact", False)
    document, arrays = draw(table, asked, report, should_stop, on_map, twins, exact).to_arrays()
    return {"document": document, **arrays}


def opened(settings: dict[str, Any]) -> EmbeddingTable:
    """The table that a job's settings name by "table" and "fingerprint". Raises TableError `table.changed`."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads make a busy machine 15 times slower
    from embedlab.checkpoints import open_table

    where = settings["table"]
    vocabulary = where.get("vocabulary")
    table = open_table(
        Path(where["path"]), where.get("tensor"), Path(vocabulary) if vocabulary else None, where.get("name")
    )
    if table.fingerprint != settings["fingerprint"]:
        name = where.get("name") or Path(where["path"]).name
        raise TableError("table.changed", name=name, expected=settings["fingerprint"], found=table.fingerprint)
    return table


def maps_of(result: dict[str, Any]) -> Maps:
    """The maps in the result of `run`."""
    arrays = {name: value for name, value in result.items() if isinstance(value, np.ndarray)}
    return Maps.from_arrays(result["document"], arrays)
