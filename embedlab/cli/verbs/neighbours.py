"""`neighbours PATH TOKEN ...`: the exact nearest rows."""

from __future__ import annotations

import argparse
from typing import Any

from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.declaration import Declaration
from embedlab.neighbours import METRICS, Neighbours, TokenMatch, Usable, find_token, scan, search
from embedlab.table import EmbeddingTable


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    options.add_tokens(parser)
    options.add_metric(parser)
    options.add_steps(parser)
    options.add_k(parser)


def _run(arguments: argparse.Namespace, _: Report) -> dict[str, Any]:
    table = options.table_of(arguments)
    matches = [find_token(table, token) for token in arguments.tokens]
    usable = scan(table)
    answers = [_answer(table, match, arguments.metric, arguments.k, usable) for match in matches]
    declaration = Declaration.of(table, metric=arguments.metric, k=arguments.k, rows_shown=table.n_rows)
    results = answers[0] if len(answers) == 1 else {"results": answers}
    return {"declaration": declaration.to_json(), **results}


def _answer(table: EmbeddingTable, match: TokenMatch, metric: str, k: int, usable: Usable) -> dict[str, Any]:
    found = search(table, match.id, metric, k, usable)
    return {
        "query": {**options.match_to_json(match), "own_best": found.own_best},
        "neighbours": _ranked(table, found),
        "excluded": {"zero_rows": found.zero_ids.tolist(), "non_finite_rows": found.non_finite_ids.tolist()},
    }


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
        own_best = "" if query["own_best"] else "; another row is nearer than the query itself"
        others = f"; the same token has further ids {query['others']}" if query["others"] else ""
        lines.append(f"#{query['id']} {query['token']!r}{own_best}{others}")
        lines += [
            f"{one['rank']:4}  {one['value']:10.4f}  #{one['id']} {one['token']!r}" for one in result["neighbours"]
        ]
        counts = (len(excluded["zero_rows"]), len(excluded["non_finite_rows"]))
        if any(counts):
            lines.append("      left out: {} zero rows, {} rows that are not finite".format(*counts))
    return "\n".join(lines)


VERB = Verb(
    key="neighbours",
    summary="exact nearest neighbours of one token or several",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=30,
)
