"""The prediction cards of the page of positions, C13 to C18."""

from __future__ import annotations

from embedlab.text.cards import Card

EN: dict[str, Card] = {
    "C13": Card(
        claim="C13",
        question="Without positions, are the two sentences one and the same bag of words to the model?",
        choices={
            "always": "yes, always",
            "both_ways": "only if every word sees all words",
            "never": "no, it tells them apart",
        },
        said={
            "always": "A bag with either attention: nothing differs by more than {error:.0e}, and with the mask "
            "the last word’s state by {more:.0e}.",
            "both_ways": "If every word sees all, each keeps its state and moves along with it (differences up to "
            "{error:.0e}), and the mean is the same ({pooled:.0e}). Causal: with one layer the last word still "
            "sees a bag ({one:.0e}); with more layers it hears the order ({more:.2f}).",
            "never": "It tells them apart even if every word sees all: the states differ by up to {error:.2f}.",
        },
        rule="A bag: with 1, 2 and 3 layers, no number of a state differs by more than 1e-10 in float64. Causal: "
        "the last word’s state, while the words before it change their order.",
        lesson="Without positions, “the cat sat on a mat” and “mat a on sat cat the” are one and the same bag.",
        truth="It holds for attention both ways, and there a single state moves with its word; only the mean "
        "stays. A causal mask lets a word see only those before it, and from the second layer on that leaks the "
        "order, which the lesson passes over.",
    ),
    "C14": Card(
        claim="C14",
        question="The rows of two positions, p and p + k: what decides their dot product?",
        choices={"distance": "only how far apart: k", "both": "also where they stand: p"},
        said={
            "distance": "For one k it changes by {by_place:.0e} at most while p goes up to {farthest:,}; over k it "
            "changes by {by_step:.1f}.",
            "both": "For one k it changes by {by_place:.2f} with p.",
            "neither": "All products are equal.",
        },
        rule="At one k, the products at all p differ by at most 1e-6 (float64 knows an angle of a million radians "
        "to 1e-10); over k they differ by more.",
        lesson="Sinusoids are fixed, never trained, and reach any position.",
        truth="Each pair of dimensions is a clock hand of its own speed, and the product is the sum of cosines of "
        "the angles between hands: p drops out. 0 parameters. Any position can be computed; whether a model makes "
        "sense of one that it never saw in training is another question.",
    ),
    "C15": Card(
        claim="C15",
        question="Both words move on by the same number of places. What becomes of query · key?",
        choices={"same": "it stays the same", "changes": "it changes"},
        said={
            "same": "It stays {score:.3f}: moved on by up to {shift:,} places it changes by {change:.0e}, and the "
            "norms by {norm:.0e}. Had only the query moved, it would have changed by {alone:.2f}.",
            "changes": "It changes by {change:.2f}, and the norms by {norm:.2f}.",
        },
        rule="The product and the norm of the query change by at most 1e-10 in float64.",
        lesson="Rotary positions turn queries and keys and have no parameters.",
        truth="The turns of query and key are undone in the product but for their difference, m − n; each turn "
        "keeps the norm. Values and rows are not turned. It is exact up to rounding, which grows with the place.",
    ),
    "C16": Card(
        claim="C16",
        question="Nobody tells this table which positions are neighbours. Which rows are alike after training?",
        choices={"near": "those of near positions", "none": "none more than others", "far": "those far apart"},
        said={
            "near": "Positions up to two places apart have a mean cosine of {near:z.2f}, all others {far:z.2f}. "
            "Before training: {near_before:z.2f} and {far_before:z.2f}.",
            "none": "Positions up to two places apart have a mean cosine of {near:z.2f}, all others {far:z.2f}: no "
            "more than chance orders of the positions show.",
            "far": "Positions far apart have a mean cosine of {far:z.2f}, near ones only {near:z.2f}.",
            "start": "Near ones are alike ({near:z.2f} against {far:z.2f}), but they already were before training.",
        },
        rule="Near: at most two places apart. Their mean cosine is at least 0.1 above that of the others, in at "
        "most 1% of 999 chance orders of the positions it is as much above, and before training it is not.",
        lesson="Learned positions are a second table, trained like the first: 1,024 × 768 = 786,432 numbers in ANDREA.",
        truth="Near positions stand in like places of a sentence, so their rows are moved alike; the band is soft. "
        "On a text whose words are all shuffled it is absent; shuffled within each sentence it stays, for a position "
        "still tells how far on in a sentence it is. The table ends with its last row.",
    ),
    "C17": Card(
        claim="C17",
        question="A token row plus a position row. Who sees only the sum: can they name the pair?",
        choices={"tables": "yes, knowing both tables", "lost": "no, the sum has lost it"},
        said={
            "tables": "Compared with all {sums:,} sums, {pair:.0%} of {guessed} pairs are named right. The nearest "
            "token row alone names {token:.0%} of the tokens, the nearest position row {position:.0%} of the "
            "positions, at this model’s ratio of norms, {ratio:.2f}.",
            "lost": "Compared with all {sums:,} sums, only {pair:.0%} of {guessed} pairs are named right.",
        },
        rule="A pair is named right if its sum is nearer than every other; at least 99% of 500 pairs.",
        lesson="x = token row + position row; the model never separates them again.",
        truth="No step of the model takes the sum apart, and every layer reads it whole. Yet adding loses nothing "
        "while no two sums coincide. Which part a quick look finds depends on which row is longer.",
    ),
    "C18": Card(
        claim="C18",
        question="1,024 ids enter ANDREA’s embedding layer. What comes out?",
        choices={
            "rows": "a row per id: (1024, 768)",
            "one": "one row for all: (768,)",
            "scores": "scores: (1024, 8449)",
        },
        said={
            "rows": "{shape}: {ids:,} rows of {dims}, {numbers:,} numbers.",
            "one": "One row of {numbers:,} numbers.",
            "scores": "{shape}: a score per id and token.",
            "other": "{shape}.",
        },
        rule="The shape of what was computed, from tables drawn by chance: a shape does not depend on their numbers.",
        lesson="Ids in, (T, d) out: 1,024 ids give (1024, 768).",
        truth="So it is, for T from 1 to 1,024, and every block keeps the shape. Attention is the one place where "
        "T meets T. The sizes are ANDREA’s as the lesson states them.",
    ),
}

PT: dict[str, Card] = {
    "C13": Card(
        claim="C13",
        question="Sem posições, as duas frases são para o modelo um mesmo saco de palavras?",
        choices={
            "always": "sim, sempre",
            "both_ways": "só se cada palavra vê todas",
            "never": "não, ele as distingue",
        },
        said={
            "always": "Um saco com qualquer atenção: nada difere em mais de {error:.0e} e, com a máscara, o estado "
            "da última palavra em {more:.0e}.",
            "both_ways": "Se cada palavra vê todas, cada uma leva consigo o seu estado (diferenças de até "
            "{error:.0e}), e a média é a mesma ({pooled:.0e}). Causal: com uma camada a última palavra ainda vê um "
            "saco ({one:.0e}); com mais camadas ela percebe a ordem ({more:.2f}).",
            "never": "Ele as distingue mesmo se cada palavra vê todas: os estados diferem em até {error:.2f}.",
        },
        rule="Um saco: com 1, 2 e 3 camadas, nenhum número de um estado difere em mais de 1e-10 em float64. "
        "Causal: o estado da última palavra, enquanto as anteriores mudam de ordem.",
        lesson="Sem posições, “the cat sat on a mat” e “mat a on sat cat the” são um mesmo saco.",
        truth="Vale para a atenção nos dois sentidos, e ali cada estado anda com a sua palavra; só a média fica. "
        "Uma máscara causal deixa a palavra ver só as anteriores, e da segunda camada em diante isso deixa passar "
        "a ordem, o que a lição não menciona.",
    ),
    "C14": Card(
        claim="C14",
        question="As linhas de duas posições, p e p + k: o que decide o seu produto escalar?",
        choices={"distance": "só a distância: k", "both": "também o lugar: p"},
        said={
            "distance": "Para um mesmo k ele muda no máximo {by_place:.0e} enquanto p vai até {farthest:,}; com k, "
            "muda {by_step:.1f}.",
            "both": "Para um mesmo k ele muda {by_place:.2f} com p.",
            "neither": "Todos os produtos são iguais.",
        },
        rule="Para um mesmo k, os produtos em todos os p diferem no máximo em 1e-6 (float64 conhece um ângulo de "
        "um milhão de radianos até 1e-10); com k, diferem mais.",
        lesson="As senoides são fixas, nunca treinadas, e alcançam qualquer posição.",
        truth="Cada par de dimensões é um ponteiro de relógio com velocidade própria, e o produto é a soma dos "
        "cossenos dos ângulos entre ponteiros: p desaparece. 0 parâmetros. Qualquer posição pode ser calculada; se "
        "um modelo entende uma que nunca viu no treino é outra questão.",
    ),
    "C15": Card(
        claim="C15",
        question="As duas palavras avançam o mesmo número de lugares. O que acontece com consulta · chave?",
        choices={"same": "fica igual", "changes": "muda"},
        said={
            "same": "Fica em {score:.3f}: avançando até {shift:,} lugares, muda {change:.0e}, e as normas "
            "{norm:.0e}. Se só a consulta avançasse, mudaria {alone:.2f}.",
            "changes": "Muda {change:.2f}, e as normas {norm:.2f}.",
        },
        rule="O produto e a norma da consulta mudam no máximo 1e-10 em float64.",
        lesson="As posições rotary giram consultas e chaves e não têm parâmetros.",
        truth="No produto os giros de consulta e chave se desfazem, menos a diferença m − n; cada giro mantém a "
        "norma. Valores e linhas não são girados. É exato a menos do arredondamento, que cresce com o lugar.",
    ),
    "C16": Card(
        claim="C16",
        question="Ninguém diz a esta tabela quais posições são vizinhas. Que linhas se parecem após o treino?",
        choices={"near": "as de posições próximas", "none": "nenhuma mais que outras", "far": "as distantes"},
        said={
            "near": "Posições a até dois lugares têm cosseno médio de {near:z.2f}, todas as outras {far:z.2f}. "
            "Antes do treino: {near_before:z.2f} e {far_before:z.2f}.",
            "none": "Posições a até dois lugares têm cosseno médio de {near:z.2f}, todas as outras {far:z.2f}: não "
            "mais do que mostram ordens ao acaso das posições.",
            "far": "Posições distantes têm cosseno médio de {far:z.2f}, as próximas só {near:z.2f}.",
            "start": "As próximas se parecem ({near:z.2f} contra {far:z.2f}), mas já se pareciam antes do treino.",
        },
        rule="Próximas: a no máximo dois lugares. Seu cosseno médio fica ao menos 0,1 acima do das outras, em no "
        "máximo 1% de 999 ordens ao acaso das posições fica tão acima, e antes do treino não fica.",
        lesson="Posições aprendidas são uma segunda tabela, treinada como a primeira: 1.024 × 768 = 786.432 "
        "números na ANDREA.",
        truth="Posições próximas ficam em lugares parecidos de uma frase, e por isso suas linhas são movidas de "
        "modo parecido; a faixa é suave. Em um texto com todas as palavras embaralhadas ela falta; embaralhadas "
        "dentro de cada frase ela fica, pois a posição ainda diz quanto da frase já passou. A tabela acaba na "
        "última linha.",
    ),
    "C17": Card(
        claim="C17",
        question="Uma linha de token mais uma de posição. Quem só vê a soma sabe dizer o par?",
        choices={"tables": "sim, conhecendo as duas tabelas", "lost": "não, a soma o perdeu"},
        said={
            "tables": "Comparando com todas as {sums:,} somas, {pair:.0%} de {guessed} pares são acertados. A "
            "linha de token mais próxima acerta sozinha {token:.0%} dos tokens; a linha de posição, "
            "{position:.0%} das posições, na razão de normas deste modelo, {ratio:.2f}.",
            "lost": "Comparando com todas as {sums:,} somas, só {pair:.0%} de {guessed} pares são acertados.",
        },
        rule="Um par está certo se a sua soma está mais próxima que todas as outras; ao menos 99% de 500 pares.",
        lesson="x = linha do token + linha da posição; o modelo nunca as separa de novo.",
        truth="Nenhum passo do modelo desfaz a soma, e cada camada a lê inteira. Mas somar nada perde enquanto "
        "duas somas não coincidem. Que parte um olhar rápido encontra depende de qual linha é mais longa.",
    ),
    "C18": Card(
        claim="C18",
        question="1.024 ids entram na camada de embedding da ANDREA. O que sai?",
        choices={
            "rows": "uma linha por id: (1024, 768)",
            "one": "uma linha para todos: (768,)",
            "scores": "pontuações: (1024, 8449)",
        },
        said={
            "rows": "{shape}: {ids:,} linhas de {dims}, {numbers:,} números.",
            "one": "Uma linha de {numbers:,} números.",
            "scores": "{shape}: uma pontuação por id e token.",
            "other": "{shape}.",
        },
        rule="A forma do que foi calculado com tabelas sorteadas: a forma não depende dos números.",
        lesson="Entram ids, sai (T, d): 1.024 ids dão (1024, 768).",
        truth="É assim, com T de 1 a 1.024, e cada bloco mantém a forma. A atenção é o único lugar em que T "
        "encontra T. Os tamanhos são os da ANDREA como a lição os dá.",
    ),
}
