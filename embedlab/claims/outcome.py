"""How an experiment came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """The verdict of one experiment, by a stated rule from what was computed, and never fixed beforehand.

    verdict:  a key of its card's `said`; usually one of the choices, else for example "undecided".
    values:   the numbers and tokens that the card's sentence about this verdict names.
    """

    verdict: str
    values: Mapping[str, float | int | str]
