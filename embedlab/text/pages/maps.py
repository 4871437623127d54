"""The page of the maps."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class MapsPage:
    """Sentences of the page; those of the element itself are in `embedlab.text.linked_maps`.

    What doubts the maps is worded in `embedlab.text.pages.maps_doubt`.
    """

    lead: str
    settings: str
    nothing_to_set: str
    findings: str
    more: str
    rows_of: str
    mark: str
    rows: str
    see: str
    evidence_alt: str
    evidence_line: str
    waiting: str
    stopped: str
    failed: str
    again: str
    headline: str
    noise: str
    all_measures: str
    measures_help: str
    measures_alt: str
    of_measure: str
    cell: str
    smaller: str
    axis: str
    picked: str
    rank: str
    token: str
    kept_by: str
    alt: str
    none: str
    distorted: str
    as_by_chance: str
    csv: str
    csv_help: str
    html: str
    html_help: str
    html_title: str
    html_names: str
    html_nameless: str


EN = MapsPage(
    lead="The same rows, drawn in three ways. Every map bends the table; under each one stands how much.",
    settings="Settings",
    nothing_to_set="nothing to set",
    findings="What to know first",
    more="Further remarks on these maps: {count}",
    rows_of="Rows: {listed}",
    mark="Show on the maps",
    rows="Rows",
    see="Numbers",
    evidence_alt="{y} by {x}: {parts}.",
    evidence_line="Dotted: the limit of this check, {line:.4g}.",
    waiting="{method} follows.",
    stopped="Stopped before {method}.",
    failed="{method} gave no map.",
    again="Draw again",
    headline="{label} at {k}: {value} ({low} to {high}){noise} · chance {chance}",
    noise=" · noise {null}",
    all_measures="All measures",
    measures_help="Each with its 95 % interval; then what noise with the same covariance gets, where twins were drawn, "
    "and what random places get (chance).",
    measures_alt="Every measure of every map, with its interval, noise and chance.",
    of_measure="measure",
    cell="**{value}** ({low} to {high}){noise} · chance {chance}",
    smaller="smaller is better",
    axis="{axis} · {share:.0%}",
    picked="The {k} true neighbours of {token}",
    rank="rank",
    token="token",
    kept_by="kept by",
    alt="The {k} true neighbours of {token}, nearest first, with their value and the maps that keep them: {names}.",
    none="no map",
    distorted="{share:.0%} false or more",
    as_by_chance="{share:.0%} false or more: as on a map of random places",
    csv="Rows as CSV",
    csv_help="Where each row lies on each map and what is wrong with it there. The first line says how the maps were "
    "made. A token that a spreadsheet would take for a formula begins with an apostrophe.",
    html="Maps as one page",
    html_help="One HTML file with the maps, their measures and how they were made. It needs no network.",
    html_title="Maps of {name}",
    html_names="Point at a dot to read its token.",
    html_nameless="Above {limit:,} rows the dots carry no names.",
)

PT = MapsPage(
    lead="As mesmas linhas, desenhadas de três maneiras. Todo mapa deforma a tabela; sob cada um está quanto.",
    settings="Configurações",
    nothing_to_set="nada a configurar",
    findings="O que saber antes",
    more="Outras observações sobre estes mapas: {count}",
    rows_of="Linhas: {listed}",
    mark="Mostrar nos mapas",
    rows="Linhas",
    see="Números",
    evidence_alt="{y} por {x}: {parts}.",
    evidence_line="Pontilhado: o limite desta verificação, {line:.4g}.",
    waiting="{method} vem a seguir.",
    stopped="Interrompido antes de {method}.",
    failed="{method} não produziu um mapa.",
    again="Desenhar de novo",
    headline="{label} em {k}: {value} ({low} a {high}){noise} · acaso {chance}",
    noise=" · ruído {null}",
    all_measures="Todas as medidas",
    measures_help="Cada uma com o seu intervalo de 95 %; depois, o que obtém o ruído com a mesma covariância, onde há "
    "gêmeas desenhadas, e o que obtêm lugares aleatórios (acaso).",
    measures_alt="Todas as medidas de todos os mapas, com intervalo, ruído e acaso.",
    of_measure="medida",
    cell="**{value}** ({low} a {high}){noise} · acaso {chance}",
    smaller="menor é melhor",
    axis="{axis} · {share:.0%}",
    picked="Os {k} vizinhos verdadeiros de {token}",
    rank="posição",
    token="token",
    kept_by="mantido por",
    alt="Os {k} vizinhos verdadeiros de {token}, do mais próximo ao mais distante, com seu valor e os mapas que os "
    "mantêm: {names}.",
    none="nenhum mapa",
    distorted="{share:.0%} falsos ou mais",
    as_by_chance="{share:.0%} falsos ou mais: como num mapa de lugares ao acaso",
    csv="Linhas em CSV",
    csv_help="Onde cada linha fica em cada mapa e o que há de errado com ela ali. A primeira linha do arquivo diz como "
    "os mapas foram feitos. Um token que uma planilha tomaria por fórmula começa com apóstrofo.",
    html="Mapas em uma página",
    html_help="Um arquivo HTML com os mapas, suas medidas e como foram feitos. Ele não pede nada à rede.",
    html_title="Mapas de {name}",
    html_names="Aponte para um ponto e leia o seu token.",
    html_nameless="Acima de {limit:,} linhas os pontos não levam nomes.",
)

TEXT: dict[Language, MapsPage] = {"en": EN, "pt": PT}
