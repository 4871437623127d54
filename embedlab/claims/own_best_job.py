"""`own_best` as long work: a worker opens the table, and a small document says what it found (C11)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from embedlab.checkpoints import open_table
from embedlab.claims.own_best import Matches, ask_all
from embedlab.errors import TableError
from embedlab.preprocessing import apply

HUBS = 3  # rows named under each metric


def run(
    settings: dict[str, Any], emit: Callable[[dict[str, Any]], None], should_stop: Callable[[], bool]
) -> dict[str, Any] | None:
    """Ask for every row of the table of a file.

    settings: `{"table": {"path", "tensor", "vocabulary", "name"}, "fingerprint", "steps"}`. Emits `{"done", "total",
    "sentence"}`. Returns `{"document": ...}`, see `document`, and None for the document where too few rows can be
    compared; None where it was stopped. Raises TableError `table.changed` when the file holds another table.
    """
    where = settings["table"]
    path, vocabulary = Path(where["path"]), where.get("vocabulary")
    table = open_table(path, where.get("tensor"), Path(vocabulary) if vocabulary else None, where.get("name"))
    if table.fingerprint != settings["fingerprint"]:
        name = where.get("name") or path.name
        raise TableError("table.changed", name=name, expected=settings["fingerprint"], found=table.fingerprint)

    def report(done: int, total: int, sentence: str) -> None:
        emit({"done": done, "total": total, "sentence": sentence})

    found = ask_all(apply(table, settings["steps"]), report, should_stop)
    return None if should_stop() else {"document": document(found)}


def document(found: Matches | None) -> dict[str, Any] | None:
    """JSON values: `asked` of `searched` rows, and by metric the share beaten, skew, and the HUBS largest hubs."""
    if found is None:
        return None
    by_metric = {
        key: {
            "share": one.share,
            "skew": one.hubs.skew,
            "in_none": one.hubs.anti_share,
            "hubs": found.searched[one.hubs.hub_rows[:HUBS]].tolist(),
            "counts": one.hubs.counts[one.hubs.hub_rows[:HUBS]].tolist(),
        }
        for key, one in found.by_metric.items()
    }
    return {"asked": len(found.asked), "searched": len(found.searched), "by_metric": by_metric}
