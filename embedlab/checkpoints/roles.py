"""Which tensor is the input table, the output head, the position table: by name, then by shape.

The names follow gguf's tensor map, transformers, nanoGPT and our own files (`facts/checkpoints.md` 1.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from embedlab.checkpoints.config import Config
from embedlab.checkpoints.entries import TensorEntry

Role = Literal["input", "output", "position", "other"]
Reason = Literal["name", "config_shape", "only_table", "shape", "other_kind"]

# Wrappers that DistributedDataParallel, torch.compile, Lightning, PEFT and others put before a name, in any order.
_WRAPPERS = (
    "_orig_mod.",
    "module.",
    "model.",
    "state_dict.",
    "model_state_dict.",
    "base_model.",
    "student.",
    "language_model.",
    "text_model.",
    "transformer.",
    "bert.",
    "roberta.",
    "distilbert.",
    "0_Transformer.",
    "0.auto_model.",
    "auto_model.",
)
_KERAS = re.compile(r"(?:.*/)?([^/]+?)(?:_\d+)?/(?:vars/0|embeddings:0)")  # layers/embedding_1/vars/0
_ENDINGS = (".weight", ".modules_to_save.default", ".base_layer")

# A head over a vocabulary. The other names of "output" are also those of a classifier over classes of its own.
_OF_VOCABULARY = (
    "output_head",
    "*.lm_head",
    "*.lm_head.linear",
    "embed_out",
    "cls.predictions.decoder",
    "lm_head.decoder",
    "*.word_embeddings_for_head",
)

# Each list: most certain first. "*." stands for any further prefix; without it the whole rest of the name must match.
NAMES: dict[Role, tuple[str, ...]] = {
    "input": (
        "input_table",
        "word_rows",
        "token_rows",
        "shared",
        "*.embed_tokens",
        "*.word_embeddings",
        "*.tok_embeddings",
        "*.wte",
        "*.embed_in",
        "*.token_embedding",
        "*.token_embeddings",
        "*.token_emb",
        "*.tok_emb",
        "token_embd",
        "*.in_out_embed",
        "embedding",
        "embeddings",
        "backbone.embedding",
        "backbone.embeddings",
        "rwkv.embeddings",
        "emb",
        "embed",
        "embeddings.tokens",
        "encoder",
    ),
    "output": (
        *_OF_VOCABULARY,
        "*.output_layer",
        "output",
        "head",
        "head.out",
        "head.decoder",
        "*.ff_out",
    ),
    "position": (
        "position_table",
        "*.wpe",
        "*.position_embeddings",
        "*.position_embedding",
        "*.embed_positions",
        "*.pos_embedding",
        "*.pos_emb",
        "*.position_emb",
        "position_embd",
    ),
    "other": (
        "composed_words",
        "ngram_rows",
        "*.token_type_embeddings",
        "*.embed_tokens_per_layer",
        "token_types",
        "per_layer_token_embd",
    ),
}

# A name with one of these parts is never a token table, its head or its positions, whatever follows:
# optimizer states have a table's shape; images and sounds have tables of their own.
_NEVER = re.compile(
    r"(^|[._])(optimizer\w*|exp_avg\w*|momentum\w*|ema_state|lora_\w+|vision\w*|visual|image\w*|img|audio\w*|video\w*"
    r"|patch\w*|relative_attention_bias|rotary\w*|inv_freq|mtp|norm|LayerNorm|ln_\w+|scale|SCB|absmax)([._]|$)"
)
# Averages and teachers are tables too, but second to the model's own.
_SECOND = re.compile(r"(^|[._])(ema|teacher|target)([._]|$)")


@dataclass(frozen=True)
class Candidate:
    """A tensor and the role it was given. `rank` orders the candidates of one role, best first."""

    entry: TensorEntry
    role: Role
    reason: Reason
    rank: int = 0


def plain(name: str) -> str:
    """A tensor's name without wrappers and ending.

    >>> plain("module._orig_mod.transformer.wte.weight"), plain("lm_head.weight")
    ('wte', 'lm_head')
    """
    layer = _KERAS.fullmatch(name)
    if layer:
        return layer[1]
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    bare = None
    while bare != name:
        bare = name
        for wrapper in _WRAPPERS:
            name = name.removeprefix(wrapper)
    return name


def role_by_name(name: str) -> tuple[Role, int] | None:
    """The role that a name tells, and its place in the list of that role; None where it tells nothing.

    >>> role_by_name("bert.embeddings.word_embeddings.weight")[0], role_by_name("optimizer.state.0.exp_avg")
    ('input', None)
    """
    if _NEVER.search(name):
        return None
    rest = plain(name)
    for role, patterns in NAMES.items():
        for rank, pattern in enumerate(patterns):
            suffix = pattern.removeprefix("*.")
            if rest == suffix or (pattern.startswith("*.") and rest.endswith("." + suffix)):
                return role, rank
    return None


def candidates(entries: Iterable[TensorEntry], config: Config) -> tuple[Candidate, ...]:
    """Every tensor that is a table of some kind, best first within its role.

    Names decide; where no name tells the input table, the shape in the config does, then being the only
    two-dimensional tensor. Otherwise the two-dimensional tensors are all offered as "other", none chosen.
    """
    tables = [entry for entry in entries if entry.is_table]
    named = [Candidate(entry, *_named(entry)) for entry in tables if role_by_name(entry.name)]
    if not any(candidate.role == "input" for candidate in named):
        taken = {candidate.entry.name for candidate in named}
        rest = [entry for entry in tables if entry.name not in taken and not _NEVER.search(entry.name)]
        named += _by_shape(rest, config, alone=len(tables) == 1)
    ordered = sorted(named, key=_order)
    best = next((candidate.entry for candidate in ordered if candidate.role == "input"), None)
    if best is None:
        return tuple(ordered)
    fits = any(candidate.role == "output" and candidate.entry.shape[0] == best.shape[0] for candidate in ordered)
    return tuple(sorted((_demoted(candidate, best, fits) for candidate in ordered), key=_order))


def _demoted(candidate: Candidate, main: TensorEntry, fits: bool) -> Candidate:
    """A head scores exactly the rows of the input table; one over other classes is none.

    Neither are the rows that the input table is made of a second input table. Where no head `fits`, one that is
    named as a vocabulary's is a head still: other rows than the table's are other values.
    """
    entry, sound = candidate.entry, True
    if candidate.role == "output":
        named = candidate.rank < len(_OF_VOCABULARY) and not fits
        sound = named or entry.shape[0] == main.shape[0]
    elif candidate.role == "input":
        sound = entry.shape == main.shape or (entry.file, entry.storage) != (main.file, main.storage)
    return candidate if sound else replace(candidate, role="other", reason="other_kind")


def _named(entry: TensorEntry) -> tuple[Role, Reason, int]:
    found = role_by_name(entry.name)
    assert found is not None
    role, rank = found
    return role, "other_kind" if role == "other" else "name", rank


def _by_shape(entries: list[TensorEntry], config: Config, alone: bool) -> list[Candidate]:
    sized = [entry for entry in entries if entry.shape == (config.vocab_size, config.hidden_size)]
    if sized:
        return [Candidate(entry, "input", "config_shape") for entry in sized]
    if alone and entries:
        return [Candidate(entries[0], "input", "only_table")]
    return [Candidate(entry, "other", "shape") for entry in entries]


def _order(candidate: Candidate) -> tuple[int, bool, int, int, str]:
    # Among equal names the longest table: a decoder's own table is no shorter than the shared one.
    role = ("input", "output", "position", "other").index(candidate.role)
    name = candidate.entry.name
    return role, bool(_SECOND.search(name)), candidate.rank, -candidate.entry.shape[0], name
