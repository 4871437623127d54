"""What one would want to know first about a model handed over, and the figures of its table's rows, in words.

Everything is plain text: a page and a report escape it each in their way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from embedlab.checkpoints import Checkpoint, Ledger
from embedlab.checkpoints.ids import IdReport, said, said_ranges
from embedlab.text.pages import checkpoint as words
from embedlab.text.sizes import say_size
from embedlab.wording import Language, fill, number


@dataclass(frozen=True)
class Overview:
    """`figures` by name: label, value, how to read it. `indicators` as `health.Undertrained` names them."""

    question: str
    answer: str
    table: str
    table_is: str
    head: str
    cost: str
    cost_is: str
    cost_with: str
    cost_share: str
    sick: str
    sick_none: str
    sick_unread: str
    sick_zero: str
    sick_non_finite: str
    ids: str
    ids_none: str
    ids_match: str
    ids_padding: str
    ids_gaps: str
    ids_lost: str
    ids_repeated: str
    near: str
    near_is: str
    near_metric: str
    figure: str
    value: str
    reading: str
    figures: Mapping[str, tuple[str, str, str]]
    none: str
    indicators: Mapping[str, str]


# Words whose neighbours anybody can judge; the first tells whether a vocabulary speaks the language.
ASKED: dict[Language, tuple[str, ...]] = {
    "en": ("dog", "Monday", "monday", "three", "red", "king"),
    "pt": ("cachorro", "segunda", "três", "vermelho", "rei"),
}

EN = Overview(
    question="what one asks first",
    answer="answer",
    table="Which tensor is the table?",
    table_is="{name}: {rows:,} rows × {dims:,} dimensions, {dtype} (how we know: {reason})",
    head="Is the head tied?",
    cost="What does it cost?",
    cost_is="{parameters:,} parameters, {size}",
    cost_with="its tables together {total:,} parameters, {size}",
    cost_share="{share:.1%} of all {model:,} in the file",
    sick="Sick rows?",
    sick_none="None: every row is finite, and none is zero.",
    sick_unread="Not known yet: a table of this size is read when you examine it, below.",
    sick_zero="{count:,} zero rows (ids {ids})",
    sick_non_finite="{count:,} rows with values that are not finite (ids {ids})",
    ids="Do ids and rows match?",
    ids_none="No vocabulary was found: rows go by their ids.",
    ids_match="Yes: {size:,} tokens from {source}, one for each of {rows:,} rows.",
    ids_padding="{count:,} padding rows beyond the last token (ids {ids})",
    ids_gaps="{count:,} rows that no token names (ids {ids})",
    ids_lost="{count:,} tokens without a row (ids {ids})",
    ids_repeated="{count:,} ids repeat an earlier token",
    near="Who is near whom?",
    near_is="{token}: {found}",
    near_metric="by the cosine of the raw rows",
    figure="figure",
    value="value",
    reading="how to read it",
    figures={
        "norm": ("norms", "median {median}, 98 % from {low} to {high}", "how long rows are, |e|"),
        "norm_id": (
            "norm against id",
            "rho {rho}",
            "Spearman; ids often follow frequency, so this stands in for it, and proves nothing",
        ),
        "duplicates": (
            "copies",
            "{duplicates:,} rows equal an earlier one, {near:,} nearly",
            "byte for byte; nearly: cosine over 0.9999 and norms within 1 %",
        ),
        "mean_cosine": (
            "mean cosine",
            "{cosine}",
            "of all pairs; 0: no common direction (Ethayarajh 2019)",
        ),
        "mean_share": ("mean row", "{share}", "its length over the root mean square norm: 0 centred, 1 all rows alike"),
        "isotropy": (
            "I(E)",
            "{scaled} at mean norm 1, {raw} as stored",
            "min Z(c) / max Z(c) over eigenvectors: 1 is the same in every direction (Mu and Viswanath 2018); "
            "{rows:,} rows",
        ),
        "rank": (
            "effective rank",
            "{rank} of {dims:,}",
            "exp of the entropy of the covariance's eigenvalues (Roy and Vetterli 2007); {rows:,} rows",
        ),
        "participation": ("participation ratio", "{ratio}", "(sum of eigenvalues)² / sum of their squares"),
        "components": ("components", "{ninety:,} hold 90 % of the variance, {most:,} hold 99 %", "largest first"),
        "hubs": (
            "hubs",
            "skew {skew}, {csls} with CSLS",
            "of how often a row is among the {k} nearest of {rows:,}: 0 without hubs (Radovanović et al. 2010; CSLS: "
            "Conneau et al. 2018)",
        ),
        "narrowest": ("values", "stored as {dtype}, {narrowest} would hold them", "every value exactly"),
        "limit": ("saturation", "{at_limit:,} values at the limit of {dtype}", "what was larger was cut off there"),
    },
    none="–",
    indicators={
        "norm": "norm of the input row",
        "cosine_to_reference": "cosine distance to the mean of the reference rows",
        "centred_cosine": "the same after centring",
        "cosine_without_first": "the same without the first component",
        "distance_to_reference": "distance to the mean of the reference rows",
    },
)

PT = Overview(
    question="o que se pergunta primeiro",
    answer="resposta",
    table="Qual tensor é a tabela?",
    table_is="{name}: {rows:,} linhas × {dims:,} dimensões, {dtype} (como sabemos: {reason})",
    head="A cabeça é atada?",
    cost="Quanto custa?",
    cost_is="{parameters:,} parâmetros, {size}",
    cost_with="suas tabelas ao todo, {total:,} parâmetros, {size}",
    cost_share="{share:.1%} de todos os {model:,} do arquivo",
    sick="Há linhas doentes?",
    sick_none="Nenhuma: toda linha é finita, e nenhuma é zero.",
    sick_unread="Ainda não se sabe: uma tabela deste tamanho é lida quando você a examina, abaixo.",
    sick_zero="{count:,} linhas zero (ids {ids})",
    sick_non_finite="{count:,} linhas com valores não finitos (ids {ids})",
    ids="Ids e linhas combinam?",
    ids_none="Nenhum vocabulário foi encontrado: as linhas são chamadas por seus ids.",
    ids_match="Sim: {size:,} tokens de {source}, um para cada uma das {rows:,} linhas.",
    ids_padding="{count:,} linhas de preenchimento depois do último token (ids {ids})",
    ids_gaps="{count:,} linhas que nenhum token nomeia (ids {ids})",
    ids_lost="{count:,} tokens sem linha (ids {ids})",
    ids_repeated="{count:,} ids repetem um token anterior",
    near="Quem está perto de quem?",
    near_is="{token}: {found}",
    near_metric="pelo cosseno das linhas brutas",
    figure="número",
    value="valor",
    reading="como ler",
    figures={
        "norm": ("normas", "mediana {median}, 98 % de {low} a {high}", "o comprimento das linhas, |e|"),
        "norm_id": (
            "norma contra id",
            "rho {rho}",
            "Spearman; ids costumam seguir a frequência, então isto a substitui e nada prova",
        ),
        "duplicates": (
            "cópias",
            "{duplicates:,} linhas iguais a uma anterior, {near:,} quase",
            "byte a byte; quase: cosseno acima de 0,9999 e normas a menos de 1 %",
        ),
        "mean_cosine": (
            "cosseno médio",
            "{cosine}",
            "de todos os pares; 0: nenhuma direção comum (Ethayarajh 2019)",
        ),
        "mean_share": (
            "linha média",
            "{share}",
            "seu comprimento sobre a norma média quadrática: 0 centralizada, 1 todas iguais",
        ),
        "isotropy": (
            "I(E)",
            "{scaled} com norma média 1, {raw} como gravada",
            "min Z(c) / max Z(c) sobre autovetores: 1 é igual em toda direção (Mu e Viswanath 2018); {rows:,} linhas",
        ),
        "rank": (
            "posto efetivo",
            "{rank} de {dims:,}",
            "exp da entropia dos autovalores da covariância (Roy e Vetterli 2007); {rows:,} linhas",
        ),
        "participation": ("razão de participação", "{ratio}", "(soma dos autovalores)² / soma de seus quadrados"),
        "components": ("componentes", "{ninety:,} têm 90 % da variância, {most:,} têm 99 %", "as maiores primeiro"),
        "hubs": (
            "hubs",
            "assimetria {skew}, {csls} com CSLS",
            "de quantas vezes uma linha está entre as {k} mais próximas de {rows:,}: 0 sem hubs (Radovanović et al. "
            "2010; CSLS: Conneau et al. 2018)",
        ),
        "narrowest": ("valores", "gravados em {dtype}, {narrowest} os comportaria", "cada valor exatamente"),
        "limit": ("saturação", "{at_limit:,} valores no limite de {dtype}", "o que era maior foi cortado ali"),
    },
    none="–",
    indicators={
        "norm": "norma da linha de entrada",
        "cosine_to_reference": "distância de cosseno à média das linhas de referência",
        "centred_cosine": "a mesma depois de centralizar",
        "cosine_without_first": "a mesma sem o primeiro componente",
        "distance_to_reference": "distância à média das linhas de referência",
    },
)

TEXT: dict[Language, Overview] = {"en": EN, "pt": PT}


def first_answers(
    checkpoint: Checkpoint,
    tensor: str | None,
    costs: Ledger,
    sick: Mapping[str, Any] | None,
    ids: IdReport,
    language: Language,
    near: Sequence[tuple[str, Sequence[tuple[str, float]]]] = (),
) -> list[tuple[str, str]]:
    """(question, answer) in the order in which one asks. `sick` and `ids`: of the table `tensor`, None: chosen.

    sick: zero and non-finite rows as `health.to_json` counts them; None as long as the rows are not read.
    near: tokens, and the nearest to each with their cosine; nothing is said without.
    """
    text = TEXT[language]
    return [
        (text.table, _table(checkpoint, tensor or checkpoint.chosen, language)),
        (text.head, _head(checkpoint, language)),
        (text.cost, _cost(costs, language)),
        (text.sick, _sick(sick, language)),
        (text.ids, _ids(ids, language)),
        *([(text.near, _near(near, language))] if near else []),
    ]


def _table(checkpoint: Checkpoint, tensor: str | None, language: Language) -> str:
    found = next((table for table in checkpoint.tables if table.name == tensor), checkpoint.tables[0])
    facts = {"name": found.name, "rows": found.rows, "dims": found.dims, "dtype": found.dtype}
    reason = words.TEXT[language].reasons[found.reason]
    return fill(TEXT[language].table_is, language, reason=reason, **facts)


def _head(checkpoint: Checkpoint, language: Language) -> str:
    text = words.TEXT[language]
    evidence = "; ".join(text.evidence[key] for key in checkpoint.head.evidence)
    verdict = text.verdicts[checkpoint.head.verdict].replace("**", "")
    return f"{verdict} {fill(text.because, language, evidence=evidence)}"


def _cost(costs: Ledger, language: Language) -> str:
    text = TEXT[language]
    said = [fill(text.cost_is, language, parameters=costs.input, size=say_size(costs.input_bytes, "GB", language))]
    if costs.total != costs.input:
        said.append(fill(text.cost_with, language, total=costs.total, size=say_size(costs.bytes, "GB", language)))
    if costs.share is not None:
        said.append(fill(text.cost_share, language, share=costs.share, model=costs.model))
    return "; ".join(said)


def _sick(sick: Mapping[str, Any] | None, language: Language) -> str:
    text = TEXT[language]
    if sick is None:
        return text.sick_unread
    kinds = ((text.sick_zero, "zero_rows"), (text.sick_non_finite, "non_finite_rows"))
    found = [
        fill(sentence, language, count=sick[name], ids=said_ranges(sick[f"{name}_ids"]))
        for sentence, name in kinds
        if sick[name]
    ]
    return "; ".join(found) or text.sick_none


def _ids(ids: IdReport, language: Language) -> str:
    text = TEXT[language]
    if ids.source is None:
        return text.ids_none
    kinds = (
        (text.ids_padding, ids.padding_ids),
        (text.ids_gaps, ids.gap_ids),
        (text.ids_lost, ids.lost_ids),
        (text.ids_repeated, ids.duplicate_ids),
    )
    found = [fill(sentence, language, count=len(rows), ids=said(rows)) for sentence, rows in kinds if len(rows)]
    return "; ".join(found) or fill(text.ids_match, language, size=ids.size, source=ids.source, rows=ids.rows)


def _near(near: Sequence[tuple[str, Sequence[tuple[str, float]]]], language: Language) -> str:
    text = TEXT[language]
    said = [
        fill(
            text.near_is,
            language,
            token=token,
            found=", ".join(f"{other} ({number(cosine, 'z.2f', language)})" for other, cosine in found),
        )
        for token, found in near
    ]
    return f"{'; '.join(said)}, {text.near_metric}"


def figures(health: dict[str, Any], dims: int, language: Language) -> list[tuple[str, str, str]]:
    """(figure, value, how to read it) of the health in a document of `checkpoints.job`; what is unknown is left out."""
    found, numbers = health, health["numbers"]

    def say(value: float | None, spec: str = ",.3g") -> str:
        return TEXT[language].none if value is None else number(value, spec, language)

    quantiles, isotropy, hubs = found["norm_quantiles"], found["isotropy"], found["hubs"]
    known: dict[str, dict[str, Any]] = {}
    if quantiles:
        known["norm"] = {name: say(quantiles[key]) for name, key in _NORM}
    if found["norm_id_correlation"] is not None:
        known["norm_id"] = {"rho": say(found["norm_id_correlation"], "z.2f")}
    known["duplicates"] = {"duplicates": found["duplicate_rows"], "near": found["near_duplicate_rows"]}
    known["mean_cosine"] = {"cosine": say(found["mean_cosine"], "z.3f")}
    known["mean_share"] = {"share": say(found["mean_share"], ".3f")}
    if isotropy:
        known["isotropy"] = {"scaled": say(isotropy["scaled"]), "raw": say(isotropy["raw"]), "rows": isotropy["rows"]}
    if found["effective_rank"] is not None:
        known["rank"] = {
            "rank": say(found["effective_rank"], ",.1f"),
            "dims": dims,
            "rows": found["effective_rank_rows"],
        }
        known["participation"] = {"ratio": say(found["participation_ratio"], ",.1f")}
        known["components"] = {"ninety": found["components"]["90"], "most": found["components"]["99"]}
    if hubs:
        skews = {"skew": say(hubs["cosine"]["skew"], "z.2f"), "csls": say(hubs["csls"]["skew"], "z.2f")}
        known["hubs"] = {**skews, "k": hubs["k"], "rows": hubs["rows"]}
    if numbers["narrowest"] != numbers["dtype"]:
        known["narrowest"] = {"dtype": numbers["dtype"], "narrowest": numbers["narrowest"]}
    if numbers["at_limit"]:
        known["limit"] = {"at_limit": numbers["at_limit"], "dtype": numbers["dtype"]}
    return [
        (label, fill(value, language, **facts), fill(reading, language, **facts))
        for name, facts in known.items()
        for label, value, reading in [TEXT[language].figures[name]]
    ]


_NORM = (("median", "median"), ("low", "p1"), ("high", "p99"))
