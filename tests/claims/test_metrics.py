"""C09 to C11: what length and direction do to each metric, to lists of neighbours, and to a row's own best match."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedlab import tablefile
from embedlab.checkpoints import open_table
from embedlab.claims import metrics, own_best
from embedlab.errors import TableError
from embedlab.neighbours import METRICS
from embedlab.neighbours.search import search_all
from embedlab.preprocessing import apply
from embedlab.table import EmbeddingTable, Provenance
from embedlab.ui.session import shipped
from embedlab.wording import LANGUAGES
from tests import tables

pytestmark = pytest.mark.claims
VECTORS = arrays(np.float64, 5, elements=st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6))


@pytest.fixture(scope="module", params=LANGUAGES)
def table(request):
    return tablefile.read(Path(shipped(request.param).path))


def lists(table, query, k=10):
    prepared = {name: apply(table, steps) for name, steps in metrics.PREPARATIONS.items()}
    return metrics.Lists({name: search_all(one, query, METRICS, k) for name, one in prepared.items()}, k)


def test_a_pair_worked_out_by_hand():
    found = metrics.pair(np.array([3.0, 4.0]), np.array([4.0, 3.0]))
    assert (found.norm_u, found.norm_v, found.dot) == (5, 5, 24)
    assert found.cosine == pytest.approx(24 / 25)
    assert found.angle == pytest.approx(math.degrees(math.acos(0.96)))
    assert found.euclidean == pytest.approx(math.sqrt(2))


@pytest.mark.parametrize(("v", "sign"), [([2.0, 1.0], 1), ([1.0, -2.0], 0), ([-2.0, -1.0], -1)])
def test_c09_the_sign_is_that_of_the_angle(v, sign):
    found = metrics.pair(np.array([4.0, 2.0]), np.array(v))
    assert np.sign(found.dot) == sign
    assert found.angle == pytest.approx({1: 0, 0: 90, -1: 180}[sign], abs=1e-5)


@given(VECTORS, VECTORS)
def test_c09_both_sides_of_the_product_agree(u, v):
    found = metrics.pair(u, v)
    if u.any() and v.any():
        assert found.residual <= metrics.RESIDUAL
    else:
        assert math.isnan(found.residual)


def test_c09_ten_times_as_long_keeps_the_cosine_only(table):
    rng = np.random.default_rng(0)
    for a, b in rng.choice(table.n_rows, (50, 2), replace=False):
        u, v = table.rows64([a, b])
        outcome = metrics.lengthened(u, v)
        assert outcome.verdict == "cosine"
        assert outcome.values["dot_after"] == pytest.approx(10 * outcome.values["dot"])
        assert metrics.pair(u, v).residual <= metrics.RESIDUAL


def test_c09_the_verdict_depends_on_the_arrows():
    u, v = np.array([2.0, 0.0]), np.array([1.0, 1.0])
    assert metrics.lengthened(u, np.array([0.0, 3.0])).verdict == "several"  # a right angle: 0 ten times over is 0
    assert metrics.lengthened(u, v * 0).verdict == "zero"
    assert metrics.lengthened(u, v, lambda u: u + np.array([0, 1])).verdict == "none"
    assert metrics.lengthened(u, v, lambda u: u[::-1]).verdict == "several"  # mirrored at v
    assert metrics.lengthened(u, v, lambda u: u + np.array([-1, 1])).verdict == "dot"


def test_c10_unit_norm_makes_the_three_lists_one(table):
    for query in range(0, table.n_rows, 40):
        found = lists(table, query)
        assert found.outcome().verdict == "unit_norm"
        for name in ("unit_norm", "centred_unit_norm"):
            assert found.common(name) == 1
            assert found.same(name)


def test_c10_the_matrix_counts_shared_neighbours(table):
    found = lists(table, 7, k=5)
    plain = [set(one.ids.tolist()) for _, _, one in found.each()]
    assert len(plain) == len(METRICS) * len(metrics.PREPARATIONS)
    assert found.overlaps() == pytest.approx(np.array([[len(a & b) / 5 for b in plain] for a in plain]))


def test_c10_rows_of_one_length_agree_from_the_start(table):
    assert lists(apply(table, ("unit_norm",)), 7).outcome().verdict == "raw"


def test_c10_a_unit_norm_that_fails_is_seen(table):
    found = lists(table, 7)
    broken = metrics.Lists({**found.found, "unit_norm": found.found["raw"]}, found.k)
    assert broken.outcome().verdict == "none"


def test_c11_shares_and_hubs_are_those_of_every_pair(table):
    found = own_best.ask_all(table)
    rows = table.rows64(slice(None))
    products = rows @ rows.T
    assert found.by_metric["dot"].beaten.tolist() == (products.max(axis=1) > np.diag(products)).tolist()
    assert found.outcome().verdict == "many"
    for key, one in found.by_metric.items():
        counts = np.zeros(table.n_rows, np.int64)
        for row in range(table.n_rows):
            keys = METRICS[key].keys(METRICS[key].values64(rows[row], rows))
            keys[row] = np.inf
            counts[np.argsort(keys)[: own_best.K]] += 1
        assert counts.tolist() == one.hubs.counts.tolist()
        spread = ((counts - 10.0) ** 2).mean() ** 0.5
        assert one.hubs.skew == pytest.approx(((counts - 10.0) ** 3).mean() / spread**3)
    assert [found.by_metric[key].beaten for key in ("euclidean", "cosine")] == [None, None]


def test_c11_without_lengths_every_row_is_its_own_best(table):
    assert own_best.ask_all(apply(table, ("unit_norm",))).outcome().verdict == "none"


@pytest.mark.parametrize(("share", "word"), [(0, "none"), (0.01, "few"), (0.05, "many"), (0.5, "many"), (0.6, "most")])
def test_c11_the_rule(share, word):
    assert own_best.verdict(share, 1000, 1000).verdict == word


def test_c11_one_long_row_beats_all_others():
    vectors = np.random.default_rng(0).uniform(0.5, 1, (40, 6))
    vectors[4] = 40
    found = own_best.ask_all(EmbeddingTable(vectors, tuple(map(str, range(40))), Provenance("long")))
    assert found.outcome().verdict == "most"
    assert not found.by_metric["dot"].beaten[4]
    assert found.by_metric["dot"].hubs.hub_rows[0] == 4


def test_c11_copies_do_not_beat_each_other():
    vectors = np.repeat(np.random.default_rng(0).standard_normal((1, 7)), 15, axis=0)
    found = own_best.ask_all(EmbeddingTable(vectors * 1e20, tuple(map(str, range(15))), Provenance("copies")))
    assert found.outcome().verdict == "none"
    assert found.by_metric["dot"].hubs.counts.sum() == 15 * own_best.K


def test_c11_of_equal_neighbours_the_lowest_ids_are_listed_and_better_ones_stay():
    scores = np.zeros((1, 15), np.float32)
    scores[0, 14] = 1
    listed = own_best._listed(scores, np.partition(scores, -own_best.K, axis=1)[:, -own_best.K, None])
    assert np.flatnonzero(listed[0]).tolist() == [*range(own_best.K - 1), 14]


def test_c11_awkward_rows_are_left_out_and_a_stop_is_heard(monkeypatch):
    table, told = tables.degenerate(), []
    found = own_best.ask_all(table, lambda *facts: told.append(facts))
    left_out = {*tables.ZERO_IDS, tables.NAN_ID, tables.INFINITE_ID}
    assert set(range(table.n_rows)) - set(found.searched.tolist()) == left_out
    assert told[-1][0] == told[-1][1]
    assert own_best.ask_all(table, should_stop=lambda: True) is None
    assert own_best.ask_all(tables.plain(rows=own_best.K)) is None
    with pytest.raises(TableError, match="extreme"):
        own_best.ask_all(EmbeddingTable(np.full((20, 2), 1e200), tuple(map(str, range(20))), Provenance("x")))
    monkeypatch.setattr(own_best, "WORK", 20 * table.n_dims * 7)
    some = own_best.ask_all(table)
    assert len(some.asked) == 7
    assert some.by_metric["cosine"].hubs.counts.sum() == 7 * own_best.K


def test_c11_a_fifth_of_wordllama_is_not_its_own_best_match(real_file):
    table = open_table(real_file("wordllama"))
    found = own_best.ask_all(table)
    assert len(found.searched) == table.n_rows == 32_000
    assert found.outcome().verdict == "many"
    assert found.outcome().values["share"] == pytest.approx(0.2124, abs=0.02)  # a sample asks: four standard errors
    skews = {key: one.hubs.skew for key, one in found.by_metric.items()}
    assert skews["euclidean"] > skews["dot"] > skews["cosine"] > 1
