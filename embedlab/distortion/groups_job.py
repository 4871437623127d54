"""The test of groups as long work: opens the table in the worker, and hands over each verdict as it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from embedlab.distortion.job import Emit, opened


def run(settings: dict[str, Any], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """Test groups of the rows of a table in a file.

    settings: `{"table": {"path", "tensor", "vocabulary", "name"}, "fingerprint", "maps": {...}}` as the job of the maps
    takes them; "method", the key of the map on which the groups were seen; "groups": `[{"ids", "name", "grouped_by"}]`,
    or "screen" for the groups that HDBSCAN sees on the map, or "classes" for the classes of the table; "coordinates":
    that map as pairs, absent to draw it anew.
    Emits `{"done", "total", "sentence"}`; sentence: "neighbours" or "twins".
    Returns `{"groups": [...], "labels": {...} or None}`, for `GroupTest.from_json` and `LabelsTest.from_json`; labels
    only where the groups come from the screen or from the classes.

    Raises TableError `table.changed`, and what `judge_groups` raises.
    """
    table = opened(settings)
    from embedlab.distortion.groups import Group, judge_groups, judge_labels
    from embedlab.distortion.selection import MapsSettings

    def report(done: int, total: int, stage: str) -> None:
        emit({"done": done, "total": total, "sentence": stage})

    given = settings.get("coordinates")
    coordinates = None if given is None else np.asarray(given, dtype=np.float64)
    chosen, method = MapsSettings.of(settings["maps"]), settings["method"]
    if isinstance(settings["groups"], str):
        labels, groups = judge_labels(table, chosen, method, settings["groups"], coordinates, report, should_stop)
        return {"groups": [one.to_json() for one in groups], "labels": labels.to_json()}
    asked = [Group(**one) for one in settings["groups"]]
    tested = judge_groups(table, chosen, method, asked, coordinates, report, should_stop)
    return {"groups": [one.to_json() for one in tested], "labels": None}
