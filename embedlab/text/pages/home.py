"""Home: three words and their triangle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Home:
    """`words` are the three rows: two that are alike, one that is not. `ways` say what each page does."""

    words: tuple[str, str, str]
    lead: str
    not_here: str
    alt: str
    measure: str
    distance: str
    cosine_raw: str
    cosine_centred: str
    dot_raw: str
    dot_centred: str
    near_all: str
    near_some: str
    near_none: str
    exact: str
    shared: str
    not_shared: str
    on: str
    ways: Mapping[str, str]


EN = Home(
    words=("cat", "dog", "Tuesday"),
    lead="A program learned one row of {dims:,} numbers for each of {rows:,} tokens, from text alone. Nobody told it "
    "what a word means.",
    not_here="The table in use does not hold all of {words}, so this page shows the shipped table.",
    alt="Triangle drawn to scale. {a} to {b}: {ab}. {a} to {c}: {ac}. {b} to {c}: {bc}.",
    measure="measure",
    distance="Euclidean distance",
    cosine_raw="cosine",
    cosine_centred="cosine, centred",
    dot_raw="dot product",
    dot_centred="dot product, centred",
    near_all="**Alike or not.** {a} is {ab} away from {b} and {ac} from {c}. "
    "All three measures put {b} nearer, raw and centred.",
    near_some="**Alike or not.** {a} is {ab} away from {b} and {ac} from {c}. "
    "The measures do not all agree on which is nearer: each asks a different question.",
    near_none="**Alike or not.** {a} is {ab} away from {b} and {ac} from {c}. All three measures put {c} nearer, "
    "raw and centred.",
    exact="**To scale.** Three points always fit in a plane, so the sides are the true distances in {dims} "
    "dimensions. A whole table does not fit; the maps say how much they bend it.",
    shared="**A shared direction.** Two random tokens of the raw table have on average a cosine of {mean_raw}: all "
    "rows lean one way. Minus the mean row it is {mean_centred}, and {a} and {c} go from {raw} to {centred}; chance in "
    "{dims} dimensions is 0 ± {chance}. Centring moves the origin, so no distance changes.",
    not_shared="**No shared direction.** Two random tokens of the raw table have a cosine of {mean_raw} on average, "
    "within the ± {chance} of chance in {dims} dimensions. Minus the mean row it is {mean_centred}; {a} and {c} go "
    "from {raw} to {centred}. Centring moves the origin, so no distance changes.",
    on="Go on",
    ways={
        "train": "Watch a table learn from a text, yours or ours.",
        "lookup": "Type a word, see its id and its row, and what moves that row.",
        "similarity": "Compare any tokens: distance, cosine, dot product, angle.",
        "neighbours": "One token, three lists of neighbours, and where they differ.",
        "maps": "Draw the table in two dimensions, and hear what the maps get wrong.",
        "positions": "Two orders of one sentence: what tells a model the order.",
        "contexts": "One word with two meanings: where a model tells them apart.",
        "objectives": "One text, three objectives: what each model calls similar.",
        "checkpoint": "Open a model’s file and ask the same of it.",
        "compare": "Two tables: what stays near what, and what moved.",
        "ledger": "Count what a model’s tables cost.",
    },
)

PT = Home(
    words=("gato", "cachorro", "terça"),
    lead="Um programa aprendeu uma linha de {dims:,} números para cada um de {rows:,} tokens, só a partir de textos. "
    "Ninguém lhe disse o que uma palavra significa.",
    not_here="A tabela em uso não contém todas as palavras {words}; esta página mostra a tabela que acompanha o "
    "programa.",
    alt="Triângulo em escala. De {a} a {b}: {ab}. De {a} a {c}: {ac}. De {b} a {c}: {bc}.",
    measure="medida",
    distance="distância euclidiana",
    cosine_raw="cosseno",
    cosine_centred="cosseno, centrada",
    dot_raw="produto escalar",
    dot_centred="produto escalar, centrada",
    near_all="**Parecidos ou não.** {a} está a {ab} de {b} e a {ac} de {c}. As três medidas põem {b} mais perto, "
    "com as linhas brutas e com as centradas.",
    near_some="**Parecidos ou não.** {a} está a {ab} de {b} e a {ac} de {c}. As medidas não concordam todas sobre qual "
    "está mais perto: cada uma faz uma pergunta diferente.",
    near_none="**Parecidos ou não.** {a} está a {ab} de {b} e a {ac} de {c}. As três medidas põem {c} mais perto, "
    "com as linhas brutas e com as centradas.",
    exact="**Em escala.** Três pontos sempre cabem em um plano: os lados são as distâncias verdadeiras em {dims} "
    "dimensões. Uma tabela inteira não cabe; os mapas dizem o quanto a deformam.",
    shared="**Uma direção comum.** Dois tokens ao acaso da tabela bruta têm em média cosseno {mean_raw}: todas as "
    "linhas pendem para um lado. Sem a linha média o valor é {mean_centred}, e {a} e {c} vão de {raw} a {centred}; o "
    "acaso em {dims} dimensões é 0 ± {chance}. Centrar move a origem: nenhuma distância muda.",
    not_shared="**Sem direção comum.** Dois tokens ao acaso da tabela bruta têm em média cosseno {mean_raw}, dentro do "
    "± {chance} do acaso em {dims} dimensões. Sem a linha média o valor é {mean_centred}; {a} e {c} vão de {raw} a "
    "{centred}. Centrar move a origem: nenhuma distância muda.",
    on="Siga adiante",
    ways={
        "train": "Veja uma tabela aprender com um texto, seu ou nosso.",
        "lookup": "Digite uma palavra, veja seu id e sua linha, e o que move essa linha.",
        "similarity": "Compare tokens: distância, cosseno, produto escalar, ângulo.",
        "neighbours": "Um token, três listas de vizinhos, e onde elas divergem.",
        "maps": "Desenhe a tabela em duas dimensões e saiba o que os mapas erram.",
        "positions": "Duas ordens de uma frase: o que diz a ordem ao modelo.",
        "contexts": "Uma palavra com dois sentidos: onde um modelo os separa.",
        "objectives": "Um texto, três objetivos: o que cada modelo chama de semelhante.",
        "checkpoint": "Abra o arquivo de um modelo e pergunte o mesmo a ele.",
        "compare": "Duas tabelas: o que continua perto e o que se moveu.",
        "ledger": "Conte quanto custam as tabelas de um modelo.",
    },
)

TEXT: dict[Language, Home] = {"en": EN, "pt": PT}
