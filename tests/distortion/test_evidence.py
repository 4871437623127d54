"""The figures of findings: what is binned and thinned, and that each shows the number its sentence says."""

import numpy as np
import pytest

from bench import calibration
from embedlab.distortion import CHECKS
from embedlab.distortion.check import NullCase, run
from embedlab.distortion.evidence import DOTS, MOST, ROWS, counted, doublings, scattered
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins


def test_every_finite_value_is_in_one_bin_and_whole_numbers_have_their_own():
    whole = counted(np.array([0, 0, 3, 1]), ROWS, DOTS, 2.5)
    assert (whole.x, whole.y, whole.line) == ((0, 1, 2, 3), (2, 1, 0, 1), 2.5)
    many = np.append(np.random.default_rng(0).normal(size=99), [np.nan, np.inf])
    assert (len(counted(many, ROWS, DOTS).x), sum(counted(many, ROWS, DOTS).y)) == (30, 99)
    shares = counted(np.array([0, 1, 1, 15]) / 15, ROWS, DOTS)
    assert len(shares.x) == 16
    assert (shares.y[0], shares.y[1], shares.y[15]) == (1, 2, 1)
    assert counted(np.full(7, 0.25), ROWS, DOTS).y == (7,)


@pytest.mark.parametrize("values", [np.repeat(np.arange(46), 10), np.repeat(np.arange(101) / 100, 10)])
def test_what_is_even_looks_even(values):
    """46 counts are too many for a bin each: two of them share one, and so do four of 101 hundredths."""
    bars = counted(values, ROWS, DOTS)
    assert len(bars.x) <= 30
    assert len(set(bars.y[:-1])) == 1
    assert sum(bars.y) == len(values)


def test_many_points_are_thinned_and_the_own_one_stays():
    x = np.arange(5_000.0)
    few = scattered(x, -x, ROWS, DOTS, own=123)
    assert len(few.x) <= MOST + 1
    assert (few.x[0], few.x[few.own], few.y[few.own]) == (0, 123, -123)
    assert few.x.count(123) == 1
    assert scattered(x[:3], x[:3], ROWS, DOTS, own=2).x == (0, 1, 2)


def test_a_doubling_is_twice_the_median():
    assert doublings(np.array([1.0, 2.0, 8.0])) == pytest.approx([-1, 0, 2])


def planted(code):
    """What a check of one map or table shows of its planted fault."""
    trial = next(one for one in calibration.TRIALS if one.code == code)
    case = trial.make(np.random.default_rng([0, True]), True)
    (finding,) = run({code: CHECKS[code]}, case)
    return finding.values, finding.evidence, case


def test_shares_of_false_neighbours_beyond_the_line_are_those_of_the_sentence():
    values, evidence, case = planted("map.neighbours_false")
    assert evidence.line == values["line"]
    beyond = sum(count for middle, count in zip(evidence.x, evidence.y, strict=True) if middle > evidence.line)
    assert beyond / case.ranks.n == pytest.approx(values["share"], abs=0.1)  # a bin may lie across the line


def test_torn_neighbours_beyond_the_line_are_those_of_the_sentence():
    values, evidence, case = planted("map.neighbours_torn")
    assert sum(evidence.y) == case.ranks.n * case.ranks.k
    beyond = sum(count for middle, count in zip(evidence.x, evidence.y, strict=True) if middle > evidence.line)
    assert beyond / sum(evidence.y) == pytest.approx(values["share"], abs=0.03)


def test_gaps_and_sizes_are_shown_as_they_were_compared():
    values, evidence, _ = planted("map.gaps")
    assert len(evidence.x) == min(MOST, values["groups"] * (values["groups"] - 1) // 2)
    ranks = [np.argsort(np.argsort(side)) for side in (evidence.x, evidence.y)]
    assert np.corrcoef(*ranks)[0, 1] == pytest.approx(values["rho"], abs=0.01)
    values, evidence, _ = planted("map.sizes")
    assert np.corrcoef(evidence.x, evidence.y)[0, 1] == pytest.approx(values["r"], abs=0.01)


def test_lists_of_hubs_pieces_and_losses():
    values, evidence, case = planted("table.hubs")
    assert evidence.line == 5 * values["k"]
    assert sum(evidence.y) == len(case.near)
    values, evidence, _ = planted("table.disconnected")
    assert evidence.y == tuple(values["sizes"])
    values, evidence, _ = planted("map.unconverged")
    assert evidence.x[-1] == values["iterations"]
    assert (evidence.y[-2] - evidence.y[-1]) / evidence.y[-2] == pytest.approx(values["fall"], rel=1e-3)


def test_the_far_row_lies_alone_on_its_axis():
    values, evidence, case = planted("map.pca_outlier")
    along = case.projection.coordinates[:, values["axis"] - 1]
    assert evidence.x[int(np.argmax(np.abs(evidence.x)))] == pytest.approx(along[np.abs(along).argmax()], rel=0.05)


def test_what_is_hidden_stands_beside_the_axes():
    noise = np.random.default_rng(0).normal(size=(300, 40))
    (finding,) = run({"map.pca_variance": CHECKS["map.pca_variance"]}, calibration.pca_case(noise))
    assert sum(finding.evidence.y) == pytest.approx(1)
    assert finding.evidence.y[2] == pytest.approx(finding.values["hidden"])


def test_other_metrics_stand_beside_the_line():
    case = calibration.table_case(np.random.default_rng(0).normal(size=(60, 5)))
    overlap = {"cosine": 0.4, "dot": 0.9}
    object.__setattr__(case, "overlap", overlap)
    (finding,) = run({"map.metric_mismatch": CHECKS["map.metric_mismatch"]}, case)
    assert finding.evidence.y == (0.4, 0.9)
    assert [name.en for name in finding.evidence.names] == ["cosine similarity", "dot product"]
    assert finding.evidence.line == 0.7


def test_the_map_is_the_one_point_that_is_not_like_its_twins():
    twins = Twins(
        "gaussian", {"r_nx": np.array([0.2, 0.3]), "trustworthiness": np.array([0.8, 0.9])}, np.zeros((2, 9, 2))
    )
    measures = {"r_nx": {"value": 0.25}, "trustworthiness": {"value": 0.85}}
    (finding,) = run({"map.noise_like": CHECKS["map.noise_like"]}, NullCase(15, measures, twins, {}))
    assert finding.evidence.x == (0.2, 0.3, 0.25)
    assert (finding.evidence.own, finding.evidence.y[2]) == (2, 0.85)


def test_what_comes_back_of_each_dot_is_counted():
    overlap = np.array([0.1, 0.2, np.nan, 0.3], np.float32)
    case = NullCase(15, {}, None, {"seeds": Stability(overlap, 0.1, 0.5, 2)})
    (finding,) = run({"map.seed_unstable": CHECKS["map.seed_unstable"]}, case)
    assert sum(finding.evidence.y) == 3
    assert finding.evidence.line == 0.6
