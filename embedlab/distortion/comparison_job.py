"""What a map is compared with, as long work after the maps stand: twins, and other runs of the same method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from embedlab.distortion.job import Emit, opened
from embedlab.distortion.selection import MapsSettings
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins


def twins(settings: dict[str, Any], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """Draw twins of a table in a file, by every method of its maps.

    settings: "table", "fingerprint" and "maps" as `job.run` takes them; "kind": "gaussian" or "shuffled"; "twins": how
    many, `twins.usual` where absent (one where shuffled).
    Emits `{"done", "total", "sentence": "twins", "method": None}`, and `{"document", "arrays"}` after each twin: all so
    far, for `twins_of`. Returns the same in one dict. A stop keeps the twins that are complete.

    Raises what `job.run` raises before the first map.
    """
    table = opened(settings)
    from embedlab.distortion.scene import look
    from embedlab.distortion.twins import draw_twins, usual

    asked, kind = MapsSettings.of(settings["maps"]), settings.get("kind", "gaussian")
    scene, _ = look(table, asked, lambda done, total, stage: None, should_stop)
    number = settings.get("twins", usual(len(scene.case.ids)) if kind == "gaussian" else 1)

    def report(done: int, total: int, stage: str) -> None:
        emit({"done": done, "total": total, "sentence": stage, "method": None})

    def on_twins(found: Mapping[str, Twins]) -> None:
        document, arrays = _packed(found)
        emit({"document": document, "arrays": arrays})

    found, _ = draw_twins(scene, asked, asked.methods, kind, number, report, should_stop, on_twins)
    document, arrays = _packed(found)
    return {"document": document, **arrays}


def stability(settings: dict[str, Any], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """Draw other runs of the maps of a table in a file. The maps are drawn first, as before: they must be the same.

    settings: "table", "fingerprint" and "maps" as `job.run` takes them; "runs": how many other seeds, and how many
    samples of the rows, 2 where absent.
    Emits `{"done", "total", "sentence": "stability", "method": None}`, and `{"document", "arrays"}` after each change
    of each method: all so far, for `stability_of`. Returns the same in one dict. A stop keeps what is complete.

    Raises what `job.run` raises before the first map.
    """
    table = opened(settings)
    from embedlab.distortion.other_runs import RUNS, draw_stability
    from embedlab.distortion.scene import look

    asked = MapsSettings.of(settings["maps"])
    scene, _ = look(table, asked, lambda done, total, stage: None, should_stop)

    def report(done: int, total: int, stage: str) -> None:
        emit({"done": done, "total": total, "sentence": stage, "method": None})

    def on_stability(found: Mapping[str, Mapping[str, Stability]]) -> None:
        document, arrays = _packed(_flat(found))
        emit({"document": document, "arrays": arrays})

    runs = settings.get("runs", RUNS)
    found, _ = draw_stability(scene, asked, {}, report, should_stop, on_stability, runs)
    document, arrays = _packed(_flat(found))
    return {"document": document, **arrays}


def stability_of(result: Mapping[str, Any]) -> dict[str, dict[str, Stability]]:
    """What was tested, by method and by what was changed, in the result of `stability` or in one of its emissions: for
    `Maps.with_stability`."""
    arrays, found = result.get("arrays", result), {}
    for name, document in result["document"].items():
        key, _, changed = name.rpartition("_")
        found.setdefault(key, {})[changed] = Stability.from_arrays(document, arrays[name])
    return found


def _flat(found: Mapping[str, Mapping[str, Stability]]) -> dict[str, Stability]:
    """By "tsne_seeds" and the like: each is an array's name."""
    return {f"{key}_{changed}": one for key, several in found.items() for changed, one in several.items()}


def twins_of(result: Mapping[str, Any]) -> dict[str, Twins]:
    """The twins by method in the result of `twins`, or in one of its emissions: for `Maps.with_twins`."""
    arrays = result.get("arrays", result)
    return {key: Twins.from_arrays(found, arrays[key]) for key, found in result["document"].items()}


def _packed(found: Mapping[str, Twins | Stability]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    both = {key: one.to_arrays() for key, one in found.items()}
    return {key: document for key, (document, _) in both.items()}, {key: array for key, (_, array) in both.items()}
