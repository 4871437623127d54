"""Lookup: ids, rows, one-hot products, labels, random starts and one step of training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Lookup:
    """`parts` are the five questions of the page, and `leads` open them. `cards` by claim; C03 has two."""

    parts: Mapping[str, str]
    parts_label: str
    leads: Mapping[str, str]
    token: str
    token_help: str
    last: str
    too_far: str
    found: str
    numbers: str
    cells: str
    cells_alt: str
    too_large: str
    no_classes: str
    nan: str
    nan_help: str
    work: str
    table_in_use: str
    work_rows: tuple[str, str, str, str, str, str]
    seconds: str
    not_run: str
    by_number: str
    by_number_columns: tuple[str, str, str]
    no_class: str
    nearest: str
    tracks: tuple[str, str]
    tracks_legend: tuple[str, str, str]
    tracks_alt: str
    sentence: str
    sentence_help: str
    sentence_default: str
    along: str
    relabelled: tuple[str, str, str]
    relabel_questions: Mapping[bool, str]
    start: str
    starts: Mapping[str, str]
    start_notes: Mapping[str, str]
    dims: str
    one_number: str
    one_norm: str
    how_many: str
    numbers_alt: str
    norms_alt: str
    optimiser: str
    optimisers: Mapping[str, str]
    head: str
    heads: Mapping[str, str]
    step: str
    steps: Mapping[str, str]
    before: str
    before_text: str
    states: tuple[str, str, str, str]
    states_alt: str
    others: str
    cases: str
    cases_said: str
    cards: Mapping[str, Card]


EN = Lookup(
    parts={"row": "Row", "onehot": "One-hot", "ids": "Ids", "start": "Start", "step": "Step"},
    parts_label="Part",
    leads={
        "row": "A table has a row for every token, and the **id** of a token is the number of its row. Type a word or "
        "an id: this is all that an embedding layer does.",
        "onehot": "The same row can be had by arithmetic: a vector of zeros with a single 1 at the id, times the "
        "table. Every other row is then multiplied by 0 and added.",
        "ids": "Ids are numbers. Do they behave like numbers? Here the most frequent token has id 0, the next id 1, "
        "and so on.",
        "start": "Before any training every number of the table is drawn at random. How it is drawn decides how long "
        "the rows are.",
        "step": "A sentence is read and one step of training is taken. The model is the smallest that guesses the next "
        "token: a row, and an output head. Its rows start at random.",
    },
    token="A word, or an id",
    token_help="A token of the table, or the number of a row, with # or without. Press Enter.",
    last="Last row: {row:,}",
    too_far="One too far: {row:,}",
    found="**{token}** → id **{row:,}** → row {row:,} of a table of shape **({rows:,}, {dims:,})** → a vector of shape "
    "**({dims:,},)**",
    numbers="It begins with {numbers}: {bytes:,} bytes of {dtype}.",
    cells="The first {shown} of {dims:,} numbers of each row. Blue is above 0, orange below; the stronger, the farther "
    "from 0.",
    cells_alt="Rows {first:,} to {last:,} of the table as lines of coloured cells. {picked}",
    too_large="The table in use is too large to be read whole here, so this part shows the shipped table.",
    no_classes="This part needs words of known classes, and at most {limit:,} rows. The table in use is no such table, "
    "so the shipped one is shown.",
    nan="Spoil another row",
    nan_help="Row {row:,} becomes NaN, “not a number”: what a failed training leaves.",
    work="What one row costs",
    table_in_use="this table",
    work_rows=(
        "rows V",
        "dimensions d",
        "one-hot: multiplications, V × d",
        "lookup: numbers copied, d",
        "one-hot, measured",
        "lookup, measured",
    ),
    seconds="on {name} one-hot takes {ratio:,.0f} times as long",
    not_run="Both models with the numbers that the lessons state. The larger is counted and not run: in float32 it "
    "would fill 5.1 GB. Times are the best of five runs on this server: {ratios}.",
    by_number="Next to **{token}** by number stand:",
    by_number_columns=("id", "token", "class"),
    no_class="–",
    nearest="Nearest to **{token}** by id: {by_id}. By row: {by_row}.",
    tracks=("class guessed from the id", "class guessed from the row"),
    tracks_legend=("right", "classes shuffled", "one answer for all"),
    tracks_alt="Share of {words} nouns whose class is guessed right: from the id {by_id}, from the row {by_row}, with "
    "one answer for all {constant}.",
    sentence="A sentence of words that the table has",
    sentence_help="The model reads it token by token and guesses the next one each time. Press Enter.",
    sentence_default="everyone knows that the cat is hungry .",
    along="The rows move along",
    relabelled=("token", "id", "new id"),
    relabel_questions={
        True: "Every token gets another id, and its row moves along. What happens to the loss?",
        False: "Every token gets another id, and the rows stay where they are. What happens to the loss?",
    },
    start="Each number is drawn from N(0, σ²)",
    starts={"lesson": "σ = 1/√d", "wide": "σ = 1", "narrow": "σ = 0.02", "variance": "σ² = 1/√d"},
    start_notes={
        "lesson": "The lesson’s N(0, 1/√d), read as a standard deviation.",
        "wide": "What PyTorch’s nn.Embedding does unless told otherwise.",
        "narrow": "GPT-2 and its descendants.",
        "variance": "The lesson’s N(0, 1/√d), read as a variance.",
    },
    dims="Dimensions d",
    one_number="one number of a row",
    one_norm="norm of a row",
    how_many="how many",
    numbers_alt="Histogram of single numbers: a bell around 0, two thirds of them within ± {spread}.",
    norms_alt="Histogram of the norms of {rows:,} rows: narrow, around {rms}; theory says {theory}.",
    optimiser="Optimiser",
    optimisers={"sgd": "SGD", "adam": "Adam", "adamw": "AdamW (decay)"},
    head="Output head",
    heads={"untied": "untied", "tied": "tied"},
    step="Step",
    steps={"1": "first", "2": "second"},
    before="The first step read “{text}”; the second reads your sentence.",
    before_text="Anna sold the old car near the river .",
    states=("did not move", "read", "read, and moved", "moved without being read"),
    states_alt="All {rows:,} rows of the table as cells. {counts}. Read: {read}.",
    others="Moved without being read: {tokens}.",
    cases="All twelve cases, counted",
    cases_said="How many rows move. Each time {read:,} are read; before a second step another sentence is. Bold: "
    "exactly those read.",
    cards={
        "C01": Card(
            claim="C01",
            question="What does the layer compute to turn an id into its row?",
            choices={"copy": "nothing: it copies", "computed": "it multiplies and adds"},
            said={
                "copy": "For {equal:,} of {rows:,} ids the {bytes:,} bytes that come out are the bytes of the row, bit "
                "for bit.",
                "computed": "Only for {equal:,} of {rows:,} ids do the {bytes:,} bytes that come out equal the row’s.",
            },
            rule="it copies if the bytes are equal for every id of the table.",
            lesson="An embedding layer is a lookup: a table of shape (V, d), in which id i selects row i. No "
            "arithmetic, no activation.",
            truth="So it is, for ids from 0 to V − 1; there is no row V. What some models do next, such as scaling "
            "each row by √d or normalising it, is another layer.",
        ),
        "C02": Card(
            claim="C02",
            question="One-hot times the table, or the row itself: how far apart are they?",
            choices={"equal": "not at all", "rounding": "by rounding only", "apart": "far apart"},
            said={
                "equal": "The largest difference among {dims:,} numbers is {difference:g}.",
                "rounding": "The largest difference among {dims:,} numbers is {difference:.1e}.",
                "apart": "{spoilt:,} of {dims:,} numbers of the product are NaN. The row that was looked up is whole.",
            },
            rule="not at all: a difference of 0 in float32; rounding: at most 1e-6 of the row’s largest number.",
            lesson="One-hot times table equals the row; indexing only skips the zeros.",
            truth="Equal to the last bit while the whole table is finite, for adding zeros rounds nothing. But 0 × NaN "
            "is NaN, and so is 0 × ∞: one spoilt row spoils every product, and no other row’s lookup.",
        ),
        "C03a": Card(
            claim="C03",
            question="A noun gets the class of its nearest noun. Nearest by what gives the right class?",
            choices={"row": "by row", "id": "by id", "both": "by either", "neither": "by neither"},
            said=dict.fromkeys(
                ("row", "id", "both", "neither"),
                "Of {words:,} nouns in {classes:,} classes the row gets {by_row:.1%} right and the id {by_id:.1%}; one "
                "answer for all gets {constant:.1%}.",
            ),
            rule="a way works if it beats the best single answer for all, and 99 of 99 shuffles of the classes.",
            lesson="Ids are labels, and labels have no arithmetic. 743 is not “nearer” to 742 than 20 is.",
            truth="True of the id as a number. This vocabulary is sorted by frequency, so an id does say how common "
            "its token is; give out the ids anew, and not even that is left.",
        ),
        "C03b": Card(
            claim="C03",
            question="Every token gets another id. What happens to the loss?",
            choices={"same": "it stays", "other": "it changes"},
            said={
                "same": "{changed:,} of {rows:,} ids are new. The loss was {loss:.6f} and is {new_loss:.6f}; no score "
                "moved by more than {difference:.1g}.",
                "other": "{changed:,} of {rows:,} ids are new. The loss was {loss:.6f} and is {new_loss:.6f}; scores "
                "moved by up to {difference:.2f}.",
            },
            rule="it stays if loss and all scores move by 1e-6 at most.",
            lesson="Ids are labels, and labels have no arithmetic.",
            truth="An id only says which row is read and which score is meant. With the rows moved along every model "
            "stays the same; if they stay behind, each token reads the row of another. The model here is a small GPT; "
            "the caption names it.",
        ),
        "C04": Card(
            claim="C04",
            question="d = {dims:,}, and each number has σ = {spread:.3g}. How long is a row?",
            choices={
                "short": "about {short:.2f}: 0.02 √d",
                "one": "about {one:.2f}",
                "fourth": "about {fourth:.2f}: ⁴√d",
                "long": "about {long:.2f}: √d",
            },
            said={
                **dict.fromkeys(
                    ("short", "one", "fourth", "long"),
                    "The root mean square of the norms is {rms:.4f}; theory says {theory:.4f}, {off:.2%} away.",
                ),
                "other": "The root mean square of the norms is {rms:.4f}, none of these; {theory:.4f} comes nearest.",
            },
            rule="the length within 1% of the root mean square of 2,048 norms.",
            lesson="Rows start as small random floats, N(0, 1/√d).",
            truth="A row is σ√d long, and hardly any row is much longer or shorter. So 1/√d as a standard deviation "
            "gives length 1; as a variance it would give ⁴√d. Not all models start so: PyTorch’s own "
            "start gives √d, GPT-2’s 0.02 √d.",
        ),
        "C05": Card(
            claim="C05",
            question="Which rows does the {step} step move? ({optimiser}, head {head})",
            choices={"batch": "those it reads", "more": "these and some others", "all": "every row"},
            said={
                "batch": "{changed:,} rows moved: exactly the {read:,} that the step reads.",
                "more": "{changed:,} rows moved: the {read:,} that the step reads, and {others:,} others.",
                "all": "All {rows:,} rows moved; {others:,} of them were not read.",
                "fewer": "Of the {read:,} rows that the step reads some stayed; {changed:,} rows moved.",
            },
            rule="a row moved if any bit of it changed.",
            lesson="Backpropagation updates a row each time its id is in a batch.",
            truth="Exact for one case only: plain SGD with an untied head. From the second step on Adam also moves "
            "rows of earlier batches, by momentum; weight decay shrinks every row; and a tied table is the output head "
            "too, where every row gets a gradient from every guess. The last token of a sentence is guessed, not read.",
        ),
    },
)

PT = Lookup(
    parts={"row": "Linha", "onehot": "One-hot", "ids": "Ids", "start": "Início", "step": "Passo"},
    parts_label="Parte",
    leads={
        "row": "Uma tabela tem uma linha para cada token, e o **id** de um token é o número da sua linha. Digite uma "
        "palavra ou um id: isso é tudo o que uma camada de embedding faz.",
        "onehot": "A mesma linha pode ser obtida com aritmética: um vetor de zeros com um único 1 no lugar do id, "
        "vezes a tabela. Todas as outras linhas são então multiplicadas por 0 e somadas.",
        "ids": "Ids são números. Será que se comportam como números? Aqui o token mais frequente tem o id 0, o "
        "seguinte o id 1, e assim por diante.",
        "start": "Antes de qualquer treinamento, cada número da tabela é sorteado. A forma do sorteio decide o "
        "comprimento das linhas.",
        "step": "Uma frase é lida e se dá um passo de treinamento. O modelo é o menor que adivinha o próximo token: "
        "uma linha e uma cabeça de saída. Suas linhas começam ao acaso.",
    },
    token="Uma palavra ou um id",
    token_help="Um token da tabela ou o número de uma linha, com ou sem #. Tecle Enter.",
    last="Última linha: {row:,}",
    too_far="Uma além: {row:,}",
    found="**{token}** → id **{row:,}** → linha {row:,} de uma tabela de formato **({rows:,}, {dims:,})** → um vetor "
    "de formato **({dims:,},)**",
    numbers="Começa com {numbers}: {bytes:,} bytes de {dtype}.",
    cells="Os primeiros {shown} de {dims:,} números de cada linha. Azul é acima de 0, laranja abaixo; quanto mais "
    "forte, mais longe de 0.",
    cells_alt="Linhas {first:,} a {last:,} da tabela como fileiras de células coloridas. {picked}",
    too_large="A tabela em uso é grande demais para ser lida inteira aqui; esta parte mostra a tabela que acompanha o "
    "programa.",
    no_classes="Esta parte precisa de palavras de classes conhecidas e de no máximo {limit:,} linhas. A tabela em uso "
    "não é assim; por isso aparece a que acompanha o programa.",
    nan="Estragar outra linha",
    nan_help="A linha {row:,} passa a ser NaN, “não é um número”: o que sobra de um treinamento que falhou.",
    work="Quanto custa uma linha",
    table_in_use="esta tabela",
    work_rows=(
        "linhas V",
        "dimensões d",
        "one-hot: multiplicações, V × d",
        "busca: números copiados, d",
        "one-hot, medido",
        "busca, medida",
    ),
    seconds="em {name} o one-hot leva {ratio:,.0f} vezes o tempo da busca",
    not_run="Os dois modelos com os números que as lições informam. O maior é contado, não executado: em float32 "
    "ocuparia 5,1 GB. Os tempos são os melhores de cinco execuções neste servidor: {ratios}.",
    by_number="Ao lado de **{token}**, pelo número, estão:",
    by_number_columns=("id", "token", "classe"),
    no_class="–",
    nearest="Mais perto de **{token}** pelo id: {by_id}. Pela linha: {by_row}.",
    tracks=("classe adivinhada pelo id", "classe adivinhada pela linha"),
    tracks_legend=("certas", "classes embaralhadas", "uma resposta para todas"),
    tracks_alt="Parte de {words} substantivos cuja classe é adivinhada: pelo id {by_id}, pela linha {by_row}, com uma "
    "só resposta para todos {constant}.",
    sentence="Uma frase com palavras que a tabela tem",
    sentence_help="O modelo lê token por token e adivinha o próximo a cada vez. Tecle Enter.",
    sentence_default="todo mundo sabe que o gato é faminto .",
    along="As linhas vão junto",
    relabelled=("token", "id", "id novo"),
    relabel_questions={
        True: "Cada token recebe outro id, e sua linha vai junto. O que acontece com a perda?",
        False: "Cada token recebe outro id, e as linhas ficam onde estão. O que acontece com a perda?",
    },
    start="Cada número é sorteado de N(0, σ²)",
    starts={"lesson": "σ = 1/√d", "wide": "σ = 1", "narrow": "σ = 0,02", "variance": "σ² = 1/√d"},
    start_notes={
        "lesson": "O N(0, 1/√d) da lição, lido como desvio padrão.",
        "wide": "O que o nn.Embedding do PyTorch faz se nada lhe for dito.",
        "narrow": "O GPT-2 e seus descendentes.",
        "variance": "O N(0, 1/√d) da lição, lido como variância.",
    },
    dims="Dimensões d",
    one_number="um número de uma linha",
    one_norm="norma de uma linha",
    how_many="quantos",
    numbers_alt="Histograma de números avulsos: um sino em torno de 0, dois terços deles em ± {spread}.",
    norms_alt="Histograma das normas de {rows:,} linhas: estreito, em torno de {rms}; a teoria diz {theory}.",
    optimiser="Otimizador",
    optimisers={"sgd": "SGD", "adam": "Adam", "adamw": "AdamW (decaimento)"},
    head="Cabeça de saída",
    heads={"untied": "não atada", "tied": "atada"},
    step="Passo",
    steps={"1": "primeiro", "2": "segundo"},
    before="O primeiro passo leu “{text}”; o segundo lê a sua frase.",
    before_text="Ana vendeu o carro velho perto do rio .",
    states=("não se moveu", "lida", "lida, e se moveu", "moveu-se sem ser lida"),
    states_alt="Todas as {rows:,} linhas da tabela como células. {counts}. Lidas: {read}.",
    others="Moveram-se sem ser lidas: {tokens}.",
    cases="Os doze casos, contados",
    cases_said="Quantas linhas se movem. Cada vez são lidas {read:,}; antes de um segundo passo, as de outra frase. Em "
    "negrito: exatamente as lidas.",
    cards={
        "C01": Card(
            claim="C01",
            question="O que a camada calcula para transformar um id na sua linha?",
            choices={"copy": "nada: ela copia", "computed": "ela multiplica e soma"},
            said={
                "copy": "Para {equal:,} de {rows:,} ids, os {bytes:,} bytes que saem são os bytes da linha, bit a bit.",
                "computed": "Só para {equal:,} de {rows:,} ids os {bytes:,} bytes que saem são iguais aos da linha.",
            },
            rule="ela copia se os bytes são iguais para todos os ids da tabela.",
            lesson="Uma camada de embedding é uma busca: uma tabela de formato (V, d), em que o id i seleciona a linha "
            "i. Sem aritmética, sem ativação.",
            truth="É isso mesmo, para ids de 0 a V − 1; a linha V não existe. O que alguns modelos fazem em seguida, "
            "como multiplicar cada linha por √d ou normalizá-la, é outra camada.",
        ),
        "C02": Card(
            claim="C02",
            question="One-hot vezes a tabela, ou a própria linha: qual é a diferença?",
            choices={"equal": "nenhuma", "rounding": "só arredondamento", "apart": "enorme"},
            said={
                "equal": "A maior diferença entre {dims:,} números é {difference:g}.",
                "rounding": "A maior diferença entre {dims:,} números é {difference:.1e}.",
                "apart": "{spoilt:,} de {dims:,} números do produto são NaN. A linha buscada está intacta.",
            },
            rule="nenhuma: diferença 0 em float32; arredondamento: no máximo 1e-6 do maior número da linha.",
            lesson="One-hot vezes a tabela é igual à linha; indexar apenas pula os zeros.",
            truth="Igual até o último bit enquanto a tabela inteira for finita, pois somar zeros não arredonda nada. "
            "Mas 0 × NaN é NaN, e 0 × ∞ também: uma linha estragada estraga todos os produtos, e a busca de nenhuma "
            "outra linha.",
        ),
        "C03a": Card(
            claim="C03",
            question="Um substantivo recebe a classe do mais próximo. Próximo pelo quê dá a classe certa?",
            choices={"row": "pela linha", "id": "pelo id", "both": "pelos dois", "neither": "por nenhum"},
            said=dict.fromkeys(
                ("row", "id", "both", "neither"),
                "De {words:,} substantivos em {classes:,} classes, a linha acerta {by_row:.1%} e o id {by_id:.1%}; uma "
                "só resposta para todos acerta {constant:.1%}.",
            ),
            rule="um caminho funciona se supera a melhor resposta única para todos e 99 de 99 embaralhamentos das "
            "classes.",
            lesson="Ids são rótulos, e rótulos não têm aritmética. 743 não está “mais perto” de 742 do que 20.",
            truth="Verdade para o id como número. Este vocabulário está em ordem de frequência, então o id diz quão "
            "comum é o token; distribua os ids de novo, e nem isso sobra.",
        ),
        "C03b": Card(
            claim="C03",
            question="Cada token recebe outro id. O que acontece com a perda?",
            choices={"same": "não muda", "other": "muda"},
            said={
                "same": "{changed:,} de {rows:,} ids são novos. A perda era {loss:.6f} e é {new_loss:.6f}; nenhuma "
                "pontuação se moveu mais que {difference:.1g}.",
                "other": "{changed:,} de {rows:,} ids são novos. A perda era {loss:.6f} e é {new_loss:.6f}; as "
                "pontuações se moveram em até {difference:.2f}.",
            },
            rule="não muda se a perda e todas as pontuações se movem no máximo 1e-6.",
            lesson="Ids são rótulos, e rótulos não têm aritmética.",
            truth="Um id só diz qual linha é lida e de qual pontuação se fala. Com as linhas indo junto, todo modelo "
            "continua o mesmo; se elas ficam, cada token lê a linha de outro. O modelo aqui é um pequeno GPT; a "
            "legenda diz qual.",
        ),
        "C04": Card(
            claim="C04",
            question="d = {dims:,}, e cada número tem σ = {spread:.3g}. Qual o comprimento de uma linha?",
            choices={
                "short": "cerca de {short:.2f}: 0,02 √d",
                "one": "cerca de {one:.2f}",
                "fourth": "cerca de {fourth:.2f}: ⁴√d",
                "long": "cerca de {long:.2f}: √d",
            },
            said={
                **dict.fromkeys(
                    ("short", "one", "fourth", "long"),
                    "A raiz da média dos quadrados das normas é {rms:.4f}; a teoria diz {theory:.4f}, a {off:.2%} daí.",
                ),
                "other": "A raiz da média dos quadrados das normas é {rms:.4f}, nenhum destes; o mais próximo é "
                "{theory:.4f}.",
            },
            rule="o comprimento a até 1% da raiz da média dos quadrados de 2.048 normas.",
            lesson="As linhas começam como pequenos números ao acaso, N(0, 1/√d).",
            truth="Uma linha tem comprimento σ√d, e quase nenhuma é muito maior ou menor. Assim, 1/√d como desvio "
            "padrão dá comprimento 1; como variância daria ⁴√d. Nem todos os modelos começam assim: o "
            "início do PyTorch dá √d, o do GPT-2 dá 0,02 √d.",
        ),
        "C05": Card(
            claim="C05",
            question="Quais linhas o {step} passo move? ({optimiser}, cabeça {head})",
            choices={"batch": "as que ele lê", "more": "essas e algumas outras", "all": "todas"},
            said={
                "batch": "{changed:,} linhas se moveram: exatamente as {read:,} que o passo lê.",
                "more": "{changed:,} linhas se moveram: as {read:,} que o passo lê e {others:,} outras.",
                "all": "Todas as {rows:,} linhas se moveram; {others:,} delas não foram lidas.",
                "fewer": "Das {read:,} linhas que o passo lê, algumas ficaram; {changed:,} linhas se moveram.",
            },
            rule="uma linha se moveu se algum bit dela mudou.",
            lesson="A retropropagação atualiza uma linha cada vez que seu id está em um lote.",
            truth="Exato em um único caso: SGD puro com cabeça não atada. A partir do segundo passo, o Adam move "
            "também linhas de lotes anteriores, pelo momento; o decaimento de pesos encolhe todas as linhas; e uma "
            "tabela atada é também a cabeça de saída, onde cada palpite dá gradiente a todas as linhas. O último token "
            "de uma frase é adivinhado, não lido.",
        ),
    },
)

TEXT: dict[Language, Lookup] = {"en": EN, "pt": PT}
