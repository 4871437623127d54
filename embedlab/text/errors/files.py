"""Errors of files. A code with a `reason` has one sentence per reason, under `code:reason`."""

from embedlab.checkpoints.unusable import REASONS
from embedlab.wording import Sentence

_OPENED_EN = (
    "embedlab opens safetensors files, torch checkpoints, GGUF and ONNX models, Flax checkpoints, word2vec, GloVe and "
    "fastText files, numpy arrays, Keras weights, Parquet and Arrow columns, vectors.tsv, and model folders, also in "
    "a zip"
)
_OPENED_PT = (
    "o embedlab abre arquivos safetensors, checkpoints do torch, modelos GGUF e ONNX, checkpoints do Flax, arquivos do "
    "word2vec, do GloVe e do fastText, arrays do numpy, pesos do Keras, colunas Parquet e Arrow, vectors.tsv e pastas "
    "de modelo, também em um zip"
)


def _other_format(en: str, pt: str) -> Sentence:
    return Sentence(
        en=f"{{name}} is {en}. This version does not open that; {_OPENED_EN}. Save the table as one of these.",
        pt=f"{{name}} é {pt}. Esta versão não abre esse formato; {_OPENED_PT}. Salve a tabela em um deles.",
    )


SENTENCES = {
    "file.not_writable": Sentence(
        en="{path} cannot be written: {reason}. Choose a file in a folder that exists and that you may write to.",
        pt="Não é possível gravar {path}: {reason}. Escolha um arquivo em uma pasta que exista e permita gravação.",
    ),
    "file.out_is_input": Sentence(
        en="{path} belongs to the checkpoint that is read, and would be overwritten. Choose another file for --out.",
        pt="{path} pertence ao checkpoint que está sendo lido e seria sobrescrito. Escolha outro arquivo para --out.",
    ),
    "file.not_found": Sentence(
        en="There is no file or folder {name} that can be opened here. Check the spelling and the folder.",
        pt="Não há arquivo nem pasta {name} que se possa abrir aqui. Confira a grafia e a pasta.",
    ),
    "file.not_found:below_root": Sentence(
        en="Below the folder that EMBEDLAB_ROOT names there is no file or folder {name} that can be opened. Check the"
        " spelling; a file elsewhere must be moved below it, or uploaded.",
        pt="Abaixo da pasta indicada por EMBEDLAB_ROOT não há arquivo nem pasta {name} que se possa abrir. Confira a"
        " grafia; um arquivo de outro lugar precisa ser movido para lá ou enviado.",
    ),
    "file.not_regular": Sentence(
        en="{name} is neither a regular file nor a folder. Choose a file on disk.",
        pt="{name} não é um arquivo comum nem uma pasta. Escolha um arquivo no disco.",
    ),
    "file.not_regular:folder": Sentence(
        en="{name} is a folder, and one file is needed here. Name the file in it, such as tokenizer.json or vocab.txt.",
        pt="{name} é uma pasta, e aqui é preciso um arquivo. Indique o arquivo dentro dela, como tokenizer.json ou "
        "vocab.txt.",
    ),
    "file.unreadable": Sentence(
        en="{name} cannot be read: {why}. Check its permissions.",
        pt="Não foi possível ler {name}: {why}. Confira as permissões.",
    ),
    "file.empty": Sentence(
        en="{name} is empty (0 bytes). Copy or download it again.",
        pt="{name} está vazio (0 bytes). Copie ou baixe o arquivo de novo.",
    ),
    "file.truncated": Sentence(
        en="{name} is cut off: {expected:,} bytes are needed, {found:,} are there. Copy or download it again.",
        pt="{name} está incompleto: são necessários {expected:,} bytes, há {found:,}. Copie ou baixe de novo.",
    ),
    "file.truncated:zip": Sentence(
        en="{name} is cut off or damaged: the list of its parts, which stands at its end, is not there. "
        "Copy or download it again.",
        pt="{name} está incompleto ou danificado: falta a lista de suas partes, que fica no fim. "
        "Copie ou baixe o arquivo de novo.",
    ),
    "file.no_room": Sentence(
        en="The values of {name} take {bytes:,} bytes when they are unpacked, and the disk for temporary files has not "
        "that much left. Make room, or point TMPDIR to another disk.",
        pt="Os valores de {name} ocupam {bytes:,} bytes depois de expandidos, e o disco temporário não tem "
        "tanto espaço. Libere espaço ou aponte TMPDIR para outro disco.",
    ),
    "file.no_room:upload": Sentence(
        en="{name} has {bytes:,} bytes, and the disk for temporary files has not that much left. Make room there, or "
        "point TMPDIR to another disk.",
        pt="{name} tem {bytes:,} bytes, e o disco de arquivos temporários não tem tanto espaço. Libere espaço ou "
        "aponte TMPDIR para outro disco.",
    ),
    "file.no_model": Sentence(
        en="The folder {name} holds no model: no file of a format that opens here, and no index of "
        "shards. Choose the folder that holds the weights.",
        pt="A pasta {name} não contém um modelo: nenhum arquivo de um formato que se abra aqui, nem "
        "índice de partes. Escolha a pasta que contém os pesos.",
    ),
    "file.several_models": Sentence(
        en="The folder {name} holds several files of weights: {files}. Open one of them.",
        pt="A pasta {name} contém vários arquivos de pesos: {files}. Abra um deles.",
    ),
    "file.several_models:zip": Sentence(
        en="{name} holds several models, in its folders {files}. Pack the folder of one of them.",
        pt="{name} contém vários modelos, em suas pastas {files}. Compacte a pasta de um deles.",
    ),
    "file.shard_missing": Sentence(
        en="{name} needs {shards}, which the folder does not hold. Download the missing files.",
        pt="{name} precisa de {shards}, que não está na pasta. Baixe os arquivos que faltam.",
    ),
    "file.no_table": Sentence(
        en="{name} holds no embedding table that can be recognised. Its two-dimensional float tensors: {tensors}. "
        "If one of them is the table, name it.",
        pt="{name} não contém uma tabela de embeddings reconhecível. Seus tensores bidimensionais de ponto flutuante: "
        "{tensors}. Se um deles for a tabela, indique-o.",
    ),
    "file.no_table:none": Sentence(
        en="{name} holds no embedding table: it has no two-dimensional float tensor. Choose another file.",
        pt="{name} não contém uma tabela de embeddings: não há tensor bidimensional de ponto flutuante. "
        "Escolha outro arquivo.",
    ),
    "file.no_table:placeholder": Sentence(
        en="In {name} the table {tensor} is an empty placeholder of shape [{shape}], as sharded training leaves it. "
        "Gather the weights before saving, and open that file.",
        pt="Em {name} a tabela {tensor} é um marcador vazio de formato [{shape}], como o treino particionado deixa. "
        "Reúna os pesos antes de salvar e abra esse arquivo.",
    ),
    "file.no_table:adapter": Sentence(
        en="{name} is an adapter: it changes a table that is in the base model's file. Open the base model.",
        pt="{name} é um adaptador: ele altera uma tabela que está no arquivo do modelo base. Abra o modelo base.",
    ),
    "file.no_tensor": Sentence(
        en="{name} has no tensor {tensor}. Its two-dimensional float tensors: {known}.",
        pt="{name} não tem o tensor {tensor}. Seus tensores bidimensionais de ponto flutuante: {known}.",
    ),
    **{
        f"file.vocabulary:{reason}": Sentence(
            en=f"{{name}} is not a vocabulary that can be read: {why.en}. Give a tokenizer.json, a vocab.json, a "
            "SentencePiece or tiktoken file, a list of tokens in JSON, or text with one token per line.",
            pt=f"{{name}} não é um vocabulário que se possa ler: {why.pt}. Forneça um tokenizer.json, um vocab.json, "
            "um arquivo do SentencePiece ou do tiktoken, uma lista de tokens em JSON ou um texto com um token "
            "por linha.",
        )
        for reason, why in REASONS.items()
    },
    "file.metadata": Sentence(
        en="{name} was written by embedlab, but its entry {key} does not hold what it must. Write the file again.",
        pt="{name} foi escrito pelo embedlab, mas sua entrada {key} não contém o que deveria. Escreva-o de novo.",
    ),
    # what is not a format that opens
    "file.unsupported": Sentence(
        en="{name} is in no format that is known here. " + _OPENED_EN[0].upper() + _OPENED_EN[1:] + ".",
        pt="{name} não está em nenhum formato conhecido aqui. " + _OPENED_PT[0].upper() + _OPENED_PT[1:] + ".",
    ),
    "file.unsupported:lfs_pointer": Sentence(
        en="{name} is a git-lfs pointer of {bytes:,} bytes, not the weights. Run `git lfs pull` and open it again.",
        pt="{name} é um ponteiro do git-lfs de {bytes:,} bytes, não os pesos. Rode `git lfs pull` e abra de novo.",
    ),
    "file.unsupported:html": Sentence(
        en="{name} is a web page, not weights: the download failed. Download the file itself.",
        pt="{name} é uma página da web, não pesos: o download falhou. Baixe o próprio arquivo.",
    ),
    "file.unsupported:pickle": Sentence(
        en="{name} is a pickle (gensim, joblib or similar). Opening a pickle runs code from it, so it is not opened. "
        "Save the vectors as .npy or safetensors where you trust it.",
        pt="{name} é um pickle (gensim, joblib ou parecido). Abrir um pickle executa código dele, por isso não é "
        "aberto. Salve os vetores como .npy ou safetensors onde você confia nele.",
    ),
    "file.unsupported:dtype": Sentence(
        en="The tensor {tensor} of {name} is {dtype}. A table must be float64, float32, float16, bfloat16 or float8 "
        "(e4m3fn, e5m2). Choose another tensor, or convert it.",
        pt="O tensor {tensor} de {name} é {dtype}. Uma tabela deve ser float64, float32, float16, bfloat16 ou float8 "
        "(e4m3fn, e5m2). Escolha outro tensor ou converta-o.",
    ),
    "file.unsupported:flax_chunked": Sentence(
        en="{name} is a Flax checkpoint with an array beyond 1 GB, which Flax cuts into pieces. Save the table as "
        "safetensors.",
        pt="{name} é um checkpoint do Flax com um array de mais de 1 GB, que o Flax corta em pedaços. Salve a tabela "
        "em safetensors.",
    ),
    "file.unsupported:big_endian": Sentence(
        en="The values of {name} are big-endian. Save it again on this machine with little-endian values.",
        pt="Os valores de {name} estão em big-endian. Salve de novo nesta máquina com valores little-endian.",
    ),
    "file.unsupported:zip": _other_format("a zip archive without a model in it", "um zip sem um modelo dentro"),
    "file.unsupported:tar": _other_format("a tar archive", "um pacote tar"),
    "file.unsupported:gzip": _other_format("compressed (gzip)", "comprimido (gzip)"),
    "file.unsupported:json": _other_format("JSON, not weights", "JSON, não pesos"),
    "file.unsupported:tensorflow": _other_format("a TensorFlow checkpoint", "um checkpoint do TensorFlow"),
    # what must not be opened
    "file.unsafe": Sentence(
        en="{name} is not opened: its parts contradict each other ({reason}). Get it again from its source.",
        pt="{name} não foi aberto: suas partes se contradizem ({reason}). Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:header": Sentence(
        en="{name} is not opened: its header is not valid. Get it again from its source.",
        pt="{name} não foi aberto: seu cabeçalho não é válido. Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:header_limit": Sentence(
        en="{name} is not opened: it announces a header of {found:,} bytes; at most {limit:,} are read.",
        pt="{name} não foi aberto: ele anuncia um cabeçalho de {found:,} bytes; no máximo {limit:,} são lidos.",
    ),
    "file.unsafe:limit": Sentence(
        en="{name} is not opened: {part} comes to {found:,}; the limit is {limit:,}.",
        pt="{name} não foi aberto: {part} chega a {found:,}; o limite é {limit:,}.",
    ),
    "file.unsafe:tensor": Sentence(
        en="{name} is not opened: the tensor {tensor} does not fit its place at byte {offset:,}: expected {expected}, "
        "found {found}. Get it again from its source.",
        pt="{name} não foi aberto: o tensor {tensor} não cabe em seu lugar no byte {offset:,}: esperado {expected}, "
        "encontrado {found}. Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:field": Sentence(
        en="{name} is not opened: {part}, at byte {offset:,} of its header, is not valid: expected {expected}, found "
        "{found}. Get it again from its source.",
        pt="{name} não foi aberto: {part}, no byte {offset:,} do cabeçalho, não é válido: esperado {expected}, "
        "encontrado {found}. Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:overlap": Sentence(
        en="{name} is not opened: the tensor {tensor} overlaps another one, or leaves a gap before it. "
        "Get it again from its source.",
        pt="{name} não foi aberto: o tensor {tensor} se sobrepõe a outro ou deixa um vão antes de si. "
        "Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:trailing": Sentence(
        en="{name} is not opened: {extra:,} bytes follow after its last tensor. Get it again from its source.",
        pt="{name} não foi aberto: há {extra:,} bytes depois do último tensor. Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:pickle": Sentence(
        en="{name} is not opened: its index, at byte {offset:,}, holds instructions that no torch checkpoint needs. "
        "Get it from a source that you trust.",
        pt="{name} não foi aberto: seu índice, no byte {offset:,}, contém instruções de que nenhum checkpoint do torch "
        "precisa. Obtenha-o de uma fonte em que você confia.",
    ),
    "file.unsafe:objects": Sentence(
        en="{name} is not opened: it holds Python objects, and reading them runs code. Save it with float values.",
        pt="{name} não foi aberto: ele contém objetos Python, e lê-los executa código. Salve-o com valores float.",
    ),
    "file.unsafe:compressed": Sentence(
        en="{name} is not opened: its part {part} is compressed or encrypted. torch stores values as they are; "
        "save the checkpoint again with torch.",
        pt="{name} não foi aberto: sua parte {part} está comprimida ou cifrada. O torch guarda os valores como são; "
        "salve o checkpoint de novo com o torch.",
    ),
    "file.unsafe:packing": Sentence(
        en="{name} is not opened: its part {part} is encrypted, or compressed in a way that is not read here. Pack the "
        "folder again, without a password and with the usual compression.",
        pt="{name} não foi aberto: sua parte {part} está cifrada ou comprimida de um modo que não se lê aqui. Compacte "
        "a pasta de novo, sem senha e com a compressão usual.",
    ),
    "file.unsafe:duplicate": Sentence(
        en="{name} is not opened: the name {part} occurs twice in it. Get it again from its source.",
        pt="{name} não foi aberto: o nome {part} aparece duas vezes nele. Obtenha o arquivo de novo na origem.",
    ),
    "file.unsafe:outside_folder": Sentence(
        en="{name} is not opened: {part} points out of the model's folder. Put the file itself into the folder.",
        pt="{name} não foi aberto: {part} aponta para fora da pasta do modelo. Ponha o próprio arquivo na pasta.",
    ),
}
