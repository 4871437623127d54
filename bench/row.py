"""What a measurement says in one line of docs/benchmarks.md. A bench has `rows()`, which measures and returns them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pprint import pprint
from typing import Any


@dataclass(frozen=True)
class Row:
    """spread: best, median and worst of the repeats."""

    question: str
    target: str
    measured: str
    spread: str
    met: bool

    @property
    def line(self) -> str:
        """The cells of a markdown table."""
        return " | ".join((self.question, self.target, self.measured, self.spread, "yes" if self.met else "NO"))


def at_least(question: str, target: float, values: Sequence[float], unit: str = "x") -> Row:
    """A row of something that should be large: a ratio of each repeat, both sides measured in turn. Median decides."""
    return _row(question, ">=", target, sorted(values, reverse=True), unit, statistics.median(values) >= target)


def at_most(question: str, target: float, values: Sequence[float], unit: str) -> Row:
    """A row of something that should be small, one value for each repeat. The median decides."""
    return _row(question, "<=", target, sorted(values), unit, statistics.median(values) <= target)


def _row(question: str, sign: str, target: float, best_first: list[float], unit: str, met: bool) -> Row:
    told = [_told(value) for value in (best_first[0], statistics.median(best_first), best_first[-1])]
    spread = f"{' / '.join(told)} of {len(best_first)}" if len(best_first) > 1 else "one run"
    return Row(question, f"{sign} {_told(target)} {unit}", f"{told[1]} {unit}", spread, bool(met))  # numpy has its own


def _told(value: float) -> str:
    """Three digits, or all those before the point."""
    if not math.isfinite(value):
        return "nothing"
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def show(rows: Iterable[Row], details: Any = None) -> list[Row]:
    """Print what was measured, and return it."""
    rows = list(rows)
    if details is not None:
        pprint(details, width=120, compact=True, sort_dicts=False)
    for row in rows:
        print(f"{row.question}: {row.measured} (target {row.target}, {row.spread}), {'met' if row.met else 'NOT MET'}")
    return rows
