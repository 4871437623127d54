"""`ledger CONFIG.json`, or `ledger --vocabulary V --width d`: what the tables of a model cost."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from embedlab.checkpoints import Checkpoint, open_checkpoint
from embedlab.checkpoints.config import Config, read_config
from embedlab.checkpoints.ledger import BITS, Ledger, dtype_of, ledger, of_config
from embedlab.checkpoints.unusable import UnusableError
from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.errors import FileError, InputError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar="CONFIG.json", nargs="?", type=Path, help="a model's config.json, or a checkpoint or its folder"
    )
    parser.add_argument("--vocabulary", metavar="V", type=options.positive, help="rows of the input table")
    parser.add_argument("--width", metavar="d", type=options.positive, help="dimensions of its rows")
    parser.add_argument("--context", metavar="T", type=options.positive, help="rows of a learned position table")
    tie = parser.add_mutually_exclusive_group()
    tie.add_argument("--tied", dest="tied", action="store_const", const=True, help="the head is the input table")
    tie.add_argument("--untied", dest="tied", action="store_const", const=False, help="the head is a second table")
    parser.add_argument("--dtype", choices=list(BITS), help="default: the config's, else bf16")
    parser.add_argument("--of", metavar="N", type=_count, help="parameters of the whole model, e.g. 27e9")
    parser.set_defaults(refuse=parser.error)


def _count(text: str) -> int:
    value = float(text)
    if not 1 <= value < 1e18:
        raise argparse.ArgumentTypeError(f"{text} is no number of parameters")
    return int(value)


def _run(arguments: argparse.Namespace, _: Report) -> dict[str, Any]:
    path = arguments.path
    if path is not None and path.suffix != ".json":
        if idle := _described(arguments):
            arguments.refuse(f"{', '.join(idle)}: no effect on a checkpoint; give its config.json, or numbers alone")
        return _of_file(open_checkpoint(path), arguments.of)
    if path is None and not (arguments.vocabulary and arguments.width):
        arguments.refuse("give a CONFIG.json, or --vocabulary and --width")
    config, name = (Config(), "") if path is None else (_read(path), path.name)
    width = arguments.width or config.table_width
    config = replace(
        config,
        vocab_size=arguments.vocabulary or config.vocab_size,
        table_width=width,
        # OPT and ALBERT have positions of another width than the table; elsewhere the two are one number.
        position_width=width if config.position_width in (None, config.table_width) else config.position_width,
        positions=arguments.context or config.positions,
    )
    tied = True if path is None and arguments.tied is None else arguments.tied
    dtype = arguments.dtype or dtype_of(config)
    found = of_config(config, name, tied=tied, dtype=dtype, model=arguments.of)
    facts = {"vocabulary": config.vocab_size, "width": width, "context": config.positions, "dtype": dtype}
    evidence = "option" if arguments.tied is not None else "default" if path is None else "config"
    return _answer(name or None, facts, [evidence], found)


def _described(arguments: argparse.Namespace) -> list[str]:
    """The options that say what a checkpoint shows itself."""
    tie = {None: [], True: ["--tied"], False: ["--untied"]}[arguments.tied]
    others = ("vocabulary", "width", "context", "dtype")
    return [f"--{name}" for name in others if getattr(arguments, name) is not None] + tie


def _read(path: Path) -> Config:
    try:
        return read_config(path)
    except FileNotFoundError:
        raise FileError("file.not_found", name=path.name) from None
    except UnusableError as error:
        raise InputError("ledger.config_unusable", reason=error.reason, name=path.name, **error.fields) from None


def _of_file(checkpoint: Checkpoint, model: int | None) -> dict[str, Any]:
    found, entry = ledger(checkpoint), checkpoint.entry()
    facts = {"vocabulary": entry.shape[0], "width": entry.shape[1], "context": None, "dtype": entry.dtype_name}
    found = found if model is None else replace(found, model=model)
    return _answer(checkpoint.name, facts, list(checkpoint.head.evidence), found)


def _answer(source: str | None, facts: dict[str, Any], evidence: list[str], found: Ledger) -> dict[str, Any]:
    return {
        "source": source,
        **facts,
        "tied": found.tied,
        "tied_evidence": evidence,
        "input": found.input,
        "output": found.output,
        "position": found.position,
        "total": found.total,
        "bytes": found.bytes,
        "model": found.model,
        "share": found.share,
        "one_table": {"parameters": found.input, "bytes": found.input_bytes},
    }


def _show(answer: dict[str, Any]) -> str:
    shape, size = f"{answer['vocabulary']:,} x {answer['width']:,} {answer['dtype']}", answer["bytes"]
    tied = {True: "tied", False: "untied", None: "tied or untied: nothing tells"}[answer["tied"]]
    evidence = ", ".join(answer["tied_evidence"])
    lines = [f"{answer['source'] or 'as described'}: {shape}, {tied} ({evidence})"]
    lines += [f"{name:8}  {answer[name]:17,}" for name in ("input", "output", "position", "total")]
    lines.append(f"{'bytes':8}  {size:17,}  ({size / 1e9:,.2f} GB, {size / 2**30:,.2f} GiB)")
    if answer["share"] is not None:
        lines.append(f"{'share':8}  {answer['share']:17.1%}  of {answer['model']:,} parameters")
    one = answer["one_table"]
    difference = f"{one['parameters']:,} parameters, {one['bytes']:,} bytes"
    lines.append(f"taking tied for untied, or untied for tied, is wrong by {difference}")
    return "\n".join(lines)


VERB = Verb(
    key="ledger",
    summary="what the input table, the head and the positions of a model cost",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=25,
)
