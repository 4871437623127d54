"""C27: b - a + c, with and without the words of the question, beside shuffled pairs and beside c alone."""

from pathlib import Path

import numpy as np
import pytest

from embedlab import tablefile
from embedlab.checkpoints import open_table
from embedlab.claims import analogies
from embedlab.claims.relations import FEWEST, relations
from embedlab.neighbours import METRICS, TokenIndex
from embedlab.table import EmbeddingTable, Provenance, take
from embedlab.ui.session import shipped
from embedlab.wording import LANGUAGES
from tests import tables

pytestmark = pytest.mark.claims


def opened(language):
    return tablefile.read(Path(shipped(language).path))


def found(table):
    return relations(TokenIndex.of(table))


def brute(table, pairs, key):
    """hits, hits_among_all, inputs and c_alone, one question at a time, straight from the words."""
    rows, metric, counts, asked = table.rows64(slice(None)), METRICS[key], np.zeros(4), 0
    for a, b in pairs:
        for c, d in pairs:
            if len({a, b, c, d}) < 4:
                continue
            keys = metric.keys(metric.values64(rows[b] - rows[a] + rows[c], rows))
            alone = metric.keys(metric.values64(rows[c], rows))
            nearest = int(np.nanargmin(keys))
            keys[[a, b, c]] = alone[[a, b, c]] = np.nan
            counts += [np.nanargmin(keys) == d, nearest == d, nearest in (a, b, c), np.nanargmin(alone) == d]
            asked += 1
    return (counts / asked).tolist()


def exact(pairs=6, dims=16):
    """Pairs that differ by one long vector, among other rows: a table in which every relation holds to the digit."""
    random = np.random.default_rng(0)
    firsts = random.standard_normal((pairs, dims))
    vectors = np.concatenate([firsts, firsts + 9 * np.eye(dims)[0], random.standard_normal((30, dims))])
    table = EmbeddingTable(vectors, tuple(map(str, range(len(vectors)))), Provenance("exact"))
    return table, [(row, row + pairs) for row in range(pairs)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_c27_an_input_word_is_nearest_and_the_fourth_only_when_they_are_left_out(language):
    table = opened(language)
    assert set(found(table)) == {f"like_{language}", f"does_{language}", *({"gender_pt"} if language == "pt" else ())}
    for pairs in found(table).values():
        made = analogies.ask(table, pairs)
        assert made.outcome().verdict == "input"
        for score in made.by_metric.values():
            assert score.above_chance
            assert score.inputs > 0.5 > score.hits > score.hits_among_all
            assert score.baseline < 0.1


def test_c27_shares_are_those_of_every_question():
    table = opened("pt")
    pairs = found(table)["gender_pt"][:9]
    made = analogies.ask(table, pairs)
    assert made.questions == 72
    for key, score in made.by_metric.items():
        assert [score.hits, score.hits_among_all, score.inputs, score.c_alone] == pytest.approx(
            brute(table, pairs, key)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_c27_rows_dealt_out_anew_hit_no_more_than_chance(language):
    table = opened(language)
    dealt = take(table, np.random.default_rng(0).permutation(table.n_rows))
    shuffled = EmbeddingTable(dealt.vectors, table.tokens, table.provenance)
    for pairs in found(shuffled).values():
        assert not analogies.ask(shuffled, pairs).by_metric["cosine"].above_chance


def test_c27_an_exact_relation_turns_the_verdict():
    table, pairs = exact()
    made = analogies.ask(table, pairs)
    assert made.outcome().verdict == "fourth"
    assert made.by_metric["euclidean"].hits_among_all == 1
    assert made.by_metric["euclidean"].c_alone < 1


def test_c27_a_long_row_is_the_answer_of_the_dot_product_to_everything():
    table, pairs = exact()
    vectors = table.vectors.copy()
    vectors[-1] = 1000 * vectors[len(pairs) :].mean(axis=0)
    made = analogies.ask(EmbeddingTable(vectors, table.tokens, table.provenance), pairs)
    assert made.outcome("dot").verdict == "other"
    assert made.outcome("euclidean").verdict == "fourth"


def test_awkward_rows_are_no_answers():
    table = tables.degenerate()
    usable = [row for row in range(table.n_rows) if row not in {*tables.ZERO_IDS, tables.NAN_ID, tables.INFINITE_ID}]
    pairs = list(zip(usable[:6], usable[6:12], strict=True))
    made = analogies.ask(table, pairs)
    assert all(0 <= score.hits <= 1 for score in made.by_metric.values())


def test_words_are_found_as_models_write_them():
    pairs = ["France", "Paris", "Germany", "Berlin", "Italy", "Rome", "Spain", "Madrid", "Russia"]
    tokens = ("x", *(f"▁{word.lower()}" for word in pairs))
    table = EmbeddingTable(np.eye(len(tokens)), tokens, Provenance("x"))
    assert found(table) == {"capital": tuple((row, row + 1) for row in range(1, 2 * FEWEST, 2))}


def test_c27_minilm_knows_its_plurals_once_the_inputs_are_left_out(real_file):
    table = open_table(real_file("minilm"))
    score = analogies.ask(table, found(table)["plural"]).by_metric["cosine"]
    assert score.hits > 0.9
    assert score.hits_among_all < 0.05
    assert score.baseline < 0.2
