"""How fast skip-gram trains beside gensim, and what both learn: `python -m bench.skipgram`.

20,000 sentences of the English grammar, three epochs, 64 dimensions, window 4, five negatives, no subsampling, one
thread and one worker, in turn in one process; words per CPU second, which a busy machine disturbs less than the clock.
gensim draws a smaller window for each word (1 to 4), we take it whole. `batch`: our settings for a text of this
length; `default`: those of the app, chosen for 5,000 sentences. Aim: 1.4 times gensim at equal purity and margin.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from gensim.models import Word2Vec

from bench.row import Row, at_least, show
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import INPUT
from embedlab.training import corpus, vocabulary
from embedlab.training.corpus import Corpus
from embedlab.training.objective import TrainingData
from embedlab.training.objectives.skipgram import OBJECTIVE, Settings
from embedlab.training.scores import score

SENTENCES, EPOCHS, ROUNDS = 20_000, 3, 3
LEARNED = ("class_purity_at_5", "centred_margin")
OURS = {
    "default": Settings(epochs=EPOCHS),
    "batch": Settings(epochs=EPOCHS, batch=128, shared_negatives=32),
}


def ours(text: Corpus, settings: Settings, seed: int) -> tuple[float, EmbeddingTable]:
    """CPU seconds of all steps, and the table."""
    known = vocabulary.of(text.sentences)
    data = TrainingData(tuple(vocabulary.encode(text.sentences, known)), np.array(known.counts))
    run = OBJECTIVE.start(data, settings, seed, "cpu", None, 0)
    start = time.process_time()
    while run.step < run.total:
        run.advance()
    return time.process_time() - start, EmbeddingTable(run.tensors()[INPUT], known.tokens, Provenance("ours"))


def peer(text: Corpus, seed: int) -> tuple[float, EmbeddingTable]:
    model = Word2Vec(vector_size=64, window=4, negative=5, sg=1, sample=0, min_count=1, workers=1, seed=seed)
    model.build_vocab(text.sentences)
    start = time.process_time()
    model.train(text.sentences, total_examples=len(text.sentences), epochs=EPOCHS)
    spent = time.process_time() - start
    words = tuple(str(word) for word in model.wv.index_to_key)
    return spent, EmbeddingTable(model.wv.vectors, words, Provenance("gensim"))


def rows() -> list[Row]:
    torch.set_num_threads(1)
    text = corpus.build("en", SENTENCES)
    sides: dict[str, Callable[[int], tuple[float, EmbeddingTable]]] = {"gensim": lambda seed: peer(text, seed)}
    for name, settings in OURS.items():
        sides[name] = lambda seed, settings=settings: ours(text, settings, seed)
    runs: list[dict[str, tuple[float, EmbeddingTable]]] = [
        {name: side(seed) for name, side in sides.items()} for seed in range(ROUNDS)
    ]
    words = EPOCHS * text.n_tokens
    found: dict[str, dict[str, Any]] = {}
    for name in sides:
        seconds = [run[name][0] for run in runs]
        scores = [score(run[name][1], text) for run in runs]
        learned = {key: [round(one[key], 3) for one in scores if one] for key in LEARNED}
        ratios = sorted(run["gensim"][0] / run[name][0] for run in runs)
        found[name] = {"words_per_second": round(words / min(seconds)), "times_gensim": ratios, **learned}
    peer_learned = found["gensim"]
    return show(
        (
            at_least("skip-gram, words per processor second beside gensim", 1.4, found["batch"]["times_gensim"]),
            *(
                at_least(
                    f"the same: {key} less gensim's", -0.02, np.subtract(found["batch"][key], peer_learned[key]), ""
                )
                for key in LEARNED
            ),
        ),
        found,
    )


if __name__ == "__main__":
    rows()
