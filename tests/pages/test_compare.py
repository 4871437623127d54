"""Compare: two seeds at once, a baseline that gives a drift its meaning, and files that have nothing in common."""

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedlab.checkpoints.compare import compare
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import write
from embedlab.text.pages import compare as words
from embedlab.ui import compared, session
from embedlab.ui.session import Source
from embedlab.ui.show import written
from tests import tables
from tests.pages.conftest import shown
from tests.pages.test_checkpoint import npy


def cells(app):
    """The columns of what moved most."""
    frame = app.table[0].value
    return {name: frame[name].tolist() for name in frame.columns}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_page_opens_on_two_seeds_of_the_shipped_table(run_page, language):
    app, text = run_page("compare", language), words.TEXT[language]
    assert not app.error
    assert text.seed_only in app.markdown[1].value
    assert not app.info  # a second seed is its own baseline
    table, other = (session.opened(each(language)) for each in (session.shipped, compared.second_seed))
    found = compare(table, other)
    row = found.ids[found.moved[0]]
    assert cells(app)[text.token][0].replace("\\", "") == table.tokens[row]
    assert cells(app)[text.count][0].replace(".", "").replace(",", "") == str(table.counts[row])
    assert app.get("plotly_chart")
    said = app.get("image")[0].proto.imgs[0].alt
    assert written(found.residual, ".1%", language) in said
    assert written(found.chance_jaccard, ".3f", language) in said


def test_a_head_is_judged_by_another_seed(run_page, tmp_path):
    table = session.opened(session.shipped("en"))
    path = tmp_path / "trained.safetensors"
    head = np.random.default_rng(0).standard_normal(table.vectors.shape).astype(np.float32)
    write(table, path, tensors={"output_head.weight": head})
    app = run_page("compare", table=Source(str(path), name=path.name), **{"with": "head"})
    assert not app.error
    assert "100% of the tokens moved further" in shown(app)
    there = cells(app)[words.EN.seeds]
    assert all(0.5 < float(value) <= 1 for value in there)
    assert app.warning  # no better than shuffled pairs


def test_tables_with_nothing_in_common_are_a_sentence(run_page, source_of):
    app = run_page("compare", table=source_of(tables.plain()))
    assert len(app.error) == 1
    assert "tokens" in app.error[0].value


def test_a_file_is_compared_and_a_wrong_one_is_a_sentence(run_page, tmp_path):
    app = run_page("compare", **{"with": "file"})
    assert words.EN.choose_file in shown(app)
    path = tmp_path / "turned.safetensors"
    table = session.opened(session.shipped("en"))
    mirrored = EmbeddingTable(-3 * table.vectors[:, ::-1], table.tokens, Provenance("turned"))
    write(mirrored, path)
    app.file_uploader[0].upload(path.name, path.read_bytes()).run()
    assert not app.error
    assert "turned" in shown(app)
    assert "0% of the tokens moved further" in shown(app)
    assert set(cells(app)[words.EN.cosine]) == {"1.000"}
    app.file_uploader[0].upload("wrong.npy", b"nothing").run()
    assert len(app.error) == 1
    assert "0% of the tokens moved further" in shown(app)  # the file before it stands


def test_a_file_without_seeds_says_that_a_drift_has_no_meaning_yet(run_page, tmp_path):
    rows = np.random.default_rng(0).standard_normal((3, 40, 6)).astype(np.float32)
    path = tmp_path / "model.safetensors"
    save_file({"wte.weight": rows[0], "lm_head.weight": rows[1]}, path)
    app = run_page("compare", table=Source(str(path), name=path.name))
    assert not app.error
    assert "No second seed" in app.info[0].value
    app.file_uploader[0].upload("seed.npy", npy(rows[2])).run()
    assert not app.info
    assert "of the tokens moved further" in shown(app)


def test_seeds_are_told_apart_from_other_trainings():
    def made(seed, **settings):
        return EmbeddingTable(np.eye(3), ("a", "b", "c"), Provenance("x", "t", settings=settings, seed=seed))

    assert compared.differ_in_seed(made(0, epochs=6, threads=1), made(1, epochs=6, threads=4))
    assert not compared.differ_in_seed(made(0, epochs=6), made(0, epochs=6))
    assert not compared.differ_in_seed(made(0, epochs=6), made(1, epochs=2))
    assert not compared.differ_in_seed(made(0), made(1))
