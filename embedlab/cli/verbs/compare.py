"""`compare A B`: what two tables have in common, and which tokens moved most."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from embedlab.checkpoints import open_checkpoint, open_table
from embedlab.checkpoints.compare import CODES, ROWS, compare
from embedlab.checkpoints.compared import answer
from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.errors import InputError
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_table(parser)
    parser.add_argument("other", metavar="OTHER", nargs="?", type=Path, help="default: the output head of the first")
    parser.add_argument(
        "--other-tensor", metavar="NAME", help="the tensor of OTHER, or of PATH where OTHER is not given"
    )
    parser.add_argument(
        "--baseline", metavar="FILE", type=Path, help="another seed of the first: gives a drift its meaning"
    )
    options.add_metric(parser)
    options.add_steps(parser)
    options.add_k(parser)
    parser.add_argument("--rows", metavar="N", type=options.positive, default=ROWS, help="default: %(default)s")
    parser.add_argument("--seed", metavar="N", type=options.whole, default=0, help="of sample and shuffle; default: 0")
    options.add_fail_on(parser, CODES)


def _run(arguments: argparse.Namespace, report: Report) -> dict[str, Any]:
    table, other = options.table_of(arguments), apply(_other(arguments), arguments.steps)
    chosen = {"k": arguments.k, "metric": arguments.metric, "rows": arguments.rows, "seed": arguments.seed}
    found = compare(table, other, **chosen)
    baseline = None
    if arguments.baseline is not None:
        report(1, 2, "baseline")
        second = apply(open_table(arguments.baseline), arguments.steps)
        baseline = second, compare(table, second, **chosen)
    return answer(table, (other, found), baseline)


def _other(arguments: argparse.Namespace) -> EmbeddingTable:
    if arguments.other is not None:
        return open_table(arguments.other, arguments.other_tensor)
    checkpoint = open_checkpoint(arguments.path, arguments.vocabulary)
    tensor = arguments.other_tensor or checkpoint.head.tensor
    if tensor is None or tensor == (arguments.tensor or checkpoint.chosen):
        raise InputError("compare.no_head", name=checkpoint.name)
    return checkpoint.table(tensor)


def _show(found: dict[str, Any]) -> str:
    one, other = found["declaration"], found["other"]
    lines = [options.heading(one), options.heading(other)]
    lines.append(f"{found['compared']:,} of {found['shared']:,} shared tokens, seed {one['seed']}")
    lines += _lines("", found, one["k"])
    baseline = found["baseline"]
    if baseline:
        lines += _lines(f"baseline {baseline['table']}: ", baseline, one["k"])
        share = baseline["moved_beyond"]
        lines.append(f"moved further than 95 % of the tokens do in the baseline: {share:.1%} (5.0% would be no more)")
    lines.append("moved most, by the cosine after turning:")
    lines += [
        f"{token['cosine']:10.4f}  #{token['id']} {token['token']!r}, neighbours shared {token['jaccard']:.2f}"
        for token in found["moved"]
    ]
    lines += [f"{finding['severity']}: {finding['code']}: {finding['message']}" for finding in found["findings"]]
    return "\n".join(lines)


def _lines(name: str, numbers: dict[str, Any], k: int) -> list[str]:
    jaccard, cosine = numbers["jaccard"], numbers["cosine"]
    return [
        f"{name}left over after the best turn: {numbers['residual']:.1%} (shuffled pairs "
        f"{numbers['shuffled_residual']:.1%}); cosine median {cosine['median']:.3f}, least {cosine['min']:.3f}",
        f"{name}neighbours shared (Jaccard, k {k}): mean {jaccard['mean']:.3f} (chance {jaccard['chance']:.3f})",
    ]


VERB = Verb(
    key="compare",
    summary="two tables, or input and head: what is left after the best turn, shared neighbours, what moved most",
    add_arguments=_add_arguments,
    run=_run,
    show=_show,
    order=45,
)
