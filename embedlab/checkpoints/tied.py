"""Tied or not: decided from what the file holds, with the configuration as one witness."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from embedlab.checkpoints.config import Config
from embedlab.checkpoints.entries import TensorEntry, in_memory

Verdict = Literal["tied", "untied", "head_absent", "table_is_head", "unknown"]
Evidence = Literal[
    "same_storage",
    "equal_values",
    "values_differ",
    "no_head_tensor",
    "no_input_tensor",
    "config_ties",
    "config_unties",
    "format_rule",
]
_BLOCK = 2**22  # bytes compared at a time


@dataclass(frozen=True)
class Cost:
    """What input table and head come to, each storage counted once.

    parameters: of both, equal values counted once. bytes: what they take in the file. spare_bytes: of these, what a
    second copy of equal values takes. saved: parameters that a head of its own would add.
    """

    parameters: int
    bytes: int
    spare_bytes: int
    saved: int


@dataclass(frozen=True)
class Head:
    """Whether input table and output head are one, what says so, and what it costs.

    tensor: the head where there is one. cost: None where there is neither table nor head.
    """

    verdict: Verdict
    evidence: tuple[Evidence, ...]
    tensor: str | None = None
    cost: Cost | None = None


# Formats that have no key for it, and tie where they hold no head (llama.cpp reads token_embd.weight as the head).
_FORMATS_THAT_TIE = ("gguf",)


def judge(table: TensorEntry | None, head: TensorEntry | None, config: Config, form: str = "") -> Head:
    """The verdict on a file of a format: what its tensors show outweighs the config, which outweighs the format.

    a) both there, one storage or bitwise equal: tied. b) both there and different: untied, whatever the config says.
    c) no head, the config ties: tied. d) no head, the config unties: no head in this file, not tied.
    e) no table, the config ties: the head is the table. f) otherwise unknown: a convention is no evidence.
    """
    verdict = _verdict(table, head, config, form)
    return replace(verdict, cost=_cost(table, head, verdict))


def _verdict(table: TensorEntry | None, head: TensorEntry | None, config: Config, form: str) -> Head:
    said: tuple[Evidence, ...] = ()
    if config.ties is not None:
        said = ("config_ties",) if config.ties else ("config_unties",)
    if head is None and config.ties is None and form in _FORMATS_THAT_TIE:
        return Head("tied", ("no_head_tensor", "format_rule"))
    if head is None:
        verdicts: dict[bool | None, Verdict] = {True: "tied", False: "head_absent", None: "unknown"}
        return Head(verdicts[config.ties], ("no_head_tensor", *said))
    if table is None:
        return Head("table_is_head" if config.ties else "unknown", ("no_input_tensor", *said), head.name)
    seen = _compare(table, head)
    return Head("untied" if seen == "values_differ" else "tied", (seen, *said), head.name)


def _cost(table: TensorEntry | None, head: TensorEntry | None, verdict: Head) -> Cost | None:
    entries = [entry for entry in (table, head) if entry is not None]
    if not entries:
        return None
    one = verdict.verdict in ("tied", "table_is_head")
    stored = {(entry.file, entry.storage, entry.offset): entry.nbytes for entry in entries}
    return Cost(
        parameters=entries[0].parameters if one else sum(entry.parameters for entry in entries),
        bytes=sum(stored.values()),
        spare_bytes=entries[-1].nbytes if "equal_values" in verdict.evidence else 0,
        saved=entries[0].parameters if one else 0,
    )


def _compare(a: TensorEntry, b: TensorEntry) -> Evidence:
    if same_storage(a, b):
        return "same_storage"
    return "equal_values" if equal_bytes(a, b) else "values_differ"


def same_storage(a: TensorEntry, b: TensorEntry) -> bool:
    """Whether two tensors are the same bytes of the same file, read in the same way."""
    return all(
        getattr(a, part) == getattr(b, part) for part in ("file", "storage", "offset", "dtype", "shape", "strides")
    )


def equal_bytes(a: TensorEntry, b: TensorEntry) -> bool:
    """Whether two tensors hold bitwise equal values. Reads blocks of rows, up to the first difference."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    one, other = a.map(), b.map()
    step = max(1, _BLOCK // (one.shape[1] * one.itemsize))
    blocks = (slice(start, start + step) for start in range(0, len(one), step))
    return all(np.array_equal(_bytes(one[rows]), _bytes(other[rows])) for rows in blocks)


def _bytes(rows: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(in_memory(rows)).view(np.uint8)
