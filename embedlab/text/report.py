"""The words around the parts of a report; a page that draws the same parts takes them from here too."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Report:
    """`title` is filled with the name of the file; alternatives of figures say what the figure shows."""

    title: str
    findings: str
    no_findings: str
    tensors: str
    more: str
    norms: str
    norm_axis: str
    norms_alt: str
    median: str
    spectrum: str
    spectrum_axis: str
    spectrum_alt: str
    spectrum_mark: str
    figures: str
    undertrained: str
    undertrained_lead: str
    undertrained_none: str
    indicator_alt: str
    threshold: str
    token: str
    id: str
    indicator: str
    kind: str
    kinds: dict[str, str]
    reference: dict[str, str]
    made: str


EN = Report(
    title="{name}: what is in its table",
    findings="Findings",
    no_findings="Nothing found by the checks for rows, numbers, copies, directions, hubs, ids and head.",
    tensors="Tensors",
    more="{count:,} more are not listed.",
    norms="Norms of the rows",
    norm_axis="norm of a row (logarithmic), and how many rows have it",
    norms_alt="Histogram of the norms of {rows:,} rows, median {median}.",
    median="median {value}",
    spectrum="Spectrum",
    spectrum_axis="principal components, and their share of the variance",
    spectrum_alt="Curve: {ninety:,} of {dims:,} components hold 90 % of the variance, {most:,} hold 99 %.",
    spectrum_mark="{count:,}: {share} %",
    figures="Figures",
    undertrained="Under-trained candidates",
    undertrained_lead="{count:,} of {rows:,} rows are candidates by the {indicator} (Land and Bartolo 2024), compared "
    "with {reference}. A file alone proves nothing: a candidate is a token to try.",
    undertrained_none="None by this indicator.",
    indicator_alt="Histogram of the indicator; the line marks the 2 % most suspect ordinary tokens.",
    threshold="2 %: {value}",
    token="token",
    id="id",
    indicator="indicator",
    kind="kind",
    kinds={
        "ordinary": "ordinary",
        "unused": "unused by name",
        "padding": "padding row",
        "special": "special",
        "byte": "byte",
        "partial": "partial UTF-8",
        "not_usable": "not usable",
    },
    reference={
        "named": "{count:,} rows whose names say that they are unused or padding",
        "found": "{count:,} rows found in the densest place of the table",
        "none": "nothing",
    },
    made="Made by embedlab {version}. Rows that are not finite are in no figure; samples are drawn with seed {seed}.",
)

PT = Report(
    title="{name}: o que há em sua tabela",
    findings="Achados",
    no_findings="Nada achado pelas verificações de linhas, números, cópias, direções, hubs, ids e cabeça.",
    tensors="Tensores",
    more="Mais {count:,} não estão na lista.",
    norms="Normas das linhas",
    norm_axis="norma de uma linha (logarítmica), e quantas linhas a têm",
    norms_alt="Histograma das normas de {rows:,} linhas, mediana {median}.",
    median="mediana {value}",
    spectrum="Espectro",
    spectrum_axis="componentes principais e sua parcela da variância",
    spectrum_alt="Curva: {ninety:,} de {dims:,} componentes têm 90 % da variância, {most:,} têm 99 %.",
    spectrum_mark="{count:,}: {share} %",
    figures="Números",
    undertrained="Candidatos a subtreinados",
    undertrained_lead="{count:,} de {rows:,} linhas são candidatas pela {indicator} (Land e Bartolo 2024), comparadas "
    "com {reference}. Um arquivo sozinho nada prova: um candidato é um token a experimentar.",
    undertrained_none="Nenhum por este indicador.",
    indicator_alt="Histograma do indicador; a linha marca os 2 % mais suspeitos dos tokens comuns.",
    threshold="2 %: {value}",
    token="token",
    id="id",
    indicator="indicador",
    kind="tipo",
    kinds={
        "ordinary": "comum",
        "unused": "não usado, pelo nome",
        "padding": "preenchimento",
        "special": "especial",
        "byte": "byte",
        "partial": "UTF-8 parcial",
        "not_usable": "não utilizável",
    },
    reference={
        "named": "{count:,} linhas cujos nomes dizem que não são usadas ou são preenchimento",
        "found": "{count:,} linhas achadas no lugar mais denso da tabela",
        "none": "nada",
    },
    made="Feito por embedlab {version}. Linhas não finitas não entram em número algum; amostras têm a semente {seed}.",
)

TEXT: dict[Language, Report] = {"en": EN, "pt": PT}
