"""The record of a run: all that it can be repeated from, as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from embedlab.table import EmbeddingTable

_OWN_TEXT = "own_text"
_RUN = (
    "objective",
    "steps",
    "device",
    "threads",
    "processes",
    "corpus_sha256",
)  # of the provenance's settings; the rest: objective's


def of(table: EmbeddingTable) -> dict[str, Any]:
    """Text, objective, settings, seed, threads, device and versions of a trained table, and its fingerprint.

    The same table comes out where all of them are the same; another device, or number of threads or processes, adds in
    another order.
    """
    origin = table.provenance
    facts = dict(origin.settings)
    run = {name: facts.pop(name) for name in _RUN if name in facts}
    return {
        "corpus": origin.source.removeprefix("corpus_"),
        **run,
        "settings": facts,
        "seed": origin.seed,
        "versions": dict(origin.versions),
        "fingerprint": table.fingerprint,
    }


def command(record: Mapping[str, Any]) -> str | None:
    """The command line that repeats the run; None for an own text, which the record knows by its sha-256 alone."""
    if record["corpus"] == _OWN_TEXT:
        return None
    said = {"corpus": record["corpus"], "objective": record["objective"], **record["settings"]}
    said |= {name: record[name] for name in ("seed", "threads", "processes", "device") if name in record}
    said |= {"out": "table.safetensors"}
    options = (f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for name, value in said.items())
    return " ".join(["python -m embedlab train", *options])
