"""The readable GPT: shapes, masks, positions (C13 to C18), against torch's own layers and by identities."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedlab import tablefile
from embedlab.errors import QueryError, TrainingError
from embedlab.text.errors import say_error
from embedlab.training import gpt
from embedlab.training.gpt import Architecture, Model, rotate, sinusoid
from embedlab.wording import LANGUAGES

SHAPE = Architecture(rows=11, dims=16, layers=2, heads=2, context=8, positions="learned", causal=True, tied=False)
SENTENCE = np.array([3, 1, 4, 1, 5, 9])  # "the cat sat on the mat": a token comes twice


def model(seed=0, **given):
    shape = replace(SHAPE, **given)
    random = np.random.default_rng(seed)
    return Model(shape, {name: random.normal(0, 0.5, size) for name, size in shape.shapes().items()})


def apart(a, b):
    return float(np.abs(a - b).max())


EVERY = [
    {"positions": positions, "causal": causal, "layers": layers}
    for positions, causal, layers in product(("none", "learned", "sinusoidal", "rotary"), (True, False), (1, 3))
]
every_architecture = pytest.mark.parametrize("given", EVERY, ids=lambda given: "-".join(map(str, given.values())))


@every_architecture
def test_ids_in_states_out(given):
    """C18: T ids give (T, d), and each block keeps that shape."""
    made = model(**given)
    states = made.states(SENTENCE)
    assert states.shape == (given["layers"] + 1, 6, 16)
    assert states.dtype == np.float64
    assert np.isfinite(states).all()
    assert made.scores(states[-1]).shape == (6, 11)


def test_the_lessons_shape():
    shape = Architecture(50, 768, 1, 12, 1024, "learned", True, True)
    assert shape.shapes()[gpt.POSITIONS] == (1024, 768)  # C16: 786,432 parameters
    tensors = {name: np.zeros(size, np.float32) for name, size in shape.shapes().items()}
    assert Model(shape, tensors).states(np.zeros(1024, int))[0].shape == (1024, 768)


def test_state_0_is_row_plus_position():
    made = model()
    expected = made.tensors[tablefile.INPUT][SENTENCE] + made.tensors[gpt.POSITIONS][:6]
    assert apart(made.states(SENTENCE)[0], expected) == 0
    rows = model(positions="rotary")
    assert apart(rows.states(SENTENCE)[0], rows.tensors[tablefile.INPUT][SENTENCE]) == 0  # C25


@every_architecture
def test_a_causal_state_knows_nothing_of_what_follows(given):
    made, other = model(**given), SENTENCE.copy()
    other[-2:] = 7, 8
    same = apart(made.states(SENTENCE)[:, :-2], made.states(other)[:, :-2])
    assert same <= 1e-12 if given["causal"] else same > 0.01


@every_architecture
def test_only_without_positions_and_mask_a_sentence_is_a_bag(given):
    """C13: the states are permuted along, the pooled state is the same; with positions or mask it is not."""
    made, order = model(**given), np.array([5, 4, 3, 2, 1, 0])
    states, reversed_ = made.states(SENTENCE), made.states(SENTENCE[order])
    error = apart(states[-1][order], reversed_[-1])
    if given["positions"] == "none" and not given["causal"]:
        assert error <= 1e-10
        assert apart(states[-1].mean(0), reversed_[-1].mean(0)) <= 1e-10
    else:
        assert error >= 0.1


def test_a_mask_alone_leaks_order_from_the_second_layer_on():
    """C13's exception: with one layer the last state is that of a bag, with two it is not."""
    shuffled = SENTENCE[[2, 0, 4, 1, 3, 5]]
    for layers in (1, 2):
        made = model(positions="none", layers=layers)
        error = apart(made.states(SENTENCE)[-1, -1], made.states(shuffled)[-1, -1])
        assert error <= 1e-10 if layers == 1 else error >= 0.1


def test_sinusoids_by_hand():
    expected = [[0, 1, 0, 1], [np.sin(1), np.cos(1), np.sin(0.01), np.cos(0.01)]]
    np.testing.assert_allclose(sinusoid(np.array([0, 1]), 4), expected, rtol=0, atol=1e-15)


places = st.integers(0, 1_000_000)


@settings(deadline=None, max_examples=50)
@given(places, st.integers(0, 1000))
def test_sinusoid_products_depend_on_the_distance_alone(place, distance):
    """C14: at any place, up to a million and beyond."""
    here, there, first, later = sinusoid(np.array([place, place + distance, 0, distance]), 64)
    assert here @ there == pytest.approx(first @ later, abs=1e-7)  # a float64 angle of 1e6 is known to 1e-10
    assert here @ here == pytest.approx(32)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 2**32 - 1))
def test_rotary_products_depend_on_the_distance_alone(m, n, shift, seed):
    """C15: q_m . k_n is the same after both places are moved; norms are kept."""
    vectors = np.random.default_rng(seed).normal(size=(2, 16))
    q, k = rotate(vectors, np.array([m, n]))
    moved_q, moved_k = rotate(vectors, np.array([m, n]) + shift)
    assert q @ k == pytest.approx(moved_q @ moved_k, abs=1e-10)
    np.testing.assert_allclose(np.linalg.norm([q, k], axis=1), np.linalg.norm(vectors, axis=1), rtol=1e-12)


def test_rotation_by_hand_and_place_0():
    turned = rotate(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0, 1]))
    np.testing.assert_allclose(turned, [[1, 0], [np.cos(1), np.sin(1)]], atol=1e-15)


def test_fixed_positions_have_no_parameters():
    count = {kind: len(replace(SHAPE, positions=kind).shapes()) for kind in ("none", "sinusoidal", "rotary", "learned")}
    assert count["none"] == count["sinusoidal"] == count["rotary"] == count["learned"] - 1


def refused(kind, code, made, ids):
    with pytest.raises(kind) as caught:
        made.states(ids)
    assert caught.value.code == code
    for language in LANGUAGES:
        assert "{" not in say_error(caught.value, language)
    return caught.value.fields


def test_what_cannot_be_read_is_said():
    assert refused(TrainingError, "training.context_exceeded", model(), [0] * 9) == {"tokens": 9, "context": 8}
    assert refused(QueryError, "query.id_out_of_range", model(), [0, 11])["id"] == 11
    assert refused(QueryError, "query.id_out_of_range", model(), [-1])["highest"] == 10
    refused(TrainingError, "training.no_tokens", model(), [])


@pytest.mark.parametrize("positions", ["none", "sinusoidal", "rotary"])
def test_other_positions_reach_beyond_the_context(positions):
    assert model(positions=positions).states([0] * 50).shape == (3, 50, 16)


@pytest.mark.heavy
@pytest.mark.parametrize("causal", [True, False])
def test_states_are_those_of_torchs_own_layers(causal):
    import torch

    made = model(causal=causal)
    states = [torch.from_numpy(made.states(SENTENCE)[0])]
    hidden = torch.triu(torch.ones(6, 6, dtype=torch.bool), 1) if causal else None
    for layer in range(2):
        names = gpt.block_names(layer)
        options = {"dropout": 0.0, "activation": "relu", "norm_first": True, "bias": False, "batch_first": True}
        theirs = torch.nn.TransformerEncoderLayer(16, 2, 64, **options).double()
        ours = (names.qkv, names.out, names.up, names.down, names.norm, names.mlp_norm)
        with torch.no_grad():
            for parameter, name in zip(theirs.parameters(), ours, strict=True):
                parameter.copy_(torch.from_numpy(made.tensors[name]))
            states.append(theirs(states[-1][None], src_mask=hidden)[0])
    np.testing.assert_allclose(made.states(SENTENCE), torch.stack(states).numpy(), rtol=0, atol=1e-10)


@every_architecture
def test_attention_by_hand(given):
    """C12: a cell of the scores is q . k / sqrt(d_head); softmax of what may be seen; rows sum to 1."""
    made = model(**given)
    seen = made.attention(SENTENCE)
    assert seen.queries.shape == seen.keys.shape == (given["layers"], 2, 6, 8)
    assert seen.scores.shape == seen.weights.shape == (given["layers"], 2, 6, 6)
    np.testing.assert_allclose(seen.weights.sum(-1), 1, rtol=0, atol=1e-12)
    query, key = seen.queries[-1, 1, 4], seen.keys[-1, 1, 2]
    score = sum(float(a) * float(b) for a, b in zip(query, key, strict=True)) / 8**0.5
    assert seen.scores[-1, 1, 4, 2] == pytest.approx(score, abs=1e-12)
    visible = seen.scores[-1, 1, 4, : 5 if given["causal"] else 6]
    assert seen.weights[-1, 1, 4, 2] == pytest.approx(np.exp(score) / np.exp(visible).sum(), abs=1e-12)
    if given["causal"]:
        assert (seen.weights[:, :, 2, 3:] == 0).all()


def test_queries_and_keys_of_the_first_layer_by_hand():
    """Normed state times the matrix; head 1 holds the dimensions 8 to 15; keys lie below the queries."""
    made = model()
    names, x = gpt.block_names(0), made.states(SENTENCE)[0][4]
    normed = (x - x.mean()) / np.sqrt(x.var() + gpt.EPSILON) * made.tensors[names.norm]
    seen = made.attention(SENTENCE)
    np.testing.assert_allclose(seen.queries[0, 1, 4], made.tensors[names.qkv][8:16] @ normed, rtol=0, atol=1e-12)
    np.testing.assert_allclose(seen.keys[0, 1, 4], made.tensors[names.qkv][24:32] @ normed, rtol=0, atol=1e-12)
