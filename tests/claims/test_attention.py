"""C12: attention scores are q.k over the root of the head's dimensions, masked, and softmax makes weights of them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.claims import attention
from embedlab.training.gpt import Attention
from embedlab.training.objectives import next_token
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES

pytestmark = pytest.mark.claims
MODELS = [
    f"{name}_{language}{end}" for language in LANGUAGES for name, end in (("positions", ""), ("contexts", "_both"))
]
WORDS = {"en": "the cat sat on a mat", "pt": "o gato dormiu na cama"}


@pytest.fixture(scope="module", params=MODELS)
def read(request):
    """What a shipped model makes of a sentence, its rows there, and whether it is causal."""
    path = SHIPPED / f"{request.param}.safetensors"
    table, model = tablefile.read(path), next_token.model(path)
    language = "pt" if "_pt" in request.param else "en"
    ids = [table.ids_by_token[word][0] for word in WORDS[language].split() if word in table.ids_by_token]
    assert len(ids) >= 3
    return model.attention(ids), table.rows64(ids), model.architecture.causal


def one_head(q, k):
    """A sentence of two tokens, one layer and one head that may look everywhere."""
    q, k = (np.array(part, dtype=np.float64)[None, None] for part in (q, k))
    scores = q @ k.transpose(0, 1, 3, 2) / math.sqrt(q.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    return Attention(q, k, scores, weights)


def test_c12_scores_are_scaled_products_and_weights_sum_to_one(read):
    found, rows, causal = read
    outcome = attention.made_of(found, rows)
    assert outcome.verdict == "scaled"
    assert outcome.values["off"] <= attention.SUMS
    later = np.triu(np.ones(found.weights.shape[-2:], dtype=bool), 1)
    assert (found.weights[..., later] == 0).all() == causal


def test_c12_every_cell_worked_out_by_hand_agrees(read):
    found = read[0]
    layers, heads, tokens, _ = found.weights.shape
    for layer, head, query in np.ndindex(layers, heads, tokens):
        cell = attention.work_out(found, layer, head, query, 0)
        assert cell.agrees
        assert cell.held == found.weights[layer, head, query, 0]


def test_c12_a_cell_by_hand():
    found = one_head([[1, 2, 0, 2], [0, 0, 0, 0]], [[2, 1, 5, 0], [0, 1, 0, 1]])
    cell = attention.work_out(found, 0, 0, 0, 1)
    assert cell.products == (0, 2, 0, 2)
    assert (cell.product, cell.scaled) == (4, 2)
    assert cell.total == pytest.approx(math.exp(2) + math.exp(2))  # the other key: 1*2 + 2*1 = 4, too
    assert cell.weight == pytest.approx(0.5)
    assert cell.agrees


@pytest.mark.parametrize("verdict", ["product", "cosine", "rows", "other"])
def test_c12_other_scores_turn_the_verdict(read, verdict):
    found, rows, _ = read
    q, k = found.queries, found.keys
    product = q @ k.transpose(0, 1, 3, 2)
    norms = np.linalg.norm(q, axis=-1)[..., None] * np.linalg.norm(k, axis=-1)[..., None, :]
    made = {"product": product, "cosine": product / norms, "rows": (rows @ rows.T) + 0 * product, "other": product**3}
    planted = replace(found, scores=np.where(found.scores > -np.inf, made[verdict], -np.inf))
    assert attention.made_of(planted, rows).verdict == verdict


def test_a_cell_that_differs_is_told():
    found = one_head([[1, 2], [0, 1]], [[2, 1], [0, 1]])
    assert not attention.work_out(replace(found, weights=found.weights + 1e-6), 0, 0, 0, 0).agrees
    assert not attention.work_out(replace(found, scores=found.scores + 1e-6), 0, 0, 0, 0).agrees
