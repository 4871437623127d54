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
    count: str
    kind: str
    kinds: dict[str, str]
    reference: dict[str, str]
    made: str
    by_id: str
    by_id_axis: str
    by_id_alt: str
    head: str
    head_lead: str
    head_axis: str
    head_alt: str
    positions: str
    positions_lead: str
    positions_axis: str
    positions_alt: str
    bands_axis: str
    bands_alt: str


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
    undertrained_lead="{count:,} of {rows:,} rows are candidates by the {indicator} (Land and Bartolo 2024)"
    "{reference}. A file alone proves nothing: a candidate is a token to try.",
    undertrained_none="None by this indicator.",
    indicator_alt="Histogram of the indicator; the line marks the 2 % most suspect ordinary tokens.",
    threshold="2 %: {value}",
    token="token",
    id="id",
    indicator="indicator",
    count="count in training",
    kind="kind",
    kinds={
        "ordinary": "ordinary",
        "unused": "unused by name",
        "unreachable": "never made by the tokenizer",
        "padding": "padding row",
        "special": "special",
        "byte": "byte",
        "partial": "partial UTF-8",
        "not_usable": "not usable",
    },
    reference={
        "named": ", compared with {count:,} rows whose names say that they are unused or padding",
        "found": ", compared with {count:,} rows found in the densest place of the table",
    },
    made="Made by embedlab {version}. Rows that are not finite are in no figure; samples are drawn with seed {seed}.",
    by_id="Norm against id",
    by_id_axis="ids, and the quartiles of the norms there",
    by_id_alt="Curve: the median norm goes from {first} at the first ids to {last} at the last.",
    head="Input against head",
    head_lead="Cosine of a token's row in the input table and its row in the head: median {median}. Norms go together "
    "with rho {rho}. Lowest: {lowest}.",
    head_axis="cosine of input row and head row, and how many tokens have it",
    head_alt="Histogram of the cosines of input and head, median {median}.",
    positions="Positions",
    positions_lead="{rows:,} rows, the first used is {first}. Left over beside the sinusoids: {residual} "
    "(0: they are the formula; Vaswani et al. 2017).",
    positions_axis="positions, and their norms",
    positions_alt="Curve of the norms of {rows:,} position rows.",
    bands_axis="distance of two positions, in steps of equal ratio, and their mean cosine",
    bands_alt="Curve: the mean cosine of two positions goes from {first} beside each other to {last} farthest apart.",
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
    undertrained_lead="{count:,} de {rows:,} linhas são candidatas pela {indicator} (Land e Bartolo 2024)"
    "{reference}. Um arquivo sozinho nada prova: um candidato é um token a experimentar.",
    undertrained_none="Nenhum por este indicador.",
    indicator_alt="Histograma do indicador; a linha marca os 2 % mais suspeitos dos tokens comuns.",
    threshold="2 %: {value}",
    token="token",
    id="id",
    indicator="indicador",
    count="vezes no treino",
    kind="tipo",
    kinds={
        "ordinary": "comum",
        "unused": "não usado, pelo nome",
        "unreachable": "nunca feito pelo tokenizador",
        "padding": "preenchimento",
        "special": "especial",
        "byte": "byte",
        "partial": "UTF-8 parcial",
        "not_usable": "não utilizável",
    },
    reference={
        "named": ", comparadas com {count:,} linhas cujos nomes dizem que não são usadas ou são preenchimento",
        "found": ", comparadas com {count:,} linhas achadas no lugar mais denso da tabela",
    },
    made="Feito por embedlab {version}. Linhas não finitas não entram em número algum; amostras têm a semente {seed}.",
    by_id="Norma contra id",
    by_id_axis="ids, e os quartis das normas ali",
    by_id_alt="Curva: a norma mediana vai de {first} nos primeiros ids a {last} nos últimos.",
    head="Entrada contra cabeça",
    head_lead="Cosseno da linha de um token na tabela de entrada com sua linha na cabeça: mediana {median}. As normas "
    "andam juntas com rho {rho}. Os mais baixos: {lowest}.",
    head_axis="cosseno entre linha de entrada e linha da cabeça, e quantos tokens o têm",
    head_alt="Histograma dos cossenos entre entrada e cabeça, mediana {median}.",
    positions="Posições",
    positions_lead="{rows:,} linhas, a primeira usada é {first}. Resto em relação às senoides: {residual} "
    "(0: são a fórmula; Vaswani et al. 2017).",
    positions_axis="posições, e suas normas",
    positions_alt="Curva das normas de {rows:,} linhas de posição.",
    bands_axis="distância entre duas posições, em passos de razão igual, e seu cosseno médio",
    bands_alt="Curva: o cosseno médio de duas posições vai de {first} lado a lado a {last} no mais distante.",
)

TEXT: dict[Language, Report] = {"en": EN, "pt": PT}
