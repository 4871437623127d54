"""`neighbours PATH TOKEN ...`: the exact nearest rows."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from embedlab.checkpoints.export import csv_lines
from embedlab.cli import options
from embedlab.cli.hints import hints
from embedlab.cli.verb import Report, Verb
from embedlab.declaration import Declaration
from embedlab.neighbours import METRICS, Neighbours, TokenMatch, Usable, find_token, scan, search
from embedlab.neighbours.metric import lengths
from embedlab.neighbours.several import read_vector, search_mean
from embedlab.table import EmbeddingTable
from embedlab.tablefile import write_whole


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    parser.add_argument("tokens", metavar="TOKEN", nargs="*", help="a token, or # and an id: '#12'")
    parser.add_argument("--mean", action="store_true", help="one list: of the mean of all tokens given")
    parser.add_argument("--vector", metavar="NUMBERS", help="in place of tokens: --vector='0.1, -0.2, ...'")
    options.add_metric(parser)
    options.add_steps(parser)
    options.add_k(parser)
    parser.add_argument("--out", metavar="FILE.csv", type=Path, help="write the lists to a CSV file too")
    parser.set_defaults(refuse=parser.error)


def _run(arguments: argparse.Namespace, _: Report) -> dict[str, Any]:
    if arguments.out is not None:
        options.output(arguments)
    if bool(arguments.tokens) == (arguments.vector is not None) or (arguments.mean and not arguments.tokens):
        arguments.refuse("give tokens, or --vector in place of them")
    table = options.table_of(arguments)
    usable, metric, k = scan(table), arguments.metric, arguments.k
    matches = [find_token(table, token) for token in arguments.tokens]
    if arguments.vector is not None:
        vector = read_vector(arguments.vector)
        answers = [_answer(table, {"norm": float(lengths(vector))}, search(table, vector, metric, k, usable))]
    elif arguments.mean:
        found = search_mean(table, [match.id for match in matches], metric, k, usable)
        answers = [_answer(table, {"mean_of": [options.match_to_json(match) for match in matches]}, found)]
    else:
        answers = [_of_token(table, match, metric, k, usable) for match in matches]
    if arguments.out is not None:
        _write(arguments.out, answers)
    declaration = Declaration.of(table, metric=metric, k=k, rows_shown=table.n_rows)
    results = answers[0] if len(answers) == 1 else {"results": answers}
    return {"declaration": declaration.to_json(), **results, "hints": hints(table, matches)}


def _of_token(table: EmbeddingTable, match: TokenMatch, metric: str, k: int, usable: Usable) -> dict[str, Any]:
    found = search(table, match.id, metric, k, usable)
    return _answer(table, {**options.match_to_json(match), "own_best": found.own_best}, found)


def _answer(table: EmbeddingTable, query: dict[str, Any], found: Neighbours) -> dict[str, Any]:
    return {
        "query": query,
        "neighbours": _ranked(table, found),
        "excluded": {"zero_rows": found.zero_ids.tolist(), "non_finite_rows": found.non_finite_ids.tolist()},
    }


def _write(path: Path, answers: list[dict[str, Any]]) -> None:
    rows = (
        [_named(answer["query"]), *(one[key] for key in _COLUMNS)] for answer in answers for one in answer["neighbours"]
    )
    write_whole(path, b"".join(csv_lines(["query", *_COLUMNS], rows)))


_COLUMNS = ("rank", "id", "token", "text", "value")


def _named(query: dict[str, Any]) -> str:
    """What the query is called in a heading or a cell."""
    if "mean_of" in query:
        return "mean of " + ", ".join(f"#{one['id']} {one['token']!r}" for one in query["mean_of"])
    return f"#{query['id']} {query['token']!r}" if "id" in query else f"a vector of norm {query['norm']:.4g}"


def _ranked(table: EmbeddingTable, found: Neighbours) -> list[dict[str, Any]]:
    return [
        {"rank": rank, "id": row, "token": table.tokens[row], "text": table.text(row), "value": value}
        for rank, (row, value) in enumerate(zip(found.ids.tolist(), found.values.tolist(), strict=True), start=1)
    ]


def _show(answer: dict[str, Any]) -> str:
    declaration = answer["declaration"]
    lines = [f"{options.heading(declaration)}, {METRICS[declaration['metric']].label.en}"]
    for result in answer.get("results", [answer]):
        query, excluded = result["query"], result["excluded"]
        own_best = "" if query.get("own_best", True) else "; another row is nearer than the query itself"
        others = f"; the same token has further ids {query['others']}" if query.get("others") else ""
        lines.append(f"{_named(query)}{own_best}{others}")
        lines += [
            f"{one['rank']:4}  {one['value']:10.4f}  #{one['id']} {one['token']!r}" for one in result["neighbours"]
        ]
        counts = (len(excluded["zero_rows"]), len(excluded["non_finite_rows"]))
        if any(counts):
            lines.append("      left out: {} zero rows, {} rows that are not finite".format(*counts))
    lines += [f"note: {hint}" for hint in answer["hints"]]
    return "\n".join(lines)


VERB = Verb(
    key="neighbours",
    summary="exact nearest neighbours of tokens, of their mean, or of a vector",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=30,
)
