"""Positions: where a model has the order of its tokens from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.text.pages import positions_cards
from embedlab.wording import Language


@dataclass(frozen=True)
class Positions:
    """`topics`, `kinds` and `attention` are keyed as the link writes them; `parts` by the parts of `claims.trace`."""

    lead: str
    topic: str
    topics: Mapping[str, str]
    cards: Mapping[str, Card]
    # Two orders
    kind: str
    kind_help: str
    kinds: Mapping[str, str]
    attending: str
    attending_help: str
    attention: Mapping[str, str]
    layers: str
    layers_help: str
    forwards: str
    backwards: str
    apart: str
    mean: str
    orders_alt: str
    same: str
    different: str
    last_same: str
    last_different: str
    weights: str
    every: str
    bag: str
    every_alt: str
    # Learned
    before: str
    after: str
    position: str
    heat_alt: str
    table_size: str
    fed: str
    fed_help: str
    fits: str
    anew: str
    anew_help: str
    # Waves
    waves: str
    waves_alt: str
    dimension: str
    far: str
    far_help: str
    far_row: str
    steps: str
    product: str
    from_place: str
    products_alt: str
    # Rotary
    of_query: str
    of_key: str
    query_place: str
    key_place: str
    arrows: str
    arrows_alt: str
    turned: str
    grid_alt: str
    # The sum
    norms: str
    norm: str
    position_norm: str
    token_norm: str
    norms_alt: str
    ratio: str
    found: str
    by_token: str
    by_position: str
    by_pair: str
    own_ratio: str
    recovery_alt: str
    # Shapes
    part: str
    shape: str
    parts: Mapping[str, str]
    shapes: str
    shapes_alt: str


EN = Positions(
    lead="A table gives every word its row, whichever place it stands at. Something else must tell a model the order. "
    "This page runs a small GPT of its own, not the table in use.",
    topic="What to look at",
    topics={
        "order": "Two orders",
        "learned": "Learned table",
        "waves": "Waves",
        "rotary": "Rotary",
        "sum": "The sum",
        "shapes": "Shapes",
    },
    cards=positions_cards.EN,
    kind="Positions",
    kind_help="How the order comes in: not at all, as a row that is added, as fixed waves that are added, or as a "
    "turn of queries and keys.",
    kinds={"none": "none", "learned": "learned", "sinusoidal": "waves", "rotary": "rotary"},
    attending="Each word sees",
    attending_help="Bidirectional attention sees all words, causal attention only those before, as in a GPT.",
    attention={"causal": "those before it", "bidirectional": "all words"},
    layers="Layers",
    layers_help="The first layers of the model.",
    forwards="one order",
    backwards="the other",
    apart="its two states differ by",
    mean="mean",
    orders_alt="Bars: how much each word’s states in the two orders differ, as a share of their norm. {pairs}",
    same="**One bag.** Each word has the same state in both orders; the largest difference of two numbers is "
    "{error:.0e}, the rounding of float64. The mean of all states: {pooled:.0e}.",
    different="**Two sentences.** A word’s two states differ by {low:.0%} to {high:.0%} of their norm. The largest "
    "difference of two numbers is {error:.2f}; of the mean of all states, {pooled:.2f}.",
    last_same="With “{last}” kept last and the words before it turned round, the state of “{last}” stays "
    "({value:.0e}).",
    last_different="With “{last}” kept last and the words before it turned round, the state of “{last}” changes by "
    "{value:.2f}.",
    weights="The weights are those of one small GPT, trained with learned positions and causal attention. A switch "
    "changes what is computed with them.",
    every="All switches. How far a word’s two states are apart at most, in one number of them:",
    bag="bag",
    every_alt="Largest difference by positions, attention and layers. {pairs}",
    before="Before training: cosine of every two positions",
    after="After training",
    position="position",
    heat_alt="Heat map of the cosines of {rows} positions: up to two places apart {near:z.2f} on average, else "
    "{far:z.2f}.",
    table_size="Here {rows} positions × {dims} dimensions = {size:,} numbers. ANDREA has 1,024 × 768 = 786,432, as the "
    "lesson states.",
    fed="Words fed at once",
    fed_help="The table has a row for each position, and no more.",
    fits="{tokens} words in, {shape} out.",
    anew="Train another, seed {seed}",
    anew_help="The same model from another random start, about four seconds of one core.",
    waves="The first {rows} rows. Nothing is stored and nothing trained: 0 parameters.",
    waves_alt="Heat map of the sinusoids of {rows} positions in {dims} dimensions: fast waves in the first dimensions, "
    "slow ones in the last.",
    dimension="dimension",
    far="A position p",
    far_help="From 0 to 10 million.",
    far_row="Row {place:,} begins {numbers}.",
    steps="k",
    product="row of p · row of p + k",
    from_place="p = {place:,}",
    products_alt="Lines of the products over k from 0 to {steps} for positions {places}; they lie on each other as far "
    "as the products depend on k alone.",
    of_query="Place m of the query “{token}”",
    of_key="Place n of the key “{token}”",
    query_place="m, place of the query",
    key_place="n, place of the key",
    arrows="The fastest pair of dimensions: each place turns by 1 radian. Faint: place 0.",
    arrows_alt="Two arrows from one origin: query and key in one pair of dimensions, turned to places {m} and {n}.",
    turned="q · k = {score:.4f} at m − n = {apart}. Norm of the query: {before:.4f}, turned {after:.4f}.",
    grid_alt="Heat map of query times key for places m and n from 0 to {last}: stripes along equal m − n.",
    norms="How long the rows are that are added",
    norm="norm",
    position_norm="position row",
    token_norm="median token row",
    norms_alt="Norms of the position rows, from {first:.2f} at position 0 to {last:.2f} at the last; the median token "
    "row has {token:.2f}.",
    ratio="position norm / token norm",
    found="named right",
    by_token="token, by the nearest token row",
    by_position="position, by the nearest position row",
    by_pair="both, by the nearest of all sums",
    own_ratio="The dotted line is this model’s own ratio, {ratio:.2f}; elsewhere the position rows are scaled.",
    recovery_alt="Three lines over the ratio of norms from 1/16 to 16: tokens named right fall from {token_low:.0%} to "
    "{token_high:.0%}, positions rise from {place_low:.0%} to {place_high:.0%}, pairs by all sums at least {pair:.0%}.",
    part="part",
    shape="shape",
    parts={
        "ids": "ids",
        "rows": "token rows",
        "positions": "position rows",
        "states0": "their sum, x",
        "queries": "queries of a layer: heads, words, dimensions",
        "scores": "attention scores of a layer: heads, words, words",
        "states": "states after the last layer",
        "head": "scores of the next token: words, vocabulary",
    },
    shapes="One pass over “{sentence}”: {words} words, {dims} dimensions.",
    shapes_alt="Shapes of one pass. {pairs}",
)

PT = Positions(
    lead="Uma tabela dá a cada palavra a sua linha, esteja ela onde estiver. A ordem, outra coisa tem de dizer ao "
    "modelo. Esta página usa um pequeno GPT próprio, e não a tabela em uso.",
    topic="O que olhar",
    topics={
        "order": "Duas ordens",
        "learned": "Tabela aprendida",
        "waves": "Ondas",
        "rotary": "Giro (rotary)",
        "sum": "A soma",
        "shapes": "Formas",
    },
    cards=positions_cards.PT,
    kind="Posições",
    kind_help="Como entra a ordem: de modo nenhum, como linha que se soma, como ondas fixas que se somam, ou como giro "
    "de consultas e chaves.",
    kinds={"none": "nenhuma", "learned": "aprendidas", "sinusoidal": "ondas", "rotary": "giro"},
    attending="Cada palavra vê",
    attending_help="A atenção bidirecional vê todas as palavras, a causal só as anteriores, como em um GPT.",
    attention={"causal": "as anteriores", "bidirectional": "todas"},
    layers="Camadas",
    layers_help="As primeiras camadas do modelo.",
    forwards="uma ordem",
    backwards="a outra",
    apart="seus dois estados diferem em",
    mean="média",
    orders_alt="Barras: quanto diferem os estados de cada palavra nas duas ordens, em parte da norma deles. {pairs}",
    same="**Um só saco.** Cada palavra tem o mesmo estado nas duas ordens; a maior diferença de dois números é "
    "{error:.0e}, o arredondamento de float64. A média de todos os estados: {pooled:.0e}.",
    different="**Duas frases.** Os dois estados de uma palavra diferem em {low:.0%} a {high:.0%} da norma deles. A "
    "maior diferença de dois números é {error:.2f}; da média de todos os estados, {pooled:.2f}.",
    last_same="Com “{last}” no fim e as palavras anteriores invertidas, o estado de “{last}” fica igual ({value:.0e}).",
    last_different="Com “{last}” no fim e as palavras anteriores invertidas, o estado de “{last}” muda {value:.2f}.",
    weights="Os pesos são os de um pequeno GPT, treinado com posições aprendidas e atenção causal. Uma escolha muda o "
    "que se calcula com eles.",
    every="Todas as escolhas. Quanto os dois estados de uma palavra diferem no máximo, em um de seus números:",
    bag="saco",
    every_alt="Maior diferença por posições, atenção e camadas. {pairs}",
    before="Antes do treino: cosseno de cada duas posições",
    after="Depois do treino",
    position="posição",
    heat_alt="Mapa de calor dos cossenos de {rows} posições: a até dois lugares {near:z.2f} em média, senão "
    "{far:z.2f}.",
    table_size="Aqui {rows} posições × {dims} dimensões = {size:,} números. A ANDREA tem 1.024 × 768 = 786.432, como a "
    "lição diz.",
    fed="Palavras de uma vez",
    fed_help="A tabela tem uma linha para cada posição, e nenhuma a mais.",
    fits="Entram {tokens} palavras, sai {shape}.",
    anew="Treinar outro, semente {seed}",
    anew_help="O mesmo modelo a partir de outro início aleatório, cerca de quatro segundos de um núcleo.",
    waves="As primeiras {rows} linhas. Nada é guardado e nada é treinado: 0 parâmetros.",
    waves_alt="Mapa de calor das senoides de {rows} posições em {dims} dimensões: ondas rápidas nas primeiras "
    "dimensões, lentas nas últimas.",
    dimension="dimensão",
    far="Uma posição p",
    far_help="De 0 a 10 milhões.",
    far_row="A linha {place:,} começa com {numbers}.",
    steps="k",
    product="linha de p · linha de p + k",
    from_place="p = {place:,}",
    products_alt="Linhas dos produtos para k de 0 a {steps} nas posições {places}; coincidem na medida em que os "
    "produtos só dependem de k.",
    of_query="Lugar m da consulta “{token}”",
    of_key="Lugar n da chave “{token}”",
    query_place="m, lugar da consulta",
    key_place="n, lugar da chave",
    arrows="O par de dimensões mais rápido: cada lugar gira 1 radiano. Fracas: lugar 0.",
    arrows_alt="Duas setas de uma origem: consulta e chave em um par de dimensões, giradas aos lugares {m} e {n}.",
    turned="q · k = {score:.4f} para m − n = {apart}. Norma da consulta: {before:.4f}, girada {after:.4f}.",
    grid_alt="Mapa de calor de consulta vezes chave para os lugares m e n de 0 a {last}: faixas ao longo de m − n "
    "igual.",
    norms="Quão longas são as linhas que se somam",
    norm="norma",
    position_norm="linha de posição",
    token_norm="linha de token mediana",
    norms_alt="Normas das linhas de posição, de {first:.2f} na posição 0 a {last:.2f} na última; a linha de token "
    "mediana tem {token:.2f}.",
    ratio="norma da posição / do token",
    found="acertos",
    by_token="token, pela linha de token mais próxima",
    by_position="posição, pela linha de posição mais próxima",
    by_pair="ambos, pela mais próxima de todas as somas",
    own_ratio="A linha pontilhada é a razão deste modelo, {ratio:.2f}; fora dela as linhas de posição são escaladas.",
    recovery_alt="Três linhas sobre a razão de normas de 1/16 a 16: os tokens certos caem de {token_low:.0%} a "
    "{token_high:.0%}, as posições sobem de {place_low:.0%} a {place_high:.0%}, os pares por todas as somas ao menos "
    "{pair:.0%}.",
    part="parte",
    shape="forma",
    parts={
        "ids": "ids",
        "rows": "linhas dos tokens",
        "positions": "linhas das posições",
        "states0": "a soma delas, x",
        "queries": "consultas de uma camada: cabeças, palavras, dimensões",
        "scores": "pontuações de atenção de uma camada: cabeças, palavras, palavras",
        "states": "estados após a última camada",
        "head": "pontuações do próximo token: palavras, vocabulário",
    },
    shapes="Uma passada por “{sentence}”: {words} palavras, {dims} dimensões.",
    shapes_alt="Formas de uma passada. {pairs}",
)

TEXT: dict[Language, Positions] = {"en": EN, "pt": PT}
