"""Tokens that training has hardly touched: candidates, by the indicators of Land and Bartolo (2024)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

Indicator = Literal["norm", "cosine_to_reference", "centred_cosine", "cosine_without_first", "distance_to_reference"]
Kind = Literal["ordinary", "unused", "padding", "special", "byte", "partial", "not_usable"]
Reference = Literal["named", "found", "none"]
KINDS: tuple[Kind, ...] = ("ordinary", "unused", "padding", "special", "byte", "partial", "not_usable")
SHARE = 0.02  # of the ordinary tokens, as in the paper


@dataclass(frozen=True, eq=False)
class Undertrained:
    """Candidates for under-trained tokens ("Fishing for Magikarp", EMNLP 2024, arXiv 2405.05417). No proof: theirs is
    that the model will not say the token when asked to, and a file alone cannot show it.

    indicator: the main one. "norm" for a table with a head of its own: the input row of a token that never occurred
        only shrinks. "cosine_to_reference" otherwise: what never is the answer is pushed the same way as the other
        rows that never are, the reference. Small is suspect, in all of them.
    values: every indicator that could be computed, by its name, (n_rows,) float64, NaN for a row that is not usable.
    kinds (n_rows,) int8: places in KINDS. unused: a name such as "[unused7]"; padding: no token; special: "<s>";
        byte: "<0x0A>"; partial: a piece of a UTF-8 sequence; not_usable: a row that is zero or not finite.
    reference: "named": rows without a token or with the name of an unused one; "found": from the rows alone, where no
        name tells; "none". reference_ids (m,) int64.
    separation: the share of pairs (reference row, ordinary row) in which the main indicator is smaller for the
        reference row, which itself was left out of the mean (AUC): 0.5 tells nothing, 1 is perfect. None without both.
    threshold: the main indicator of the 2 % most suspect ordinary tokens.
    candidate_ids (m,) int64: ordinary and unused tokens up to the threshold, most suspect first.
    """

    indicator: Indicator
    values: Mapping[Indicator, np.ndarray]
    kinds: np.ndarray
    reference: Reference
    reference_ids: np.ndarray
    separation: float | None
    threshold: float | None
    candidate_ids: np.ndarray
