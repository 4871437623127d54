"""What a model's config.json says, as one witness among others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embedlab.checkpoints.unusable import UnusableError, parsed

MAX_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Config:
    """The few keys that are used; None where the file does not say, or says nonsense.

    ties: whether input and head share one table. The top level wins over what is nested in it, as in transformers;
        without the key anywhere nothing is known: the default of a class differs by family and version.
    ties_differ: a nested config says otherwise.
    table_width: dimensions of the input table, which are not always those of the model (ALBERT, OPT-350m).
    position_width: dimensions of the position table. positions: its rows; 0 where the architecture computes
        its positions, None where nothing says. dtype: as the file writes it, e.g. "bfloat16".
    family: the innermost `model_type`, e.g. "gemma3_text". pad_id: of the padding token. multiplier: by which the model
        multiplies every row; scales_by_root: it multiplies by the root of its width.
    """

    ties: bool | None = None
    vocab_size: int | None = None
    hidden_size: int | None = None
    table_width: int | None = None
    position_width: int | None = None
    positions: int | None = None
    dtype: str | None = None
    ties_differ: bool = False
    family: str | None = None
    pad_id: int | None = None
    multiplier: float | None = None
    scales_by_root: bool = False


def read_config(path: Path) -> Config:
    """The config of a model folder. Raises UnusableError or OSError for a file that holds no JSON object."""
    if path.exists() and not path.is_file():  # a pipe would be waited for, a device has no end
        raise OSError(22, "Not a regular file", str(path))
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnusableError("size", bytes=size, limit=MAX_BYTES)
    content = parsed(path.read_bytes())
    if not isinstance(content, dict):
        raise UnusableError("no_object")
    return parse_config(content)


def parse_config(content: Mapping[str, Any]) -> Config:
    """The keys that are used, the top level first, then `text_config` (multimodal models).

    >>> parse_config({"text_config": {"vocab_size": 8, "tie_word_embeddings": True}}).vocab_size
    8
    """
    levels = _levels(content)
    ties = [level["tie_word_embeddings"] for level in levels if isinstance(level.get("tie_word_embeddings"), bool)]
    hidden = _size(levels, ("hidden_size", "n_embd", "d_model", "dim"))
    projected, factorised = _size(levels, ("word_embed_proj_dim",)), _size(levels, ("embedding_size",))
    return Config(
        ties=ties[0] if ties else None,
        ties_differ=len(set(ties)) > 1,
        family=next((level["model_type"] for level in levels[::-1] if isinstance(level.get("model_type"), str)), None),
        pad_id=_pad_id(levels),
        multiplier=_multiplier(levels),
        scales_by_root=any(level.get("scale_embedding") is True for level in levels),
        vocab_size=_size(levels, ("vocab_size",)),
        hidden_size=hidden,
        table_width=projected or factorised or hidden,
        position_width=factorised or hidden,  # OPT adds positions after its projection, ALBERT before
        positions=_positions(levels),
        dtype=next((level[key] for level in levels for key in _DTYPES if isinstance(level.get(key), str)), None),
    )


_DTYPES = ("dtype", "torch_dtype")
# Keys of architectures whose positions are a learned table, and rows that a family adds before the first position.
_LEARNED = ("n_positions", "block_size", "n_ctx")
_BERTS = ("bert", "roberta", "distilbert", "albert", "electra", "xlm-roberta")
_LEARNED_FAMILIES: dict[str, int] = {**dict.fromkeys(_BERTS, 0), "opt": 2, "bart": 2, "mbart": 2}
_COMPUTED = ("rope_theta", "rope_scaling", "rope_parameters", "rotary_pct", "rotary_dim", "rotary_emb_base", "alibi")


def _positions(levels: tuple[Mapping[str, Any], ...]) -> int | None:
    """Rows of the learned position table. A length alone tells nothing: rotary models state one too."""
    if any(key in level for level in levels for key in _COMPUTED):
        return 0
    family = next((level["model_type"] for level in levels if isinstance(level.get("model_type"), str)), "")
    if family in _LEARNED_FAMILIES:
        rows = _size(levels, ("max_position_embeddings",))
        return None if rows is None else rows + _LEARNED_FAMILIES[family]
    return _size(levels, _LEARNED)


# Where multimodal models keep the config of their text model.
_NESTED = ("text_config", "llm_config", "language_config", "thinker_config")


def _levels(content: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The config and those nested in it, outermost first; at most three deep."""
    levels: list[Mapping[str, Any]] = [content]
    outer = levels
    for _ in range(3):
        found = [level.get(key) for level in outer for key in _NESTED]
        outer = [level for level in found if isinstance(level, dict)]
        levels = [*levels, *outer]
    return tuple(levels)


def _pad_id(levels: tuple[Mapping[str, Any], ...]) -> int | None:
    found = next((level["pad_token_id"] for level in levels if type(level.get("pad_token_id")) is int), None)
    return found if found is not None and 0 <= found < 2**31 else None


def _multiplier(levels: tuple[Mapping[str, Any], ...]) -> float | None:
    values = (level.get(key) for level in levels for key in ("embedding_multiplier", "scale_emb"))
    sound = (float(value) for value in values if isinstance(value, (int, float)) and 0 < value < 1e6)
    return next((value for value in sound if value != 1), None)


def _size(levels: tuple[Mapping[str, Any], ...], keys: tuple[str, ...]) -> int | None:
    values = (level.get(key) for level in levels for key in keys)
    return next((value for value in values if type(value) is int and 0 < value < 2**31), None)
