"""Errors of long work."""

from embedlab.wording import Sentence

SENTENCES = {
    "job.queue_full": Sentence(
        en="The queue is full: {limit} runs are waiting already. Try again in a minute.",
        pt="A fila está cheia: {limit} execuções já estão esperando. Tente de novo em um minuto.",
    ),
    "job.crashed": Sentence(
        en="The run crashed ({signal}) in its own process; nothing else was affected. "
        "Try other settings or fewer rows.",
        pt="A execução caiu ({signal}) em seu próprio processo; nada mais foi afetado. "
        "Tente outras configurações ou menos linhas.",
    ),
    "job.process_ended": Sentence(
        en="Process {process} of {processes} ended ({how}), and the others were ended with it. What was saved on the"
        " way can be resumed. Try again with fewer processes.",
        pt="O processo {process} de {processes} terminou ({how}) e os outros foram encerrados com ele. O que foi"
        " gravado no caminho pode ser retomado. Tente de novo com menos processos.",
    ),
    "job.crashed:bus": Sentence(
        en="The run ended ({signal}) in its own process: a file that it reads got shorter under it, or the disk that "
        "it writes to is full. Nothing else was affected. Copy the file again or make room, then start anew.",
        pt="A execução terminou ({signal}) em seu próprio processo: um arquivo que ela lê ficou mais curto, ou o "
        "disco em que grava está cheio. Nada mais foi afetado. Copie o arquivo de novo ou libere espaço e recomece.",
    ),
    "job.no_room": Sentence(
        en="The disk for temporary files is full: the run could not keep what it found. Make room, or point TMPDIR to "
        "another disk, and start it again.",
        pt="O disco de arquivos temporários está cheio: a execução não pôde guardar o que encontrou. Libere espaço ou "
        "aponte TMPDIR para outro disco e comece de novo.",
    ),
    "job.out_of_memory": Sentence(
        en="The run needed more than its {megabytes:,} MB of memory and was ended. Try fewer rows or dimensions.",
        pt="A execução precisou de mais que seus {megabytes:,} MB de memória e foi encerrada. "
        "Tente menos linhas ou dimensões.",
    ),
    "job.timed_out": Sentence(
        en="The run reached its limit of {seconds:,.0f} seconds and was ended. Try fewer rows or epochs.",
        pt="A execução chegou ao seu limite de {seconds:,.0f} segundos e foi encerrada. Tente menos linhas ou épocas.",
    ),
    "job.lost": Sentence(
        en="The process that runs long work ended, and this run with it. It is being started anew; please try again.",
        pt="O processo que executa os trabalhos longos terminou, e esta execução com ele. "
        "Ele está sendo reiniciado; tente de novo.",
    ),
    "job.failed": Sentence(
        en="The run failed: {reason}. Try other settings; the server's log holds the details.",
        pt="A execução falhou: {reason}. Tente outras configurações; o log do servidor guarda os detalhes.",
    ),
    "job.not_allowed": Sentence(
        en="{function} is not a function that jobs may run: only those of embedlab are.",
        pt="{function} não é uma função que pode ser executada: só as do embedlab podem.",
    ),
    "job.stopped": Sentence(
        en="The run was stopped before it had anything to show. Start it again when you like.",
        pt="A execução foi parada antes de ter algo para mostrar. Comece de novo quando quiser.",
    ),
    "job.training_off": Sentence(
        en="The teacher has switched training off. Everything else on the pages works.",
        pt="O professor desligou o treino. Todo o resto das páginas funciona.",
    ),
    "job.training_limited": Sentence(
        en="In this class each browser may start one run in {minutes} minutes: the next one in {seconds} seconds.",
        pt="Nesta turma cada navegador pode começar uma execução a cada {minutes} minutos: a próxima em "
        "{seconds} segundos.",
    ),
}
