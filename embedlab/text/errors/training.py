"""Errors of corpora and training runs."""

from embedlab.wording import Sentence

SENTENCES = {
    "corpus.empty": Sentence(
        en="The text is empty: it holds no word. Type or upload at least one sentence of two words.",
        pt="O texto está vazio: não há nenhuma palavra. Digite ou envie ao menos uma frase de duas palavras.",
    ),
    "corpus.no_pairs": Sentence(
        en="No sentence has two words ({sentences:,} sentences of one word each), so there is no pair to learn from."
        " Write at least two words in one sentence.",
        pt="Nenhuma frase tem duas palavras ({sentences:,} frases de uma só palavra), então não há par com que"
        " aprender. Escreva ao menos duas palavras em uma frase.",
    ),
    "corpus.too_large": Sentence(
        en="The text has {characters:,} characters; at most {limit:,} are read. Shorten it.",
        pt="O texto tem {characters:,} caracteres; são lidos no máximo {limit:,}. Encurte-o.",
    ),
    "corpus.too_large:bytes": Sentence(
        en="{path} has {bytes:,} bytes; at most {limit:,} are read. Shorten the text.",
        pt="{path} tem {bytes:,} bytes; são lidos no máximo {limit:,}. Encurte o texto.",
    ),
    "corpus.no_file": Sentence(
        en="There is no text file {path}. Check the spelling and the folder, or take a toy corpus: en or pt.",
        pt="Não existe o arquivo de texto {path}. Confira o nome e a pasta ou use um corpus pronto: en ou pt.",
    ),
    "corpus.not_text": Sentence(
        en="{path} is not text in UTF-8: byte {position:,} cannot be read. Save the text as UTF-8.",
        pt="{path} não é texto em UTF-8: o byte {position:,} não pode ser lido. Salve o texto como UTF-8.",
    ),
    "training.corpus_unknown": Sentence(
        en="There is no corpus '{corpus}'. Choose one of {known}, or give a text of your own.",
        pt="Não existe o corpus '{corpus}'. Escolha um de {known} ou forneça um texto seu.",
    ),
    "training.objective_unknown": Sentence(
        en="This version cannot train with the objective '{objective}'. Available: {known}.",
        pt="Esta versão não treina com o objetivo '{objective}'. Disponíveis: {known}.",
    ),
    "training.needs_world": Sentence(
        en="The objective '{objective}' needs more than words: questions with their passages, or captions with their"
        " pictures. Only the toy world has them. Choose the corpus {known}, or another objective for a text of your"
        " own.",
        pt="O objetivo '{objective}' precisa de mais que palavras: perguntas com suas passagens ou legendas com suas"
        " imagens. Só o mundo de brinquedo as tem. Escolha o corpus {known} ou outro objetivo para um texto seu.",
    ),
    "training.heads_do_not_fit": Sentence(
        en="{heads} heads do not fit {dims} dimensions: each needs an even number of them. Choose dimensions that"
        " {multiple} divides, or another number of heads.",
        pt="{heads} cabeças de atenção não cabem em {dims} dimensões: cada uma precisa de um número par delas. Escolha"
        " dimensões divisíveis por {multiple} ou outro número de cabeças.",
    ),
    "training.no_layers": Sentence(
        en="{path} holds no layers to run: it was trained with the objective '{objective}'. Choose a file that"
        " `train --objective next_token` wrote.",
        pt="{path} não contém camadas para executar: foi treinado com o objetivo '{objective}'. Escolha um arquivo"
        " gravado por `train --objective next_token`.",
    ),
    "training.no_tokens": Sentence(
        en="There is no token to read. Give at least one.",
        pt="Não há nenhum token para ler. Forneça ao menos um.",
    ),
    "training.context_exceeded": Sentence(
        en="{tokens:,} tokens are more than the context of {context:,}: the table of learned positions has no row for"
        " the others. Give at most {context:,}, or train with another kind of positions.",
        pt="{tokens:,} tokens ultrapassam o contexto de {context:,}: a tabela de posições aprendidas não tem linha para"
        " os demais. Forneça no máximo {context:,} ou treine com outro tipo de posições.",
    ),
    "training.device_missing": Sentence(
        en="There is no device '{device}' here. Present: {present}. Choose one of them, or auto.",
        pt="Não há dispositivo '{device}' aqui. Presentes: {present}. Escolha um deles ou auto.",
    ),
    "training.processes": Sentence(
        en="{processes} processes need as many devices '{device}'; here are {present}. Take fewer processes, or the"
        " CPU.",
        pt="{processes} processos precisam de igual número de dispositivos '{device}'; aqui há {present}. Use menos"
        " processos ou a CPU.",
    ),
    "training.processes:objective": Sentence(
        en="With the objective '{objective}' every pair of a batch is compared with all the others, so processes"
        " cannot share it. Train with one process, or choose {known}.",
        pt="Com o objetivo '{objective}' cada par de um lote é comparado com todos os outros: o lote não se divide"
        " entre processos. Treine com um processo ou escolha {known}.",
    ),
    "training.processes:batch": Sentence(
        en="A batch of {batch} leaves nothing to some of {processes} processes. Take at most {batch} processes, or a"
        " larger batch.",
        pt="Um lote de {batch} não dá trabalho a {processes} processos. Use no máximo {batch} processos ou um lote"
        " maior.",
    ),
    "training.processes:differ": Sentence(
        en="The {processes} processes ended with different numbers, which must not be. Do not use what was saved on"
        " the way at {path}; train with one process.",
        pt="Os {processes} processos terminaram com números diferentes, o que não pode acontecer. Não use o que foi"
        " gravado no caminho em {path}; treine com um processo.",
    ),
    "training.out_not_writable": Sentence(
        en="{path} cannot be written: {reason}. Choose a file in a folder that exists and that you may write to.",
        pt="Não é possível gravar {path}: {reason}. Escolha um arquivo em uma pasta que exista e permita gravação.",
    ),
    "training.out_is_corpus": Sentence(
        en="{path} is the text itself; the checkpoint would overwrite it. Choose another file for --out.",
        pt="{path} é o próprio texto; o checkpoint o sobrescreveria. Escolha outro arquivo para --out.",
    ),
    "training.resume_missing": Sentence(
        en="There is no file {path} to resume from. Check the path, or train without --resume.",
        pt="Não há arquivo {path} para retomar. Confira o caminho ou treine sem --resume.",
    ),
    "training.not_resumable": Sentence(
        en="{path} holds no training state that can be resumed. Choose a file that `train` wrote.",
        pt="{path} não contém um estado de treino que possa ser retomado. Escolha um arquivo gravado por `train`.",
    ),
    "training.resume_other_text": Sentence(
        en="The run to resume was trained on another text. Give the same text, or start afresh.",
        pt="O treino a retomar usou outro texto. Forneça o mesmo texto ou comece do zero.",
    ),
    "training.resume_mismatch": Sentence(
        en="A resumed run keeps its settings; only the epochs or updates may grow. Different here: {differences}.",
        pt="Um treino retomado mantém suas configurações; só as épocas ou atualizações podem aumentar. Diferentes aqui:"
        " {differences}.",
    ),
    "training.not_finite": Sentence(
        en="The numbers stopped being finite by step {step:,}; the learning rate was {learning_rate}. The last finite"
        " state (step {kept:,}) is kept in {path}. Train again with a smaller learning rate.",
        pt="Os números deixaram de ser finitos até o passo {step:,}; a taxa de aprendizado era {learning_rate}. O"
        " último estado finito (passo {kept:,}) está em {path}. Treine de novo com uma taxa de aprendizado menor.",
    ),
}
