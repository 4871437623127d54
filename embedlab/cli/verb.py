"""What a verb is."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# (done, total, sentence): progress goes to stderr, never to stdout.
Report = Callable[[int, int, str], None]


class InterruptedRunError(Exception):
    """A verb was stopped by Ctrl-C after it had kept its last state; `answer` is what stands."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


@dataclass(frozen=True)
class Verb:
    """One verb: its options, what it does, and how its answer reads to a person.

    `run` gets the parsed arguments and returns the JSON answer (plain values; NaN becomes null).
    `show` turns the same answer into the lines a person reads. `run` raises EmbedlabError only.
    """

    key: str
    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Report], dict[str, Any]]
    show: Callable[[dict[str, Any]], str]
    order: int = 0
