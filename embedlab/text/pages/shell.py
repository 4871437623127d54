"""What stands around every page: names, links, and the words of shared widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Shell:
    """Sentences shared by all pages. `links` and `titles` are keyed by page."""

    links: Mapping[str, str]
    titles: Mapping[str, str]
    language: str
    table: str
    trained: str
    table_gone: str
    sorry: str
    severities: Mapping[str, str]
    metric: str
    metric_help: str
    steps: str
    steps_help: str
    steps_none: str
    token: str
    token_help: str
    token_empty: str
    matches: str
    interval: str
    familiar: tuple[str, ...]


EN = Shell(
    links={
        "home": "Home",
        "train": "Train",
        "lookup": "Lookup",
        "similarity": "Similarity",
        "neighbours": "Neighbours",
        "maps": "Maps",
        "positions": "Positions",
        "contexts": "Contexts",
        "objectives": "Objectives",
        "checkpoint": "Checkpoint",
        "compare": "Compare",
        "ledger": "Ledger",
        "class": "Class",
    },
    titles={
        "home": "Three words in a trained table",
        "train": "Train a table",
        "lookup": "What an embedding layer does",
        "similarity": "Similarity of tokens",
        "neighbours": "Nearest neighbours under three metrics",
        "maps": "Three maps of one table",
        "positions": "Where the order of words comes from",
        "contexts": "One word, two meanings",
        "objectives": "Three meanings of “similar”",
        "checkpoint": "Open a checkpoint",
        "compare": "Two tables compared",
        "ledger": "What the tables of a model cost",
        "class": "Your class",
    },
    language="Language",
    table="Table in use: {name} · {rows:,} rows × {dims:,} dimensions · {dtype}",
    trained=" · trained {steps:,} steps, seed {seed}",
    table_gone="The table in use can no longer be read, so the shipped table is in use again.",
    sorry="Something went wrong on our side. The table in use is unchanged; the details are in the server's log.",
    severities={"error": "Error", "warning": "Warning", "info": "Note"},
    metric="Metric",
    metric_help="What “near” means. Each metric answers a different question.",
    steps="Steps before comparing, in order",
    steps_help="Applied to the whole table in the order chosen. Empty: the raw rows, exactly as stored.",
    steps_none="raw rows",
    token="Token",
    token_empty="Type a token of the table, or # and an id.",
    token_help="A token as stored, its text, or “#” and an id. Press Enter.",
    matches="Similar spelling:",
    interval="From {low} to {high}.",
    familiar=("cat", "dog", "Tuesday", "xylophone"),
)

PT = Shell(
    links={
        "home": "Início",
        "train": "Treinar",
        "lookup": "Linhas",
        "similarity": "Semelhança",
        "neighbours": "Vizinhos",
        "maps": "Mapas",
        "positions": "Posições",
        "contexts": "Contextos",
        "objectives": "Objetivos",
        "checkpoint": "Checkpoint",
        "compare": "Comparar",
        "ledger": "Custo",
        "class": "Turma",
    },
    titles={
        "home": "Três palavras em uma tabela treinada",
        "train": "Treinar uma tabela",
        "lookup": "O que faz uma camada de embedding",
        "similarity": "Semelhança entre tokens",
        "neighbours": "Vizinhos mais próximos sob três métricas",
        "maps": "Três mapas de uma tabela",
        "positions": "De onde vem a ordem das palavras",
        "contexts": "Uma palavra, dois sentidos",
        "objectives": "Três sentidos de “semelhante”",
        "checkpoint": "Abrir um checkpoint",
        "compare": "Duas tabelas comparadas",
        "ledger": "Quanto custam as tabelas de um modelo",
        "class": "Sua turma",
    },
    language="Idioma",
    table="Tabela em uso: {name} · {rows:,} linhas × {dims:,} dimensões · {dtype}",
    trained=" · treinada por {steps:,} passos, semente {seed}",
    table_gone="A tabela em uso não pode mais ser lida; a tabela que acompanha o programa voltou a ser usada.",
    sorry="Algo deu errado do nosso lado. A tabela em uso não mudou; os detalhes estão no log do servidor.",
    severities={"error": "Erro", "warning": "Aviso", "info": "Nota"},
    metric="Métrica",
    metric_help="O que “perto” quer dizer. Cada métrica responde a uma pergunta diferente.",
    steps="Passos antes de comparar, em ordem",
    steps_help="Aplicados à tabela inteira na ordem escolhida. Vazio: as linhas brutas, como estão gravadas.",
    steps_none="linhas brutas",
    token="Token",
    token_empty="Digite um token da tabela, ou # e um id.",
    token_help="Um token como está gravado, seu texto, ou “#” e um id. Tecle Enter.",
    matches="Grafia parecida:",
    interval="De {low} a {high}.",
    familiar=("gato", "cachorro", "terça", "xilofone"),
)

TEXT: dict[Language, Shell] = {"en": EN, "pt": PT}
