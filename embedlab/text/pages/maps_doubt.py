"""The part of the page of the maps that doubts them: twins, other runs, and tests of groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Doubt:
    """`parts`, `changed`, `sources`, `verdicts` and `tracks` are keyed by the keys of the code."""

    title: str
    lead: str
    choose: str
    parts: Mapping[str, str]
    on_map: str
    # twins
    twins_lead: str
    twins_start: str
    twins_wait: str
    twins_measure: str
    twins_legend: tuple[str, str, str]
    twins_alt: str
    line_up: str
    line_up_lead: str
    line_up_alt: str
    right: str
    wrong: str
    differs: str
    as_noise: str
    line_up_again: str
    # other runs
    stability_lead: str
    stability_start: str
    stability_wait: str
    changed: Mapping[str, str]
    what_changed: str
    runs: str
    back: str
    back_help: str
    ari: str
    procrustes: str
    procrustes_help: str
    stability_alt: str
    least_rows: str
    by_class: str
    class_: str
    # groups
    group_lead: str
    source: str
    sources: Mapping[str, str]
    selected: str
    nothing_selected: str
    no_classes: str
    class_label: str
    name: str
    name_help: str
    test: str
    screen_none: str
    labels: str
    unseen: str
    by_chance: str
    verdicts: Mapping[str, str]
    group: str
    rows: str
    verdict: str
    crossing: str
    screen_alt: str
    tracks: Mapping[str, str]
    group_legend: tuple[str, str, str]
    p: str
    missing: str
    missing_one: str
    strangers: str
    strangers_one: str
    left_out: str
    more: str


EN = Doubt(
    title="Doubt it",
    lead="A group on such a map is a hypothesis. Three ways to test it:",
    choose="Doubt",
    parts={
        "twins": "Would noise look the same?",
        "stability": "Does it come back?",
        "group": "Is this group real?",
    },
    on_map="Map",
    twins_lead="Twins are tables of noise with the mean and covariance of yours, drawn and judged in the same way. "
    "What their maps show as well is no news about your table.",
    twins_start="Draw {count} twins",
    twins_wait="Each takes about as long as the three maps.",
    twins_measure="Measure",
    twins_legend=("your table", "a twin", "chance"),
    twins_alt="{label} of each map beside that of its twins: {parts}.",
    line_up="The line-up",
    line_up_lead="One of these {count} maps is of your table, the others are of its twins. Which one?",
    line_up_alt="Map {letter}, by {method}: {rows} dots without names.",
    right="**Right:** {letter} is your table. One guess in {count} is right by chance.",
    wrong="**No:** your table is {letter}, and {guess} is noise.",
    differs="{method} keeps {value} of the true neighbours, on noise {low} to {high}: this map differs from noise.",
    as_noise="{method} keeps {value} of the true neighbours, on noise {low} to {high}: by this number the map does not "
    "differ from noise.",
    line_up_again="Shuffle",
    stability_lead="The same rows drawn again with one thing changed. What does not come back was an accident of the "
    "drawing.",
    stability_start="Draw other runs",
    stability_wait="Other seeds with random starts, samples of the rows, and the neighbours that count × 1/3 and × 3.",
    changed={
        "seeds": "seed and start",
        "resampled": "sample of the rows",
        "smaller": "neighbours × 1/3",
        "larger": "neighbours × 3",
    },
    what_changed="changed",
    runs="maps",
    back="neighbours that come back",
    back_help="Of random places {chance} come back. A map is unstable where another seed brings back less "
    "than {line:.0%} and not the groups either.",
    ari="same groups (ARI)",
    procrustes="not superposable",
    procrustes_help="Procrustes: the share of the spread that no turn and shift brings together. It also rises where "
    "whole groups only change places, so never read it alone.",
    stability_alt="How much of each map comes back: {parts}.",
    least_rows="Least stable under another seed, {method}: {listed}",
    by_class="Classes whose neighbours come back least under another seed",
    class_="class",
    group_lead="Choose a group. It is compared with the best groups that can be picked in noise with the same "
    "covariance.",
    source="Which group",
    sources={"selected": "selection", "class": "a class", "screen": "all on screen"},
    selected="{count} rows selected: {listed}",
    nothing_selected="Select rows first: by lasso or box on a map, or by a click on a class above the maps.",
    no_classes="This table has no classes.",
    class_label="Class",
    name="Name of the group",
    name_help="Only for the answer; the test does not look at it.",
    test="Test it",
    screen_none="No groups are seen on this map.",
    labels="All {groups} groups together: silhouette {map_value} on the map (twins: {map_twins}), {table_value} in the "
    "table (twins: {table_twins}).",
    unseen="no groups",
    by_chance="With p = {rare} as the line, about one in twenty groups of noise passes too.",
    verdicts={
        "supported": "supported",
        "not_supported": "not supported",
        "split": "split",
        "undecided": "undecided",
    },
    group="group",
    rows="rows",
    verdict="verdict",
    crossing="links across its border",
    screen_alt="Each group with its verdict: {parts}.",
    tracks={
        "map": "silhouette on the map",
        "table": "silhouette in the table",
        "conductance": "links across its border",
    },
    group_legend=("this group", "the best group of a twin", "chance"),
    p="p = {p}",
    missing="{count} true neighbours are outside: {listed}",
    missing_one="{token} (of {count})",
    strangers="{count} inside have most neighbours elsewhere: {listed}",
    strangers_one="{token} ({inside} of {k} inside)",
    left_out="Not drawn, so not tested: {listed}",
    more=" and {count} more",
)

PT = Doubt(
    title="Ponha em dúvida",
    lead="Um grupo em um mapa assim é uma hipótese. Três maneiras de testá-la:",
    choose="Dúvida",
    parts={
        "twins": "Ruído daria o mesmo mapa?",
        "stability": "O mapa se repete?",
        "group": "Este grupo existe?",
    },
    on_map="Mapa",
    twins_lead="Gêmeas são tabelas de ruído com a média e a covariância da sua, desenhadas e julgadas do mesmo modo. O "
    "que os mapas delas também mostram não diz nada de novo sobre a sua tabela.",
    twins_start="Desenhar {count} gêmeas",
    twins_wait="Cada uma leva cerca do tempo dos três mapas.",
    twins_measure="Medida",
    twins_legend=("a sua tabela", "uma gêmea", "acaso"),
    twins_alt="{label} de cada mapa ao lado da de suas gêmeas: {parts}.",
    line_up="O reconhecimento",
    line_up_lead="Um destes {count} mapas é da sua tabela; os outros são de suas gêmeas. Qual?",
    line_up_alt="Mapa {letter}, por {method}: {rows} pontos sem nomes.",
    right="**Certo:** {letter} é a sua tabela. Um palpite em {count} acerta por acaso.",
    wrong="**Não:** a sua tabela é {letter}, e {guess} é ruído.",
    differs="{method} mantém {value} dos vizinhos verdadeiros; em ruído, de {low} a {high}: este mapa difere do ruído.",
    as_noise="{method} mantém {value} dos vizinhos verdadeiros; em ruído, de {low} a {high}: por este número o mapa "
    "não difere do ruído.",
    line_up_again="Embaralhar",
    stability_lead="As mesmas linhas desenhadas de novo, com uma só coisa mudada. O que não volta era um acidente do "
    "desenho.",
    stability_start="Desenhar outras execuções",
    stability_wait="Outras sementes com início ao acaso, amostras das linhas, e os vizinhos que contam × 1/3 e × 3.",
    changed={
        "seeds": "semente e início",
        "resampled": "amostra das linhas",
        "smaller": "vizinhos × 1/3",
        "larger": "vizinhos × 3",
    },
    what_changed="mudança",
    runs="mapas",
    back="vizinhos que voltam",
    back_help="De lugares ao acaso voltam {chance}. Um mapa é instável onde outra semente traz de "
    "volta menos de {line:.0%} e tampouco os grupos.",
    ari="mesmos grupos (ARI)",
    procrustes="não sobreponível",
    procrustes_help="Procrustes: a parte da dispersão que nenhum giro e deslocamento faz coincidir. Também cresce onde "
    "grupos inteiros só trocam de lugar; por isso, nunca a leia sozinha.",
    stability_alt="Quanto de cada mapa volta: {parts}.",
    least_rows="Menos estáveis sob outra semente, {method}: {listed}",
    by_class="Classes cujos vizinhos menos voltam sob outra semente",
    class_="classe",
    group_lead="Escolha um grupo. Ele é comparado com os melhores grupos que se podem escolher em ruído com a mesma "
    "covariância.",
    source="Qual grupo",
    sources={"selected": "seleção", "class": "uma classe", "screen": "todos na tela"},
    selected="{count} linhas selecionadas: {listed}",
    nothing_selected="Selecione linhas antes: com laço ou caixa em um mapa, ou com um clique em uma classe acima dos "
    "mapas.",
    no_classes="Esta tabela não tem classes.",
    class_label="Classe",
    name="Nome do grupo",
    name_help="Só para a resposta; o teste não o considera.",
    test="Testar",
    screen_none="Não se veem grupos neste mapa.",
    labels="Os {groups} grupos juntos: silhueta {map_value} no mapa (gêmeas: {map_twins}), {table_value} na tabela "
    "(gêmeas: {table_twins}).",
    unseen="sem grupos",
    by_chance="Com p = {rare} como limite, cerca de um em vinte grupos de ruído também passa.",
    verdicts={
        "supported": "confirmado",
        "not_supported": "não confirmado",
        "split": "dividido",
        "undecided": "indeciso",
    },
    group="grupo",
    rows="linhas",
    verdict="veredito",
    crossing="ligações que cruzam a borda",
    screen_alt="Cada grupo com o seu veredito: {parts}.",
    tracks={
        "map": "silhueta no mapa",
        "table": "silhueta na tabela",
        "conductance": "ligações que cruzam a borda",
    },
    group_legend=("este grupo", "o melhor grupo de uma gêmea", "acaso"),
    p="p = {p}",
    missing="{count} vizinhos verdadeiros estão fora: {listed}",
    missing_one="{token} (de {count})",
    strangers="{count} dentro têm a maioria dos vizinhos em outro lugar: {listed}",
    strangers_one="{token} ({inside} de {k} dentro)",
    left_out="Não desenhadas e por isso não testadas: {listed}",
    more=" e mais {count}",
)

TEXT: dict[Language, Doubt] = {"en": EN, "pt": PT}
