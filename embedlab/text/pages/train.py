"""Train: from a text to a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.text.cards import Card
from embedlab.wording import Language


@dataclass(frozen=True)
class Train:
    """`corpora` is keyed by the choice of text, `scores` by the name of the score and in the order shown.

    anchors: the three words that the page speaks of, as the toy corpus of the language writes them.
    """

    lead: str
    objective: str
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
    anchors: tuple[str, str, str]
    play: str
    pause: str
    moment: str
    moment_help: str
    snapshots: str
    variance: str
    at_step: str
    cosines_at: str
    map_alt: str
    cosines_alt: str
    cosine: str
    centred: str
    other_words: str
    all_words: str
    no_words: str
    record: str
    record_help: str
    record_own: str
    record_download: str
    experiments: str
    experiments_lead: str
    again: str
    seeds: str
    bands_alt: str
    words: str
    raw: str
    any_rows: str
    pair: str
    by_counts: str
    by_table: str
    by_frequency: str
    cards: Mapping[str, Card]


EN = Train(
    lead="A table starts as noise. Reading which words stand near each other, again and again, it puts words that "
    "are used alike in like places.",
    objective="What is to be learnt",
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
    loss="loss",
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
    anchors=("cat", "dog", "Tuesday"),
    play="Play",
    pause="Pause",
    moment="Moment of the run",
    moment_help="Snapshots of the table, close together at the start, where it changes most. The arrow keys move it.",
    snapshots="snapshots in one plane",
    variance="share of their variance",
    at_step="Step {step:,} of {of:,}.",
    cosines_at="Step {step:,} of {of:,}. In all dimensions cos({a}, {b}) is **{raw_dog:.2f}** and cos({a}, {c}) "
    "**{raw_tuesday:.2f}**; after centring, {dog:.2f} and {tuesday:.2f}. The map shows two dimensions of it.",
    map_alt="The words on a map at step {step:,} of {of:,}, among them: {words}.",
    cosines_alt="cos({a}, {b}) and cos({a}, {c}) over the steps, raw and centred; the text below gives the numbers.",
    cosine="cosine",
    centred="centred",
    other_words="other nouns",
    all_words="words",
    no_words="Cosines are drawn where the text has the words cat, dog and Tuesday, as the English toy corpus does.",
    record="Record: how to repeat this run",
    record_help="The same text, settings, seed, device, threads, processes and versions give the same table, to the "
    "last bit.",
    record_own="# The text was your own, and this record knows it by its sha-256 alone. Put it into a file:\n"
    "python -m embedlab train --corpus FILE",
    record_download="Download the record (JSON)",
    experiments="What decides who is near",
    experiments_lead="Predict first. Then several tables are trained, and they decide.",
    again="Run it again",
    seeds="seeds",
    bands_alt="cos({a}, {b}) and cos({a}, {c}) over the steps: mean and band of {runs} runs.",
    words="cosine of",
    raw="raw",
    any_rows="two random rows",
    pair="pair held out",
    by_counts="counts say",
    by_table="the table says",
    by_frequency="the verb’s frequency",
    cards={
        "C06": Card(
            claim="C06",
            question="Five runs from five random starts: in how many does cat end nearer to dog than to Tuesday?",
            choices={"every": "in all five", "some": "in some", "none": "in none"},
            said=dict.fromkeys(
                ("every", "some", "none"),
                "In {wins} of {runs} runs. The margin cos(cat, dog) − cos(cat, Tuesday) is {mean:.2f}; a further run "
                "would lie between {low:.2f} and {high:.2f}, and before training between {before_low:.2f} and "
                "{before_high:.2f}. cos(cat, Tuesday) is {raw_tuesday:.2f}, but random rows have {raw_pairs:.2f} too; "
                "centred, it is {centred_tuesday:.2f}, where chance gives ± {chance:.3f}.",
            ),
            rule="in all: the margin is above 0 in every run and so is its 95 % band over the seeds; in none: in no "
            "run above 0.",
            lesson="After training cat, dog, pet are close; cat, Tuesday, xylophone are far; cat and Tuesday are "
            "nearly orthogonal.",
            truth="Nearly orthogonal is 0 ± 1/√d, and holds after centring. Raw skip-gram rows share one direction, "
            "because the negatives push all of them the same way; so even strangers have a cosine above 0.",
        ),
        "C07": Card(
            claim="C07",
            question="In the text every cat becomes Tuesday, and every Tuesday cat. Who is then near to cat?",
            choices={"own": "the pets", "others": "the weekdays", "neither": "neither of them"},
            said=dict.fromkeys(
                ("own", "others", "neither"),
                "Near to cat: {cat}. Near to Tuesday: {tuesday}. Over {runs} runs {other:.0%} of the neighbours are of "
                "the other’s class, {own:.0%} of the own. In the shuffled text the margin is {shuffled:.2f} (band "
                "{shuffled_low:.2f} to {shuffled_high:.2f}). Turned at random, {changed:.0%} of a table’s numbers are "
                "new; no cosine moved by more than {cosine:.0e}, and with the turn undone in the head the loss moved "
                "by {loss:.0e}.",
            ),
            rule="at least 80 % of the five nearest nouns of both words, over three runs, are of one class; else "
            "neither.",
            lesson="Structure is residue of prediction; no definition sits in a coordinate.",
            truth="A word’s place comes from its contexts alone; its spelling does nothing. Only what rows have to one "
            "another is fixed: any rotation of all of them predicts as well, so no single coordinate means anything.",
        ),
        "C08": Card(
            claim="C08",
            question="No sentence is left with both cat and walked, nor with the other pairs. How likely does the "
            "table find them?",
            choices={"more": "likelier than counts do", "frequency": "no likelier than the verb alone"},
            said=dict.fromkeys(
                ("more", "frequency"),
                "{removed:,} sentences with the {pairs} pairs, such as {noun} – {verb}, are taken out. Counts then "
                "give {counted:.2%}. The table gives {table:.2%}, {times:.1f} times the verbs’ own frequency "
                "({frequency:.2%}), and more than it in {above} of {cases} cases; counts with 1 added everywhere give "
                "{smoothed:.2%}.",
            ),
            rule="geometric mean over pairs and three runs: above what counts say, and above the verbs’ own frequency, "
            "which needs no noun.",
            lesson="Distributed rows share statistical strength.",
            truth="What other pets do reaches the cat, because their rows are near. It helps on average: single pairs "
            "scatter widely, and smoothed counts come close. A text this small leaves little to share.",
        ),
    },
)

PT = Train(
    lead="Uma tabela começa como ruído. Lendo muitas vezes quais palavras aparecem perto de quais, ela põe as de uso "
    "parecido em lugares parecidos.",
    objective="O que se aprende",
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
    loss="perda",
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
    anchors=("gato", "cachorro", "terça"),
    play="Reproduzir",
    pause="Pausar",
    moment="Momento do treino",
    moment_help="Instantâneos da tabela, mais juntos no começo, onde ela muda mais. As setas do teclado o movem.",
    snapshots="instantâneos em um plano",
    variance="parte da variância deles",
    at_step="Passo {step:,} de {of:,}.",
    cosines_at="Passo {step:,} de {of:,}. Em todas as dimensões cos({a}, {b}) é **{raw_dog:.2f}** e cos({a}, {c}) "
    "**{raw_tuesday:.2f}**; depois de centrar, {dog:.2f} e {tuesday:.2f}. O mapa mostra duas dimensões disso.",
    map_alt="As palavras em um mapa no passo {step:,} de {of:,}, entre elas: {words}.",
    cosines_alt="cos({a}, {b}) e cos({a}, {c}) ao longo dos passos, brutos e centrados; o texto abaixo dá os números.",
    cosine="cosseno",
    centred="centrado",
    other_words="outros substantivos",
    all_words="palavras",
    no_words="Os cossenos são desenhados onde o texto tem as palavras gato, cachorro e terça, como o corpus de "
    "brinquedo em português.",
    record="Registro: como repetir este treino",
    record_help="O mesmo texto, com as mesmas configurações, semente, dispositivo, threads, processos e versões, dá a "
    "mesma tabela, até o último bit.",
    record_own="# O texto era seu, e este registro o conhece só pelo sha-256. Coloque-o em um arquivo:\n"
    "python -m embedlab train --corpus ARQUIVO",
    record_download="Baixar o registro (JSON)",
    experiments="O que decide quem fica perto",
    experiments_lead="Primeiro preveja. Depois várias tabelas são treinadas, e elas decidem.",
    again="Executar de novo",
    seeds="sementes",
    bands_alt="cos({a}, {b}) e cos({a}, {c}) ao longo dos passos: média e faixa de {runs} treinos.",
    words="cosseno de",
    raw="bruto",
    any_rows="duas linhas quaisquer",
    pair="par retirado",
    by_counts="as contagens dizem",
    by_table="a tabela diz",
    by_frequency="a frequência do verbo",
    cards={
        "C06": Card(
            claim="C06",
            question="Cinco treinos a partir de cinco inícios sorteados: em quantos gato termina mais perto de "
            "cachorro do que de terça?",
            choices={"every": "em todos os cinco", "some": "em alguns", "none": "em nenhum"},
            said=dict.fromkeys(
                ("every", "some", "none"),
                "Em {wins} de {runs} treinos. A margem cos(gato, cachorro) − cos(gato, terça) é {mean:.2f}; mais um "
                "treino ficaria entre {low:.2f} e {high:.2f}, e antes de treinar entre {before_low:.2f} e "
                "{before_high:.2f}. cos(gato, terça) é {raw_tuesday:.2f}, mas linhas quaisquer têm {raw_pairs:.2f} "
                "também; centrado, é {centred_tuesday:.2f}, onde o acaso dá ± {chance:.3f}.",
            ),
            rule="em todos: a margem está acima de 0 em cada treino, e toda a sua faixa de 95 % entre as sementes "
            "também; em nenhum: acima de 0 em nenhum treino.",
            lesson="Depois do treino, gato, cachorro e bicho de estimação ficam perto; gato, terça e xilofone, longe; "
            "gato e terça são quase ortogonais.",
            truth="Quase ortogonal é 0 ± 1/√d, e vale depois de centrar. As linhas brutas do skip-gram têm uma "
            "direção em comum, porque os negativos empurram todas para o mesmo lado; por isso até estranhas têm "
            "cosseno acima de 0.",
        ),
        "C07": Card(
            claim="C07",
            question="No texto todo gato vira terça, e toda terça vira gato. Quem fica então perto de gato?",
            choices={"own": "os bichos de estimação", "others": "os dias da semana", "neither": "nem uns nem outros"},
            said=dict.fromkeys(
                ("own", "others", "neither"),
                "Perto de gato: {cat}. Perto de terça: {tuesday}. Em {runs} treinos, {other:.0%} dos vizinhos são da "
                "classe da outra palavra e {own:.0%} da própria. No texto embaralhado a margem é {shuffled:.2f} "
                "(faixa de {shuffled_low:.2f} a {shuffled_high:.2f}). Em uma tabela girada ao acaso, {changed:.0%} "
                "dos números são novos; nenhum cosseno mudou mais que {cosine:.0e}, e com o giro desfeito na saída a "
                "perda mudou {loss:.0e}.",
            ),
            rule="ao menos 80 % dos cinco substantivos mais próximos das duas palavras, em três treinos, são de uma "
            "classe; senão, nem uns nem outros.",
            lesson="A estrutura é resíduo da previsão; nenhuma definição mora em uma coordenada.",
            truth="O lugar de uma palavra vem só dos seus contextos; a grafia não faz nada. Só está fixado o que as "
            "linhas têm umas com as outras: qualquer rotação de todas prevê igualmente bem, e por isso nenhuma "
            "coordenada sozinha significa algo.",
        ),
        "C08": Card(
            claim="C08",
            question="Não sobra frase com gato e passeou, nem com os outros pares. Quão provável a tabela os acha?",
            choices={"more": "mais que as contagens", "frequency": "não mais que o verbo sozinho"},
            said=dict.fromkeys(
                ("more", "frequency"),
                "{removed:,} frases com os {pairs} pares, como {noun} – {verb}, são retiradas. As contagens então dão "
                "{counted:.2%}. A tabela dá {table:.2%}, {times:.1f} vezes a frequência dos verbos ({frequency:.2%}), "
                "e mais que ela em {above} de {cases} casos; contagens com 1 somado em toda parte dão {smoothed:.2%}.",
            ),
            rule="média geométrica entre pares e três treinos: acima do que dizem as contagens e acima da frequência "
            "dos verbos, que dispensa o substantivo.",
            lesson="Linhas distribuídas compartilham força estatística.",
            truth="O que os outros bichos fazem chega ao gato, porque as linhas deles estão perto. Ajuda em média: "
            "pares isolados variam muito, e contagens suavizadas chegam perto. Um texto tão pequeno deixa pouco a "
            "compartilhar.",
        ),
    },
)

TEXT: dict[Language, Train] = {"en": EN, "pt": PT}
