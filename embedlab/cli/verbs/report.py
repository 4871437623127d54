"""`report PATH --out FILE.html`: what is in a checkpoint, as one file that needs nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from embedlab.checkpoints import open_checkpoint
from embedlab.checkpoints.job import companions, document, examined, findings
from embedlab.cli import options
from embedlab.cli.report import build
from embedlab.cli.verb import Report, Verb
from embedlab.cli.verbs.inspect import CODES
from embedlab.findings import by_severity
from embedlab.tablefile import write_whole
from embedlab.wording import LANGUAGES


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    parser.add_argument("--out", metavar="FILE.html", type=Path, required=True, help="the file to write")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the file; default: %(default)s")
    options.add_fail_on(parser, CODES)


def _run(arguments: argparse.Namespace, report: Report) -> dict[str, Any]:
    out = options.output(arguments)
    checkpoint = open_checkpoint(arguments.path, arguments.vocabulary)
    table = checkpoint.table(arguments.tensor)
    health = examined(checkpoint, table, report, lambda: False)
    assert health is not None
    made = document(table, health, **companions(checkpoint, table, report, lambda: False))
    content = build(checkpoint, table, made, arguments.lang)
    write_whole(out, content.encode("utf-8", "backslashreplace"))
    found = by_severity([*checkpoint.findings, *findings(made)])
    return {
        "path": str(out),
        "bytes": out.stat().st_size,
        "table": table.name,
        "fingerprint": table.fingerprint,
        "findings": [{"code": one.code, "severity": one.severity, "message": one.say("en")} for one in found],
    }


def _show(answer: dict[str, Any]) -> str:
    lines = [f"{answer['path']}: {answer['bytes']:,} bytes, about {answer['table']}"]
    lines += [f"{finding['severity']}: {finding['code']}: {finding['message']}" for finding in answer["findings"]]
    return "\n".join(lines)


VERB = Verb(
    key="report",
    summary="what is in a checkpoint, as one HTML file that needs nothing else",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=26,
)
