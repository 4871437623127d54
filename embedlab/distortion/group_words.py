"""What the test of a group says, in a sentence with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embedlab.findings import Finding, Severity
from embedlab.wording import Sentence

_LINKS = Sentence(
    en="{conductance_value:.0%} of its neighbour links cross its border (best group in noise: {conductance_twin:.0%}, "
    "p = {conductance_p:.2f})",
    pt="{conductance_value:.0%} das suas ligações de vizinhança cruzam a borda (melhor grupo em ruído: "
    "{conductance_twin:.0%}, p = {conductance_p:.2f})",
)
_DISTANCES = Sentence(
    en="silhouette in the table {table_value:.2f} (noise: {table_twin:.2f}, p = {table_p:.2f})",
    pt="silhueta na tabela {table_value:.2f} (ruído: {table_twin:.2f}, p = {table_p:.2f})",
)
_ON_MAP = Sentence(
    en="On the map it is {map_value:.2f} (noise: {map_twin:.2f}).",
    pt="No mapa ela é {map_value:.2f} (ruído: {map_twin:.2f}).",
)
_VERDICTS: dict[str, tuple[Severity, Sentence]] = {
    "supported": (
        "info",
        Sentence(
            en="Supported: these {rows:,} rows are a group in the table, more separate than any that was found in "
            "{twins} tables of noise with the same covariance.",
            pt="Confirmado: estas {rows:,} linhas são um grupo na tabela, mais separado que qualquer outro encontrado "
            "em {twins} tabelas de ruído com a mesma covariância.",
        ),
    ),
    "not_supported": (
        "warning",
        Sentence(
            en="Not supported: {twins} tables of noise with the same covariance hold groups of {rows:,} rows that are "
            "as separate as this one.",
            pt="Não confirmado: {twins} tabelas de ruído com a mesma covariância contêm grupos de {rows:,} linhas tão "
            "separados quanto este.",
        ),
    ),
    "split": (
        "warning",
        Sentence(
            en="Split: these {rows:,} rows are two groups in the table, of {first:,} and {second:,} rows; only "
            "{inner_value:.0%} of the links inside run between them.",
            pt="Dividido: estas {rows:,} linhas são dois grupos na tabela, de {first:,} e {second:,} linhas; só "
            "{inner_value:.0%} das ligações internas correm entre eles.",
        ),
    ),
    "undecided": (
        "warning",
        Sentence(
            en="Undecided: neighbours and distances of these {rows:,} rows do not agree on whether they are a group.",
            pt="Indeciso: vizinhos e distâncias destas {rows:,} linhas não concordam se elas são um grupo.",
        ),
    ),
}
_TOO_FEW = Sentence(
    en="Undecided: a group of {rows:,} of {of:,} rows cannot be tested. It takes {needed} rows inside and as many "
    "outside.",
    pt="Indeciso: um grupo de {rows:,} de {of:,} linhas não pode ser testado. São necessárias {needed} linhas dentro e "
    "outras tantas fora.",
)


def finding_of(verdict: str, values: Mapping[str, Any]) -> Finding:
    """The verdict as a finding `map.group_...`: its sentence, then the numbers it rests on."""
    severity, sentence = _VERDICTS[verdict]
    if not values["tested"]:
        return Finding(f"map.group_{verdict}", "info", _TOO_FEW, dict(values))
    evidence = [_LINKS] if values["table_p"] is None else [_LINKS, _DISTANCES]
    on_map = [] if values["map_p"] is None or values["table_p"] is None else [_ON_MAP]
    en = f"{sentence.en} {'; '.join(one.en for one in evidence)}."
    pt = f"{sentence.pt} {'; '.join(one.pt for one in evidence)}."
    whole = Sentence(" ".join([en, *(one.en for one in on_map)]), " ".join([pt, *(one.pt for one in on_map)]))
    return Finding(f"map.group_{verdict}", severity, whole, dict(values))
