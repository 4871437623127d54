"""Errors of vectors in text, in archives and in columns. A code with a `reason` has one sentence per reason."""

from embedlab.wording import Sentence

SENTENCES = {
    "file.truncated:line": Sentence(
        en="{name} is cut off in line {line:,}: {found:,} of {expected:,} numbers are there. Copy or download it "
        "again.",
        pt="{name} está cortado na linha {line:,}: há {found:,} de {expected:,} números. Copie ou baixe de novo.",
    ),
    "file.truncated:no_rows": Sentence(
        en="{name} holds no row: it ends after its first line. Copy or download it again.",
        pt="{name} não contém nenhuma linha de vetor: termina depois da primeira. Copie ou baixe de novo.",
    ),
    "file.unsafe:lines": Sentence(
        en="{name} is not opened: line {line:,} ends in {found:,} numbers instead of {dims:,} (“{text}”). Lines that "
        "are wrong: {lines}{more}. Mend or remove them.",
        pt="{name} não foi aberto: a linha {line:,} termina em {found:,} números em vez de {dims:,} (“{text}”). Linhas "
        "erradas: {lines}{more}. Corrija ou remova essas linhas.",
    ),
    "file.unsafe:dims": Sentence(
        en="{name} is not opened: its first line announces {expected:,} dimensions, most lines have {found:,}. "
        "Correct the first line.",
        pt="{name} não foi aberto: a primeira linha anuncia {expected:,} dimensões, a maioria das linhas tem "
        "{found:,}. Corrija a primeira linha.",
    ),
    "file.unsafe:word": Sentence(
        en="{name} is not opened: the word of row {row:,}, at byte {offset:,}, does not end within {limit:,} bytes. "
        "Get it again from its source.",
        pt="{name} não foi aberto: a palavra da linha {row:,}, no byte {offset:,}, não termina em {limit:,} bytes. "
        "Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:rows": Sentence(
        en="{name} is not opened: {expected:,} rows are announced, {found:,} are there. Get it again from its source.",
        pt="{name} não foi aberto: são anunciadas {expected:,} linhas, há {found:,}. Obtenha o arquivo de novo "
        "na origem.",
    ),
    "file.unsupported:fasttext_quantised": Sentence(
        en="{name} is a quantised fastText model (.ftz): its rows are codes that only fastText itself turns into "
        "vectors. Open the .bin or .vec of the same model.",
        pt="{name} é um modelo quantizado do fastText (.ftz): suas linhas são códigos que só o próprio fastText "
        "converte em vetores. Abra o .bin ou o .vec do mesmo modelo.",
    ),
    "file.truncated:end": Sentence(
        en="{name} is cut off or damaged: its end, which says where its columns lie, is not there. Copy or download it "
        "again.",
        pt="{name} está cortado ou danificado: falta o fim, que diz onde estão suas colunas. Copie ou baixe de novo.",
    ),
    "file.unsafe:columns": Sentence(
        en="{name} is not opened: the library of its format finds it damaged ({why}). Get it again from its source.",
        pt="{name} não foi aberto: a biblioteca de seu formato o considera danificado ({why}). Obtenha o arquivo de "
        "novo na origem.",
    ),
    "file.unsafe:ragged": Sentence(
        en="{name} is not opened: row {row:,} has {found:,} numbers, the first one {expected:,}. A table needs rows of "
        "one length.",
        pt="{name} não foi aberto: a linha {row:,} tem {found:,} números, a primeira {expected:,}. Uma tabela precisa "
        "de linhas de mesmo comprimento.",
    ),
    "file.unsafe:crc": Sentence(
        en="{name} is not opened: the bytes of its part {part} are not those that were written (CRC-32). Get it again "
        "from its source.",
        pt="{name} não foi aberto: os bytes de sua parte {part} não são os que foram gravados (CRC-32). Obtenha o "
        "arquivo de novo na origem.",
    ),
    "file.unsafe:inflated": Sentence(
        en="{name} is not opened: {missing:,} bytes of its part {part} cannot be unpacked. Get it again from its "
        "source.",
        pt="{name} não foi aberto: {missing:,} bytes de sua parte {part} não podem ser descompactados. Obtenha o "
        "arquivo de novo na origem.",
    ),
    "file.rows_differ": Sentence(
        en="{name} has {rows:,} rows, but {other} beside it names {found:,}. A list of one column has no header line; "
        "with two columns or more the first line is one. Correct it.",
        pt="{name} tem {rows:,} linhas, mas {other}, ao lado, nomeia {found:,}. Uma lista de uma só coluna não tem "
        "linha de cabeçalho; com duas colunas ou mais, a primeira linha é o cabeçalho. Corrija-a.",
    ),
}
