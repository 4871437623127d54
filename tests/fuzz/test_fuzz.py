"""Two thousand changed files of every format: opened, or refused with our own error. `make fuzz` opens 20,000."""

from tests.contracts.test_readers import READERS
from tests.fuzz.run import fuzz


def test_changed_files_never_harm():
    codes, faults = fuzz(cases=2_000, seed=0)
    assert faults == []
    assert {sample.partition(".")[0].removesuffix("-other") for sample in codes} == set(READERS)
    for sample, counts in codes.items():
        # The changes reach both kinds of answer, and are not all caught at the first byte.
        assert counts["opened"], sample
        if sample not in ("glove.txt", "projector_tsv.tsv"):  # nothing but their form tells that they are these
            assert counts["file.unsafe"] + counts["file.truncated"] > counts["file.unsupported"], sample
