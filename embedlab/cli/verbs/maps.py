"""`maps PATH`: draws a table in two dimensions, and says how far each picture can be trusted."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from embedlab.checkpoints.export import csv_lines
from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.distortion import CHECKS, MEASURES
from embedlab.distortion.maps import JudgedMap, Maps, MapsSettings, draw
from embedlab.distortion.other_runs import RUNS
from embedlab.distortion.stability import Stability
from embedlab.errors import FileError
from embedlab.projection import METHODS
from embedlab.settings import Parameter, parameters
from embedlab.table import EmbeddingTable
from embedlab.tablefile import write_whole

CODES = tuple(sorted({*CHECKS, "map.collapsed", "map.not_finite"}))  # what --fail-on knows


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    options.add_metric(parser)
    options.add_steps(parser)
    options.add_k(parser, default=MapsSettings.k)
    every = ",".join(METHODS)
    parser.add_argument("--methods", type=_methods, default=tuple(METHODS), metavar="METHOD,METHOD", help=f"of {every}")
    for parameter in parameters(MapsSettings):
        if parameter.name in ("rows", "seed"):
            _add_option(parser, f"--{parameter.name}", parameter.name, parameter)
    for option, dest, parameter in _method_options():
        _add_option(parser, option, dest, parameter)
    parser.add_argument(
        "--twins",
        metavar="N",
        type=options.whole,
        help="compare each map with N maps of Gaussian tables of the same mean and covariance, each as long to draw as "
        "the map (default: 5 up to 2,000 rows, 3 up to 10,000, then 0, which makes `null` null)",
    )
    parser.add_argument(
        "--stability",
        metavar="N",
        nargs="?",
        const=RUNS,
        default=0,
        type=options.whole,
        help="draw each map again with N other seeds from random starts, of N samples of its rows, and with a third "
        f"and three times its perplexity or n_neighbors, and say how much comes back (without N: {RUNS}; PCA has no "
        "seed and no setting, so only its rows change)",
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help="above 20,000 rows judge all rows; without it the measures come from a sample of 2,000",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="writes METHOD.csv (id,token,x,y) and METHOD_rows.csv (what is wrong with each row) there; "
        "a token that a spreadsheet would take for a formula begins with an apostrophe",
    )
    options.add_fail_on(parser, CODES)


def _methods(text: str) -> tuple[str, ...]:
    keys = options.listed(text)
    if not keys or set(keys) - set(METHODS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of {', '.join(METHODS)}")
    return keys


def _method_options() -> list[tuple[str, str, Parameter]]:
    """(option, dest, parameter) of every method's settings; a name that two methods share carries its method."""
    every = [(key, parameter) for key, method in METHODS.items() for parameter in parameters(method.Settings)]
    shared = Counter(parameter.name for _, parameter in every)
    return [
        ("--" + (f"{key}-{p.name}" if shared[p.name] > 1 else p.name).replace("_", "-"), f"{key}.{p.name}", p)
        for key, p in every
    ]


def _add_option(parser: argparse.ArgumentParser, option: str, dest: str, parameter: Parameter) -> None:
    said = f"{parameter.help.en} Default: {parameter.default}".replace("%", "%%")
    kind = str if parameter.choices else int if parameter.whole else float
    choices = parameter.choices or None
    metavar = None if choices else "N"
    parser.add_argument(option, dest=dest, type=kind, choices=choices, metavar=metavar, help=said)


def _folder(path: Path) -> Path:
    """The folder, made where it is missing. Raises FileError `file.not_writable`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("file.not_writable", path=str(path), reason=error.strerror or str(error)) from error
    return path


def _run(arguments: argparse.Namespace, report: Report) -> dict[str, Any]:
    settings = _settings(arguments)
    table = options.table_of(arguments)  # with its steps
    if arguments.out is not None:
        _folder(arguments.out)
    maps = draw(table, settings, report, twins=arguments.twins, exact=arguments.exact, runs=arguments.stability)
    written = {key: _write(maps, judged, table, arguments.out) for key, judged in maps.maps.items()}
    return {
        "declaration": maps.declaration.to_json(),
        "maps": {key: {**written[key], **_judgement(judged)} for key, judged in maps.maps.items()},
        "findings": [finding.to_json() for finding in maps.findings],
        "excluded": maps.excluded,
    }


def _settings(arguments: argparse.Namespace) -> MapsSettings:
    chosen: dict[str, Any] = {"methods": arguments.methods, "metric": arguments.metric, "k": arguments.k}
    given = {name: value for name in ("rows", "seed") if (value := getattr(arguments, name)) is not None}
    of_methods: dict[str, dict[str, Any]] = {}
    for _, dest, parameter in _method_options():
        if (value := getattr(arguments, dest)) is not None:
            of_methods.setdefault(dest.partition(".")[0], {})[parameter.name] = value
    return MapsSettings.of({**chosen, **given, "parameters": of_methods})


def _judgement(judged: JudgedMap) -> dict[str, Any]:
    return {
        "measures": judged.measures,
        "readings": judged.readings.to_json(),
        "parameters": judged.projection.settings,
        "details": judged.projection.details,
        "twins": len(judged.twins.coordinates) if judged.twins else 0,
        "stability": {changed: _stability(found) for changed, found in judged.stability.items()},
        "findings": [finding.to_json() for finding in judged.findings],
        "seconds": judged.seconds,
    }


def _stability(found: Stability) -> dict[str, Any]:
    """How much of a map came back; `overlap` is the mean over its rows."""
    return {**found.to_arrays()[0], "overlap": float(np.nanmean(found.overlap))}


def _write(maps: Maps, judged: JudgedMap, table: EmbeddingTable, folder: Path | None) -> dict[str, str | None]:
    """The paths of both CSVs, in row order; None where no folder was asked for."""
    if folder is None:
        return {"coordinates": None, "per_row": None}
    names = [(row, table.tokens[row]) for row in maps.ids.tolist()]
    method = judged.projection.method
    coordinates = judged.projection.coordinates.tolist()
    columns = {
        "kept": judged.kept,
        "false": 1 - judged.kept,
        "trustworthiness": judged.trust,
        "continuity": judged.continuity,
        "worst_true_rank": judged.worst,
        "stretch": judged.stretch,
        "in_degree": maps.in_degree,
        **{f"{changed}_come_back": found.overlap for changed, found in judged.stability.items()},
    }
    rows = zip(*(_cells(column) for column in columns.values()), strict=True)
    return {
        "coordinates": _csv(folder / f"{method}.csv", ["x", "y"], names, coordinates),
        "per_row": _csv(folder / f"{method}_rows.csv", list(columns), names, rows),
    }


def _cells(column: np.ndarray) -> list[Any]:
    """The values of a column; nothing where there is none."""
    return ["" if value != value else round(value, 6) for value in column.tolist()]


def _csv(path: Path, columns: list[str], names: list[tuple[int, str]], rows: Iterable[Sequence[Any]]) -> str:
    """Write one line per row and return the path."""
    lines = ((*name, *values) for name, values in zip(names, rows, strict=True))
    write_whole(path, b"".join(csv_lines(["id", "token", *columns], lines)))
    return str(path)


def _show(answer: dict[str, Any]) -> str:
    declaration = answer["declaration"]
    lines = [
        f"{declaration['table']}: {declaration['rows_shown']:,} of {declaration['rows']:,} rows, "
        f"{declaration['metric']}, steps {', '.join(declaration['steps']) or 'raw'}, seed {declaration['seed']}"
    ]
    lines += [f"  {finding['severity']}: {finding['message']}" for finding in answer["findings"]]
    for key, judged in answer["maps"].items():
        lines.append(f"{METHODS[key].label.en} ({judged['seconds']:.1f} s) {judged['coordinates'] or ''}".rstrip())
        lines += [_line(name, one) for name, one in judged["measures"].items()]
        lines += [_line_of_runs(changed, one) for changed, one in judged["stability"].items()]
        lines += [f"  {finding['severity']}: {finding['message']}" for finding in judged["findings"]]
    return "\n".join(lines)


def _line(name: str, one: dict[str, Any]) -> str:
    """One measure: its value between its interval, beside chance and the twins."""
    aside = [f"{one['low']:.3f} to {one['high']:.3f}"]
    aside += [
        f"{word} {one[key]:.3f}" for word, key in (("chance", "chance"), ("twins", "null")) if one[key] is not None
    ]
    aside += [f"k {one['k']}"] if one["k"] else []
    aside += ["smaller is better"] if one["better"] == "smaller" else []
    return f"  {MEASURES[name].label.en} {one['value']:.3f} ({', '.join(aside)})"


def _line_of_runs(changed: str, one: dict[str, Any]) -> str:
    groups = "no groups on screen" if one["ari"] is None else f"groups on screen {one['ari']:.2f}"
    said = {
        "seeds": "other seeds, random starts",
        "resampled": "samples of the rows",
        "smaller": "a third as many neighbours",
        "larger": "three times as many neighbours",
    }
    return f"  {said[changed]}: {one['overlap']:.0%} of the dots around a dot come back ({groups}, {one['runs']} maps)"


VERB = Verb(
    key="maps",
    summary="maps of a table (PCA, t-SNE, UMAP), each judged",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=50,
)
