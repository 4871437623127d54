"""Errors of a vector that a person typed."""

from embedlab.wording import Sentence

SENTENCES = {
    "query.vector_unreadable": Sentence(
        en="The vector cannot be read: its part {place:,}, “{part}”, is no finite number. Give numbers with commas or "
        "spaces between them.",
        pt="O vetor não pode ser lido: sua parte {place:,}, “{part}”, não é um número finito. Dê números separados por "
        "vírgulas ou espaços.",
    ),
    "query.vector_extreme": Sentence(
        en="The vector has length {length:g}; its squares can be summed only from {shortest:g} to {longest:g}. "
        "Scale it.",
        pt="O vetor tem comprimento {length:g}; seus quadrados só podem ser somados de {shortest:g} a {longest:g}. "
        "Mude a escala.",
    ),
}
