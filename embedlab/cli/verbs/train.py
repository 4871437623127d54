"""`train`: trains a table on a corpus and writes a checkpoint."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from embedlab.cli.verb import InterruptedRunError, Report, Verb
from embedlab.errors import CorpusError, FileError
from embedlab.jobs import processes
from embedlab.settings import Parameter, parameters
from embedlab.training import corpus, job


def _options() -> dict[str, dict[str, Parameter]]:
    """Every option: its parameter by objective ("" of a run). A name that objectives share is one option."""
    classes = {"": job.General, **{key: objective.Settings for key, objective in job.OBJECTIVES.items()}}
    options: dict[str, dict[str, Parameter]] = {}
    for key, one in classes.items():
        for parameter in parameters(one):
            options.setdefault(parameter.name, {})[key] = parameter
    return options


def _limits(parameter: Parameter) -> str:
    values = "/".join(parameter.choices) or f"{parameter.low:g} to {parameter.high:g}"
    return f"{values} ({parameter.default})"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corpus",
        required=True,
        metavar="en|pt|FILE",
        help="a toy corpus (also world_en, world_pt), or a text in UTF-8",
    )
    parser.add_argument("--objective", help=f"one of {', '.join(job.OBJECTIVES)} (skipgram)")
    parser.add_argument("--resume", metavar="FILE", help="go on from a file that train wrote; the result is the same")
    parser.add_argument("--out", required=True, metavar="FILE", help="the safetensors file to write")
    for name, by_objective in _options().items():
        parameter = next(iter(by_objective.values()))
        kind = str if parameter.choices else int if parameter.whole else float
        limits = (f"{key}: {_limits(one)}" if key else _limits(one) for key, one in by_objective.items())
        text = f"{parameter.help.en} {'; '.join(limits)}".replace("%", "%%")
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, metavar=name.upper(), help=text)


def _corpus(value: str) -> str | dict[str, str]:
    if value in job.CORPORA:
        return value
    path = Path(value)
    if not path.is_file():  # a device never ends, and a pipe waits for a writer
        raise CorpusError("corpus.no_file", path=value)
    size, limit = path.stat().st_size, 4 * corpus.MAX_CHARACTERS  # a character has at most four bytes
    if size > limit:
        raise CorpusError("corpus.too_large", reason="bytes", path=value, bytes=size, limit=limit)
    content = path.read_bytes()
    if b"\0" in content:  # valid UTF-8, but no text has it
        raise CorpusError("corpus.not_text", path=value, position=content.index(b"\0"))
    try:
        return {"text": content.decode("utf-8-sig")}
    except UnicodeDecodeError as error:
        raise CorpusError("corpus.not_text", path=value, position=error.start) from error


@contextmanager
def _interruption() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; a second one ends the process as usual."""
    event = threading.Event()

    def note(*_: Any) -> None:
        event.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)


def _run(arguments: argparse.Namespace, report: Report) -> dict[str, Any]:
    names = ("objective", "resume", "out", *_options())
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    settings = {**given, "corpus": _corpus(arguments.corpus)}
    out = Path(arguments.out)
    if arguments.corpus not in job.CORPORA and out.exists() and out.samefile(arguments.corpus):
        raise FileError("training.out_is_corpus", path=arguments.out)

    def emit(progress: dict[str, Any]) -> None:
        loss, speed = progress["loss"], progress["words_per_second"] or 0
        known = "" if loss is None else f"loss {loss:.3f}, "  # a resumed run may not have measured one yet
        report(progress["done"], progress["total"], f"steps, {known}{speed:,.0f} words/s")

    with _interruption() as interrupted:
        answer = processes.run(settings, emit, interrupted.is_set)
    if answer["stopped"]:
        raise InterruptedRunError(answer)
    return answer


def _show(answer: dict[str, Any]) -> str:
    table, scores = answer["table"], answer["scores"]
    lines = [
        f"{answer['path']}: {table['rows']} rows x {table['dims']} dims, trained on {answer['corpus']['name']}"
        f" ({answer['corpus']['tokens']:,} tokens)",
        f"{answer['device']}, {answer['processes']} process(es) of {answer['threads']} thread(s),"
        f" {answer['seconds']:.1f} s, step {answer['step']} of"
        f" {answer['steps']}",
        "loss by epoch: " + " ".join(f"{loss:.3f}" for loss in answer["loss"]),
    ]
    if scores:
        lines += ["score                       value   random (mean and sd)"]
        lines += [_score_line(name, scores[name], spread) for name, spread in scores["random"].items() if spread]
    lines += [f"{finding['severity']}: {finding['message']}" for finding in answer["findings"]]
    return "\n".join(lines)


def _score_line(name: str, value: float | None, random: dict[str, float]) -> str:
    written = "   -" if value is None else f"{value:+.3f}"
    return f"{name:<27} {written}  {random['mean']:+.3f} {random['sd']:.3f}"


VERB = Verb(
    key="train",
    order=1,
    summary="train a table on a corpus and write a checkpoint",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
)
