"""Train: from a text to a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Train:
    """`corpora` is keyed by the choice of text, `scores` by the name of the score and in the order shown."""

    lead: str
    corpus: str
    corpora: Mapping[str, str]
    type_text: str
    type_help: str
    upload: str
    settings: str
    start: str
    resume: str
    resume_help: str
    download: str
    in_use: str
    ready: str
    meanwhile: str
    speed: str
    device: str
    loss: str
    step: str
    loss_alt: str
    score: str
    this_table: str
    random: str
    scores: Mapping[str, str]
    scores_alt: str
    no_scores: str


EN = Train(
    lead="A table starts as noise. Reading which words stand near each other, again and again, it puts words that "
    "are used alike in like places.",
    corpus="Toy corpus, or your own text",
    corpora={"en": "English", "pt": "Portuguese", "own": "my own"},
    type_text="Your text",
    type_help="A few hundred sentences at least; one sentence a line, or full stops between them.",
    upload="or a text file (UTF-8)",
    settings="Settings",
    start="Train",
    resume="Go on",
    resume_help="Goes on from the last state, exactly as if it had not been stopped.",
    download="Download as safetensors",
    in_use="This table is now in use on every page.",
    ready="Already trained on the toy corpus, with the settings named below. Press Train to see it happen.",
    meanwhile="Meanwhile, the table that comes with the app:",
    speed="{words:,.0f} words a second",
    device="{speed} · {device}",
    loss="loss per pair",
    step="step",
    loss_alt="The loss falls from {first} to {last} over {steps} steps.",
    score="score",
    this_table="this table",
    random="a random one",
    scores={
        "class_purity_at_5": "of the 5 nearest nouns, share of the same class",
        "margin": "cos(cat, dog) − cos(cat, Tuesday)",
        "centred_margin": "the same, after centring",
        "tree_share": "order of the class tree found",
    },
    scores_alt="{score}: {value}, random {random}",
    no_scores="Scores need classes of words to compare with, and only the toy corpora have them.",
)

PT = Train(
    lead="Uma tabela começa como ruído. Lendo muitas vezes quais palavras aparecem perto de quais, ela põe as de uso "
    "parecido em lugares parecidos.",
    corpus="Corpus de brinquedo ou texto seu",
    corpora={"en": "inglês", "pt": "português", "own": "meu texto"},
    type_text="Seu texto",
    type_help="Ao menos algumas centenas de frases; uma por linha, ou separadas por ponto final.",
    upload="ou um arquivo de texto (UTF-8)",
    settings="Configurações",
    start="Treinar",
    resume="Continuar",
    resume_help="Continua do último estado, exatamente como se não tivesse parado.",
    download="Baixar como safetensors",
    in_use="Esta tabela está agora em uso em todas as páginas.",
    ready="Já treinada no corpus de brinquedo, com as configurações indicadas abaixo. "
    "Clique em Treinar para ver acontecer.",
    meanwhile="Enquanto isso, a tabela que acompanha o programa:",
    speed="{words:,.0f} palavras por segundo",
    device="{speed} · {device}",
    loss="perda por par",
    step="passo",
    loss_alt="A perda cai de {first} para {last} em {steps} passos.",
    score="medida",
    this_table="esta tabela",
    random="uma aleatória",
    scores={
        "class_purity_at_5": "dos 5 substantivos mais próximos, parte da mesma classe",
        "margin": "cos(gato, cachorro) − cos(gato, terça)",
        "centred_margin": "o mesmo, depois de centrar",
        "tree_share": "ordem da árvore de classes encontrada",
    },
    scores_alt="{score}: {value}, aleatória {random}",
    no_scores="As medidas precisam de classes de palavras para comparar, e só os corpora de brinquedo as têm.",
)

TEXT: dict[Language, Train] = {"en": EN, "pt": PT}
