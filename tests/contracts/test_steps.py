"""What every preprocessing step keeps, whichever it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedlab.preprocessing import STEPS, apply, parse
from embedlab.table import EmbeddingTable, Provenance
from embedlab.wording import LANGUAGES
from tests import tables

every_step = pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)


@every_step
def test_describes_itself_in_both_languages(step):
    for language in LANGUAGES:
        assert step.label.say(language)
        assert len(step.summary.say(language)) > 40
    assert "zero row" in step.summary.en, "what happens to zero rows must be said"
    assert "linha zero" in step.summary.pt
    assert step.paper


@every_step
def test_writes_itself_as_the_declaration_does(step):
    (written,) = parse(step.key)
    assert parse(written) == (written,)
    assert apply(tables.plain(), parse(step.key)).steps == (written,)


@every_step
def test_gives_a_new_float32_table_and_leaves_the_old_one(step):
    table = tables.plain()
    before = table.vectors.copy()
    derived = apply(table, (step.key,))
    assert derived.vectors.dtype == np.float32
    assert derived.tokens == table.tokens
    assert derived.fingerprint != table.fingerprint
    np.testing.assert_array_equal(table.vectors, before)


@every_step
def test_rows_that_are_not_finite_stay_and_change_no_other_row(step):
    table = tables.degenerate()
    derived = apply(table, (step.key,)).vectors
    bad = [tables.NAN_ID, tables.INFINITE_ID]
    np.testing.assert_array_equal(derived[bad], table.vectors[bad])
    good = np.delete(np.arange(table.n_rows), bad)
    alone = EmbeddingTable(table.vectors[good], tuple(map(str, good)), Provenance("without the bad rows"))
    np.testing.assert_allclose(derived[good], apply(alone, (step.key,)).vectors, atol=1e-6)
    assert np.isfinite(derived[good]).all()


@every_step
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "float8_e4m3fn"])
def test_takes_every_dtype(step, dtype):
    table = tables.plain(dtype=dtype)
    wide = EmbeddingTable(table.vectors.astype(np.float64), table.tokens, table.provenance)
    np.testing.assert_array_equal(apply(table, (step.key,)).vectors, apply(wide, (step.key,)).vectors)


@every_step
def test_permuting_rows_permutes_the_result(step):
    table = tables.plain(rows=50)
    order = np.random.default_rng(1).permutation(50)
    shuffled = EmbeddingTable(table.vectors[order], tuple(table.tokens[row] for row in order), table.provenance)
    np.testing.assert_allclose(
        apply(shuffled, (step.key,)).vectors, apply(table, (step.key,)).vectors[order], atol=1e-5
    )


@every_step
@given(
    vectors=arrays(
        np.float32,
        st.tuples(st.integers(1, 12), st.integers(2, 5)),
        elements=st.floats(-1000, 1000, width=32).map(lambda x: round(x, 2)),
    )
)
def test_never_makes_a_finite_row_infinite(step, vectors):
    table = EmbeddingTable(vectors, ("t",) * len(vectors), Provenance("drawn"))
    assert np.isfinite(apply(table, (step.key,)).vectors).all()
