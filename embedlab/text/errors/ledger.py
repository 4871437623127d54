"""Errors of the ledger."""

from embedlab.checkpoints.unusable import REASONS
from embedlab.wording import Sentence

SENTENCES = {
    **{
        f"ledger.config_unusable:{reason}": Sentence(
            en=f"{{name}} is no config of a model: {why.en}. Give a config.json, a checkpoint, or --vocabulary and "
            "--width.",
            pt=f"{{name}} não é a configuração de um modelo: {why.pt}. Dê um config.json, um checkpoint, ou "
            "--vocabulary e --width.",
        )
        for reason, why in REASONS.items()
    },
    "ledger.config_incomplete": Sentence(
        en="{name} does not say {missing}. Add what is missing by --vocabulary and --width.",
        pt="{name} não diz {missing}. Acrescente o que falta com --vocabulary e --width.",
    ),
    "ledger.tie_not_said": Sentence(
        en="{name} does not say whether input table and output head are one (tie_word_embeddings): {tied:,} parameters "
        "if tied, {untied:,} if not. Families differ, so add --tied or --untied.",
        pt="{name} não diz se a tabela de entrada e a cabeça de saída são uma só (tie_word_embeddings): {tied:,} "
        "parâmetros se atadas, {untied:,} se não. As famílias diferem; acrescente --tied ou --untied.",
    ),
}
