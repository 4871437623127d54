"""Errors of projections and of the rows they draw."""

from embedlab.wording import Sentence

SENTENCES = {
    "table.too_few_rows": Sentence(
        en="Only {usable} of the chosen rows can be drawn ({zero} are zero, {non_finite} hold NaN or infinity); a map "
        "needs at least {needed}. Show more rows, or choose another table or metric.",
        pt="Só {usable} das linhas escolhidas podem ser desenhadas ({zero} são nulas, {non_finite} contêm NaN ou "
        "infinito); um mapa precisa de ao menos {needed}. Mostre mais linhas ou escolha outra tabela ou métrica.",
    ),
    "table.constant": Sentence(
        en="There is nothing to draw: the {rows:,} rows are, rounding apart, copies of {distinct:,}, and a map needs "
        "at least {needed} different ones. Choose another table, other steps, or another metric.",
        pt="Não há o que desenhar: as {rows:,} linhas são, a menos de arredondamento, cópias de {distinct:,}, e um "
        "mapa precisa de ao menos {needed} diferentes. Escolha outra tabela, outras etapas ou outra métrica.",
    ),
    "table.changed": Sentence(
        en="The file {name} has changed since it was opened. Open it again.",
        pt="O arquivo {name} mudou desde que foi aberto. Abra-o de novo.",
    ),
    "query.group_not_drawn": Sentence(
        en="None of the {rows:,} rows of the group “{name}” is among the {shown:,} rows drawn. Choose rows that the "
        "map shows, or show more rows.",
        pt="Nenhuma das {rows:,} linhas do grupo “{name}” está entre as {shown:,} linhas desenhadas. Escolha linhas "
        "que o mapa mostra ou mostre mais linhas.",
    ),
    "map.not_finite": Sentence(
        en="{method} gave positions that are not numbers for these {rows:,} rows. Choose another method or other "
        "settings.",
        pt="{method} deu posições que não são números para estas {rows:,} linhas. Escolha outro método ou outras "
        "configurações.",
    ),
    "map.collapsed": Sentence(
        en="{method} put all {rows:,} rows on one spot. Choose another method or other settings.",
        pt="{method} pôs todas as {rows:,} linhas no mesmo ponto. Escolha outro método ou outras configurações.",
    ),
}
