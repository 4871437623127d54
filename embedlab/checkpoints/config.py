"""What a model's config.json says, as one witness among others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Config:
    """The few keys that are used; None where the file does not say, or says nonsense.

    ties: whether input and head share one table. The top level wins over `text_config` (design 15).
    """

    ties: bool | None = None
    vocab_size: int | None = None
    hidden_size: int | None = None


def read_config(path: Path) -> Config:
    """The config of a model folder. Raises ValueError or OSError for a file that holds no JSON object."""
    if path.stat().st_size > MAX_BYTES:
        raise ValueError("too large")
    try:
        content = json.loads(path.read_bytes())
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(content, dict):
        raise ValueError("no JSON object")
    return parse_config(content)


def parse_config(content: Mapping[str, Any]) -> Config:
    """The keys that are used, the top level first, then `text_config` (multimodal models).

    >>> parse_config({"text_config": {"vocab_size": 8, "tie_word_embeddings": True}})
    Config(ties=True, vocab_size=8, hidden_size=None)
    """
    inner = content.get("text_config")
    levels = (content, inner if isinstance(inner, dict) else {})
    ties = [level["tie_word_embeddings"] for level in levels if isinstance(level.get("tie_word_embeddings"), bool)]
    return Config(
        ties=ties[0] if ties else None,
        vocab_size=_size(levels, ("vocab_size",)),
        hidden_size=_size(levels, ("hidden_size", "n_embd", "d_model", "dim")),
    )


def _size(levels: tuple[Mapping[str, Any], ...], keys: tuple[str, ...]) -> int | None:
    values = (level.get(key) for level in levels for key in keys)
    return next((value for value in values if type(value) is int and 0 < value < 2**31), None)
