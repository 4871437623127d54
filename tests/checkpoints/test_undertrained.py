from pathlib import Path

import numpy as np
import pytest

from embedlab.checkpoints import Health, examine, findings_of, open_table
from embedlab.checkpoints.health import KINDS
from embedlab.checkpoints.health.kinds import kinds_of
from embedlab.checkpoints.health.undertrained import separation
from embedlab.table import EmbeddingTable, Provenance

DATA = Path(__file__).resolve().parents[2] / "data"


def look(vectors: np.ndarray, tokens: tuple[str, ...], tied: bool | None = None) -> Health:
    found = examine(EmbeddingTable(vectors, tokens, Provenance("test")), lambda *_: None, lambda: False, tied=tied)
    assert found is not None
    return found


def plain_auc(suspect: np.ndarray, others: np.ndarray) -> float:
    """Over all pairs, one by one."""
    pairs = suspect[:, None] - others[None]
    return ((pairs < 0) + 0.5 * (pairs == 0)).mean()


def half_trained(rows: int = 3_000, dims: int = 32, unused: int = 90) -> tuple[np.ndarray, np.ndarray]:
    """A table in which `unused` rows, spread over it, were only pushed away from what the model says: (rows, which)."""
    random = np.random.default_rng(0)
    centres = random.standard_normal((40, dims))
    table = centres[random.integers(0, 40, rows)] + 0.8 * random.standard_normal((rows, dims))
    which = np.sort(random.choice(rows, unused, replace=False))
    table[which] = 0.6 * random.standard_normal(dims) + 0.08 * random.standard_normal((unused, dims))
    return table.astype(np.float32), which


def outside(ids: np.ndarray, rows: int) -> np.ndarray:
    return np.setdiff1d(np.arange(rows), ids)


def test_unused_rows_are_found_without_being_told():
    vectors, which = half_trained()
    found = look(vectors, tuple(f"t{row}" for row in range(len(vectors)))).undertrained
    assert (found.indicator, found.reference) == ("cosine_to_reference", "found")
    assert set(found.reference_ids) <= set(which)
    values = found.values["cosine_to_reference"]
    assert separation(values[which], values[outside(which, len(vectors))]) > 0.99
    assert set(found.candidate_ids.tolist()) <= set(which.tolist())
    assert len(found.candidate_ids) >= 55


def test_a_row_without_a_token_is_a_reference_row():
    vectors, which = half_trained()
    told, untold = which[:20], which[20:]
    tokens = tuple(f"#{row}" if row in told else f"t{row}" for row in range(len(vectors)))
    found = look(vectors, tokens)
    seen = found.undertrained
    assert (seen.reference, seen.reference_ids.tolist()) == ("named", told.tolist())
    assert [KINDS[kind] for kind in seen.kinds[told]] == ["padding"] * 20
    assert seen.separation > 0.97  # the other 70 stand among the ordinary ones
    assert set(seen.candidate_ids[:30].tolist()) <= set(untold.tolist())
    assert not set(seen.candidate_ids.tolist()) & set(told.tolist())
    finding = next(one for one in findings_of(found) if one.code == "table.undertrained")
    assert finding.values["reference"] == 20
    assert finding.values["count"] == pytest.approx(70, abs=10)


def test_every_indicator_is_the_formula_of_the_paper():
    """Each computed directly, with the mean of the other reference rows for a reference row."""
    vectors, which = half_trained(rows=200, dims=6, unused=8)
    tokens = tuple(f"[unused{row}]" if row in which else f"t{row}" for row in range(200))
    found = look(vectors, tokens).undertrained
    rows = vectors.astype(np.float64)
    mean = rows.mean(axis=0)
    first = np.linalg.svd(rows - mean)[2][0]

    def distance(a: np.ndarray, b: np.ndarray) -> float:
        return 1 - a @ b / max(np.linalg.norm(a) * np.linalg.norm(b), 1e-6)

    for row in (int(which[0]), int(which[5]), *outside(which, 200)[:20].tolist()):
        others = which[which != row]
        reference, vector = rows[others].mean(axis=0), rows[row]
        expected = {
            "norm": np.linalg.norm(vector),
            "cosine_to_reference": distance(vector, reference),
            "centred_cosine": distance(vector - mean, reference - mean),
            "cosine_without_first": distance(
                vector - first * (vector @ first), reference - first * (reference @ first)
            ),
            "distance_to_reference": np.linalg.norm(vector - reference),
        }
        assert {name: values[row] for name, values in found.values.items()} == pytest.approx(expected, abs=1e-7)


def test_an_untied_table_is_judged_by_its_norms():
    vectors, which = half_trained()
    tokens = tuple(f"t{row}" for row in range(len(vectors)))
    vectors[which] *= 0.2
    found = look(vectors, tokens, tied=False).undertrained
    assert found.indicator == "norm"
    assert found.candidate_ids.tolist() == np.argsort(found.values["norm"])[: len(found.candidate_ids)].tolist()
    assert set(found.candidate_ids.tolist()) <= set(which.tolist())
    assert found.threshold == pytest.approx(np.quantile(np.linalg.norm(vectors, axis=1), 0.02), rel=1e-5)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_where_counts_are_known_no_dense_place_passes_for_unused_rows(language):
    """In the shipped tables it would be the words of the weather, each of them met often enough."""
    table = open_table(DATA / f"table_{language}.safetensors")
    assert table.counts is not None
    found = examine(table, lambda *_: None, lambda: False)
    assert found is not None
    assert (found.undertrained.reference, found.undertrained.indicator) == ("none", "norm")
    assert not findings_of(found)


def test_special_and_byte_tokens_and_sick_rows_are_no_candidates():
    vectors, which = half_trained(rows=300, unused=12)
    names = {which[0]: "<s>", which[1]: "<0x0A>", which[2]: "<|endoftext|>", which[3]: "[CLS]"}
    vectors[which[4]], vectors[which[5]] = 0, np.nan
    found = look(vectors, tuple(names.get(row, f"t{row}") for row in range(300))).undertrained
    kinds = [KINDS[kind] for kind in found.kinds[which[:6]]]
    assert kinds == ["special", "byte", "special", "special", "not_usable", "not_usable"]
    assert not set(found.candidate_ids.tolist()) & set(which[:6].tolist())
    assert np.isnan(found.values["norm"][which[4:6]]).all()


def test_a_table_without_a_vocabulary_has_no_padding():
    vectors, _ = half_trained(rows=300)
    found = look(vectors, tuple(f"#{row}" for row in range(300))).undertrained
    assert found.reference == "found"
    assert len(found.candidate_ids)


def test_a_tiny_table_has_no_reference():
    found = look(np.eye(4, dtype=np.float32), ("a", "b", "c", "d")).undertrained
    assert (found.reference, found.indicator, found.separation) == ("none", "norm", None)
    assert list(found.values) == ["norm"]


def test_separation_is_the_area_under_the_curve():
    random = np.random.default_rng(0)
    suspect, others = random.integers(0, 20, 30) - 3.0, random.integers(0, 20, 50) * 1.0
    assert separation(suspect, others) == pytest.approx(plain_auc(suspect, others))
    assert separation(np.array([1.0]), np.array([2.0, np.nan])) == 1
    assert separation(np.array([]), others) is None


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("[unused7]", "unused"),
        ("<unused99>", "unused"),
        ("<|reserved_special_token_250|>", "unused"),
        ("<|dummy_3|>", "unused"),
        ("<SPECIAL_12>", "unused"),
        ("<|extra_7|>", "unused"),
        ("madeupword0002", "unused"),
        ("[PAD151669]", "unused"),
        ("<extra_id_7>", "ordinary"),  # T5 trains these
        ("unused", "ordinary"),
        ("[PAD]", "special"),
        ("</s>", "special"),
        ("<|im_start|>", "special"),
        ("<0xE2>", "byte"),
        ("<br>", "ordinary"),
        ("[", "ordinary"),
        ("", "ordinary"),
        ("#1", "padding"),
        ("#2", "ordinary"),  # at row 1: a token that looks like an id
    ],
)
def test_what_a_name_tells(token, kind):
    assert KINDS[kinds_of(("a", token))[1]] == kind


def test_parts_of_utf8_are_told_apart_in_a_byte_level_vocabulary():
    tokens = ("Ġdog", "Ġ", "âĢ", "Ń", "é", "Ã©", "狗")
    assert [KINDS[kind] for kind in kinds_of(tokens)] == [
        "ordinary",
        "ordinary",
        "partial",
        "byte",
        "byte",
        "ordinary",
        "ordinary",
    ]
    assert KINDS[kinds_of(("é", "b"))[0]] == "ordinary"


@pytest.fixture(scope="module")
def minilm(real_file) -> EmbeddingTable:
    return open_table(real_file("minilm_folder"))


def unused_of(table: EmbeddingTable) -> np.ndarray:
    return np.flatnonzero([token.startswith("[unused") for token in table.tokens])


def test_minilm_by_the_names_of_its_unused_tokens(minilm):
    found = look(minilm.vectors, minilm.tokens)
    seen, unused = found.undertrained, unused_of(minilm)
    assert len(unused) == 994
    assert (seen.reference, seen.reference_ids.tolist()) == ("named", unused.tolist())
    rest = outside(unused, minilm.n_rows)
    areas = {name: separation(values[unused], values[rest]) for name, values in seen.values.items()}
    assert min(areas.values()) > 0.97, areas
    assert areas["norm"] == pytest.approx(0.990, abs=0.001)  # facts/checkpoints.md 4
    finding = next(one for one in findings_of(found) if one.code == "table.undertrained")
    assert finding.values["reference"] == 994


def test_minilm_without_any_name(minilm):
    """The reference rows are found from the rows alone: all tokens are hidden."""
    hidden = tuple(f"t{row}" for row in range(minilm.n_rows))
    seen, unused = look(minilm.vectors, hidden).undertrained, unused_of(minilm)
    assert (seen.reference, len(seen.reference_ids)) == ("found", 21)
    values = seen.values["cosine_to_reference"]
    assert separation(values[unused], values[outside(unused, minilm.n_rows)]) > 0.97
    assert np.isin(seen.candidate_ids, unused).mean() > 0.6  # the others are letters that hardly occur


def test_minilm_held_out(minilm):
    """Told of a hundred unused tokens, it finds the others."""
    unused = unused_of(minilm)
    told, held_out = unused[:100], unused[100:]
    hidden = set(held_out.tolist())
    tokens = tuple(token if row not in hidden else f"t{row}" for row, token in enumerate(minilm.tokens))
    seen = look(minilm.vectors, tokens).undertrained
    assert seen.reference_ids.tolist() == told.tolist()
    values = seen.values["cosine_to_reference"]
    assert separation(values[held_out], values[outside(unused, minilm.n_rows)]) > 0.97


def test_wordllama_has_bytes_that_never_occur(real_file):
    table = open_table(real_file("wordllama_folder"))
    seen = look(table.vectors, table.tokens).undertrained
    assert seen.reference == "found"
    assert sum(table.tokens[row].startswith("<0x") for row in seen.reference_ids) >= 15
    assert {"▁Расподела", "ederbörd"} & {table.tokens[row] for row in seen.candidate_ids[:20]}
