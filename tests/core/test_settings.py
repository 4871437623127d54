"""Intervals as data: what is accepted, and that every offender is named."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedlab import settings
from embedlab.errors import SettingsError
from embedlab.settings import parameter
from embedlab.wording import Sentence

SAID = Sentence("x", "x")


@dataclass(frozen=True)
class Example:
    rows: int = parameter(10, label=SAID, help=SAID, low=1, high=100)
    rate: float = parameter(0.5, label=SAID, help=SAID, low=0.0, high=1.0)
    exact: bool = parameter(True, label=SAID, help=SAID)
    metric: str = parameter("dot", label=SAID, help=SAID, choices=("dot", "cosine"))
    note: str = "a field without an interval"


def test_parameters_are_in_the_order_written():
    assert [p.name for p in settings.parameters(Example)] == ["rows", "rate", "exact", "metric"]
    assert [p.whole for p in settings.parameters(Example())] == [True, False, False, False]


@pytest.mark.parametrize(
    "values",
    [{}, {"rows": 1}, {"rows": 100}, {"rows": 7.0}, {"rate": 0}, {"rate": 1.0}, {"exact": False}, {"metric": "cosine"}],
)
def test_values_inside_are_accepted(values):
    built = settings.build(Example, values)
    assert all(getattr(built, name) == value for name, value in values.items())
    assert isinstance(built.rows, int)


@pytest.mark.parametrize(
    "values",
    [
        {"rows": 0},
        {"rows": 101},
        {"rows": 7.5},
        {"rows": 10**400},
        {"rows": True},
        {"rows": "7"},
        {"rows": None},
        {"rate": float("nan")},
        {"rate": float("inf")},
        {"rate": -1e-9},
        {"exact": 1},
        {"metric": "l2"},
        {"metric": 3},
    ],
)
def test_values_outside_are_refused(values):
    with pytest.raises(SettingsError) as caught:
        settings.build(Example, values)
    assert caught.value.code == "settings.out_of_range"
    (offender,) = caught.value.fields["offenders"]
    assert {offender["name"]} == set(values)


def test_every_offender_is_named():
    with pytest.raises(SettingsError) as caught:
        settings.build(Example, {"rows": 0, "rate": 2.0, "metric": "l2"})
    assert [one["name"] for one in caught.value.fields["offenders"]] == ["rows", "rate", "metric"]


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(SettingsError) as caught:
        settings.build(Example, {"row": 3, "ratio": 1})
    assert caught.value.code == "settings.unknown"
    assert caught.value.fields["names"] == ["ratio", "row"]
    assert "rows" in caught.value.fields["known"]


@given(st.one_of(st.integers(), st.floats(), st.text(), st.none(), st.booleans(), st.lists(st.integers())))
def test_whatever_is_given_the_answer_is_settings_or_our_error(value):
    for name in ("rows", "rate", "exact", "metric"):
        try:
            built = settings.build(Example, {name: value})
        except SettingsError:
            continue
        settings.check(built)


def test_numpy_numbers_are_refused_rather_than_stored():
    assert not settings.parameters(Example)[0].accepts(np.int64(3))
