"""Similarity: any set of tokens, all pairs."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Similarity:
    """`u` and `v` are the two rows of the chosen pair."""

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
    residual="Both sides are computed apart; they differ by {residual} of |u| × |v|. Dot product positive: less than a "
    "right angle; zero: a right angle; negative: more. Ten times the norm of u gives ten times the dot product and the "
    "same cosine.",
    no_direction="A zero row has no direction: no cosine and no angle.",
    chance="Two random directions in {dims:,} dimensions have a cosine of 0 ± {chance} (1/√{dims}).",
    background="Random pairs of this table have {mean} on average; the middle 95% lie between {low} and {high}.",
    share="{share} of {pairs:,} random pairs are at least as near as {u} and {v}.",
    random_pairs="random pairs",
    histogram_alt="Histogram of the {measure} of {pairs:,} random pairs of rows; {u} and {v} stand at {value}.",
    no_pairs="No random pair of this table has a value under this metric.",
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
    residual="Os dois lados são calculados separadamente; diferem em {residual} de |u| × |v|. Produto escalar "
    "positivo: menos que um ângulo reto; zero: ângulo reto; negativo: mais. Dez vezes a norma de u dá dez vezes o "
    "produto escalar e o mesmo cosseno.",
    no_direction="Uma linha zero não tem direção: nem cosseno, nem ângulo.",
    chance="Duas direções ao acaso em {dims:,} dimensões têm cosseno 0 ± {chance} (1/√{dims}).",
    background="Pares ao acaso desta tabela têm em média {mean}; os 95% centrais ficam entre {low} e {high}.",
    share="{share} de {pairs:,} pares ao acaso estão ao menos tão perto quanto {u} e {v}.",
    random_pairs="pares ao acaso",
    histogram_alt="Histograma de {measure} de {pairs:,} pares de linhas ao acaso; {u} e {v} estão em {value}.",
    no_pairs="Nenhum par ao acaso desta tabela tem valor sob esta métrica.",
)

TEXT: dict[Language, Similarity] = {"en": EN, "pt": PT}
