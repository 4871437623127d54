"""Static models of model2vec: several tokens may share a row, and each token may have a weight.

A model without `mapping` has one row per token id. With it, token t has the row `embeddings[mapping[t]]`; `weights`
stand by token id in both (model2vec 0.10, `StaticModel._encode_helper`). The table of tokens is offered as
`token_rows`: the rows as they are in the file, in the order of the ids.

Stored as int8, rows have lost their scale (model2vec 0.10, `quantize_embeddings`): the model takes the whole numbers as
they are, and so do we.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from embedlab.checkpoints.entries import TensorEntry, c_strides
from embedlab.checkpoints.faults import misplaced
from embedlab.checkpoints.room import room
from embedlab.errors import FileError
from embedlab.findings import Finding
from embedlab.wording import Sentence

ROWS, MAPPING, WEIGHTS, TOKENS = "embeddings", "mapping", "weights", "token_rows"
_WIDE = np.dtype(np.float16)
_STEP = 65_536  # rows gathered at a time


def spread(entries: Mapping[str, TensorEntry]) -> dict[str, TensorEntry]:
    """The tensors of a file, and before them the table of tokens where a mapping makes one."""
    rows, mapping = entries.get(ROWS), entries.get(MAPPING)
    if rows is not None and _is_int8(rows) and entries.keys() <= {ROWS, MAPPING, WEIGHTS}:
        strides = c_strides(rows.shape, _WIDE.itemsize)
        widened = partial(_widened, rows)
        rows = replace(rows, dtype=_WIDE, strides=strides, made=widened, stored=rows.nbytes)
        entries = {**entries, ROWS: rows}
    if rows is None or mapping is None or not rows.is_table or not _is_list(mapping, "iu"):
        return dict(entries)
    assert rows.dtype is not None
    shape = (mapping.shape[0], rows.shape[1])
    made = partial(_gathered, rows, mapping)
    strides = c_strides(shape, rows.dtype.itemsize)
    tokens = replace(rows, name=TOKENS, shape=shape, strides=strides, made=made, stored=rows.nbytes)
    return {TOKENS: tokens, **entries}


def findings_of(entries: Mapping[str, TensorEntry], chosen: TensorEntry | None) -> list[Finding]:
    """What a person must know who looks at rows that are shared or weighted. Reads the weights."""
    findings = []
    if chosen is not None and chosen.name in (TOKENS, ROWS) and chosen.dtype_name == "int8":
        findings.append(Finding("table.no_scale", "warning", _NO_SCALE, {"name": ROWS}))
    if chosen is not None and chosen.name == TOKENS:
        values = {"tokens": chosen.shape[0], "rows": entries[ROWS].shape[0]}
        findings.append(Finding("table.rows_shared", "info", _SHARED, values))
    weights = entries.get(WEIGHTS)
    if chosen is not None and weights is not None and _is_list(weights, "f") and weights.shape[0] == chosen.shape[0]:
        held = _list(weights).astype(np.float64)
        if held.size and np.isfinite(held).all() and (held != 1).any():
            values = {"name": WEIGHTS, "low": float(held.min()), "high": float(held.max())}
            findings.append(Finding("table.weighted_in_model", "info", _WEIGHTED, values))
    return findings


def _is_int8(entry: TensorEntry) -> bool:
    return entry.dtype == np.dtype(np.int8) and len(entry.shape) == 2 and 0 not in entry.shape and entry.made is None


def _widened(rows: TensorEntry) -> np.ndarray:
    """Whole numbers of 8 bits as float16, which holds each of them."""
    found = room(rows.shape, _WIDE, rows.file)
    flat, step = found.reshape(-1), _STEP * rows.shape[1]
    with rows.file.open("rb") as file:
        file.seek(rows.offset)
        for start in range(0, len(flat), step):
            part = np.fromfile(file, np.int8, min(step, len(flat) - start))
            if len(part) < min(step, len(flat) - start):
                expected, size = rows.offset + len(flat), rows.file.stat().st_size
                raise FileError("file.truncated", name=rows.file.name, expected=expected, found=size)
            flat[start : start + step] = part
    return found


def _is_list(entry: TensorEntry, kinds: str) -> bool:
    return len(entry.shape) == 1 and entry.dtype is not None and entry.dtype.kind in kinds and entry.made is None


def _list(entry: TensorEntry) -> np.ndarray:
    """The values of a tensor with one dimension."""
    assert entry.dtype is not None
    found = np.fromfile(entry.file, entry.dtype, entry.shape[0], offset=entry.offset)
    if len(found) < entry.shape[0]:
        expected, size = entry.offset + entry.nbytes, entry.file.stat().st_size
        raise FileError("file.truncated", name=entry.file.name, expected=expected, found=size)
    return found


def _gathered(rows: TensorEntry, mapping: TensorEntry) -> np.ndarray:
    """The row of every token id."""
    places, held = _list(mapping), rows.map()
    wrong = np.flatnonzero((places < 0) | (places >= len(held)))
    if len(wrong):
        facts = f"rows 0 to {len(held) - 1:,}", f"row {int(places[wrong[0]]):,} for token {wrong[0]:,}"
        raise misplaced(mapping.file, MAPPING, mapping.offset, *facts)
    found = room((len(places), held.shape[1]), held.dtype, rows.file)
    for start in range(0, len(places), _STEP):
        found[start : start + _STEP] = held[places[start : start + _STEP].astype(np.int64)]
    return found


_NO_SCALE = Sentence(
    en="{name} holds whole numbers of 8 bits, and the file does not say what one of them is worth (model2vec in int8); "
    "the model takes them as they are. Norms and distances count in that unknown unit; cosines and ranks do not "
    "depend on it.",
    pt="{name} contém números inteiros de 8 bits, e o arquivo não diz quanto vale uma unidade (model2vec em int8); o "
    "modelo os usa como estão. Normas e distâncias contam nessa unidade desconhecida; cossenos e posições não dependem "
    "dela.",
)
_SHARED = Sentence(
    en="{tokens:,} tokens share {rows:,} rows: the file maps every token to one of them (model2vec). Tokens of one row "
    "are equal here, as they are for the model; choose the tensor embeddings to see each row once.",
    pt="{tokens:,} tokens compartilham {rows:,} linhas: o arquivo associa cada token a uma delas (model2vec). Tokens "
    "de uma mesma linha são iguais aqui, como para o modelo; escolha o tensor embeddings para ver cada linha uma vez.",
)
_WEIGHTED = Sentence(
    en="The model multiplies every row by its own weight ({name}, {low:,.4g} to {high:,.4g}) before it averages them. "
    "The rows here are raw: effective norms are others, cosines between tokens are the same.",
    pt="O modelo multiplica cada linha por um peso próprio ({name}, de {low:,.4g} a {high:,.4g}) antes de tirar a "
    "média. As linhas aqui são brutas: as normas efetivas são outras, os cossenos entre tokens são os mesmos.",
)
CODES = ("table.no_scale", "table.rows_shared", "table.weighted_in_model")
