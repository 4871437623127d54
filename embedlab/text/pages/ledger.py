"""Ledger: what the tables of a model cost, after a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Ledger:
    """`models` by the choice on the page; `lessons` by the lesson's key.

    A lesson is rows of (what it says, what the arithmetic gives, whether that waits for the guess).
    """

    lead: str
    model: str
    models: Mapping[str, str]
    as_stated: str
    of_file: str
    vocabulary: str
    width: str
    positions: str
    positions_help: str
    whole: str
    whole_help: str
    dtype: str
    unit: str
    tied: str
    cards: Mapping[str, Card]
    evidence: Mapping[str, str]
    difference: str
    difference_share: str
    unknown_error: str
    parts: Mapping[str, str]
    head_perhaps: str
    head_none: str
    rest: str
    part: str
    parameters: str
    size: str
    share: str
    total: str
    axis: str
    alt: str
    too_small: str
    says: str
    gives: str
    after_guess: str
    lessons: Mapping[str, tuple[tuple[str, str, bool], ...]]


EN = Ledger(
    lead="The tables of a model cost memory before it has computed anything. How much depends on one question that "
    "many get wrong: is the output head a second table?",
    model="Model",
    models={"andrea": "ANDREA-120M", "qwen": "Qwen3.8-27B", "file": "The file on view", "own": "My own numbers"},
    as_stated="The numbers of {name} as the lesson states them; nobody checked them here. Change any of them.",
    of_file="{name}, as it lies on disk.",
    vocabulary="Vocabulary, V",
    width="Dimensions, d",
    positions="Learned positions, T",
    positions_help="0 where positions are computed (rotary, sinusoids).",
    whole="Parameters of the whole model",
    whole_help="0: not known, and no share is given.",
    dtype="Type of a value",
    unit="Size in",
    tied="Head tied to the input table",
    cards={
        "C21": Card(
            claim="C21",
            question="Are input table and output head one table?",
            choices={"tied": "tied, one table", "untied": "untied, two tables"},
            said={
                "tied": "**Tied**: one table is both, and it is counted once. {because} {difference}",
                "untied": "**Untied**: the head is a second table, and both count. {because} {difference}",
                "unknown": "**Nothing tells**, so no guess can be right or wrong. {because} {difference}",
            },
            rule="what a file holds decides: its tensors, where they are stored, their values; a configuration is one "
            "witness. Of a model of the lessons there is only what the lesson states.",
            lesson="Many models tie the two, these two do not: read the configuration instead of the convention.",
            truth="The tensors are a better witness than the configuration, which may be left over from another model. "
            "A file without a head whose configuration is silent tells nothing.",
        )
    },
    evidence={"lesson": "the configuration, as the lesson states it", "own": "your own numbers"},
    difference="Taking the one for the other is wrong by {parameters:,} parameters, {size} in {dtype}",
    difference_share="{share} of the whole model",
    unknown_error="The two answers differ by {parameters:,} parameters, {size} in {dtype}",
    parts={"input": "input table", "output": "output head", "position": "positions"},
    head_perhaps="head, if it is a second table",
    head_none="0: it is the input table",
    rest="everything else",
    part="part",
    parameters="parameters",
    size="size",
    share="share",
    total="together",
    axis="parameters",
    alt="A bar of {whole:,} parameters. {parts}.",
    too_small="The tables have more parameters ({total:,}) than the whole model is said to have ({whole:,}), so no "
    "share is given.",
    says="the lesson says",
    gives="the arithmetic gives",
    after_guess="… after your guess above",
    lessons={
        "andrea": (
            ("8,449 × 768 = 6,488,832", "{v:,} × {d:,} = {input:,}", False),
            ("1,024 × 768 = 786,432", "{t:,} × {d:,} = {position:,}", False),
            ("6.49M + 0.79M = 7.27M", "{both:,}: rounded {both_m} M. The lesson's 7.27 is cut off, not rounded", False),
            ("6 % of about 120M", "{both_share}", False),
            (
                "the other 94 % sits in the blocks",
                "{rest_share}: the head counts too, so input, positions and head are {share}",
                True,
            ),
        ),
        "qwen": (
            ("248,320 × 5,120 = 1,241,600,000 + 29,798,400 = 1,271,398,400", "{v:,} × {d:,} = {input:,}", False),
            ("about 2.5 GB per matrix at two bytes", "{one_gb}, which is {one_gib}", False),
            ("twice that with its own head", "{parameters:,} parameters, {size}", True),
            ("about a tenth of the model", "{share}", True),
        ),
    },
)

PT = Ledger(
    lead="As tabelas de um modelo custam memória antes que ele calcule qualquer coisa. O quanto depende de uma "
    "pergunta que muitos erram: a cabeça de saída é uma segunda tabela?",
    model="Modelo",
    models={"andrea": "ANDREA-120M", "qwen": "Qwen3.8-27B", "file": "O arquivo à vista", "own": "Meus números"},
    as_stated="Os números de {name} como a aula os dá; ninguém os conferiu aqui. Mude o que quiser.",
    of_file="{name}, como está no disco.",
    vocabulary="Vocabulário, V",
    width="Dimensões, d",
    positions="Posições aprendidas, T",
    positions_help="0 se as posições são calculadas (rotatórias, senoides).",
    whole="Parâmetros do modelo inteiro",
    whole_help="0: não se sabe, e nenhuma parcela é dada.",
    dtype="Tipo de um valor",
    unit="Tamanho em",
    tied="Cabeça atada à tabela de entrada",
    cards={
        "C21": Card(
            claim="C21",
            question="A tabela de entrada e a cabeça de saída são uma só tabela?",
            choices={"tied": "atadas, uma tabela", "untied": "não atadas, duas tabelas"},
            said={
                "tied": "**Atadas**: uma tabela faz os dois papéis e conta uma vez. {because} {difference}",
                "untied": "**Não atadas**: a cabeça é uma segunda tabela, e as duas contam. {because} {difference}",
                "unknown": "**Nada o diz**; nenhum palpite está certo ou errado. {because} {difference}",
            },
            rule="decide o que o arquivo contém: seus tensores, onde estão guardados, seus valores; a configuração é "
            "uma testemunha. De um modelo das aulas há só o que a aula afirma.",
            lesson="Muitos modelos atam as duas, estes dois não: leia a configuração em vez da convenção.",
            truth="Os tensores são testemunha melhor que a configuração, que pode ter sobrado de outro modelo. "
            "Um arquivo sem cabeça, cuja configuração se cala, não diz nada.",
        )
    },
    evidence={"lesson": "a configuração, como a aula a dá", "own": "seus próprios números"},
    difference="Tomar uma coisa pela outra erra por {parameters:,} parâmetros, {size} em {dtype}",
    difference_share="{share} do modelo inteiro",
    unknown_error="As duas respostas diferem por {parameters:,} parâmetros, {size} em {dtype}",
    parts={"input": "tabela de entrada", "output": "cabeça de saída", "position": "posições"},
    head_perhaps="cabeça, se for uma segunda tabela",
    head_none="0: é a tabela de entrada",
    rest="todo o resto",
    part="parte",
    parameters="parâmetros",
    size="tamanho",
    share="parcela",
    total="ao todo",
    axis="parâmetros",
    alt="Uma barra de {whole:,} parâmetros. {parts}.",
    too_small="As tabelas têm mais parâmetros ({total:,}) do que o modelo inteiro teria ({whole:,}); por isso nenhuma "
    "parcela é dada.",
    says="a aula diz",
    gives="a conta dá",
    after_guess="… depois do seu palpite acima",
    lessons={
        "andrea": (
            ("8.449 × 768 = 6.488.832", "{v:,} × {d:,} = {input:,}", False),
            ("1.024 × 768 = 786.432", "{t:,} × {d:,} = {position:,}", False),
            (
                "6,49M + 0,79M = 7,27M",
                "{both:,}: arredondado, {both_m} M. O 7,27 da aula foi cortado, não arredondado",
                False,
            ),
            ("6 % de cerca de 120M", "{both_share}", False),
            (
                "os outros 94 % estão nos blocos",
                "{rest_share}: a cabeça também conta; entrada, posições e cabeça são {share}",
                True,
            ),
        ),
        "qwen": (
            ("248.320 × 5.120 = 1.241.600.000 + 29.798.400 = 1.271.398.400", "{v:,} × {d:,} = {input:,}", False),
            ("cerca de 2,5 GB por matriz a dois bytes", "{one_gb}, que são {one_gib}", False),
            ("o dobro com sua própria cabeça", "{parameters:,} parâmetros, {size}", True),
            ("cerca de um décimo do modelo", "{share}", True),
        ),
    },
)

TEXT: dict[Language, Ledger] = {"en": EN, "pt": PT}
