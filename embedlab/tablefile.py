"""Our own checkpoint: a safetensors file that holds a table, its vocabulary and where it comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors.numpy import save

from embedlab.table import EmbeddingTable

FORMAT = "1"
INPUT = "input_table.weight"  # (n_rows, n_dims), the table that opens
OUTPUT = "output_head.weight"  # (n_rows, n_dims), e.g. the context table of skip-gram
STATE = "state."  # tensors under this prefix serve `--resume` and are never offered as a table


def write(
    table: EmbeddingTable,
    path: Path,
    tensors: Mapping[str, np.ndarray] | None = None,
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Write a table and further tensors; the file appears whole or not at all.

    Metadata keys (each a string holding JSON, documented in tests/schema/table_metadata.json):
    `embedlab.format`, `embedlab.tokens`, `embedlab.counts`, `embedlab.classes`, `embedlab.provenance`,
    `embedlab.steps`, and those given. Raises OSError where the folder cannot be written.
    """
    facts = {
        "embedlab.format": FORMAT,
        "embedlab.tokens": json.dumps(table.tokens),
        "embedlab.counts": json.dumps(None if table.counts is None else [int(count) for count in table.counts]),
        "embedlab.classes": json.dumps(table.classes),
        "embedlab.provenance": json.dumps(table.provenance.to_json()),
        "embedlab.steps": json.dumps(table.steps),
        **(metadata or {}),
    }
    arrays = {INPUT: np.ascontiguousarray(table.vectors), **(tensors or {})}
    write_whole(path, save(arrays, metadata=facts))


def write_whole(path: Path, content: bytes) -> None:
    """Write bytes beside the path, then move them there: a reader never sees half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
