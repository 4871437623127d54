"""`similarity PATH TOKEN TOKEN ...`: all pairs, under every metric."""

from __future__ import annotations

import argparse
import itertools
import math
from dataclasses import asdict
from typing import Any

from embedlab.cli import options
from embedlab.cli.hints import hints
from embedlab.cli.verb import Report, Verb
from embedlab.declaration import Declaration
from embedlab.neighbours import METRICS, check_lengths, find_token
from embedlab.neighbours.similarity import background, chance_cosine, compare, random_pairs

SEED = 0  # of the random pairs


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    options.add_tokens(parser)
    options.add_steps(parser)


def _run(arguments: argparse.Namespace, _: Report) -> dict[str, Any]:
    table = options.table_of(arguments)
    matches = [find_token(table, token) for token in arguments.tokens]
    found = compare(table, [match.id for match in matches])
    check_lengths(found.norms)
    return {
        "declaration": Declaration.of(table, rows_shown=len(matches), seed=SEED).to_json(),
        "tokens": [options.match_to_json(match) for match in matches],
        "euclidean": found.euclidean,
        "cosine": found.cosine,
        "dot": found.dot,
        "angles": found.angles,
        "norms": found.norms,
        "random_pairs": {key: asdict(background(random_pairs(table, key, seed=SEED))) for key in METRICS},
        "chance_cosine_sd": chance_cosine(table.n_dims),
        "hints": hints(table, matches),
    }


def _show(answer: dict[str, Any]) -> str:
    names = [f"#{one['id']} {one['token']!r}" for one in answer["tokens"]]
    lines = [options.heading(answer["declaration"])]
    lines += [f"{name}: norm {_number(norm)}" for name, norm in zip(names, answer["norms"], strict=True)]
    for a, b in itertools.combinations(range(len(names)), 2):
        values = ", ".join(f"{key} {_number(answer[key][a][b])}" for key in METRICS)
        lines.append(f"{names[a]}, {names[b]}: {values}, angle {_number(answer['angles'][a][b], 1)} degrees")
    for key, one in answer["random_pairs"].items():
        spread = f"mean {_number(one['mean'])}, middle 95 % from {_number(one['low'])} to {_number(one['high'])}"
        lines.append(f"{one['pairs']:,} random pairs, {key}: {spread}")
    lines.append(f"random directions: cosine 0 with standard deviation {answer['chance_cosine_sd']:.4f}")
    lines += [f"note: {hint}" for hint in answer["hints"]]
    return "\n".join(lines)


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}f}" if math.isfinite(value) else "-"


VERB = Verb(
    key="similarity",
    summary="dot product, cosine, Euclidean distance, angles and norms of all pairs of some tokens",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=40,
)
