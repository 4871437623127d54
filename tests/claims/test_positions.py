"""C13 to C18: each claim comes out as stated, over seeds and in both languages, and a planted change turns it."""

import random
from dataclasses import replace

import numpy as np
import pytest

from embedlab import settings as settings_of
from embedlab import tablefile
from embedlab.claims import positions
from embedlab.claims.positions import EXACT
from embedlab.errors import TrainingError
from embedlab.text.errors import say_error
from embedlab.training import checkpoint, corpus, gpt, job, orders
from embedlab.training.gpt import Architecture, Model
from embedlab.training.objectives import next_token
from embedlab.ui.session import SHIPPED
from embedlab.wording import LANGUAGES

pytestmark = pytest.mark.claims
SEEDS = (0, 1, 2)
IDS = [0, 1, 2, 3, 4, 5]


def untrained(seed, **given):
    """Six tokens and weights drawn by chance; large enough that attention does something."""
    shape = Architecture(8, 16, 3, 2, 8, "learned", causal=True, tied=True)
    shape = replace(shape, **given)
    draw = np.random.default_rng(seed)
    return Model(shape, {name: draw.normal(0, 0.5, size) for name, size in shape.shapes().items()})


def shipped(language):
    path = SHIPPED / f"positions_{language}.safetensors"
    table, model = tablefile.read(path), next_token.model(path)
    return table, model, [table.tokens.index(word) for word in orders.SENTENCE[language].split()]


def trained(folder, asked):
    """The position table of a run, before and after."""
    out = folder / "model.safetensors"
    job.run({**asked, "out": str(out)}, lambda progress: None, lambda: False)
    return tables_of(out)


def tables_of(path):
    model, (state, _) = next_token.model(path), checkpoint.read(path)
    settings = settings_of.build(next_token.Settings, state.settings)
    start = next_token.beginning(model.architecture, settings, state.seed)
    return start[gpt.POSITIONS], model.tensors[gpt.POSITIONS]


def models():
    return [(untrained(seed), IDS) for seed in SEEDS] + [shipped(language)[1:] for language in LANGUAGES]


def test_c13_without_positions_only_attention_both_ways_sees_a_bag():
    for model, ids in models():
        outcome = positions.bag(model, ids)
        assert outcome.verdict == "both_ways"
        assert max(outcome.values["error"], outcome.values["pooled"], outcome.values["one"]) <= EXACT
        assert outcome.values["more"] >= 0.01


def test_c13_every_switch():
    for model, ids in models():
        for (kind, causal, layers), found in positions.every_switch(model, ids).items():
            assert found.bag == (kind == "none" and not causal), (kind, causal, layers)
            assert (found.error <= EXACT) == found.bag == bool((found.apart <= EXACT).all())
            last_sees_a_bag = kind == "none" and (not causal or layers == 1)
            assert (found.last <= EXACT) == last_sees_a_bag, (kind, causal, layers)


def test_c13_turns_with_what_is_planted():
    model = untrained(0)
    assert positions.bag(model, IDS, "learned").verdict == "never"
    silent = {name: tensor * ("attention.out" not in name) for name, tensor in model.tensors.items()}
    assert positions.bag(Model(model.architecture, silent), IDS).verdict == "always"  # no token hears of another


def test_c13_the_six_tokens_are_the_models_in_both_languages():
    for language in LANGUAGES:
        table, _, ids = shipped(language)
        assert [table.tokens[row] for row in ids] == orders.SENTENCE[language].split()
        assert table.counts[ids].min() >= 30


def test_the_shipped_models_are_those_of_the_command():
    for language in LANGUAGES:
        asked, (state, _) = orders.asked(language), checkpoint.read(SHIPPED / f"positions_{language}.safetensors")
        assert state.corpus == corpus.from_text(asked["corpus"]["text"]).fingerprint
        said = {"objective": state.objective, "seed": state.seed, **state.settings}
        assert asked.items() <= {**said, "corpus": asked["corpus"], "device": "cpu"}.items()


def test_c14_products_of_waves_depend_on_the_distance_alone():
    for dims in (32, 64, 768):
        outcome = positions.waves(lambda at, dims=dims: gpt.sinusoid(at, dims), (0, 1, 500, 1_000_000), range(100))
        assert outcome.verdict == "distance"
        assert outcome.values["by_place"] <= 1e-6
        assert outcome.values["by_step"] >= 1
    assert np.isfinite(gpt.sinusoid(np.array([1_000_000]), 64)).all()
    shapes = [replace(untrained(0).architecture, positions=kind).shapes() for kind in ("none", "sinusoidal", "rotary")]
    assert shapes[0] == shapes[1] == shapes[2]  # 0 parameters


def test_c14_products_by_hand():
    found = positions.products(lambda at: gpt.sinusoid(at, 2), (0, 7), (0, 1, 2))
    np.testing.assert_allclose(found, [np.cos([0, 1, 2])] * 2, atol=1e-12)


def test_c14_turns_with_what_is_planted():
    table = shipped("en")[1].tensors[gpt.POSITIONS].astype(float)
    assert positions.waves(table.__getitem__, (0, 4, 8), range(7)).verdict == "both"
    assert positions.waves(lambda at: np.ones((len(at), 4)), (0, 4, 8), range(7)).verdict == "neither"


def test_c15_turned_together_query_and_key_keep_their_product():
    for model, ids in models():
        q, k = positions.query_and_key(model, ids, 5, 1)
        outcome = positions.turned(q, k, (5, 1), (1, 10, 1000), gpt.rotate)
        assert outcome.verdict == "same"
        assert max(outcome.values["change"], outcome.values["norm"]) <= 1e-10
        assert outcome.values["alone"] >= 0.1
        assert outcome.values["score"] == pytest.approx(turned_by_hand(q, k, 4), abs=1e-12)


def turned_by_hand(q, k, steps):
    """Re of sum of q_i conj(k_i) e^(i steps w): the pairs of dimensions as complex numbers (Su et al. 2021, eq. 12)."""
    half = len(q) // 2
    turn = np.exp(1j * steps * 10_000.0 ** (-np.arange(half) / half))
    return float(((q[:half] + 1j * q[half:]) * np.conj(k[:half] + 1j * k[half:]) * turn).real.sum())


def test_c15_turns_when_positions_are_added_instead():
    q, k = positions.query_and_key(untrained(0), IDS, 5, 1)
    outcome = positions.turned(q, k, (5, 1), (1, 10), lambda rows, at: rows + gpt.sinusoid(at, rows.shape[1]))
    assert outcome.verdict == "changes"


def check_learned(start, table):
    outcome = positions.learned(start, table)
    assert outcome.verdict == "near"
    assert positions.nearness(start)[0] == "none"
    assert outcome.values["near"] >= 0.4
    assert outcome.values["far"] <= 0.1
    assert abs(outcome.values["near_before"] - outcome.values["far_before"]) <= 0.05


@pytest.mark.heavy
def test_c16_near_positions_become_alike_and_were_not(tmp_path):
    for language in LANGUAGES:
        check_learned(*tables_of(SHIPPED / f"positions_{language}.safetensors"))  # seed 0
    for seed in (1, 2):
        check_learned(*trained(tmp_path, orders.asked("en", seed)))


def shuffled(text):
    words = text.split()
    random.Random(0).shuffle(words)
    return " ".join(words)


@pytest.mark.heavy
def test_c16_a_shuffled_corpus_turns_it(tmp_path):
    """Shuffled within each sentence it still tells how far on in a sentence a position is."""
    asked = orders.asked("en")
    text = asked["corpus"]["text"]
    for other, verdict in ((shuffled(text), "none"), ("\n".join(map(shuffled, text.splitlines())), "near")):
        run = trained(tmp_path, {**asked, "corpus": {"text": other}, "updates": 150})
        assert positions.learned(*run).verdict == verdict


def test_c16_nearness_of_planted_tables():
    angles = np.arange(16) / 6
    band = np.stack([np.cos(angles), np.sin(angles)], 1)
    assert positions.nearness(band)[0] == "near"
    assert positions.learned(band, band).verdict == "start"
    assert positions.nearness(band[np.random.default_rng(0).permutation(16)])[0] == "none"
    assert positions.nearness(np.tile([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]], (6, 1))[:16])[0] == "far"
    assert positions.nearness(np.zeros((16, 4)))[0] == "none"


def test_c16_one_position_too_many_is_said():
    model = shipped("en")[1]
    assert len(model.states([0] * 16)[0]) == 16
    with pytest.raises(TrainingError) as caught:
        model.states([0] * 17)
    assert caught.value.fields == {"tokens": 17, "context": 16}
    for language in LANGUAGES:
        assert "17" in say_error(caught.value, language)


def test_c17_the_sum_tells_its_pair_to_who_knows_both_tables():
    for language in LANGUAGES:
        table, model, _ = shipped(language)
        rows, places = table.vectors, model.tensors[gpt.POSITIONS]
        outcome = positions.added(rows, places)
        assert outcome.verdict == "tables"
        assert outcome.values["pair"] == 1
        low, high = (positions.recovery(rows, places, ratio) for ratio in (1 / 16, 16))
        assert low.token >= 0.99 > 0.3 >= low.position
        assert high.position >= 0.99 > 0.3 >= high.token
        assert low.pair == high.pair == 1
        own = positions.recovery(rows, places, outcome.values["ratio"])
        assert (own.token, own.position) == (outcome.values["token"], outcome.values["position"])


def test_c17_turns_where_positions_cannot_be_told():
    rows = shipped("en")[0].vectors
    one = np.tile(rows[:1], (16, 1))
    assert positions.added(rows, one).verdict == "lost"
    assert positions.added(rows, np.zeros_like(one)).verdict == "lost"


def test_c17_guesses_by_hand():
    """Rows (0, 1), (0, 3) and positions (1, 0), (8, 0): the sum (8, 1) is nearest to its own position."""
    found = positions.recovery(np.array([[0.0, 1], [0, 3]]), np.array([[1.0, 0], [8, 0]]), 4.5 / 2)
    assert (found.token, found.position, found.pair) == (1, 1, 1)


def test_c18_ids_in_rows_out():
    """1,024 ids give (1024, 768): ANDREA's tables, as the lesson states them."""
    model = positions.embedding(8449, 768, 1024)
    assert model.tensors[gpt.POSITIONS].size == 786_432
    shapes = dict(positions.trace(model, range(1024)))
    assert shapes == {"ids": (1024,), "rows": (1024, 768), "positions": (1024, 768), "states0": (1024, 768)}
    state = model.states(range(1024))[0]
    assert positions.out_of_embedding(state, 1024, 8449, 768).verdict == "rows"
    assert positions.out_of_embedding(state.mean(0), 1024, 8449, 768).verdict == "one"
    assert positions.out_of_embedding(state.T, 1024, 8449, 768).verdict == "other"


def test_c18_every_part_of_a_pass():
    model = shipped("en")[1]
    expected = {"ids": (6,), "rows": (6, 32), "positions": (6, 32), "states0": (6, 32), "queries": (4, 6, 8)}
    expected |= {"scores": (4, 6, 6), "states": (6, 32), "head": (6, model.architecture.rows)}
    assert dict(positions.trace(model, range(6))) == expected
    assert "positions" not in dict(positions.trace(positions.switched(model, "rotary", True, 1), range(6)))
