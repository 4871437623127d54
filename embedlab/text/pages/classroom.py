"""Class: the teacher's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Classroom:
    """`training` by what the class may do."""

    for_teachers: str
    none: str
    join: str
    code_alt: str
    joined: str
    table: str
    shipped: str
    given: str
    give: str
    give_help: str
    take_back: str
    training: str
    training_help: str
    choices: Mapping[str, str]
    begin: str
    begin_help: str
    answers: str
    no_answers: str
    share: str


EN = Classroom(
    for_teachers="This page is the teacher's: open it by the link that was printed when the class was opened.",
    none="No class is open here. `make class`, or `embedlab app --class`, opens one: it prints the link that the class "
    "types, and yours.",
    join="Type this address, or point a camera at the code:",
    code_alt="A QR code that holds the address {link}.",
    joined="Browsers that have joined: {count:,}",
    table="The table of the class",
    shipped="The class has the shipped table.",
    given="The class has **{name}**, {rows:,} rows × {dims:,} dimensions.",
    give="Give the class my table",
    give_help="The table in use here becomes the one in use in every browser, at its next step. Train one on your own "
    "text, or open a file, first.",
    take_back="Give the shipped table back",
    training="May the class train?",
    training_help="You always may. Runs wait in one queue, and the same run asked twice runs once.",
    choices={"on": "yes", "limited": "one run in five minutes", "off": "no"},
    begin="New lesson",
    begin_help="Forgets all answers, gives the shipped table back and lets the class train.",
    answers="What the class predicts",
    no_answers="No answers yet. They appear here as the class chooses, without names: each browser's first choice.",
    share="{label}: {count:,} of {total:,}",
)

PT = Classroom(
    for_teachers="Esta página é do professor: abra-a pelo link mostrado quando a turma foi aberta.",
    none="Nenhuma turma está aberta aqui. `make class`, ou `embedlab app --class`, abre uma: mostra o link que a turma "
    "digita, e o seu.",
    join="Digite este endereço, ou aponte uma câmera para o código:",
    code_alt="Um código QR com o endereço {link}.",
    joined="Navegadores que entraram: {count:,}",
    table="A tabela da turma",
    shipped="A turma tem a tabela que acompanha o programa.",
    given="A turma tem **{name}**, {rows:,} linhas × {dims:,} dimensões.",
    give="Dar minha tabela à turma",
    give_help="A tabela em uso aqui passa a ser a de todos os navegadores, no próximo passo de cada um. Antes, treine "
    "uma com seu próprio texto ou abra um arquivo.",
    take_back="Devolver a tabela do programa",
    training="A turma pode treinar?",
    training_help="Você sempre pode. As execuções esperam em uma só fila, e a mesma execução pedida duas vezes "
    "é feita uma vez.",
    choices={"on": "sim", "limited": "uma execução a cada cinco minutos", "off": "não"},
    begin="Nova aula",
    begin_help="Esquece todas as respostas, devolve a tabela do programa e deixa a turma treinar.",
    answers="O que a turma prevê",
    no_answers="Ainda sem respostas. Elas aparecem aqui conforme a turma escolhe, sem nomes: a primeira escolha de "
    "cada navegador.",
    share="{label}: {count:,} de {total:,}",
)

TEXT: dict[Language, Classroom] = {"en": EN, "pt": PT}
