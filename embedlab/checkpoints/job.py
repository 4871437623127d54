"""The health of a table as long work: one pass in a worker, and a small document that a page and a report read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.checkpoint import open_checkpoint
from embedlab.checkpoints.health import Health, examine, findings_of, to_json
from embedlab.errors import TableError
from embedlab.findings import Finding
from embedlab.table import EmbeddingTable
from embedlab.wording import Sentence

Emit = Callable[[dict[str, Any]], None]
LISTED = 200  # candidates for under-trained tokens in a document
_BINS = 48


def run(settings: dict[str, Any], emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any] | None:
    """Examine the table of a file.

    settings: `{"table": {"path", "tensor", "vocabulary", "name"}, "fingerprint"}`, as `distortion.job` takes them.
    Emits `{"done", "total", "sentence"}`. Returns `{"document": ...}`, see `document`; None where it was stopped.
    Raises TableError `table.changed` when the file no longer holds the table asked for.
    """
    where = settings["table"]
    vocabulary = where.get("vocabulary")
    path = Path(where["path"])
    checkpoint = open_checkpoint(path, Path(vocabulary) if vocabulary else None, where.get("name"))
    table = checkpoint.table(where.get("tensor"))
    if table.fingerprint != settings["fingerprint"]:
        name = where.get("name") or path.name
        raise TableError("table.changed", name=name, expected=settings["fingerprint"], found=table.fingerprint)

    def report(done: int, total: int, sentence: str) -> None:
        emit({"done": done, "total": total, "sentence": sentence})

    health = examine(table, report, should_stop, tied=checkpoint.tied)
    return None if health is None else {"document": document(table, health)}


def document(table: EmbeddingTable, health: Health) -> dict[str, Any]:
    """JSON values: what `inspect` says of the rows, the curves to draw, and the findings in both languages."""
    said = to_json(health, table.tokens)
    values = health.undertrained.values[health.undertrained.indicator]
    counts, edges = _counted(values[np.isfinite(values)])
    return {
        "health": {**said, "undertrained": _ordinary_first(said["undertrained"])},
        "undertrained_count": len(said["undertrained"]),
        "norms": {"counts": health.spread.counts.tolist(), "edges": health.spread.edges.tolist()},
        "indicator": {"counts": counts.tolist(), "edges": edges.tolist()},
        "eigenvalues": [] if health.spectrum is None else health.spectrum.eigenvalues.tolist(),
        "findings": [worded(finding) for finding in findings_of(health)],
    }


def findings(made: dict[str, Any]) -> tuple[Finding, ...]:
    """The findings of a document."""
    return tuple(
        Finding(
            one["code"], one["severity"], Sentence(*(one[language].translate(_BRACES) for language in ("en", "pt")))
        )
        for one in made["findings"]
    )


_BRACES = str.maketrans({"{": "{{", "}": "}}"})


def worded(finding: Finding) -> dict[str, Any]:
    """A finding in a document, in both languages; `findings` reads it."""
    return {"code": finding.code, "severity": finding.severity, "en": finding.say("en"), "pt": finding.say("pt")}


def _ordinary_first(candidates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The most suspect ordinary tokens, then those whose name says that nobody uses them."""
    return sorted(candidates, key=lambda one: one["kind"] != "ordinary")[:LISTED]


def _counted(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if not len(values) or not np.ptp(values) > 1e-9 * np.abs(values).max():
        return np.empty(0, np.int64), np.empty(0)
    return np.histogram(values, bins=_BINS)
