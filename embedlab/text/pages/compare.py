"""Compare: two tables with tokens in common, what is left between them, and whether that is more than a seed does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Compare:
    """`others` is keyed by what A can be compared with; `marks`: value, seed to seed, chance."""

    lead: str
    with_: str
    others: Mapping[str, str]
    upload: str
    upload_help: str
    choose_file: str
    b: str
    settings: str
    k: str
    k_help: str
    baseline: str
    baseline_help: str
    baseline_is: str
    seed_only: str
    moved_beyond: str
    residual: str
    jaccard: str
    marks: tuple[str, str, str]
    tracks_alt: str
    residual_ends: tuple[str, str]
    jaccard_ends: tuple[str, str]
    compared: str
    cosines_axis: str
    tokens_axis: str
    cosines_alt: str
    median: str
    edge: str
    moved: str
    token: str
    cosine: str
    shared: str
    seeds: str
    count: str
    moved_alt: str
    means: str
    meanings: tuple[str, ...]
    doubt: str
    doubts: tuple[str, ...]
    again: str


EN = Compare(
    lead="Two tables, token by token. To turn, mirror or scale a whole table changes nothing in it, so that comes off "
    "first; what is left is the difference.",
    with_="Compare the table in use (A) with B",
    others={
        "seed": "another seed of it",
        "shipped": "the shipped table",
        "head": "its output head",
        "input": "its input table",
        "file": "a file",
    },
    upload="B: a checkpoint with some of the same tokens",
    upload_help="The table in use stays.",
    choose_file="Choose a file for B.",
    b="B: {name} · {rows:,} rows × {dims:,} dimensions · {dtype}",
    settings="Metric, k, steps, and the baseline",
    k="k, neighbours per token",
    k_help="Of each token, its k nearest among the tokens compared are looked up on both sides.",
    baseline="The baseline: another seed of A",
    baseline_help="A training that differs from A in nothing but its seed. What A and it differ by is chance.",
    baseline_is="The baseline is A against another seed of it, {name}, seed {seed}.",
    seed_only="**A and B differ in nothing but the seed of their training: what you see here is chance.** "
    "Another difference is worth a word where it is larger than this one.",
    moved_beyond="**{share} of the tokens moved further than 95 % of them do from seed to seed.** "
    "5 % would be no more than another seed.",
    residual="left over after the best turn",
    jaccard="neighbours shared, k = {k}, mean over tokens",
    marks=("A and B", "seed to seed", "chance"),
    tracks_alt="Left over after the best turn {residual}, of shuffled pairs {shuffled}; neighbours shared {jaccard}, "
    "by chance {chance}; seed to seed: {seeds}.",
    residual_ends=("0 %: one is a turned copy", "100 %: nothing in common"),
    jaccard_ends=("0: no neighbour", "1: all of them"),
    compared="{compared:,} of {shared:,} shared tokens.",
    cosines_axis="cosine of a token in A, turned, and in B",
    tokens_axis="tokens",
    cosines_alt="Histogram of the cosines of {rows:,} tokens, from {low} to {high}, median {median}.",
    median="median {value}",
    edge="95 % from seed to seed",
    moved="What moved most",
    token="token",
    cosine="cosine after turning",
    shared="neighbours shared",
    seeds="cosine, seed to seed",
    count="count",
    moved_alt="Tokens that moved most, farthest first: {tokens}.",
    means="What it means",
    meanings=(
        "**Left over**: A is turned and scaled as near to B as can be, min |sAQ − B|² / |B|² (Schönemann 1966). 0 %: "
        "the same table, turned. Chance: the same with the pairs shuffled once.",
        "**Neighbours shared**: of a token's k nearest in A and in B, those in both over those in either (Jaccard). It "
        "needs no turn, so it sees where neighbourhoods agree although the axes do not. Chance is exact: two random "
        "sets of k.",
        "**Moved**: a low cosine says that a token's place among the others changed, not that its meaning did.",
    ),
    doubt="Doubt it",
    doubts=(
        "A seed moves some words more than others. In the shipped tables, English and Portuguese, those seen 500 "
        "times or more share 0.41 and 0.32 of their neighbours from seed to seed, the others 0.63 and 0.65. So look at "
        "the counts, and at the column of the seeds where there is one.",
        "With as many dimensions as tokens a turn fits anything: see how near chance comes.",
        "A direction that all rows share makes tables look alike. Centre both in the settings and look again.",
    ),
    again="Compare again",
)

PT = Compare(
    lead="Duas tabelas, token por token. Girar, espelhar ou escalar uma tabela inteira nada muda nela, então isso sai "
    "primeiro; o que sobra é a diferença.",
    with_="Comparar a tabela em uso (A) com B",
    others={
        "seed": "outra semente dela",
        "shipped": "a tabela do programa",
        "head": "sua cabeça de saída",
        "input": "sua tabela de entrada",
        "file": "um arquivo",
    },
    upload="B: um checkpoint com alguns dos mesmos tokens",
    upload_help="A tabela em uso permanece.",
    choose_file="Escolha um arquivo para B.",
    b="B: {name} · {rows:,} linhas × {dims:,} dimensões · {dtype}",
    settings="Métrica, k, passos e a linha de base",
    k="k, vizinhos por token",
    k_help="De cada token buscam-se, dos dois lados, os k mais próximos entre os tokens comparados.",
    baseline="A linha de base: outra semente de A",
    baseline_help="Um treino que só difere do de A pela semente. O que os separa é acaso.",
    baseline_is="A linha de base é A contra outra semente dela, {name}, semente {seed}.",
    seed_only="**A e B só diferem pela semente do treino: o que se vê aqui é acaso.** "
    "Outra diferença só merece nota onde é maior do que esta.",
    moved_beyond="**{share} dos tokens se moveram mais do que 95 % deles se movem de semente a semente.** "
    "5 % não seriam mais do que outra semente.",
    residual="o que sobra depois do melhor giro",
    jaccard="vizinhos em comum, k = {k}, média dos tokens",
    marks=("A e B", "de semente a semente", "acaso"),
    tracks_alt="Sobra depois do melhor giro {residual}, com pares embaralhados {shuffled}; vizinhos em comum "
    "{jaccard}, por acaso {chance}; de semente a semente: {seeds}.",
    residual_ends=("0 %: uma é cópia girada", "100 %: nada em comum"),
    jaccard_ends=("0: nenhum vizinho", "1: todos"),
    compared="{compared:,} de {shared:,} tokens em comum.",
    cosines_axis="cosseno do token em A, girada, e em B",
    tokens_axis="tokens",
    cosines_alt="Histograma dos cossenos de {rows:,} tokens, de {low} a {high}, mediana {median}.",
    median="mediana {value}",
    edge="95 % de semente a semente",
    moved="O que mais se moveu",
    token="token",
    cosine="cosseno depois do giro",
    shared="vizinhos em comum",
    seeds="cosseno, de semente a semente",
    count="contagem",
    moved_alt="Tokens que mais se moveram, o mais distante primeiro: {tokens}.",
    means="O que significa",
    meanings=(
        "**O que sobra**: A é girada e escalada até ficar o mais perto possível de B, min |sAQ − B|² / |B|² "
        "(Schönemann 1966). 0 %: a mesma tabela, girada. Acaso: o mesmo com os pares embaralhados uma vez.",
        "**Vizinhos em comum**: dos k mais próximos de um token em A e em B, os que estão nos dois sobre os que estão "
        "em ao menos um (Jaccard). Dispensa o giro e por isso vê onde as vizinhanças concordam ainda que os eixos não. "
        "O acaso é exato: dois conjuntos de k ao acaso.",
        "**Moveu-se**: um cosseno baixo diz que mudou o lugar de um token entre os outros, não que mudou seu sentido.",
    ),
    doubt="Duvide",
    doubts=(
        "Uma semente move umas palavras mais que outras. Nas tabelas do programa, em inglês e em português, as vistas "
        "500 vezes ou mais têm em comum 0,41 e 0,32 de seus vizinhos de semente a semente; as demais, 0,63 e 0,65. "
        "Veja, então, as contagens e, onde houver, a coluna das sementes.",
        "Com tantas dimensões quantos tokens, um giro ajusta qualquer coisa: veja quão perto chega o acaso.",
        "Uma direção comum a todas as linhas faz tabelas parecerem iguais. Centralize as duas e olhe de novo.",
    ),
    again="Comparar de novo",
)

TEXT: dict[Language, Compare] = {"en": EN, "pt": PT}
