"""A declaration in words: one line under every figure, list and export."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.declaration import Declaration
from embedlab.neighbours import METRICS
from embedlab.preprocessing import STEPS
from embedlab.wording import Language, fill


@dataclass(frozen=True)
class _Words:
    rows: str
    rows_of: str
    layer: str
    pooling: str
    raw: str
    seed: str
    metric: str


_WORDS: dict[Language, _Words] = {
    "en": _Words(
        rows="{rows:,} rows × {dims:,} dimensions",
        rows_of="{shown:,} of {rows:,} rows × {dims:,} dimensions",
        layer="layer: {layer}",
        pooling="pooling: {pooling}",
        raw="raw rows",
        seed="seed {seed}",
        metric="metric: {metric}",
    ),
    "pt": _Words(
        rows="{rows:,} linhas × {dims:,} dimensões",
        rows_of="{shown:,} de {rows:,} linhas × {dims:,} dimensões",
        layer="camada: {layer}",
        pooling="pooling: {pooling}",
        raw="linhas brutas",
        seed="semente {seed}",
        metric="métrica: {metric}",
    ),
}


def say_declaration(declaration: Declaration, language: Language) -> str:
    """Every choice that applies, separated by middle dots; what does not apply is left out.

    The line is plain text: a surface that interprets text escapes it.
    """
    words, d = _WORDS[language], declaration
    shown = d.rows if d.rows_shown is None else d.rows_shown
    parts = [
        d.table,
        fill(words.rows if shown == d.rows else words.rows_of, language, shown=shown, rows=d.rows, dims=d.dims),
        fill(words.layer, language, layer=d.layer),
        fill(words.pooling, language, pooling=d.pooling),
        " → ".join(say_step(step, language) for step in d.steps) or words.raw,
        fill(words.metric, language, metric=METRICS[d.metric].label.say(language)) if d.metric else "",
        f"k = {d.k}" if d.k is not None else "",
        _maker(d.method, language) if d.method else "",
        *(f"{name} = {_value(value, language)}" for name, value in d.parameters.items()),
        fill(words.seed, language, seed=d.seed) if d.seed is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def say_step(step: str, language: Language) -> str:
    """One step as the declaration writes it ("without_top_components:3"), in words."""
    key, _, number = step.partition(":")
    label = STEPS[key].label.say(language) if key in STEPS else key
    return f"{label} ({number})" if number else label


def _maker(key: str, language: Language) -> str:
    # Imported when a map or a training is declared: home declares neither, and stands sooner.
    from embedlab.projection import METHODS
    from embedlab.training.job import OBJECTIVES

    return {**METHODS, **OBJECTIVES}[key].label.say(language)


def _value(value: object, language: Language) -> str:
    return fill("{value:g}", language, value=value) if isinstance(value, float) else str(value)
