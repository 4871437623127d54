"""Errors of queries, and of the steps before them."""

from embedlab.wording import Sentence

SENTENCES = {
    "query.token_unknown": Sentence(
        en="The table has no token “{token}”. Close to it: {suggestions}. Upper and lower case count; # and a number "
        "means a row by its id.",
        pt="A tabela não tem o token “{token}”. Parecidos: {suggestions}. Maiúsculas e minúsculas contam; # e um "
        "número indicam uma linha pelo id.",
    ),
    "query.token_unknown:none_close": Sentence(
        en="The table has no token “{token}”, nor one that begins like it. Upper and lower case count; # and a number "
        "means a row by its id.",
        pt="A tabela não tem o token “{token}” nem outro que comece como ele. Maiúsculas e minúsculas contam; # e um "
        "número indicam uma linha pelo id.",
    ),
    "query.id_out_of_range": Sentence(
        en="There is no row {id}: the table has {rows:,} rows. Choose an id from 0 to {highest:,}.",
        pt="Não existe a linha {id}: a tabela tem {rows:,} linhas. Escolha um id de 0 a {highest:,}.",
    ),
    "query.k_too_large": Sentence(
        en="{k:,} neighbours were asked for, but only {largest:,} other rows can be compared. Choose k from 1 to "
        "{largest:,}.",
        pt="Foram pedidos {k:,} vizinhos, mas só {largest:,} outras linhas podem ser comparadas. Escolha k de 1 a "
        "{largest:,}.",
    ),
    "query.k_too_large:none": Sentence(
        en="There is no other row that can be compared, so nothing can be near. Choose a table of two usable rows at "
        "least.",
        pt="Não há outra linha que possa ser comparada, então nada pode estar perto. Escolha uma tabela com ao menos "
        "duas linhas utilizáveis.",
    ),
    "query.row_not_usable": Sentence(
        en="Row {id} “{token}” is zero or holds values that are not finite: nothing is near it by {metric}. Choose "
        "another token; a zero row can be compared by Euclidean distance.",
        pt="A linha {id} “{token}” é zero ou contém valores não finitos: nada está perto dela por {metric}. "
        "Escolha outro token; uma linha zero pode ser comparada pela distância euclidiana.",
    ),
    "query.wrong_length": Sentence(
        en="The query has the shape [{shape}], but the rows of the table have {dims:,} dimensions. Give a vector of "
        "{dims:,} numbers.",
        pt="A consulta tem o formato [{shape}], mas as linhas da tabela têm {dims:,} dimensões. Dê um vetor de "
        "{dims:,} números.",
    ),
    "query.vector_not_usable": Sentence(
        en="The query is zero or holds values that are not finite, so nothing is near it by {metric}. Give a finite "
        "vector that is not zero.",
        pt="A consulta é zero ou contém valores não finitos: nada está perto dela por {metric}. Dê um vetor "
        "finito e diferente de zero.",
    ),
    "table.extreme_values": Sentence(
        en="{rows:,} rows are too long or too short for exact arithmetic (row {id} has the norm {length:.3g}); their "
        "norms must be between 1e-150 and 1e150. Scale the table and save it again.",
        pt="{rows:,} linhas são longas ou curtas demais para uma aritmética exata (a linha {id} tem norma "
        "{length:.3g}); as normas devem estar entre 1e-150 e 1e150. Mude a escala da tabela e salve de novo.",
    ),
    "table.too_large_for_steps": Sentence(
        en="The steps need a copy of {rows:,} x {dims:,} values in memory ({bytes:,} bytes); the limit is {limit:,} "
        "bytes. Use the raw table.",
        pt="As etapas precisam de uma cópia de {rows:,} x {dims:,} valores na memória ({bytes:,} bytes); o limite é "
        "de {limit:,} bytes. Use a tabela crua.",
    ),
}
