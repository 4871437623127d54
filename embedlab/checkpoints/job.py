"""The health of a table as long work: one pass in a worker, and a small document that a page and a report read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.checkpoint import Checkpoint, open_checkpoint
from embedlab.checkpoints.health import (
    AgainstHead,
    Health,
    Positions,
    against_head,
    examine,
    examine_positions,
    findings_of,
    to_json,
    unreachable,
)
from embedlab.errors import TableError
from embedlab.findings import Finding
from embedlab.table import EmbeddingTable
from embedlab.wording import Sentence

Emit = Callable[[dict[str, Any]], None]
Stop = Callable[[], bool]
LISTED = 200  # candidates for under-trained tokens in a document
_BINS = 48
_DRAWN = 256  # positions whose norms are drawn
_POSITIONS = 2**24  # values of a position table that is examined


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

    health = examined(checkpoint, table, report, should_stop)
    if health is None or should_stop():
        return None
    return {"document": document(table, health, **companions(checkpoint, table, report, should_stop))}


def examined(
    checkpoint: Checkpoint, table: EmbeddingTable, report: Callable[[int, int, str], None], should_stop: Stop
) -> Health | None:
    """The health of a table of a checkpoint, with what its head and its tokenizer tell; None where it was stopped."""
    health = examine(table, report, should_stop, tied=checkpoint.tied)
    if health is None:
        return None
    words = checkpoint.vocabulary
    named = [token if words.tokens.get(row) == token else None for row, token in enumerate(table.tokens)]
    return replace(health, unreachable_ids=unreachable(words.tokenizer, named, should_stop))


def companions(
    checkpoint: Checkpoint, table: EmbeddingTable, report: Callable[[int, int, str], None], should_stop: Stop
) -> dict[str, Any]:
    """What stands beside a table in its file, for `document`: its head, where that is another table of its shape, and
    its positions."""
    tensor, found = checkpoint.head.tensor, {}
    chosen = table.provenance.tensor in (None, checkpoint.chosen)
    if chosen and tensor is not None and tensor != checkpoint.chosen and checkpoint.head.verdict == "untied":
        head = checkpoint.entry(tensor).map()
        if head.shape == table.vectors.shape:
            found["head"] = against_head(table.vectors, head, report, should_stop)
    position = next((one for one in checkpoint.tables if one.role == "position"), None)
    if chosen and position is not None and position.parameters <= _POSITIONS:
        first_row = checkpoint.effective.first_position
        found["positions"] = examine_positions(checkpoint.entry(position.name).map(), first_row)
    return found


def document(
    table: EmbeddingTable, health: Health, head: AgainstHead | None = None, positions: Positions | None = None
) -> dict[str, Any]:
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
        "norm_by_id": {"ids": health.spread.band_ids.tolist(), "quartiles": _numbers(health.spread.band_quartiles.T)},
        "against_head": None if head is None else _head(head, table),
        "positions": None if positions is None else _positions(positions),
        "findings": [worded(finding) for finding in findings_of(health)],
    }


def _head(head: AgainstHead, table: EmbeddingTable) -> dict[str, Any]:
    counts, edges = _counted(head.cosines[np.isfinite(head.cosines)])
    return {
        "counts": counts.tolist(),
        "edges": edges.tolist(),
        "median": head.quantiles.get("median"),
        "norm_correlation": head.norm_correlation,
        "lowest": [
            {"id": row, "token": table.tokens[row], "cosine": float(head.cosines[row])}
            for row in head.lowest_ids.tolist()
        ],
    }


def _positions(found: Positions) -> dict[str, Any]:
    some = np.unique(np.linspace(0, found.rows - 1, min(_DRAWN, found.rows)).astype(np.int64))
    return {
        "rows": found.rows,
        "first_row": found.first_row,
        "norms": _numbers(found.norms[some]),
        "bands": found.bands.tolist(),
        "cosines": _numbers(found.band_cosines),
        "sinusoid_residual": found.sinusoid_residual,
    }


def _numbers(values: np.ndarray) -> list[Any]:
    """Nested lists of numbers; None where there is none."""
    plain = values.astype(object)
    plain[~np.isfinite(values)] = None
    return plain.tolist()


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
    """The most suspect ordinary tokens, then those that cannot be made, or whose name says that nobody uses them."""
    return sorted(candidates, key=lambda one: (one["kind"] != "ordinary", one["reachable"] is False))[:LISTED]


def _counted(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if not len(values) or not np.ptp(values) > 1e-9 * np.abs(values).max():
        return np.empty(0, np.int64), np.empty(0)
    return np.histogram(values, bins=_BINS)
