"""Errors of work on the workers of a scheduler."""

from embedlab.wording import Sentence

SENTENCES = {
    "job.no_resource": Sentence(
        en="No worker of the scheduler has {wanted}. Ask for something that is there, or start such a worker.",
        pt="Nenhum worker do scheduler tem {wanted}. Peça algo que exista, ou inicie um worker assim.",
    ),
    "job.worker_lost": Sentence(
        en="The worker {worker} that had this run ended or is out of reach, and the run is lost. Please try again.",
        pt="O worker {worker}, que tinha esta execução, terminou ou não responde, e a execução se perdeu. "
        "Tente de novo.",
    ),
    "job.scheduler_lost": Sentence(
        en="The scheduler {address} ended or is out of reach, and this run is lost. Try again: runs go on here.",
        pt="O scheduler {address} terminou ou não responde, e esta execução se perdeu. "
        "Tente de novo: as execuções continuam aqui.",
    ),
    "job.too_large_to_send": Sentence(
        en="{name} was written on a worker and is above the {megabytes} MB that are sent back. Try fewer rows, "
        "dimensions or snapshots.",
        pt="{name} foi escrito em um worker e passa dos {megabytes} MB que são enviados de volta. Tente menos linhas, "
        "dimensões ou instantâneos.",
    ),
    "job.scheduler_away": Sentence(
        en="The scheduler {address} does not answer. Until it does, work runs on this machine.",
        pt="O scheduler {address} não responde. Até que responda, o trabalho é feito nesta máquina.",
    ),
    "job.scheduler_unsafe": Sentence(
        en="The scheduler {address} is not used: without TLS anybody on the way can run code on its workers and here. "
        "Use a tls:// address; docs/cluster.md says how.",
        pt="O scheduler {address} não é usado: sem TLS qualquer um no caminho pode executar código nos workers e aqui. "
        "Use um endereço tls://; docs/cluster.md diz como.",
    ),
    "job.scheduler_needs": Sentence(
        en="The scheduler is not used: {package} is not installed. Run pip install -r requirements-cluster.txt.",
        pt="O scheduler não é usado: {package} não está instalado. Execute pip install -r requirements-cluster.txt.",
    ),
    "job.versions_differ": Sentence(
        en="{where} is not used: it has {what} {theirs}, and this server {ours}. Install the same version.",
        pt="{where} não é usado: tem {what} {theirs}, e este servidor {ours}. Instale a mesma versão.",
    ),
    "job.worker_unfit": Sentence(
        en="The worker {worker} is not used: {reason}. Install embedlab and its requirements there.",
        pt="O worker {worker} não é usado: {reason}. Instale nele o embedlab e seus requisitos.",
    ),
}
