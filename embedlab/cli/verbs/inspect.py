"""`inspect PATH`: what is in a checkpoint file or a model folder."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

import numpy as np

from embedlab.checkpoints import (
    Health,
    Vocabulary,
    examine,
    findings_of,
    ledger,
    open_checkpoint,
    ranges,
)
from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.findings import by_severity


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    options.add_fail_on(parser)


def _run(arguments: argparse.Namespace, report: Report) -> dict[str, Any]:
    checkpoint = open_checkpoint(arguments.path, arguments.vocabulary)
    entry = checkpoint.entry(arguments.tensor)
    table = checkpoint.table(entry.name)
    health = examine(table, report, lambda: False)
    assert health is not None
    return {
        "file": {"name": checkpoint.name, "format": checkpoint.format, "bytes": checkpoint.bytes},
        "chosen": entry.name,
        "tables": [asdict(entry) for entry in checkpoint.tables],
        "head": asdict(checkpoint.head),
        "vocabulary": _vocabulary(checkpoint.vocabulary, checkpoint.entries[checkpoint.chosen or entry.name].shape[0]),
        "health": _health(health),
        "ledger": ledger(checkpoint).to_json(),
        "findings": [one.to_json() for one in by_severity([*checkpoint.findings, *findings_of(health)])],
    }


def _counted(name: str, ids: np.ndarray) -> dict[str, Any]:
    """A count, and the ids behind it as ranges, first and last included."""
    return {name: len(ids), f"{name}_ids": ranges(ids)}


def _vocabulary(vocabulary: Vocabulary, rows: int) -> dict[str, Any]:
    return {
        "source": vocabulary.source,
        "size": vocabulary.size,
        "max_id": vocabulary.max_id,
        **_counted("rows_without_token", vocabulary.rows_without_token(rows)),
        **_counted("tokens_without_row", vocabulary.tokens_without_row(rows)),
    }


def _health(health: Health) -> dict[str, Any]:
    finite = health.norms[np.isfinite(health.norms)]
    return {
        **_counted("non_finite_rows", health.non_finite_ids),
        **_counted("zero_rows", health.zero_ids),
        **_counted("duplicate_rows", health.duplicate_ids),
        "norm": {name: float(of(finite)) if len(finite) else None for name, of in _NORMS.items()},
        "mean_cosine": health.mean_cosine,
        "effective_rank": health.effective_rank,
        "effective_rank_rows": health.effective_rank_rows,
        # No indicator is computed: the list is empty and claims nothing.
        "undertrained": [],
        "undertrained_indicator": None,
    }


_NORMS = {"min": np.min, "median": np.median, "max": np.max}


def _show(answer: dict[str, Any]) -> str:
    file, head, words, health = (answer[part] for part in ("file", "head", "vocabulary", "health"))
    lines = [f"{file['name']}: {file['format']}, {file['bytes']:,} bytes"]
    for table in answer["tables"]:
        mark = "*" if table["name"] == answer["chosen"] else " "
        size = f"{table['rows']:,} x {table['dims']:,} {table['dtype']}, {table['parameters']:,} parameters"
        lines.append(f"{mark} {table['role']:8} {table['name']!r}  {size}  ({table['reason']})")
    lines.append(f"head: {head['verdict']} ({', '.join(head['evidence'])})")
    lines.append(
        f"vocabulary: {words['source'] or 'none'}, {words['size']:,} tokens, "
        f"{words['rows_without_token']:,} rows without a token, {words['tokens_without_row']:,} tokens without a row"
    )
    norms = ", ".join(f"{name} {_number(value)}" for name, value in health["norm"].items())
    rank = f"{_number(health['effective_rank'])} from {health['effective_rank_rows']:,} rows"
    lines.append(f"norm: {norms}; mean cosine {_number(health['mean_cosine'])}; effective rank {rank}")
    total = answer["ledger"]
    lines.append(f"ledger: {total['parameters']:,} + {total['position']:,} positions = {total['total']:,} parameters")
    lines += [f"{finding['severity']}: {finding['code']}: {finding['message']}" for finding in answer["findings"]]
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"


VERB = Verb(
    key="inspect",
    summary="what is in a checkpoint file or a model folder",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=20,
)
