"""Every check, because its file exists."""

import json
import re
import string

import numpy as np
import pytest

from embedlab.distortion import CHECKS
from embedlab.distortion.maps import MapsSettings, draw
from embedlab.findings import SEVERITIES
from tests import tables
from tests.distortion.made import codes, table_of

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def maps():
    """Maps on which most checks find something."""
    random = np.random.default_rng(0)
    uneven = random.normal(size=(70, 9)) * np.exp(random.normal(size=(70, 1)))
    chosen = {"methods": ["pca", "tsne"], "parameters": {"tsne": {"early_exaggeration_iter": 50, "n_iter": 50}}}
    return [
        draw(tables.degenerate(), MapsSettings.of(chosen)),
        draw(table_of(uneven * 1e19), MapsSettings.of({**chosen, "metric": "dot"})),
    ]


@pytest.mark.parametrize("key", CHECKS)
def test_a_check_describes_itself_and_asks_for_the_same_numbers_in_both_languages(key):
    check = CHECKS[key]
    assert re.fullmatch(r"(table|map)\.[a-z_]+", key)
    assert check.key == key
    assert check.trigger
    assert 0 <= check.weight <= 100
    assert check.scope in ("table", "map", "null")
    assert check.severity in SEVERITIES
    english, portuguese = (
        {name.partition("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}
        for text in (check.sentence.en, check.sentence.pt)
    )
    assert english == portuguese
    assert english, "a finding has a number"


def test_no_two_warnings_weigh_the_same():
    """Else which of them stands above the maps would be chance."""
    weights = [check.weight for check in CHECKS.values() if check.severity == "warning"]
    assert sorted(set(weights)) == sorted(weights)


def every(maps):
    return [
        found
        for one in maps
        for found in (*one.findings, *(f for judged in one.maps.values() for f in judged.findings))
    ]


def test_the_maps_below_are_bad_enough(maps):
    assert len(codes(every(maps))) >= 8


@pytest.mark.parametrize("key", CHECKS)
def test_what_a_check_finds_can_be_said_and_sent(key, maps):
    for finding in every(maps):
        if finding.code == key:
            assert "{" not in finding.say("en") + finding.say("pt")
            json.dumps(finding.to_json(), allow_nan=False)
