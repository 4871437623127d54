"""Objectives: what a model calls similar depends on what it was trained for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Objectives:
    """`tasks`, `panels` are keyed by objective, `others` by what a word can share: class, topic or look."""

    lead: str
    world: str
    world_alt: str
    word: str
    shown: str
    others: Mapping[str, str]
    first: str
    tasks: Mapping[str, str]
    panels: Mapping[str, str]
    nothing: str
    list_alt: str
    flip: str
    flip_held: str
    flip_broken: str
    objective: str
    overlap: str
    asked: str
    question: str
    passage: str
    other_question: str
    share: str
    share_of: str
    random_rows: str
    space: str
    space_alt: str
    caption: str
    picture: str
    anew: str
    anew_help: str
    anew_why: str
    cards: Mapping[str, Card]


EN = Objectives(
    lead="Three models read the same sentences. One guesses the next word, one matches questions with passages, one "
    "matches captions with pictures. What does each of them call similar?",
    world="**The toy world: 70 words.** The column is the class, how sentences use a word. The row is the topic, where "
    "it is at home. The colour is its look. Two words share at most one of the three: this world is made so that the "
    "three can be told apart. In a real text they go together.",
    world_alt="Pictures of 8 × 8 pixels, one class a column, one topic a row. Of each topic: {words}.",
    word="A word",
    shown="**{word}**: {kind} is used alike, {topic} is of the same topic, {look} looks alike.",
    others={"kind": "used alike", "topic": "same topic", "look": "looks alike"},
    first="Nearest to **{word}** in each model:",
    tasks={
        "next_token": "It guesses the next word.",
        "retrieval": "It brings a question near the passages of its topic.",
        "multimodal": "It brings a caption near its picture.",
    },
    panels={"next_token": "Language model", "retrieval": "Retrieval", "multimodal": "Pictures"},
    nothing="shares none of the three",
    list_alt="Nearest to {word}: {words}.",
    flip="**One word, three others.** Cosine: the mean of {seeds} seeds ± the largest deviation; the largest mean of "
    "each line is bold.",
    flip_held="The order flips in every seed: each model puts another word first.",
    flip_broken="Here the order does not flip in every seed. Every word has its neighbours, and not each of them is "
    "kept apart so well.",
    objective="model",
    overlap="**How many of the {k} nearest words two models share**, on average over all 70 words. On the diagonal: "
    "the same objective with another seed. By chance: {chance:.0%}.",
    asked="**A passage, or another question?** Which of the two is nearer to the question?",
    question="question",
    passage="passage",
    other_question="other question",
    share="passage first",
    share_of="Cosines in this example, and how often the passage comes first over all such triples. Two questions of "
    "one class share words, so with random rows the passage is first in only {chance:.0%}: a language model changes "
    "little, retrieval turns it round.",
    random_rows="random rows",
    space="Each dot is a caption, the mean of the sentences about a thing; a line joins it to its own picture. Two of "
    "{dims} dimensions show {share:.0%} of the variance; near and far are measured in all of them.",
    space_alt="Captions and pictures on one map. The nearest picture is the caption’s own for {own:.0%} of the words.",
    caption="caption",
    picture="picture",
    anew="Train all nine anew, seeds {first} to {last}",
    anew_help="Three objectives, three seeds each: about ten seconds of one core.",
    anew_why="Everything here is computed from nine small tables, seeds {first} to {last}. Would other seeds say the "
    "same?",
    cards={
        "C23": Card(
            claim="C23",
            question="Do the three models agree on which words are near each other?",
            choices={"one": "yes: near is near", "three": "no: each has its own"},
            said={
                "three": "Of the {k} nearest words, two models share {across:.0%} at most (by chance {chance:.0%}); "
                "one objective keeps at least {within:.0%} from seed to seed.",
                "one": "Any two models share at least {agree:.0%} of the {k} nearest words.",
                "undecided": "Two models share up to {across:.0%} of the {k} nearest words, and one objective keeps "
                "{within:.0%} from seed to seed: neither the same nor clearly apart.",
            },
            rule="Each its own: any two models share at most 25 % of the 10 nearest words, and each keeps at least "
            "55 % from seed to seed. The same: any two share at least 55 %.",
            lesson="A language model, a retrieval model and an image-caption model mean three different things by "
            "“similar”.",
            truth="It holds in this world, which is made so that class, topic and look are independent. In real texts "
            "they go together, and the three would agree more. A few words do not flip in every seed.",
        ),
        "C24": Card(
            claim="C24",
            question="Captions and pictures lie in one space. Which of the 70 pictures is nearest to a caption?",
            choices={"own": "its own", "alike": "one that looks alike", "chance": "any: words are no pictures"},
            said={
                "own": "Its own for {own:.0%} of the words, even in the worst seed; by chance {chance:.1%}. The two "
                "kinds still lie {gap:.2f} apart on average, more than the {swapped:.2f} that swapping them at random "
                "gives.",
                "alike": "Its own for {own:.0%}, but one that looks alike for {look:.0%}; by chance {by_look:.0%}.",
                "chance": "Its own for {own:.0%}, one that looks alike for {look:.0%}: no more than chance "
                "({chance:.1%} and {by_look:.0%}).",
            },
            rule="Its own: at least 10 times chance (1 in 70) in every seed. Looks alike: at least 3 times the chance "
            "of the look.",
            lesson="A vision tower projects patches into the space where tokens live.",
            truth="A small network makes 32 numbers of 192 pixel values, and training puts them beside the caption’s "
            "32. It sees no shape by itself: pair captions with the wrong pictures and it learns those. The "
            "pictures here are without noise; it was trained on noisy ones only.",
        ),
    },
)

PT = Objectives(
    lead="Três modelos leem as mesmas frases. Um adivinha a próxima palavra, um liga perguntas a passagens, um liga "
    "legendas a imagens. O que cada um chama de semelhante?",
    world="**O mundo de brinquedo: 70 palavras.** A coluna é a classe, como as frases usam a palavra. A linha é o "
    "assunto, o lugar dela. A cor é a aparência. Duas palavras têm em comum no máximo uma das três coisas: este mundo "
    "foi feito para que se possa separá-las. Em um texto real elas andam juntas.",
    world_alt="Imagens de 8 × 8 pixels, uma classe por coluna, um assunto por linha. De cada assunto: {words}.",
    word="Uma palavra",
    shown="**{word}**: {kind} tem o mesmo uso, {topic} é do mesmo assunto, {look} tem a mesma aparência.",
    others={"kind": "mesmo uso", "topic": "mesmo assunto", "look": "mesma aparência"},
    first="As mais próximas de **{word}** em cada modelo:",
    tasks={
        "next_token": "Adivinha a próxima palavra.",
        "retrieval": "Aproxima uma pergunta das passagens do seu assunto.",
        "multimodal": "Aproxima uma legenda da sua imagem.",
    },
    panels={"next_token": "Modelo de linguagem", "retrieval": "Busca", "multimodal": "Imagens"},
    nothing="não tem nada em comum",
    list_alt="As mais próximas de {word}: {words}.",
    flip="**Uma palavra, três outras.** Cosseno: a média de {seeds} sementes ± o maior desvio; a maior média de cada "
    "linha está em negrito.",
    flip_held="A ordem se inverte em todas as sementes: cada modelo põe outra palavra em primeiro lugar.",
    flip_broken="Aqui a ordem não se inverte em todas as sementes. Toda palavra tem suas vizinhas, e nem todas ficam "
    "tão bem separadas.",
    objective="modelo",
    overlap="**Quantas das {k} palavras mais próximas dois modelos têm em comum**, em média nas 70 palavras. Na "
    "diagonal: o mesmo objetivo com outra semente. Por acaso: {chance:.0%}.",
    asked="**Uma passagem ou outra pergunta?** Qual das duas está mais perto da pergunta?",
    question="pergunta",
    passage="passagem",
    other_question="outra pergunta",
    share="passagem antes",
    share_of="Cossenos neste exemplo, e com que frequência a passagem vem antes em todos os trios assim. Duas "
    "perguntas da mesma classe têm palavras em comum; por isso, com linhas aleatórias, ela vem antes em só "
    "{chance:.0%}: um modelo de linguagem muda pouco, a busca inverte.",
    random_rows="linhas aleatórias",
    space="Cada ponto é uma legenda, a média das frases sobre uma coisa; uma linha a liga à sua imagem. Duas de {dims} "
    "dimensões mostram {share:.0%} da variância; perto e longe são medidos em todas elas.",
    space_alt="Legendas e imagens em um mapa. Para {own:.0%} das palavras a mais próxima é a própria imagem.",
    caption="legenda",
    picture="imagem",
    anew="Treinar os nove de novo, sementes {first} a {last}",
    anew_help="Três objetivos, três sementes cada: cerca de dez segundos de um núcleo.",
    anew_why="Tudo aqui é calculado com nove tabelas pequenas, sementes {first} a {last}. Outras diriam o mesmo?",
    cards={
        "C23": Card(
            claim="C23",
            question="Os três modelos concordam sobre quais palavras estão próximas?",
            choices={"one": "sim: perto é perto", "three": "não: cada um tem as suas"},
            said={
                "three": "Das {k} palavras mais próximas, dois modelos têm em comum no máximo {across:.0%} (por acaso "
                "{chance:.0%}); um mesmo objetivo mantém ao menos {within:.0%} de semente a semente.",
                "one": "Dois modelos quaisquer têm em comum ao menos {agree:.0%} das {k} palavras mais próximas.",
                "undecided": "Dois modelos têm em comum até {across:.0%} das {k} palavras mais próximas, e um mesmo "
                "objetivo mantém {within:.0%} de semente a semente: nem iguais nem claramente distintos.",
            },
            rule="Cada um as suas: dois modelos quaisquer têm em comum no máximo 25 % das 10 palavras mais próximas, e "
            "cada um mantém ao menos 55 % de semente a semente. As mesmas: ao menos 55 % em comum.",
            lesson="Um modelo de linguagem, um de recuperação e um de imagens com legendas entendem três coisas "
            "diferentes por “semelhante”.",
            truth="Vale neste mundo, feito para que classe, assunto e aparência sejam independentes. Em textos reais "
            "eles andam juntos, e os três concordariam mais. Poucas palavras não se invertem em todas as sementes.",
        ),
        "C24": Card(
            claim="C24",
            question="Legendas e imagens estão em um só espaço. Qual das 70 imagens é a mais próxima de uma legenda?",
            choices={
                "own": "a própria",
                "alike": "uma de mesma aparência",
                "chance": "qualquer uma: palavra não é imagem",
            },
            said={
                "own": "A própria, para {own:.0%} das palavras, mesmo na pior semente; por acaso {chance:.1%}. Os dois "
                "tipos ainda ficam em média a {gap:.2f} um do outro, mais que os {swapped:.2f} de trocas ao acaso.",
                "alike": "A própria para {own:.0%}, mas uma de mesma aparência para {look:.0%}; por acaso "
                "{by_look:.0%}.",
                "chance": "A própria para {own:.0%}, uma de mesma aparência para {look:.0%}: não mais que o acaso "
                "({chance:.1%} e {by_look:.0%}).",
            },
            rule="A própria: ao menos 10 vezes o acaso (1 em 70) em todas as sementes. De mesma aparência: ao menos 3 "
            "vezes o acaso da aparência.",
            lesson="Uma torre de visão projeta imagens no espaço em que vivem os tokens.",
            truth="Uma pequena rede faz 32 números de 192 valores de pixels, e o treino os põe ao lado dos 32 da "
            "legenda. Ela não vê formas por si: com legendas trocadas, aprende as trocadas. As imagens aqui não "
            "têm ruído; ela só foi treinada com imagens ruidosas.",
        ),
    },
)

TEXT: dict[Language, Objectives] = {"en": EN, "pt": PT}
