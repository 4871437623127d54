"""`export PATH [TOKEN ...] --out FILE`: a table or some of its rows as .npy or .csv."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from embedlab.checkpoints.export import table_as_csv, write_npy
from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.declaration import Declaration
from embedlab.neighbours import find_token
from embedlab.table import EmbeddingTable
from embedlab.tablefile import whole


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    parser.add_argument("tokens", metavar="TOKEN", nargs="*", help="the rows to take; default: all")
    options.add_steps(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="ends in .npy or .csv")
    parser.set_defaults(refuse=parser.error)


def _run(arguments: argparse.Namespace, _: Report) -> dict[str, Any]:
    out = arguments.out
    if out.suffix not in (".npy", ".csv"):
        arguments.refuse(f"--out ends in .npy or .csv, not {out.suffix or 'in nothing'}")
    options.output(arguments)
    table = options.table_of(arguments)
    ids = [find_token(table, token).id for token in arguments.tokens] or None
    dtype = _write(table, out, ids)
    rows = table.n_rows if ids is None else len(ids)
    return {
        "declaration": Declaration.of(table, rows_shown=rows).to_json(),
        "path": str(out),
        "rows": rows,
        "dtype": dtype,
        "bytes": out.stat().st_size,
    }


def _write(table: EmbeddingTable, out: Path, ids: list[int] | None) -> str:
    """The type of the numbers in the file."""
    with whole(out) as file:
        if out.suffix == ".npy":
            return write_npy(table, file, ids)
        file.writelines(table_as_csv(table, ids))
        return "text"


def _show(answer: dict[str, Any]) -> str:
    return f"{answer['path']}: {answer['rows']:,} rows as {answer['dtype']}, {answer['bytes']:,} bytes"


VERB = Verb(
    key="export",
    summary="a table, or some of its rows, as .npy or .csv",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=46,
)
