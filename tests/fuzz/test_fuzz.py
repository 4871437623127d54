"""Two thousand changed files of every format: opened, or refused with our own error. `make fuzz` opens 20,000."""

from tests.contracts.test_readers import READERS
from tests.fuzz.run import fuzz


def test_changed_files_never_harm():
    codes, faults = fuzz(cases=2_000, seed=0)
    assert faults == []
    assert {sample.partition(".")[0].removesuffix("-other") for sample in codes} == set(READERS)
    for sample, counts in codes.items():
        assert 0 < counts["opened"] < counts.total(), sample  # the changes reach both kinds of answer
