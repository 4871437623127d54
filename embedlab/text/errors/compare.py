"""Errors of comparing two tables."""

from embedlab.wording import Sentence

SENTENCES = {
    "compare.too_few_shared:rows": Sentence(
        en="{rows:,} rows are to be compared; for k = {k} at least {least:,} are needed. Take more rows "
        "or a smaller k.",
        pt="{rows:,} linhas seriam comparadas; para k = {k} são precisas ao menos {least:,}. Use mais linhas ou um k "
        "menor.",
    ),
    "compare.too_few_shared": Sentence(
        en="The two tables share {shared:,} tokens with usable rows; for k = {k:,} at least {least:,} are needed. "
        "Compare tables of one vocabulary, or choose a smaller k.",
        pt="As duas tabelas compartilham {shared:,} tokens com linhas utilizáveis; para k = {k:,} são necessários ao "
        "menos {least:,}. Compare tabelas de um mesmo vocabulário ou escolha um k menor.",
    ),
    "compare.no_head": Sentence(
        en="{name} holds no output head apart from its input table. Name a second file, or a tensor by --other-tensor.",
        pt="{name} não contém uma cabeça de saída separada da tabela de entrada. Dê um segundo arquivo, ou um tensor "
        "com --other-tensor.",
    ),
}
