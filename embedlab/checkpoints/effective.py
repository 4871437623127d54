"""What a model does to a raw row before its first layer, as far as its config and tensors tell."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from embedlab.checkpoints.config import Config
from embedlab.checkpoints.entries import TensorEntry, in_memory
from embedlab.errors import InputError
from embedlab.findings import Finding
from embedlab.wording import Sentence

# A normalisation of the sum of embeddings, by the end of its name (BERT, BART, BLOOM, nomic, RWKV, GGUF).
_NORM = re.compile(
    r"(^|[.])(word_embeddings_layernorm|embeddings\.(LayerNorm|layer_norm|norm)|layernorm_embedding|emb_ln"
    r"|token_embd_norm|blocks\.0\.(pre_ln|ln0))\.weight$"
)
# What stands beside the weight of eight bits and makes its values of it (compressed-tensors, DeepSeek, fp8 of ComfyUI).
_SCALES = ("weight_scale", "weight_scale_inv", "scale_weight")
_SHIFTED = ("opt", "bart", "mbart")  # two rows before position 0, whatever the padding
_AFTER_PADDING = ("roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "mpnet")  # position 0 comes after padding


@dataclass(frozen=True)
class Effective:
    """How the rows that the model works with come from the raw ones, which is all that is shown here.

    factor: every row is multiplied by it, 1.0 where nothing says so; exact_factor: before it was rounded to the type
        of the table (Gemma: the root of 3,072 is 55.4256, in bfloat16 55.5). Norms grow by it, cosines stay.
    norm: the tensor that normalises the rows afterwards (BERT, BLOOM): neither norms nor cosines stay.
    first_position: the row of position 0 in the position table (OPT, BART, RoBERTa: 2).
    head_factor: the head's scores are multiplied by it (a tied T5: the width to the power -1/2).
    scale: the tensor by which the raw rows, codes of eight bits, are multiplied; per_row: it holds one value, or one
        for each row, so that cosines stay.
    """

    factor: float = 1.0
    exact_factor: float = 1.0
    norm: str | None = None
    first_position: int = 0
    head_factor: float = 1.0
    scale: str | None = None
    per_row: bool = True


def effective(
    table: TensorEntry | None, position: TensorEntry | None, entries: Collection[TensorEntry], config: Config
) -> Effective:
    """What is done to the rows of the input table. Reads the first four rows of the position table."""
    family = config.family or ""
    exact = _factor(config, family, table.shape[1] if table else None)
    # Gemma makes the factor a tensor of the type of its rows.
    narrow = table.dtype if table and family.startswith("gemma") else None
    scale = _scale(table, entries)
    scaled_head = family == "t5" and config.ties is not False and config.hidden_size
    return Effective(
        factor=float(np.asarray(exact).astype(narrow)) if narrow else exact,
        exact_factor=exact,
        norm=next((entry.name for entry in entries if _NORM.search(entry.name)), None),
        first_position=_first_position(position, config, family) if position else 0,
        head_factor=config.hidden_size**-0.5 if scaled_head and config.hidden_size else 1.0,
        scale=scale.name if scale else None,
        per_row=scale is None or table is None or prod(scale.shape) == prod(scale.shape[:1]) in (1, table.shape[0]),
    )


def _scale(table: TensorEntry | None, entries: Collection[TensorEntry]) -> TensorEntry | None:
    """The scale of a table of eight bits; rows of wider types are the values themselves."""
    if table is None or table.dtype is None or table.dtype.itemsize > 1:
        return None
    stem = table.name.removesuffix("weight")
    return next((entry for entry in entries if entry.name in {stem + name for name in _SCALES}), None)


def _factor(config: Config, family: str, width: int | None) -> float:
    if config.multiplier is not None:
        return config.multiplier
    by_root = config.scales_by_root or family.startswith("gemma")
    return math.sqrt(config.hidden_size or width or 1) if by_root else 1.0


def _first_position(position: TensorEntry, config: Config, family: str) -> int:
    if family in _SHIFTED:
        return 2
    if family in _AFTER_PADDING and config.pad_id is not None:
        return min(config.pad_id + 1, position.shape[0] - 1)
    try:
        rows = in_memory(position.map()[:4])
    except InputError:
        return 0  # a damaged position table is no reason to refuse the other
    zero = np.flatnonzero(~rows.any(axis=1))
    after = int(zero[-1]) + 1 if len(zero) else 0
    return after if after < position.shape[0] else 0


def findings_of(seen: Effective, positions: Sequence[str]) -> list[Finding]:
    """What a person must know who compares raw rows; `positions` names the position tables."""
    findings = []
    if seen.factor != 1:
        values = {"factor": seen.factor, "exact": seen.exact_factor}
        findings.append(Finding("table.scaled_in_model", "info", _SCALED, values))
    if seen.scale is not None:
        sentence = _ROWS_BY_SCALE if seen.per_row else _BLOCKS_BY_SCALE
        findings.append(Finding("table.scale_beside", "warning", sentence, {"name": seen.scale}))
    if seen.norm is not None:
        findings.append(Finding("table.normalised_in_model", "info", _NORMALISED, {"name": seen.norm}))
    if seen.first_position and positions:
        values = {"row": seen.first_position, "name": positions[0]}
        findings.append(Finding("position.offset", "info", _OFFSET, values))
    if seen.head_factor != 1:
        findings.append(Finding("head.scaled_in_model", "info", _HEAD, {"factor": seen.head_factor}))
    return findings


_SCALED = Sentence(
    en="The model multiplies every row by {factor:,.6g} (exactly {exact:,.6g}) before its first layer. The rows here "
    "are raw: effective norms are {factor:,.6g} times as large, cosines are the same.",
    pt="O modelo multiplica cada linha por {factor:,.6g} (exatamente {exact:,.6g}) antes da primeira camada. As linhas "
    "aqui são brutas: as normas efetivas são {factor:,.6g} vezes maiores, os cossenos são os mesmos.",
)
_ROWS_BY_SCALE = Sentence(
    en="The rows hold eight-bit codes, and {name} beside them their scale: effective rows are rows times scale. The "
    "rows here are raw: effective norms, distances and dot products are others, cosines are the same.",
    pt="As linhas guardam códigos de oito bits, e {name}, ao lado, sua escala: as linhas efetivas são linhas vezes "
    "escala. As linhas aqui são brutas: normas, distâncias e produtos escalares efetivos são outros; os cossenos são "
    "os mesmos.",
)
_BLOCKS_BY_SCALE = Sentence(
    en="The rows hold eight-bit codes, and {name} beside them a scale for each block or column: effective rows are "
    "rows times scale. The rows here are raw: effective norms and cosines are others.",
    pt="As linhas guardam códigos de oito bits, e {name}, ao lado, uma escala por bloco ou coluna: as linhas efetivas "
    "são linhas vezes escala. As linhas aqui são brutas: as normas e os cossenos efetivos são outros.",
)
_NORMALISED = Sentence(
    en="The model normalises the rows by {name} before its first layer. The rows here are raw: effective norms and "
    "cosines are others.",
    pt="O modelo normaliza as linhas com {name} antes da primeira camada. As linhas aqui são brutas: as normas e os "
    "cossenos efetivos são outros.",
)
_OFFSET = Sentence(
    en="Position 0 is row {row:,} of {name}: the rows before it are not used for positions.",
    pt="A posição 0 é a linha {row:,} de {name}: as linhas anteriores não são usadas para posições.",
)
_HEAD = Sentence(
    en="The model multiplies what goes into its head by {factor:,.6g}: scores by the raw rows are larger than its own.",
    pt="O modelo multiplica por {factor:,.6g} o que entra na cabeça: os valores com as linhas brutas são maiores que "
    "os dele.",
)

CODES = (
    "head.scaled_in_model",
    "position.offset",
    "table.normalised_in_model",
    "table.scale_beside",
    "table.scaled_in_model",
)
