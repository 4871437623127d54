"""Neighbours: one query, three lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
)

TEXT: dict[Language, Neighbours] = {"en": EN, "pt": PT}
