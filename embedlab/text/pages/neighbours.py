"""Neighbours: one query, three lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Neighbours:
    """`marks`: sign and meaning by the number of lists a token stands in; `order`: by whether larger is nearer."""

    lead: str
    k: str
    k_help: str
    row: str
    others: str
    rank: str
    token: str
    lists: str
    order: Mapping[bool, str]
    marks: Mapping[int, tuple[str, str]]
    own_best: str
    not_own_best: str
    zero_rows: str
    non_finite_rows: str
    name: str
    shared: str
    overlap: str
    of_k: str
    all_lists: str
    more: str
    more_large: str
    more_alt: str
    query: str
    queries: Mapping[str, str]
    tokens: str
    tokens_help: str
    vector: str
    vector_help: str
    lists_csv: str
    rows_csv: str
    rows_npy: str
    table_csv: str
    table_npy: str
    cards: Mapping[str, Card]
    preparation: str
    preparations: Mapping[str, str]
    grid: str
    grid_alt: str
    common: str
    overlaps: str
    overlaps_alt: str
    hubs: str
    hubs_measure: str
    again: str
    beaten: str
    skew: str
    in_none: str
    largest: str
    hubs_alt: str


EN = Neighbours(
    lead="The same question under three metrics. Where the lists differ, the word “near” meant something else.",
    k="k, neighbours per list",
    k_help="The query itself is never in its list.",
    row="{token} · id {id} · norm {norm}",
    others="{count:,} more rows have this token; the lowest id is used.",
    rank="rank",
    token="token",
    lists="in",
    order={True: "larger is nearer", False: "smaller is nearer"},
    marks={3: ("●", "in all three lists"), 2: ("◐", "in two"), 1: ("○", "only here")},
    own_best="Own best match: yes.",
    not_own_best="Own best match: no. {other} scores {value}, {token} with itself {own}.",
    zero_rows="{count:,} zero rows have no direction and were left out.",
    non_finite_rows="{count:,} rows with values that are not finite were left out.",
    name="{metric}, nearest first; {order}",
    shared="Shared neighbours",
    overlap="lists",
    of_k="shared of {k}",
    all_lists="all three",
    more="Several tokens, a vector, and files to take along",
    more_large="For a table above 256 MB the command line does this: "
    "`python -m embedlab neighbours PATH TOKEN TOKEN --mean --out FILE.csv`, or `--vector`.",
    more_alt="Nearest first: {tokens}.",
    query="Neighbours of",
    queries={"mean": "the mean of these tokens", "vector": "a vector"},
    tokens="Tokens",
    tokens_help="Their mean is the query, and none of them is in its list. The files below are about them too.",
    vector="A vector",
    vector_help="One number per dimension, apart by spaces, commas or semicolons. After the steps chosen above.",
    lists_csv="Their lists (CSV)",
    rows_csv="Their rows (CSV)",
    rows_npy="Their rows (.npy)",
    table_csv="The table (CSV)",
    table_npy="The table (.npy)",
    cards={
        "C10": Card(
            claim="C10",
            question="When do the three lists become one and the same, order included?",
            choices={
                "raw": "as the rows are",
                "centred": "once they are centred",
                "unit_norm": "once all have length 1",
                "none": "never",
            },
            said={
                "raw": "As the rows are: already {raw} of {k} stand in all three lists, in one order.",
                "centred": "Once centred: {centred} of {k} in one order; as the rows are, {raw} of {k} stand in all "
                "three lists.",
                "unit_norm": "Once all have length 1: {unit_norm} of {k} in one order; centred before, "
                "{centred_unit_norm} of {k}. As the rows are, {raw} stand in all three lists; centred, {centred}; "
                "without the top component, {top_removed}.",
                "none": "Never: {unit_norm} of {k} stand in all three lists once all rows have length 1; as the rows "
                "are, {raw}.",
            },
            rule="for the token above: the first of these preparations after which all three lists are equal, place by "
            "place.",
            lesson="Euclidean distance, cosine and dot product answer different questions; so a picture must say its "
            "metric and its preprocessing.",
            truth="At length 1, |u − v|² = 2 − 2 cos θ and u · v = cos θ: three names for one order. Centring before "
            "it makes other lists, again three alike. At any other length they may differ, and need not.",
        ),
        "C11": Card(
            claim="C11",
            question="How many rows are not their own best match under the dot product?",
            choices={
                "none": "none: each is nearest to itself",
                "few": "under 5 %",
                "many": "5 to 50 %",
                "most": "more than half",
            },
            said={
                "none": "None of {asked:,} rows that were asked, each against all {searched:,}.",
                "few": "{share:.1%}: {beaten:,} of {asked:,} rows, each against all {searched:,}.",
                "many": "{share:.1%}: {beaten:,} of {asked:,} rows, each against all {searched:,}.",
                "most": "{share:.1%}: {beaten:,} of {asked:,} rows, each against all {searched:,}.",
                "too_large": "Not asked here: the table has more than {largest:,} numbers.",
                "undecided": "This table has too few rows that can be compared; lists of {k} need more.",
            },
            rule="a row is not its own best match if its dot product with another row exceeds that with itself; the "
            "share of such rows.",
            lesson="A raw dot product mixes length and direction.",
            truth="A long row in roughly the same direction beats the row itself. Under cosine and Euclidean distance "
            "nothing can. Hubs are another matter: they have their own shape under each metric.",
        ),
    },
    preparation="preparation",
    preparations={
        "raw": "raw",
        "centred": "centred",
        "unit_norm": "unit norm",
        "centred_unit_norm": "centred, unit norm",
        "top_removed": "without top component",
    },
    grid="The neighbours of {token}, nearest first; **bold** is not in all three lists of its line.",
    grid_alt="The neighbours of {token} after each preparation under each metric, and how many are in all three lists.",
    common="How many of {k} neighbours the lists share:",
    overlaps="And how many of {k} each of the fifteen lists shares with each other:",
    overlaps_alt="A square of numbers: neighbours, of {k}, that two of the lists share; the least is {low}.",
    hubs="{asked:,} rows were asked, each against all {searched:,}. A hub stands in very many lists of {k}.",
    hubs_measure="under",
    again="Ask again",
    beaten="rows with a better match than themselves",
    skew="hub skew (0: no hubs)",
    in_none="rows in no list",
    largest="largest hubs, in how many lists",
    hubs_alt="By metric: rows not their own best match, skew of how often a row is listed, and the largest hubs.",
)

PT = Neighbours(
    lead="A mesma pergunta sob três métricas. Onde as listas divergem, “perto” quis dizer outra coisa.",
    k="k, vizinhos por lista",
    k_help="A própria consulta nunca está em sua lista.",
    row="{token} · id {id} · norma {norm}",
    others="Mais {count:,} linhas têm este token; vale o menor id.",
    rank="posição",
    token="token",
    lists="em",
    order={True: "maior é mais perto", False: "menor é mais perto"},
    marks={3: ("●", "nas três listas"), 2: ("◐", "em duas"), 1: ("○", "só aqui")},
    own_best="É seu próprio melhor par: sim.",
    not_own_best="É seu próprio melhor par: não. {other} alcança {value}, {token} consigo {own}.",
    zero_rows="{count:,} linhas zero não têm direção e ficaram de fora.",
    non_finite_rows="{count:,} linhas com valores não finitos ficaram de fora.",
    name="{metric}, do mais próximo ao mais distante; {order}",
    shared="Vizinhos em comum",
    overlap="listas",
    of_k="em comum, de {k}",
    all_lists="as três",
    more="Vários tokens, um vetor, e arquivos para levar",
    more_large="Para uma tabela acima de 256 MB, a linha de comando faz isto: "
    "`python -m embedlab neighbours PATH TOKEN TOKEN --mean --out FILE.csv`, ou `--vector`.",
    more_alt="Do mais próximo ao mais distante: {tokens}.",
    query="Vizinhos de",
    queries={"mean": "a média destes tokens", "vector": "um vetor"},
    tokens="Tokens",
    tokens_help="Sua média é a consulta, e nenhum deles está na lista. Os arquivos abaixo também são sobre eles.",
    vector="Um vetor",
    vector_help="Um número por dimensão, separados por espaços, vírgulas ou ponto e vírgula. Depois dos passos "
    "escolhidos acima.",
    lists_csv="Suas listas (CSV)",
    rows_csv="Suas linhas (CSV)",
    rows_npy="Suas linhas (.npy)",
    table_csv="A tabela (CSV)",
    table_npy="A tabela (.npy)",
    cards={
        "C10": Card(
            claim="C10",
            question="Quando as três listas viram uma só, inclusive na ordem?",
            choices={
                "raw": "com as linhas como são",
                "centred": "depois de centradas",
                "unit_norm": "quando todas têm comprimento 1",
                "none": "nunca",
            },
            said={
                "raw": "Com as linhas como são: já {raw} de {k} estão nas três listas, na mesma ordem.",
                "centred": "Depois de centradas: {centred} de {k} na mesma ordem; como são, {raw} de {k} estão nas "
                "três listas.",
                "unit_norm": "Quando todas têm comprimento 1: {unit_norm} de {k} na mesma ordem; centradas antes, "
                "{centred_unit_norm} de {k}. Como são, {raw} estão nas três listas; centradas, {centred}; sem o "
                "componente principal, {top_removed}.",
                "none": "Nunca: {unit_norm} de {k} estão nas três listas quando todas têm comprimento 1; como são, "
                "{raw}.",
            },
            rule="para o token acima: o primeiro destes preparos depois do qual as três listas são iguais, posição por "
            "posição.",
            lesson="Distância euclidiana, cosseno e produto escalar respondem a perguntas diferentes; por isso uma "
            "figura deve dizer sua métrica e seu pré-processamento.",
            truth="Com comprimento 1, |u − v|² = 2 − 2 cos θ e u · v = cos θ: três nomes para uma ordem. Centrar "
            "antes dá outras listas, de novo três iguais. Com outros comprimentos elas podem divergir, mas não "
            "precisam.",
        ),
        "C11": Card(
            claim="C11",
            question="Quantas linhas não são seu próprio melhor par sob o produto escalar?",
            choices={
                "none": "nenhuma: cada uma é a mais próxima",
                "few": "menos de 5 %",
                "many": "de 5 a 50 %",
                "most": "mais da metade",
            },
            said={
                "none": "Nenhuma das {asked:,} linhas perguntadas, cada uma contra todas as {searched:,}.",
                "few": "{share:.1%}: {beaten:,} de {asked:,} linhas, cada uma contra todas as {searched:,}.",
                "many": "{share:.1%}: {beaten:,} de {asked:,} linhas, cada uma contra todas as {searched:,}.",
                "most": "{share:.1%}: {beaten:,} de {asked:,} linhas, cada uma contra todas as {searched:,}.",
                "too_large": "Não foi perguntado aqui: a tabela tem mais de {largest:,} números.",
                "undecided": "Esta tabela tem poucas linhas que possam ser comparadas; listas de {k} precisam de mais.",
            },
            rule="uma linha não é seu próprio melhor par se seu produto escalar com outra linha excede o consigo "
            "mesma; a proporção dessas linhas.",
            lesson="Um produto escalar bruto mistura comprimento e direção.",
            truth="Uma linha longa em direção parecida vence a própria linha. Sob o cosseno e a distância euclidiana "
            "nada a vence. Os hubs são outra questão: têm forma própria sob cada métrica.",
        ),
    },
    preparation="preparo",
    preparations={
        "raw": "brutas",
        "centred": "centradas",
        "unit_norm": "norma 1",
        "centred_unit_norm": "centradas, norma 1",
        "top_removed": "sem componente principal",
    },
    grid="Os vizinhos de {token}, do mais próximo ao mais distante; em **negrito**, o que não está nas três listas de "
    "sua linha.",
    grid_alt="Os vizinhos de {token} depois de cada preparo sob cada métrica, e quantos estão nas três listas.",
    common="Quantos de {k} vizinhos as listas têm em comum:",
    overlaps="E quantos de {k} cada uma das quinze listas tem em comum com cada outra:",
    overlaps_alt="Um quadro de números: vizinhos, de {k}, que duas das listas têm em comum; o menor é {low}.",
    hubs="{asked:,} linhas foram perguntadas, cada uma contra todas as {searched:,}. Um hub está em muitas listas de "
    "{k}.",
    hubs_measure="sob",
    again="Perguntar de novo",
    beaten="linhas com par melhor que elas mesmas",
    skew="assimetria dos hubs (0: sem hubs)",
    in_none="linhas em nenhuma lista",
    largest="maiores hubs, em quantas listas",
    hubs_alt="Por métrica: linhas que não são seu melhor par, assimetria de quão listada é uma linha, e maiores hubs.",
)

TEXT: dict[Language, Neighbours] = {"en": EN, "pt": PT}
