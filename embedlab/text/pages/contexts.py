"""Contexts: one row for a word of two senses, what the layers make of it, and which layer and pooling is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Contexts:
    """`senses`, `cues`, `models`, `layers` and `poolings` by their keys in `embedlab.claims.contexts`.

    `layers` name what goes in; `layer` names any layer above it. `cards` by claim; C25 has a second one, on the leak.
    """

    lead: str
    cue: str
    cue_help: str
    cues: Mapping[str, str]
    model: str
    model_help: str
    models: Mapping[str, str]
    senses: Mapping[str, str]
    sentence: str
    sense: str
    same_row: str
    other_row: str
    two_alt: str
    layers: Mapping[str, str]
    layer: str
    share: str
    sides: tuple[str, str, str]
    sides_alt: str
    sides_read: str
    leak: str
    leak_lead: str
    place: str
    places_alt: str
    which: str
    which_lead: str
    layer_label: str
    pooling_label: str
    pooling_help: str
    poolings: Mapping[str, str]
    grid_cell: str
    grid_alt: str
    grid_read: str
    nearest: str
    columns: tuple[str, str, str, str]
    nearest_alt: str
    csv: str
    csv_help: str
    anew: str
    anew_lead: str
    train: str
    seed: str
    trained: str
    cards: Mapping[str, Card]


EN = Contexts(
    lead="The word **bank** has one row in the table, whether a river or money is meant. A small language model reads "
    "two sentences with it: where do the meanings part?",
    cue="The clue stands",
    cue_help="The noun that tells the meaning comes before the word, or only after it. Up to the word nothing else "
    "differs; then each sentence goes on by its meaning.",
    cues={"before": "before the word", "after": "after the word"},
    model="The model looks",
    model_help="back: each token sees those before it, as in the lessons’ models; positions turn queries and keys "
    "(rotary). Learned positions are a second table, added to the row. both ways: each token sees the whole sentence.",
    models={"causal": "back", "learned": "back, learned positions", "both": "both ways"},
    senses={"water": "by water", "money": "with money"},
    sentence="sentence",
    sense="meaning",
    same_row="**One row for both.** Each sentence looks up id {id}: {numbers}, … ({dims} numbers). The bytes are the "
    "same, sha-256 `{digest}`….",
    other_row="**Two rows.** The bytes differ: sha-256 `{digest}`… and `{other}`….",
    two_alt="Two sentences. {sentences}",
    layers={"input": "row", "input + position": "row + position"},
    layer="layer {layer}",
    share="{share:.0%} right",
    sides=("water", "even odds", "money"),
    sides_alt="What a probe says of the word in {count} sentences, by layer. {layers}",
    sides_read="Each mark is one sentence; sideways stands what a probe says of the word’s state. A probe is a "
    "straight cut (logistic regression) and never saw the sentence’s noun: it learned from others. "
    "Chance is {chance:.0%}.",
    leak="Could the place of the word be enough?",
    leak_lead="In the toy corpus the two meanings have sentences of their own, {count} in all, so the word stands at "
    "different places. Learned positions are a second table, and its row is added to the word’s row.",
    place="the word is token number",
    places_alt="How often each meaning stands at each place. {places}",
    which="Which layer, which pooling?",
    which_lead="The word in the first sentence above, compared with the second and with {count} others: more sentences "
    "with the word, and one for each noun of the toy corpus. What stands for a sentence is a choice.",
    layer_label="Layer",
    pooling_label="Pooling",
    pooling_help="token: the state of the word. first, last: that of the sentence’s first or last token. mean, max: of "
    "all its tokens, number by number.",
    poolings={"token": "token", "first": "first", "last": "last", "mean": "mean", "max": "max"},
    grid_cell="{rank} · {cosine:z.2f}",
    grid_alt="Rank and cosine of the second sentence by pooling and layer. {cells}",
    grid_read="Each cell: the rank of the second sentence among {count}, and its cosine with the first.",
    nearest="Nearest under **{layer}**, **{pooling}**",
    columns=("rank", "word", "in the sentence", "cosine"),
    nearest_alt="The {k} nearest, {layer}, {pooling}: {words}.",
    csv="All as CSV",
    csv_help="Every sentence with its rank and cosine; layer and pooling stand in each line.",
    anew="Train the model anew",
    anew_lead="The shipped model was trained with seed 0 on the toy corpus and sentences like those above. Another "
    "seed starts from other random numbers; the page then shows that model.",
    train="Train",
    seed="Seed",
    trained="This page shows the model that you trained, seed {seed}.",
    cards={
        "C25": Card(
            claim="C25",
            question="Where can the meaning of the word be read first?",
            choices={
                "row": "already in its row",
                "first": "in the first layer",
                "later": "only in a later layer",
                "never": "nowhere",
            },
            said={
                "row": "Already in what goes in: {row:.0%} right.",
                "first": "Row: {row:.0%} right, chance {chance:.0%}. After the first layer: {first:.0%}. One look "
                "at the other tokens is enough here; more layers need not part the meanings further.",
                "later": "Row: {row:.0%} right, chance {chance:.0%}. First layer: {first:.0%}; layer {layer} is the "
                "first to reach 95%.",
                "never": "Nowhere: at most {best:.0%} right in any layer, chance {chance:.0%}. Mean cosine inside a "
                "meaning less that between them: {gap:.3f}.",
            },
            rule="The first state in which a probe is right about at least 95% of sentences whose noun it never saw.",
            lesson="The row of “bank” is the same in river bank and investment bank; only the layers above separate "
            "the two.",
            truth="The row is one, bit for bit. A layer separates what it has seen: a model that looks back cannot "
            "when the clue comes after the word, whatever its depth, for it has read the same tokens twice. One that "
            "looks both ways can. That a probe reads the meaning does not prove that the model uses it.",
        ),
        "C25 leak": Card(
            claim="C25",
            question="Row plus learned position, no layer: what does a probe get?",
            choices={"none": "no more than chance", "some": "more than chance", "all": "95% or more"},
            said={
                "none": "{placed:.0%} right, chance {chance:.0%}: the places tell nothing here.",
                "some": "{placed:.0%} right; the row alone {row:.0%}, chance {chance:.0%}. The probe knows only the "
                "place of the word, and the places differ by meaning: see the counts.",
                "all": "{placed:.0%} right, chance {chance:.0%}: the places alone give the meaning away.",
            },
            rule="“More than chance” is above the share of the more frequent meaning by two standard errors.",
            lesson="Token row and position row are added before the first layer.",
            truth="So a probe on that sum reads the place, not the meaning. Sentences as above, where both meanings "
            "stand at the same places, take the leak away; rotary positions are not added to the row and never leak "
            "into it.",
        ),
        "C26": Card(
            claim="C26",
            question="Another layer or pooling: are the same five nearest?",
            choices={"same": "the same list", "order": "the same, in another order", "others": "others"},
            said={
                "same": "The same {k} in the same order in all {cells} cells.",
                "order": "The same {k} in {lists} orders.",
                "others": "{lists} different lists in {cells} cells; two of them share {shared:.0%} of their {k} on "
                "average. The second sentence ranks from {low} to {high}.",
            },
            rule="The five nearest by cosine of raw states, in all cells: the same list, the same set, or neither.",
            lesson="A model holds many spaces: ask which layer and which pooling.",
            truth="“The” neighbours of a word do not exist. first, in a model that looks back, knows the first token "
            "only, so all sentences that begin alike are equal; token in the row knows the word only; mean is drawn "
            "to the words that sentences share. So each caption and each file here names both.",
        ),
    },
)

PT = Contexts(
    lead="A palavra **banco** tem uma única linha na tabela, seja de areia ou de dinheiro. Um pequeno modelo de "
    "linguagem lê duas frases com ela: onde os sentidos se separam?",
    cue="A pista está",
    cue_help="O substantivo que revela o sentido vem antes da palavra, ou só depois. Até a palavra nada mais difere; "
    "depois cada frase continua conforme o sentido.",
    cues={"before": "antes da palavra", "after": "depois da palavra"},
    model="O modelo olha para",
    model_help="trás: cada token vê os anteriores, como nos modelos das lições; as posições giram consultas e chaves "
    "(rotary). Posições aprendidas são uma segunda tabela, somada à linha. os dois lados: cada token vê a frase "
    "inteira.",
    models={"causal": "trás", "learned": "trás, posições aprendidas", "both": "os dois lados"},
    senses={"water": "de areia", "money": "de dinheiro"},
    sentence="frase",
    sense="sentido",
    same_row="**Uma linha para as duas.** Cada frase busca o id {id}: {numbers}, … ({dims} números). Os bytes são os "
    "mesmos, sha-256 `{digest}`….",
    other_row="**Duas linhas.** Os bytes diferem: sha-256 `{digest}`… e `{other}`….",
    two_alt="Duas frases. {sentences}",
    layers={"input": "linha", "input + position": "linha + pos."},
    layer="camada {layer}",
    share="{share:.0%} certas",
    sides=("areia", "meio a meio", "dinheiro"),
    sides_alt="O que uma sonda diz da palavra em {count} frases, por camada. {layers}",
    sides_read="Cada marca é uma frase; na horizontal, o que uma sonda diz do estado da palavra. A sonda é um corte "
    "reto (regressão logística) e nunca viu o substantivo da frase: aprendeu com outros. O acaso dá {chance:.0%}.",
    leak="Bastaria o lugar da palavra?",
    leak_lead="No corpus de brinquedo cada sentido tem suas próprias frases, {count} ao todo, e por isso a palavra "
    "fica em lugares diferentes. Posições aprendidas são uma segunda tabela, cuja linha é somada à linha da palavra.",
    place="a palavra é o token número",
    places_alt="Quantas vezes cada sentido fica em cada lugar. {places}",
    which="Qual camada, qual pooling?",
    which_lead="A palavra na primeira frase de cima, comparada com a segunda e com outras {count}: mais frases com a "
    "palavra, e uma para cada substantivo do corpus de brinquedo. O que representa uma frase é uma escolha.",
    layer_label="Camada",
    pooling_label="Pooling",
    pooling_help="token: o estado da palavra. primeiro, último: o do primeiro ou do último token da frase. média, "
    "máximo: de todos os tokens, número a número.",
    poolings={"token": "token", "first": "primeiro", "last": "último", "mean": "média", "max": "máximo"},
    grid_cell="{rank} · {cosine:z.2f}",
    grid_alt="Posição e cosseno da segunda frase por pooling e camada. {cells}",
    grid_read="Cada célula: a posição da segunda frase entre {count}, e seu cosseno com a primeira.",
    nearest="Mais próximas em **{layer}**, **{pooling}**",
    columns=("posição", "palavra", "na frase", "cosseno"),
    nearest_alt="As {k} mais próximas, {layer}, {pooling}: {words}.",
    csv="Todas em CSV",
    csv_help="Cada frase com sua posição e seu cosseno; camada e pooling estão em cada linha.",
    anew="Treinar o modelo de novo",
    anew_lead="O modelo que acompanha o programa foi treinado com a semente 0 no corpus de brinquedo e em frases como "
    "as de cima. Outra semente parte de outros números ao acaso; a página mostra então esse modelo.",
    train="Treinar",
    seed="Semente",
    trained="Esta página mostra o modelo que você treinou, semente {seed}.",
    cards={
        "C25": Card(
            claim="C25",
            question="Onde o sentido da palavra pode ser lido primeiro?",
            choices={
                "row": "já em sua linha",
                "first": "na primeira camada",
                "later": "só em uma camada posterior",
                "never": "em lugar nenhum",
            },
            said={
                "row": "Já no que entra: {row:.0%} de acertos.",
                "first": "Linha: {row:.0%} de acertos, acaso {chance:.0%}. Depois da primeira camada: {first:.0%}. "
                "Aqui basta olhar uma vez para os outros tokens; mais camadas não precisam separar mais os sentidos.",
                "later": "Linha: {row:.0%} de acertos, acaso {chance:.0%}. Primeira camada: {first:.0%}; a camada "
                "{layer} é a primeira a chegar a 95%.",
                "never": "Em lugar nenhum: no máximo {best:.0%} de acertos em qualquer camada, acaso {chance:.0%}. "
                "Cosseno médio dentro de um sentido menos o entre os dois: {gap:.3f}.",
            },
            rule="O primeiro estado em que uma sonda acerta ao menos 95% das frases cujo substantivo nunca viu.",
            lesson="A linha de “bank” é a mesma em river bank e em investment bank; só as camadas acima separam os "
            "dois.",
            truth="A linha é uma só, bit a bit. Uma camada separa o que viu: um modelo que olha para trás não consegue "
            "quando a pista vem depois da palavra, seja qual for a profundidade, pois leu duas vezes os mesmos tokens. "
            "Um que olha para os dois lados consegue. Que uma sonda leia o sentido não prova que o modelo o use.",
        ),
        "C25 leak": Card(
            claim="C25",
            question="Linha mais posição aprendida, sem camadas: quanto a sonda acerta?",
            choices={"none": "não mais que o acaso", "some": "mais que o acaso", "all": "95% ou mais"},
            said={
                "none": "{placed:.0%} de acertos, acaso {chance:.0%}: os lugares não dizem nada aqui.",
                "some": "{placed:.0%} de acertos; só a linha {row:.0%}, acaso {chance:.0%}. A sonda conhece apenas o "
                "lugar da palavra, e os lugares diferem por sentido: veja as contagens.",
                "all": "{placed:.0%} de acertos, acaso {chance:.0%}: os lugares sozinhos revelam o sentido.",
            },
            rule="“Mais que o acaso” é acima da parcela do sentido mais frequente por dois erros padrão.",
            lesson="Linha do token e linha da posição são somadas antes da primeira camada.",
            truth="Por isso uma sonda sobre essa soma lê o lugar, não o sentido. Frases como as de cima, em que os "
            "dois sentidos ficam nos mesmos lugares, eliminam o vazamento; posições rotary não são somadas à linha e "
            "nunca vazam para ela.",
        ),
        "C26": Card(
            claim="C26",
            question="Outra camada ou outro pooling: as cinco mais próximas são as mesmas?",
            choices={"same": "a mesma lista", "order": "as mesmas, em outra ordem", "others": "outras"},
            said={
                "same": "As mesmas {k} na mesma ordem em todas as {cells} células.",
                "order": "As mesmas {k} em {lists} ordens.",
                "others": "{lists} listas diferentes em {cells} células; duas delas compartilham em média {shared:.0%} "
                "das {k}. A segunda frase vai da posição {low} à {high}.",
            },
            rule="As cinco mais próximas pelo cosseno dos estados brutos, comparadas entre todas as células: mesma "
            "lista, mesmo conjunto, ou nenhum dos dois.",
            lesson="Um modelo contém muitos espaços: pergunte qual camada e qual pooling.",
            truth="“Os” vizinhos de uma palavra não existem. O primeiro token, em um modelo que olha para trás, só "
            "conhece a si mesmo, e todas as frases que começam igual ficam iguais; o token na linha só conhece a "
            "palavra; a média é puxada pelas palavras comuns às frases. Por isso cada legenda e cada arquivo daqui "
            "nomeia os dois.",
        ),
    },
)

TEXT: dict[Language, Contexts] = {"en": EN, "pt": PT}
