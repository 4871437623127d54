"""Options that several verbs share, and what they mean."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embedlab.checkpoints import open_table
from embedlab.errors import FileError, SettingsError
from embedlab.neighbours import METRICS, TokenMatch
from embedlab.preprocessing import STEPS, apply, parse
from embedlab.table import EmbeddingTable
from embedlab.tablefile import writable
from embedlab.text.errors import say_error

LARGEST = 2**31 - 1  # of the whole numbers that a person may ask for


def add_table(parser: argparse.ArgumentParser) -> None:
    """PATH, --tensor and --vocabulary: which table is opened."""
    parser.add_argument("path", metavar="PATH", type=Path, help="a checkpoint file or a model folder")
    parser.add_argument("--tensor", metavar="NAME", help="the tensor to open; default: the likeliest input table")
    parser.add_argument("--vocabulary", metavar="FILE", type=Path, help="tokens; default: those beside the file")


def add_tokens(parser: argparse.ArgumentParser) -> None:
    """TOKEN ...: rows by their token, or by # and their id."""
    parser.add_argument("tokens", metavar="TOKEN", nargs="+", help="a token, or # and an id: '#12'")


def add_metric(parser: argparse.ArgumentParser) -> None:
    """--metric: what near means."""
    parser.add_argument("--metric", choices=list(METRICS), default="cosine", help="default: %(default)s")


def add_steps(parser: argparse.ArgumentParser) -> None:
    """--steps: preprocessing in the order written."""
    known = ", ".join(f"{step.key}[:N]" if step.parameter else step.key for step in STEPS.values())
    parser.add_argument(
        "--steps", type=_steps, default=(), metavar="STEP,STEP", help=f"in this order, of {known}; default: raw"
    )


def add_k(parser: argparse.ArgumentParser, default: int = 10) -> None:
    """-k: how many neighbours."""
    parser.add_argument("-k", type=positive, default=default, metavar="K", help="neighbours; default: %(default)s")


def add_fail_on(parser: argparse.ArgumentParser, known: Sequence[str] = ()) -> None:
    """--fail-on: the findings that turn the exit status into 4. A code that is not among `known`, if given, is refused:
    a check that is misspelt would pass for ever.
    """

    def codes(text: str) -> tuple[str, ...]:
        asked = listed(text)
        if not asked:
            raise argparse.ArgumentTypeError("it names no code")
        wrong = [code for code in asked if known and code not in known]
        if wrong:
            raise argparse.ArgumentTypeError(f"{', '.join(wrong)} is no code of a finding; known: {', '.join(known)}")
        return asked

    parser.add_argument(
        "--fail-on",
        metavar="CODE,CODE",
        type=codes,
        action="extend",
        default=[],
        help="exit 4 where a finding has one of these codes, e.g. table.zero_rows; may be repeated",
    )


def listed(text: str) -> tuple[str, ...]:
    """Words with commas between them, as argparse's `type`."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def positive(text: str) -> int:
    """A whole number from 1, as argparse's `type`."""
    return whole(text, 1)


def whole(text: str, least: int = 0) -> int:
    """A whole number from `least` to 2**31 - 1, as argparse's `type`."""
    if not text.strip().isascii() or not text.strip().lstrip("+-").isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    value = int(text) if len(text) < 20 else LARGEST + 1
    if not least <= value <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text[:20]} is not between {least} and {LARGEST:,}")
    return value


def table_of(arguments: argparse.Namespace) -> EmbeddingTable:
    """The table that `add_table` and `add_steps` ask for. Raises FileError, TableError, SettingsError."""
    return apply(open_table(arguments.path, arguments.tensor, arguments.vocabulary), arguments.steps)


def output(arguments: argparse.Namespace) -> Path:
    """`--out`, before any work: it can be written, and is no file of the checkpoint that is read.

    Raises FileError `file.not_writable`, `file.out_is_input`.
    """
    out, source = writable(arguments.out), arguments.path.resolve()
    if out.exists() and source in (out.resolve(), *out.resolve().parents):
        raise FileError("file.out_is_input", path=str(out))
    return out


def heading(declaration: dict[str, Any]) -> str:
    """The first line that a person reads: which table, and what was done to it."""
    steps = ", ".join(declaration["steps"]) or "raw"
    return f"{declaration['table']}: {declaration['rows']:,} x {declaration['dims']:,}, steps {steps}"


def match_to_json(match: TokenMatch) -> dict[str, Any]:
    """`{id, token, text, others}` of a row found by a token."""
    return {"id": match.id, "token": match.token, "text": match.text, "others": list(match.others)}


def _steps(text: str) -> tuple[str, ...]:
    try:
        return parse(text)
    except SettingsError as error:
        raise argparse.ArgumentTypeError(say_error(error, "en")) from error
