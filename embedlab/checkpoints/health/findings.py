"""What about the rows a person should know before trusting a list or a map, most important first."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from embedlab.checkpoints.health.kinds import KINDS
from embedlab.checkpoints.health.result import Health
from embedlab.checkpoints.ids import said
from embedlab.findings import Finding, Severity, by_severity
from embedlab.wording import Sentence

ONE_DIRECTION = 0.5  # mean cosine from which centring changes every list
MANY_HUBS = 3.0  # skew of N_10; rows drawn at random have less than 1 in few dimensions, about 2 in hundreds
BYTE_VALUES = 256
_LIKE = 0.9  # of the reference rows: an ordinary token up to their indicator is like them
_TELLS = 0.9  # separation from which the indicator is worth a sentence


def findings_of(health: Health) -> list[Finding]:
    """The findings about a table's rows, errors first, and within a severity the ones to read first."""
    return list(
        by_severity([*_rows(health), *_numbers(health), *_shape(health), *_undertrained(health), *_unreachable(health)])
    )


def _rows(health: Health) -> Iterator[Finding]:
    kinds: tuple[tuple[str, Severity, Sentence, np.ndarray], ...] = (
        ("table.non_finite_rows", "error", _NON_FINITE, health.non_finite_ids),
        ("table.zero_rows", "warning", _ZERO, health.zero_ids),
        ("table.duplicate_rows", "info", _DUPLICATE, health.duplicate_ids),
        ("table.near_duplicate_rows", "info", _NEAR, np.unique(health.near.pairs[:, 1])),
    )
    for code, severity, sentence, ids in kinds:
        if len(ids):
            yield Finding(code, severity, sentence, {"count": len(ids), "rows": health.rows, "ids": said(ids)})


def _numbers(health: Health) -> Iterator[Finding]:
    seen = health.numbers
    if seen.at_limit:
        values = {"count": seen.at_limit, "limit": seen.limit, "dtype": seen.dtype}
        yield Finding("table.saturated", "warning", _SATURATED, values)
    if seen.narrowest != seen.dtype and seen.largest > 0:
        yield Finding("table.narrower", "info", _NARROWER, {"dtype": seen.dtype, "narrowest": seen.narrowest})
    elif seen.distinct <= BYTE_VALUES < seen.distinct_of // 8:
        values = {"distinct": seen.distinct, "of": seen.distinct_of}
        yield Finding("table.few_values", "info", _FEW, values)


def _shape(health: Health) -> Iterator[Finding]:
    share = health.mean_share or 0.0
    if health.rows - len(health.non_finite_ids) > 1 and health.spectrum is None and share > 1 - 1e-12:
        yield Finding("table.constant", "error", _CONSTANT, {"rows": health.rows})
        return
    if health.mean_cosine is not None and health.mean_cosine > ONE_DIRECTION:
        yield Finding("table.one_direction", "warning", _ONE_DIRECTION, {"cosine": health.mean_cosine})
    hubs = health.hubs
    if hubs and hubs.cosine.skew is not None and hubs.cosine.skew > MANY_HUBS:
        values = {
            "skew": hubs.cosine.skew,
            "largest": hubs.cosine.largest,
            "k": hubs.cosine.k,
            "rows": len(hubs.ids),
            "csls": hubs.csls.skew or 0.0,
            "id": int(hubs.ids[hubs.cosine.hub_rows[0]]),
        }
        yield Finding("table.hubs", "info", _HUBS, values)


def _undertrained(health: Health) -> Iterator[Finding]:
    found = health.undertrained
    if not len(found.reference_ids) or (found.separation or 0) < _TELLS:
        return
    values = found.values[found.indicator]
    own = values[found.reference_ids]
    like = (found.kinds == KINDS.index("ordinary")) & (values <= np.quantile(own[np.isfinite(own)], _LIKE))
    like[found.reference_ids] = False
    ids = np.flatnonzero(like)
    if len(ids):
        facts = {"count": len(ids), "reference": len(found.reference_ids), "ids": said(ids)}
        sentence = _LIKE_UNUSED if found.reference == "named" else _LIKE_FOUND
        yield Finding("table.undertrained", "warning", sentence, facts)


def _unreachable(health: Health) -> Iterator[Finding]:
    ids = health.unreachable_ids
    if ids is not None and len(ids):
        yield Finding("table.unreachable", "info", _UNREACHABLE, {"count": len(ids), "ids": said(ids)})


_NON_FINITE = Sentence(
    en="{count:,} of {rows:,} rows hold NaN or infinity (ids {ids}); they are left out of every list and map.",
    pt="{count:,} de {rows:,} linhas contêm NaN ou infinito (ids {ids}); ficam fora de toda lista e de todo mapa.",
)
_ZERO = Sentence(
    en="{count:,} of {rows:,} rows are zero (ids {ids}); they have no direction, so cosine leaves them out.",
    pt="{count:,} de {rows:,} linhas são nulas (ids {ids}); não têm direção, por isso o cosseno as deixa de fora.",
)
_DUPLICATE = Sentence(
    en="{count:,} of {rows:,} rows equal an earlier row byte for byte (ids {ids}).",
    pt="{count:,} de {rows:,} linhas são iguais, byte a byte, a uma linha anterior (ids {ids}).",
)
_NEAR = Sentence(
    en="{count:,} of {rows:,} rows are nearly an earlier row: cosine over 0.9999, norms within 1 % (ids {ids}).",
    pt="{count:,} de {rows:,} linhas são quase uma linha anterior: cosseno acima de 0,9999, normas a menos de 1 % "
    "(ids {ids}).",
)
_SATURATED = Sentence(
    en="{count:,} values are {limit:,.6g}, the largest that {dtype} holds: what was larger was cut off there.",
    pt="{count:,} valores são {limit:,.6g}, o maior que {dtype} comporta: o que era maior foi cortado ali.",
)
_NARROWER = Sentence(
    en="The values are stored as {dtype}, but {narrowest} holds every one of them exactly: the file could be smaller.",
    pt="Os valores estão gravados em {dtype}, mas {narrowest} comporta cada um exatamente: o arquivo podia ser menor.",
)
_FEW = Sentence(
    en="A sample of {of:,} values has only {distinct:,} different ones: the table was once stored in 8 bits or fewer.",
    pt="Uma amostra de {of:,} valores tem só {distinct:,} diferentes: a tabela já foi gravada em 8 bits ou menos.",
)
_CONSTANT = Sentence(
    en="All {rows:,} rows are the same: nothing is nearer to anything.",
    pt="Todas as {rows:,} linhas são iguais: nada está mais perto de nada.",
)
_ONE_DIRECTION = Sentence(
    en="The rows point nearly the same way: two of them have a cosine of {cosine:.2f} on average. Centred, the lists "
    "say more.",
    pt="As linhas apontam quase para o mesmo lado: duas delas têm em média cosseno {cosine:.2f}. Centralizadas, as "
    "listas dizem mais.",
)
_HUBS = Sentence(
    en="Few rows stand in very many lists: id {id} in {largest:,} of {rows:,} lists of {k} (skew {skew:.1f}; "
    "{csls:.1f} with CSLS). Be careful with a neighbour that everything has.",
    pt="Poucas linhas estão em muitas listas: o id {id} em {largest:,} de {rows:,} listas de {k} (assimetria "
    "{skew:.1f}; {csls:.1f} com CSLS). Cuidado com um vizinho que todos têm.",
)
_LIKE_UNUSED = Sentence(
    en="{count:,} ordinary tokens look like the {reference:,} that are known to be unused (ids {ids}): candidates for "
    "under-trained tokens, not proof.",
    pt="{count:,} tokens comuns se parecem com os {reference:,} que se sabe não usados (ids {ids}): candidatos a "
    "tokens subtreinados, não prova.",
)
_LIKE_FOUND = Sentence(
    en="{count:,} ordinary tokens look like the densest {reference:,} rows, which training seems not to have moved "
    "(ids {ids}): candidates for under-trained tokens, not proof.",
    pt="{count:,} tokens comuns se parecem com as {reference:,} linhas mais densas, que o treino parece não ter movido "
    "(ids {ids}): candidatos a tokens subtreinados, não prova.",
)
_UNREACHABLE = Sentence(
    en="{count:,} tokens never come out of the tokenizer: their own text is cut into others (ids {ids}). Nothing that "
    "is written trains or uses these rows.",
    pt="{count:,} tokens nunca saem do tokenizador: seu próprio texto é cortado em outros (ids {ids}). Nada do que se "
    "escreve treina ou usa essas linhas.",
)

CODES = (
    "table.constant",
    "table.duplicate_rows",
    "table.few_values",
    "table.hubs",
    "table.narrower",
    "table.near_duplicate_rows",
    "table.non_finite_rows",
    "table.one_direction",
    "table.saturated",
    "table.undertrained",
    "table.unreachable",
    "table.zero_rows",
)
