"""Parses, runs one verb, prints one answer, and chooses the exit status."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import math
import os
import sys
import time
from collections.abc import Sequence
from typing import Any, NoReturn, TextIO

import embedlab
import embedlab.cli.verbs as verbs
from embedlab.cli.verb import InterruptedRunError, Verb
from embedlab.errors import EmbedlabError
from embedlab.registry import discover
from embedlab.text.errors import say_error

DONE, OUR_MISTAKE, WRONG_USAGE, INPUT_AT_FAULT, FINDING_PRESENT, INTERRUPTED = 0, 1, 2, 3, 4, 130
LIBRARIES = ("numpy", "torch", "scikit-learn", "umap-learn", "openTSNE", "numkong", "streamlit", "plotly")

# Controls, but for the line feed, and marks that turn the direction of writing: a file's name may hold them.
_STEERING = {
    code: chr(code).encode("unicode_escape").decode()
    for code in (
        *range(10),
        *range(11, 32),
        *range(127, 160),
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
}


class _UsageError(Exception):
    def __init__(self, message: str, usage: str) -> None:
        super().__init__(message)
        self.usage = usage


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(message, self.format_usage())


def parser(found: dict[str, Verb]) -> argparse.ArgumentParser:
    """The parser of all verbs. Options are never abbreviated: scripts must survive a new option."""
    top = _Parser(prog="python -m embedlab", description=embedlab.__doc__, allow_abbrev=False)
    top.add_argument("--version", action="store_true", help="our version and the libraries'")
    subparsers = top.add_subparsers(dest="verb", metavar="VERB", parser_class=_Parser)
    for verb in found.values():
        sub = subparsers.add_parser(verb.key, help=verb.summary, description=verb.summary, allow_abbrev=False)
        verb.add_arguments(sub)
        sub.add_argument("--json", action="store_true", help="one JSON document on stdout, nothing else there")
    return top


def strict(value: Any) -> Any:
    """JSON values without NaN or Infinity: null stands for them. Numpy scalars and arrays become plain."""
    if hasattr(value, "tolist"):
        return strict(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): strict(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [strict(part) for part in value]
    return value


def print_json(answer: dict[str, Any]) -> None:
    """One strict document; surrogates from a broken vocabulary are written as escapes."""
    _write(json.dumps(strict(answer), allow_nan=False, ensure_ascii=True))


def _write(text: str) -> None:
    """Text to stdout. Raises OSError for a full disk, and not for a pipe that nobody reads any more."""
    try:
        print(text, flush=True)
    except OSError as error:
        _discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):  # `| head` has what it wanted
            raise OSError(error.errno, error.strerror, "stdout") from error


def _tell(text: str, end: str = "\n") -> None:
    """Text to stderr; where nobody can read it, the work goes on."""
    try:
        print(text, end=end, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """What the stream still holds goes nowhere: Python would write it again when it ends, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _printable(text: str) -> str:
    """Text that any terminal can write: what its encoding lacks, and what would steer it, is shown as escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.translate(_STEERING).encode(encoding, "backslashreplace").decode(encoding)


def _versions() -> str:
    lines = [f"embedlab {embedlab.__version__}", f"python {sys.version.split()[0]}"]
    for name in LIBRARIES:
        try:
            lines.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            lines.append(f"{name} not installed")
    return "\n".join(lines)


class _Progress:
    """Progress on stderr, at most ten lines a second; a terminal overwrites its line."""

    def __init__(self) -> None:
        self.last = 0.0
        self.open_line = False

    def __call__(self, done: int, total: int, sentence: str) -> None:
        now = time.monotonic()
        if now - self.last < 0.1 and done < total:
            return
        self.last = now
        self.open_line = sys.stderr.isatty()
        end, start = ("", "\r") if self.open_line else ("\n", "")
        _tell(f"{start}{done}/{total} {sentence}", end)

    def close(self) -> None:
        if self.open_line:
            _tell("")
        self.open_line = False


def _fail(code: str, message: str, fields: dict[str, Any], as_json: bool) -> None:
    _tell(_printable(f"{code}: {message}".replace("\n", "\\n")))
    if as_json:
        print_json({"error": {"code": code, "message": message, "fields": fields}})


def _fail_usage(error: _UsageError, as_json: bool) -> int:
    _tell(_printable(error.usage), "")
    _fail("usage", str(error), {}, as_json)
    return WRONG_USAGE


def _fail_system(error: OSError, as_json: bool) -> int:
    name = str(error.filename) if error.filename else ""
    _fail("file.system", f"{error.strerror or error} {name}".strip(), {"path": name}, as_json)
    return INPUT_AT_FAULT


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit status; no traceback ever reaches the person."""
    # A caller may have closed a stream; Python then has none.
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: PTH123, SIM115
    argv = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in argv
    found = discover(verbs, "VERB")
    top = parser(found)
    try:
        arguments = top.parse_args(argv)
        if arguments.verb is None and not arguments.version:
            top.error(f"a verb is missing: one of {', '.join(found)}")
    except _UsageError as error:
        return _fail_usage(error, as_json)
    try:
        if arguments.version:
            _write(_versions())
            return DONE
        return _run(found[str(arguments.verb)], arguments, as_json)
    except _UsageError as error:  # a verb may find that two options need each other
        return _fail_usage(error, as_json)
    except OSError as error:
        return _fail_system(error, as_json)
    except Exception as error:
        if os.environ.get("EMBEDLAB_DEBUG"):
            raise
        hint = "This is a mistake of ours; with EMBEDLAB_DEBUG=1 it says where"
        _fail("internal", f"{type(error).__name__}: {error}. {hint}.", {}, as_json)
        return OUR_MISTAKE


def _run(verb: Verb, arguments: argparse.Namespace, as_json: bool) -> int:
    progress = _Progress()
    try:
        status, answer = DONE, verb.run(arguments, progress)
    except InterruptedRunError as stopped:
        status, answer = INTERRUPTED, stopped.answer
    except KeyboardInterrupt:
        return INTERRUPTED
    except EmbedlabError as error:
        progress.close()
        _fail(error.code, say_error(error, "en"), strict(error.fields), as_json)
        return INPUT_AT_FAULT
    finally:
        progress.close()
    if as_json:
        print_json(answer)
    else:
        _write(_printable(verb.show(answer)))
    if status == DONE and present(answer, getattr(arguments, "fail_on", None)):
        return FINDING_PRESENT
    return status


def present(answer: dict[str, Any], codes: Sequence[str] | None) -> bool:
    """Whether one of the codes of `--fail-on` is among the answer's findings, or those of one of its maps."""
    parts = (answer, *answer.get("maps", {}).values())
    return any(finding["code"] in (codes or ()) for part in parts for finding in part.get("findings", ()))
