"""Errors of tables and settings."""

from embedlab.wording import Sentence

SENTENCES = {
    "table.not_two_dimensional": Sentence(
        en="A table has two dimensions; this one has the shape [{shape}]. Choose a tensor of shape (rows, dims).",
        pt="Uma tabela tem duas dimensões; esta tem o formato [{shape}]. Escolha um tensor de formato (linhas, dims).",
    ),
    "table.not_float": Sentence(
        en="The values are {dtype}. Only floating-point tables can be compared; choose another tensor.",
        pt="Os valores são {dtype}. Só tabelas de ponto flutuante podem ser comparadas; escolha outro tensor.",
    ),
    "table.empty": Sentence(
        en="The table is empty: its shape is [{shape}]. Choose a tensor with at least one row and one dimension.",
        pt="A tabela está vazia: seu formato é [{shape}]. Escolha um tensor com ao menos uma linha e uma dimensão.",
    ),
    "table.length_mismatch": Sentence(
        en="The table has {expected:,} rows, but its {part} number {found:,}. They must be equally many.",
        pt="A tabela tem {expected:,} linhas, mas {part} são {found:,}. As quantidades devem ser iguais.",
    ),
    "table.not_comparable": Sentence(
        en="Input table and head cannot be compared row by row: their shapes are [{first}] and [{second}]. Models that "
        "project between the two are like this.",
        pt="A tabela de entrada e a cabeça não podem ser comparadas linha a linha: seus formatos são [{first}] e "
        "[{second}]. Modelos que projetam entre as duas são assim.",
    ),
    "settings.out_of_range": Sentence(
        en="Settings out of range: {offenders}. Choose values inside the intervals.",
        pt="Configurações fora do intervalo: {offenders}. Escolha valores dentro dos intervalos.",
    ),
    "settings.unknown": Sentence(
        en="Unknown settings: {names}. Known are: {known}.",
        pt="Configurações desconhecidas: {names}. As conhecidas são: {known}.",
    ),
}
