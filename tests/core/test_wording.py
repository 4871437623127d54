"""Sentences in two languages, and numbers as each writes them."""

import pytest

from embedlab.findings import Finding, by_severity
from embedlab.wording import Sentence, fill, number


@pytest.mark.parametrize(
    ("value", "spec", "en", "pt"),
    [
        (1234.5, ",.1f", "1,234.5", "1.234,5"),
        (0.5, ".0%", "50%", "50%"),
        (0.125, ".1%", "12.5%", "12,5%"),
        (30522, ",", "30,522", "30.522"),
        (-0.058, ".3f", "-0.058", "-0,058"),
        (7, "", "7", "7"),
    ],
)
def test_numbers(value, spec, en, pt):
    assert (number(value, spec, "en"), number(value, spec, "pt")) == (en, pt)


def test_only_numbers_are_rewritten():
    template = "{name}: {value:.1f}, {flag}"
    assert fill(template, "pt", name="a.b,c", value=1.5, flag=True) == "a.b,c: 1,5, True"


def test_a_missing_field_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        Sentence("{rows}", "{rows}").say("en")


def test_a_finding_says_its_numbers_and_travels_as_json():
    finding = Finding("table.zero_rows", "warning", Sentence("{n:,} rows", "{n:,} linhas"), {"n": 1200})
    assert finding.say("pt") == "1.200 linhas"
    assert finding.to_json() == {
        "code": "table.zero_rows",
        "severity": "warning",
        "message": "1,200 rows",
        "values": {"n": 1200},
    }


def test_findings_are_sorted_most_serious_first_and_equals_keep_their_order():
    said = Sentence("", "")
    found = [Finding(code, severity, said) for code, severity in (("a", "info"), ("b", "error"), ("c", "info"))]
    assert [finding.code for finding in by_severity(found)] == ["b", "a", "c"]
