"""`inspect PATH`: what is in a checkpoint file or a model folder."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from embedlab.checkpoints import effective, findings_of, ledger, model2vec, notes, open_checkpoint
from embedlab.checkpoints.health import CODES as HEALTH_CODES
from embedlab.checkpoints.health import to_json
from embedlab.checkpoints.ids import id_report
from embedlab.checkpoints.job import examined
from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.findings import by_severity

CODES = tuple(sorted({*notes.CODES, *effective.CODES, *model2vec.CODES, *HEALTH_CODES}))  # what --fail-on knows
_LISTED = 8  # tokens in one line


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    options.add_fail_on(parser, CODES)


def _run(arguments: argparse.Namespace, report: Report) -> dict[str, Any]:
    checkpoint = open_checkpoint(arguments.path, arguments.vocabulary)
    entry = checkpoint.entry(arguments.tensor)
    table = checkpoint.table(entry.name)
    health = examined(checkpoint, table, report, lambda: False)
    assert health is not None
    rows = checkpoint.entries[checkpoint.chosen or entry.name].shape[0]
    return {
        "file": {"name": checkpoint.name, "format": checkpoint.format, "bytes": checkpoint.bytes},
        "chosen": entry.name,
        "tables": [asdict(entry) for entry in checkpoint.tables],
        "head": asdict(checkpoint.head),
        "vocabulary": id_report(checkpoint.vocabulary, rows).to_json(),
        "health": to_json(health, table.tokens),
        "ledger": ledger(checkpoint).to_json(),
        "findings": [one.to_json() for one in by_severity([*checkpoint.findings, *findings_of(health)])],
    }


def _show(answer: dict[str, Any]) -> str:
    file, head, words, health = (answer[part] for part in ("file", "head", "vocabulary", "health"))
    lines = [f"{file['name']}: {file['format']}, {file['bytes']:,} bytes"]
    for table in answer["tables"]:
        mark = "*" if table["name"] == answer["chosen"] else " "
        size = f"{table['rows']:,} x {table['dims']:,} {table['dtype']}, {table['parameters']:,} parameters"
        lines.append(f"{mark} {table['role']:8} {table['name']!r}  {size}  ({table['reason']})")
    lines.append(f"head: {head['verdict']} ({', '.join(head['evidence'])}){_cost(head['cost'])}")
    lines.append(
        f"vocabulary: {words['source'] or 'none'}, {words['size']:,} tokens, "
        f"{words['rows_without_token']:,} rows without a token, {words['tokens_without_row']:,} tokens without a row"
    )
    norms = ", ".join(f"{name} {_number(value)}" for name, value in health["norm"].items())
    rank = f"{_number(health['effective_rank'])} from {health['effective_rank_rows']:,} rows"
    lines.append(f"norm: {norms}; mean cosine {_number(health['mean_cosine'])}; effective rank {rank}")
    lines += _suspects(health)
    total = answer["ledger"]
    lines.append(f"ledger: {total['parameters']:,} + {total['position']:,} positions = {total['total']:,} parameters")
    lines += [f"{finding['severity']}: {finding['code']}: {finding['message']}" for finding in answer["findings"]]
    return "\n".join(lines)


def _cost(cost: dict[str, Any] | None) -> str:
    if cost is None:
        return ""
    spare = f", of which {cost['spare_bytes']:,} are a second copy" if cost["spare_bytes"] else ""
    saved = f", {cost['saved']:,} saved" if cost["saved"] else ""
    return f": {cost['parameters']:,} parameters{saved}, {cost['bytes']:,} bytes{spare}"


def _suspects(health: dict[str, Any]) -> list[str]:
    """The most suspect ordinary tokens, where the indicator tells anything."""
    found = [one for one in health["undertrained"] if one["kind"] == "ordinary" and one["reachable"] is not False]
    if not found:
        return []
    worst = ", ".join(f"{one['token']!r} (#{one['id']})" for one in found[:_LISTED])
    how = health["undertrained_indicator"].replace("_", " ")
    if health["undertrained_indicator"] != "norm":
        how += f", {health['undertrained_reference_rows']:,} rows {health['undertrained_reference']}"
    return [f"under-trained candidates: {len(found):,} ordinary tokens by {how}: {worst}"]


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
