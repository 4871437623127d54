"""Long work on every page: its panel, and the line about work of another page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Jobs:
    """`states` is keyed by the state of a job; `names` by its kind: the page it belongs to, or "page.what"."""

    names: Mapping[str, str]
    states: Mapping[str, str]
    warming: str
    cold: str
    line: str
    share: str
    stop: str
    stop_help: str
    stopped: str
    kept: str
    unknown: str
    elsewhere_made: str
    elsewhere: str
    elsewhere_ended: str


EN = Jobs(
    names={
        "train": "Training",
        "train.seeds": "Training from five starts",
        "train.changed": "Training on changed texts",
        "train.held_out": "Training without the pairs",
        "maps": "Maps",
        "maps.twins": "Twins",
        "maps.stability": "Other runs",
        "maps.groups": "Test of a group",
        "positions": "Training with positions",
        "contexts": "Training for contexts",
        "neighbours.hubs": "Asking for every row",
        "objectives": "Training nine small models",
        "checkpoint": "Examining the rows",
        "compare": "Comparing two tables",
    },
    states={
        "queued": "waiting, number {position} in the queue",
        "starting": "starting",
        "running": "{seconds:,.0f} s",
        "stopping": "stopping",
        "done": "finished",
        "stopped": "stopped",
        "failed": "failed",
    },
    warming="waiting until the libraries are loaded, once per server: {seconds:,.0f} s",
    cold="The libraries could not be loaded beforehand, so that work starts more slowly.",
    line="{name}: {state}",
    share="{name}: {state} · {share:.0%}",
    stop="Stop",
    stop_help="Ends the run; what stands by then is kept.",
    stopped="Stopped before anything stood.",
    kept="Stopped; what stood by then is shown.",
    unknown="The run in this link is no longer known here. Start it again.",
    elsewhere_made="The run in this link is of another table, which is not in use here. Open that table first.",
    elsewhere="{name} goes on: {state}.",
    elsewhere_ended="{name}: {state}.",
)

PT = Jobs(
    names={
        "train": "Treino",
        "train.seeds": "Treino a partir de cinco inícios",
        "train.changed": "Treino com textos mudados",
        "train.held_out": "Treino sem os pares",
        "maps": "Mapas",
        "maps.twins": "Gêmeas",
        "maps.stability": "Outras execuções",
        "maps.groups": "Teste de um grupo",
        "positions": "Treino com posições",
        "contexts": "Treino para contextos",
        "neighbours.hubs": "Pergunta por todas as linhas",
        "objectives": "Treino de nove modelos pequenos",
        "checkpoint": "Exame das linhas",
        "compare": "Comparação de duas tabelas",
    },
    states={
        "queued": "esperando, número {position} na fila",
        "starting": "iniciando",
        "running": "{seconds:,.0f} s",
        "stopping": "parando",
        "done": "pronto",
        "stopped": "interrompido",
        "failed": "falhou",
    },
    warming="esperando o carregamento das bibliotecas, uma vez por servidor: {seconds:,.0f} s",
    cold="As bibliotecas não puderam ser carregadas de antemão; por isso o trabalho começa mais devagar.",
    line="{name}: {state}",
    share="{name}: {state} · {share:.0%}",
    stop="Parar",
    stop_help="Encerra a execução; o que já existe é mantido.",
    stopped="Interrompido antes de haver qualquer resultado.",
    kept="Interrompido; o que já existia é mostrado.",
    unknown="A execução deste link já não é conhecida aqui. Inicie-a de novo.",
    elsewhere_made="A execução deste link é de outra tabela, que não está em uso aqui. Abra essa tabela antes.",
    elsewhere="{name} em andamento: {state}.",
    elsewhere_ended="{name}: {state}.",
)

TEXT: dict[Language, Jobs] = {"en": EN, "pt": PT}
