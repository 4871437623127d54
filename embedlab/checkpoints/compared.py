"""Comparisons as JSON: what the command line answers, what a page draws, and long work for a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.checkpoint import open_table
from embedlab.checkpoints.compare import Comparison, compare, findings_of, line_of, moved_beyond
from embedlab.checkpoints.job import worded
from embedlab.declaration import Declaration
from embedlab.errors import TableError
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable

LISTED = 20  # tokens that moved most
Compared = tuple[EmbeddingTable, Comparison]


def run(settings: dict[str, Any], emit: Callable[[dict[str, Any]], None], should_stop: Callable[[], bool]) -> Any:
    """Compare the tables of files.

    settings: `{"tables": [[source, fingerprint], ...], "steps": [...], "chosen": {...}}`: two tables, and another seed
    of the first where there is one; a source as in `checkpoints.job`; chosen: what `compare` takes.
    Returns `{"document": ...}`, see `document`; None where it was stopped.
    Raises TableError `table.changed` when a file no longer holds the table asked for, and what `compare` raises.
    """
    total, opened = 2 * len(settings["tables"]) - 1, []
    for source, fingerprint in settings["tables"]:
        emit({"done": len(opened), "total": total})
        if should_stop():
            return None
        opened.append(_prepared(source, fingerprint, settings["steps"]))
    found = []
    for other in opened[1:]:
        emit({"done": len(opened) + len(found), "total": total})
        if should_stop():
            return None
        found.append((other, compare(opened[0], other, **settings["chosen"])))
    return {"document": document(opened[0], *found)}


def _prepared(source: dict[str, Any], fingerprint: str, steps: Sequence[str]) -> EmbeddingTable:
    vocabulary, name = source.get("vocabulary"), source.get("name")
    path = Path(source["path"])
    table = open_table(path, source.get("tensor"), Path(vocabulary) if vocabulary else None, name)
    if table.fingerprint != fingerprint:
        raise TableError("table.changed", name=name or path.name, expected=fingerprint, found=table.fingerprint)
    return apply(table, steps)


def document(table: EmbeddingTable, compared: Compared, baseline: Compared | None = None) -> dict[str, Any]:
    """JSON values: `answer`, which see; every cosine; findings in both languages; and what the baseline gives.

    edge: the cosine that 5 % of the baseline's tokens lie below; moved_in_baseline: the cosines there of the tokens
    that moved most. Both None without a baseline, the latter also for a token that it does not compare.
    """
    found, seeds = compared[1], baseline and baseline[1]
    there = {} if seeds is None else dict(zip(seeds.ids.tolist(), seeds.cosines.tolist(), strict=True))
    made = answer(table, compared, baseline)
    return {
        "answer": made,
        "cosines": found.cosines.round(4).tolist(),
        "edge": None if seeds is None else line_of(seeds),
        "moved_in_baseline": [there.get(one["id"]) for one in made["moved"]],
        "findings": [worded(finding) for finding in findings_of(found, seeds)],
    }


def answer(table: EmbeddingTable, compared: Compared, baseline: Compared | None) -> dict[str, Any]:
    """The answer of `compare` (tests/schema/compare.json): a table, another, and another seed of the first."""
    other, found = compared
    chosen = {"metric": found.metric, "k": found.k, "rows_shown": len(found.ids), "seed": found.seed}
    return {
        "declaration": Declaration.of(table, **chosen).to_json(),
        "other": Declaration.of(other, **chosen).to_json(),
        "shared": found.shared,
        "compared": len(found.ids),
        **_numbers(found),
        "moved": [_moved(table, found, place) for place in found.moved[:LISTED]],
        "baseline": None if baseline is None else _baseline(found, *baseline),
        "findings": [one.to_json() for one in findings_of(found, baseline and baseline[1])],
    }


def _baseline(found: Comparison, second: EmbeddingTable, seeds: Comparison) -> dict[str, Any]:
    named = {"table": second.name, "fingerprint": second.fingerprint}
    return {**named, **_numbers(seeds), "moved_beyond": moved_beyond(found, seeds)}


def _numbers(found: Comparison) -> dict[str, Any]:
    spread = {"mean": np.mean, "median": np.median, "min": np.min}
    return {
        "residual": found.residual,
        "shuffled_residual": found.shuffled_residual,
        "cosine": {name: float(of(found.cosines)) for name, of in spread.items()},
        "jaccard": {
            "mean": float(found.jaccard.mean()),
            "median": float(np.median(found.jaccard)),
            "chance": found.chance_jaccard,
        },
    }


def _moved(table: EmbeddingTable, found: Comparison, place: int) -> dict[str, Any]:
    row = int(found.ids[place])
    return {
        "id": row,
        "other_id": int(found.other_ids[place]),
        "token": table.tokens[row],
        "text": table.text(row),
        "cosine": float(found.cosines[place]),
        "jaccard": float(found.jaccard[place]),
    }
