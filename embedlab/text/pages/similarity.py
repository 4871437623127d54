"""Similarity: any set of tokens, all pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Similarity:
    """`u` and `v` are the two rows of the chosen pair.

    measures: labels of |u|, |v|, u.v, cosine, angle and distance. signs: by "+", "0" and "-", what that of u.v says.
    relations: by name, what a pair of words has to do with each other.
    """

    lead: str
    tokens: str
    tokens_help: str
    too_few: str
    norm: str
    angle: str
    matrix_alt: str
    pair: str
    first: str
    second: str
    formula: str
    numbers: str
    residual: str
    no_direction: str
    chance: str
    background: str
    share: str
    random_pairs: str
    histogram_alt: str
    no_pairs: str
    cards: Mapping[str, Card]
    arrows_title: str
    arrows: str
    drag: str
    arrow: str
    longer: str
    measure: str
    measures: tuple[str, ...]
    signs: Mapping[str, str]
    rows_of: str
    analogies_title: str
    analogies: str
    analogies_large: str
    no_relation: str
    relation: str
    relations: Mapping[str, str]
    example: str
    score: str
    score_hits: str
    score_all: str
    score_inputs: str
    score_alone: str
    score_shuffled: str
    score_alt: str
    at_chance: str
    own_title: str
    a_is_to: str
    b_as: str
    c_is_to: str
    leave_out: str
    answers_alt: str
    attention_title: str
    attention: str
    sentence: str
    own_sentence: str
    unknown_words: str
    head: str
    head_name: str
    weights: str
    weights_alt: str
    from_token: str
    to_token: str
    cell: tuple[str, ...]
    cell_agrees: Mapping[bool, str]


EN = Similarity(
    lead="Every pair of the chosen tokens, measured four ways, and one pair worked out.",
    tokens="Tokens, 2 to 12",
    tokens_help="Type a token, its text, or “#” and an id, then Enter.",
    too_few="Choose at least two different tokens that the table has.",
    norm="norm |u|",
    angle="angle, degrees",
    matrix_alt="{measure} of all pairs. {pairs}",
    pair="One pair, worked out",
    first="u",
    second="v",
    formula="u · v = |u| × |v| × cos θ",
    numbers="{dot} = {u_norm} × {v_norm} × {cosine}, and θ = {angle}°",
    residual="Both sides are computed apart; they differ by {residual} of |u| × |v|.",
    no_direction="A zero row has no direction: no cosine and no angle.",
    chance="Two random directions in {dims:,} dimensions have a cosine of 0 ± {chance} (1/√{dims}).",
    background="Random pairs of this table have {mean} on average; the middle 95% lie between {low} and {high}.",
    share="{share} of {pairs:,} random pairs are at least as near as {u} and {v}.",
    random_pairs="random pairs",
    histogram_alt="Histogram of the {measure} of {pairs:,} random pairs of rows; {u} and {v} stand at {value}.",
    no_pairs="No random pair of this table has a value under this metric.",
    cards={
        "C09": Card(
            claim="C09",
            question="u becomes ten times as long and keeps its direction. What stays?",
            choices={
                "dot": "the dot product",
                "cosine": "the cosine",
                "euclidean": "the Euclidean distance",
                "several": "more than one of them",
                "none": "none of them",
            },
            said={
                "dot": "Only the dot product stayed: {dot:,.3f}.",
                "cosine": "Only the cosine stayed: {cosine:z.3f}. The dot product went from {dot:z,.3f} to "
                "{dot_after:z,.3f}, the distance from {euclidean:,.3f} to {euclidean_after:,.3f}.",
                "euclidean": "Only the distance stayed: {euclidean:,.3f}.",
                "several": "More than one stayed: dot product {dot:z,.3f}, then {dot_after:z,.3f}; cosine "
                "{cosine:z.3f}, then {cosine_after:z.3f}; distance {euclidean:,.3f}, then {euclidean_after:,.3f}.",
                "none": "None stayed: dot product {dot:z,.3f}, then {dot_after:z,.3f}; cosine {cosine:z.3f}, then "
                "{cosine_after:z.3f}; distance {euclidean:,.3f}, then {euclidean_after:,.3f}.",
                "zero": "One of the two rows is zero, or not finite: it has no direction, and no length to grow.",
            },
            rule="computed for the two rows chosen above; a measure stays if it moves by a millionth of its scale at "
            "most.",
            lesson="u · v = |u||v| cos θ. Same direction: positive; opposite: negative; a right angle: 0.",
            truth="It is so, to rounding. Of two rows at a right angle the dot product stays too: ten times 0 is 0. "
            "And the distance grows or shrinks, as v lies.",
        ),
        "C12": Card(
            claim="C12",
            question="What is the score with which one token looks at another?",
            choices={
                "scaled": "query · key / √(head’s dimensions)",
                "product": "query · key",
                "cosine": "the cosine of query and key",
                "rows": "the dot product of their two rows",
            },
            said={
                "scaled": "query · key / √{dims}, at all {cells:,} places of every layer and head; {tokens} tokens "
                "were read. After softmax each line sums to 1, to within {off:.0e}.",
                "product": "query · key, at all {cells:,} places; each line of weights sums to 1, to within {off:.0e}.",
                "cosine": "The cosine, at all {cells:,} places; each line of weights sums to 1, to within {off:.0e}.",
                "rows": "The dot product of the rows, at all {cells:,} places; each line sums to 1, to within "
                "{off:.0e}.",
                "other": "None of these formulas gives the scores of the {cells:,} places.",
            },
            rule="each formula is computed for every place that may be seen; it holds if it misses no score by more "
            "than a billionth of the largest.",
            lesson="Attention scores are dot products of queries and keys.",
            truth="Scaled dot products: over the root of the head’s dimensions. A place that lies ahead is masked, "
            "softmax makes weights of the others, and these sum to 1. Query and key are made from the token’s state, "
            "not its row.",
        ),
        "C27": Card(
            claim="C27",
            question="b − a + c: which row is nearest to the result, mostly?",
            choices={
                "fourth": "the fourth word",
                "input": "one of the three words put in",
                "other": "some other word",
            },
            said={
                "fourth": "The fourth word, {hits_among_all:.1%} of {questions:,} times, with nothing left out.",
                "input": "One of the three words put in, {inputs:.1%} of {questions:,} times; the fourth "
                "{hits_among_all:.1%}. Once the three are left out, the fourth comes first {hits:.1%} of the times; "
                "with shuffled pairs, "
                "{baseline:.1%}.",
                "other": "Some other word: of {questions:,} questions, {inputs:.1%} gave a word put in and "
                "{hits_among_all:.1%} the fourth.",
            },
            rule="under cosine, over all questions that two pairs of the relation make; the largest of the three "
            "shares.",
            lesson="In a shared space, relations become possible.",
            truth="In large models king − man + woman is near queen; but the nearest row is nearly always a word that "
            "was put in, and analogy tests leave those out without saying so. What then counts is the distance to "
            "shuffled pairs, and to c alone.",
        ),
    },
    arrows_title="Two arrows",
    arrows="arrows",
    drag="Drag the tips, or press Tab and the arrow keys; with Shift by whole steps.",
    arrow="{name} = ({x}; {y})",
    longer="10 × u",
    measure="measure",
    measures=("|u|", "|v|", "u · v", "cos θ", "θ, degrees", "|u − v|"),
    signs={
        "+": "u · v is positive: less than a right angle.",
        "0": "u · v is zero: a right angle.",
        "-": "u · v is negative: more than a right angle.",
    },
    rows_of="{u}, {v}: {dims:,} dimensions",
    analogies_title="Analogies",
    analogies="a is to b as c is to what? The arrow from a to b, put at c: b − a + c.",
    analogies_large="This needs a table of up to 256 MB.",
    no_relation="This table has too few of the pairs of words that are known here; the boxes below take any token.",
    relation="Pairs of words",
    relations={
        "capital": "country and capital",
        "woman": "man and woman",
        "plural": "one and several",
        "mulher": "homem and mulher (Portuguese)",
        "gender_pt": "masculine and feminine form (Portuguese)",
        "like_en": "animal and what it is like",
        "does_en": "animal and what it does",
        "like_pt": "animal and what it is like (Portuguese)",
        "does_pt": "animal and what it does (Portuguese)",
    },
    example="{count} pairs, such as {a} – {b} and {c} – {d}. So {b} − {a} + {c} should be {d}.",
    score="share of the questions",
    score_hits="**b − a + c** gives the fourth word, a, b and c left out",
    score_all="the fourth word, with nothing left out",
    score_inputs="a, b or c, with nothing left out",
    score_alone="the same with c alone",
    score_shuffled="the same with shuffled pairs",
    score_alt="Share of the questions whose answer is the fourth word, by metric.",
    at_chance="Under {metrics}: no more hits than shuffled pairs reach. This table does not hold the relation there.",
    own_title="Your own",
    a_is_to="a",
    b_as="is to b, as",
    c_is_to="c is to …",
    leave_out="Leave a, b and c out",
    answers_alt="Nearest to {b} − {a} + {c}. {lists}",
    attention_title="Attention scores",
    attention="A small model that guesses the next word reads a sentence. Each line says how a token shares its look, "
    "in percent, among itself and the tokens before it.",
    sentence="the children fed the old cat on Tuesday",
    own_sentence="Sentence",
    unknown_words="The model does not know: {words}. They were left out.",
    head="Layer and head",
    head_name="layer {layer}, head {head}",
    weights="{head}: percent of each line, adding up to 100.",
    weights_alt="Attention weights, in percent. {lines}",
    from_token="From",
    to_token="to",
    cell=(
        "query · key = {parts} = **{product}**",
        "divided by √{dims}, the dimensions of a head: **{scaled}**",
        "softmax: e^{scaled} / {total} = **{weight}**",
    ),
    cell_agrees={
        True: "The model holds {score} and {held}: the same, to 9 digits.",
        False: "The model holds {score} and {held}: not the same.",
    },
)

PT = Similarity(
    lead="Todos os pares dos tokens escolhidos, medidos de quatro maneiras, e um par calculado passo a passo.",
    tokens="Tokens, de 2 a 12",
    tokens_help="Digite um token, seu texto, ou “#” e um id, e tecle Enter.",
    too_few="Escolha ao menos dois tokens diferentes que a tabela tenha.",
    norm="norma |u|",
    angle="ângulo, em graus",
    matrix_alt="{measure} de todos os pares. {pairs}",
    pair="Um par, passo a passo",
    first="u",
    second="v",
    formula="u · v = |u| × |v| × cos θ",
    numbers="{dot} = {u_norm} × {v_norm} × {cosine}, e θ = {angle}°",
    residual="Os dois lados são calculados separadamente; diferem em {residual} de |u| × |v|.",
    no_direction="Uma linha zero não tem direção: nem cosseno, nem ângulo.",
    chance="Duas direções ao acaso em {dims:,} dimensões têm cosseno 0 ± {chance} (1/√{dims}).",
    background="Pares ao acaso desta tabela têm em média {mean}; os 95% centrais ficam entre {low} e {high}.",
    share="{share} de {pairs:,} pares ao acaso estão ao menos tão perto quanto {u} e {v}.",
    random_pairs="pares ao acaso",
    histogram_alt="Histograma de {measure} de {pairs:,} pares de linhas ao acaso; {u} e {v} estão em {value}.",
    no_pairs="Nenhum par ao acaso desta tabela tem valor sob esta métrica.",
    cards={
        "C09": Card(
            claim="C09",
            question="u fica dez vezes mais longo e mantém a direção. O que não muda?",
            choices={
                "dot": "o produto escalar",
                "cosine": "o cosseno",
                "euclidean": "a distância euclidiana",
                "several": "mais de um deles",
                "none": "nenhum deles",
            },
            said={
                "dot": "Só o produto escalar não mudou: {dot:,.3f}.",
                "cosine": "Só o cosseno não mudou: {cosine:z.3f}. O produto escalar foi de {dot:z,.3f} para "
                "{dot_after:z,.3f}, e a distância, de {euclidean:,.3f} para {euclidean_after:,.3f}.",
                "euclidean": "Só a distância não mudou: {euclidean:,.3f}.",
                "several": "Mais de um não mudou: produto escalar {dot:z,.3f}, depois {dot_after:z,.3f}; cosseno "
                "{cosine:z.3f}, depois {cosine_after:z.3f}; distância {euclidean:,.3f}, depois {euclidean_after:,.3f}.",
                "none": "Todos mudaram: produto escalar {dot:z,.3f}, depois {dot_after:z,.3f}; cosseno {cosine:z.3f}, "
                "depois {cosine_after:z.3f}; distância {euclidean:,.3f}, depois {euclidean_after:,.3f}.",
                "zero": "Uma das duas linhas é zero, ou não é finita: não tem direção, nem comprimento que cresça.",
            },
            rule="calculada para as duas linhas escolhidas acima; uma medida não muda se varia no máximo um "
            "milionésimo de sua escala.",
            lesson="u · v = |u||v| cos θ. Mesma direção: positivo; direção oposta: negativo; ângulo reto: 0.",
            truth="É assim, a menos de arredondamento. Entre duas linhas em ângulo reto o produto escalar também não "
            "muda: dez vezes 0 é 0. E a distância cresce ou diminui, conforme a posição de v.",
        ),
        "C12": Card(
            claim="C12",
            question="Com que score um token olha para outro?",
            choices={
                "scaled": "consulta · chave / √(dim. da cabeça)",
                "product": "consulta · chave",
                "cosine": "o cosseno de consulta e chave",
                "rows": "o produto escalar de suas linhas",
            },
            said={
                "scaled": "consulta · chave / √{dims}, nos {cells:,} lugares de todas as camadas e cabeças; {tokens} "
                "tokens foram lidos. Depois da softmax cada linha soma 1, a menos de {off:.0e}.",
                "product": "consulta · chave, nos {cells:,} lugares; cada linha de pesos soma 1, a menos de {off:.0e}.",
                "cosine": "O cosseno, nos {cells:,} lugares; cada linha de pesos soma 1, a menos de {off:.0e}.",
                "rows": "O produto escalar das linhas, nos {cells:,} lugares; cada linha soma 1, a menos de {off:.0e}.",
                "other": "Nenhuma dessas fórmulas dá os scores dos {cells:,} lugares.",
            },
            rule="cada fórmula é calculada em todo lugar que pode ser visto; vale se não erra nenhum score por mais "
            "de um bilionésimo do maior.",
            lesson="Scores de atenção são produtos escalares de consultas e chaves.",
            truth="Produtos escalares em escala: divididos pela raiz das dimensões da cabeça. Um lugar à frente é "
            "mascarado, a softmax faz pesos dos outros, e eles somam 1. Consulta e chave vêm do estado do token, não "
            "de sua linha.",
        ),
        "C27": Card(
            claim="C27",
            question="b − a + c: qual linha fica mais perto do resultado, na maioria das vezes?",
            choices={
                "fourth": "a quarta palavra",
                "input": "uma das três palavras usadas",
                "other": "outra palavra",
            },
            said={
                "fourth": "A quarta palavra, em {hits_among_all:.1%} de {questions:,} vezes, sem deixar nada de fora.",
                "input": "Uma das três palavras usadas, em {inputs:.1%} de {questions:,} vezes; a quarta, em "
                "{hits_among_all:.1%}. Deixando as três de fora, a quarta vem em primeiro em {hits:.1%} das vezes; "
                "com pares embaralhados, "
                "em {baseline:.1%}.",
                "other": "Outra palavra: de {questions:,} perguntas, {inputs:.1%} deram uma palavra usada e "
                "{hits_among_all:.1%}, a quarta.",
            },
            rule="sob o cosseno, em todas as perguntas que dois pares da relação formam; a maior das três proporções.",
            lesson="Em um espaço comum, relações tornam-se possíveis.",
            truth="Em modelos grandes, rei − homem + mulher fica perto de rainha; mas a linha mais próxima é quase "
            "sempre uma palavra usada na conta, e os testes de analogia as deixam de fora sem dizer. O que conta, "
            "então, é a diferença para pares embaralhados e para c sozinho.",
        ),
    },
    arrows_title="Duas setas",
    arrows="setas",
    drag="Arraste as pontas, ou use Tab e as teclas de seta; com Shift, em passos inteiros.",
    arrow="{name} = ({x}; {y})",
    longer="10 × u",
    measure="medida",
    measures=("|u|", "|v|", "u · v", "cos θ", "θ, em graus", "|u − v|"),
    signs={
        "+": "u · v é positivo: menos que um ângulo reto.",
        "0": "u · v é zero: um ângulo reto.",
        "-": "u · v é negativo: mais que um ângulo reto.",
    },
    rows_of="{u}, {v}: {dims:,} dimensões",
    analogies_title="Analogias",
    analogies="a está para b assim como c está para quê? A seta de a até b, posta em c: b − a + c.",
    analogies_large="Isto pede uma tabela de até 256 MB.",
    no_relation="Esta tabela tem poucos dos pares de palavras conhecidos aqui; as caixas abaixo aceitam qualquer "
    "token.",
    relation="Pares de palavras",
    relations={
        "capital": "país e capital (em inglês)",
        "woman": "homem e mulher (em inglês)",
        "plural": "um e vários (em inglês)",
        "mulher": "homem e mulher",
        "gender_pt": "forma masculina e feminina",
        "like_en": "animal e como ele é (em inglês)",
        "does_en": "animal e o que ele faz (em inglês)",
        "like_pt": "animal e como ele é",
        "does_pt": "animal e o que ele faz",
    },
    example="{count} pares, como {a} – {b} e {c} – {d}. Então {b} − {a} + {c} deveria ser {d}.",
    score="proporção das perguntas",
    score_hits="**b − a + c** dá a quarta palavra, com a, b e c de fora",
    score_all="a quarta palavra, sem deixar nada de fora",
    score_inputs="a, b ou c, sem deixar nada de fora",
    score_alone="o mesmo só com c",
    score_shuffled="o mesmo com pares embaralhados",
    score_alt="Proporção das perguntas cuja resposta é a quarta palavra, por métrica.",
    at_chance="Sob {metrics}: não mais acertos que os pares embaralhados. Ali esta tabela não guarda a relação.",
    own_title="A sua",
    a_is_to="a",
    b_as="está para b, como",
    c_is_to="c está para …",
    leave_out="Deixar a, b e c de fora",
    answers_alt="Mais perto de {b} − {a} + {c}. {lists}",
    attention_title="Scores de atenção",
    attention="Um pequeno modelo que adivinha a próxima palavra lê uma frase. Cada linha diz como um token reparte seu "
    "olhar, em porcentagem, entre si mesmo e os tokens anteriores.",
    sentence="as crianças desenharam um gato velho na escola",
    own_sentence="Frase",
    unknown_words="O modelo não conhece: {words}. Ficaram de fora.",
    head="Camada e cabeça",
    head_name="camada {layer}, cabeça {head}",
    weights="{head}: porcentagem de cada linha, que somam 100.",
    weights_alt="Pesos de atenção, em porcentagem. {lines}",
    from_token="De",
    to_token="para",
    cell=(
        "consulta · chave = {parts} = **{product}**",
        "dividido por √{dims}, as dimensões de uma cabeça: **{scaled}**",
        "softmax: e^{scaled} / {total} = **{weight}**",
    ),
    cell_agrees={
        True: "O modelo tem {score} e {held}: o mesmo, até 9 dígitos.",
        False: "O modelo tem {score} e {held}: não é o mesmo.",
    },
)

TEXT: dict[Language, Similarity] = {"en": EN, "pt": PT}
