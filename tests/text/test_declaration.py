"""A declaration in words leaves nothing out."""

import dataclasses

import pytest

from embedlab.declaration import Declaration
from embedlab.text.declaration import say_declaration

WHOLE = Declaration(
    table="corpus / table",
    fingerprint="0" * 64,
    rows=30522,
    dims=384,
    layer="output",
    pooling="mean",
    steps=("centred", "without_top_components:3"),
    metric="euclidean",
    k=15,
    rows_shown=2000,
    method="umap",
    parameters={"min_dist": 0.1, "n_neighbors": 15},
    seed=7,
)


def test_every_choice_is_said():
    assert say_declaration(WHOLE, "en") == (
        "corpus / table · 2,000 of 30,522 rows × 384 dimensions · layer: output · pooling: mean · "
        "centred → without top components (3) · metric: Euclidean distance · k = 15 · UMAP · min_dist = 0.1 · "
        "n_neighbors = 15 · seed 7"
    )
    assert say_declaration(WHOLE, "pt") == (
        "corpus / table · 2.000 de 30.522 linhas × 384 dimensões · camada: output · pooling: mean · "
        "centrada → sem os componentes principais (3) · métrica: distância euclidiana · k = 15 · UMAP · "
        "min_dist = 0,1 · n_neighbors = 15 · semente 7"
    )


@pytest.mark.parametrize("field", [f.name for f in dataclasses.fields(Declaration) if f.name != "fingerprint"])
def test_a_changed_choice_changes_the_line(field):
    other = {"table": "b", "rows": 9, "dims": 9, "k": 9, "rows_shown": 9, "seed": 9, "parameters": {}, "steps": ()}
    other |= {"layer": "b", "pooling": "b", "method": "pca", "metric": "dot"}
    changed = dataclasses.replace(WHOLE, **{field: other[field]})
    assert say_declaration(changed, "en") != say_declaration(WHOLE, "en")


def test_an_objective_goes_by_its_label():
    assert " · Skip-gram · " in say_declaration(dataclasses.replace(WHOLE, method="skipgram"), "pt")


def test_what_does_not_apply_is_left_out():
    bare = Declaration(table="t", fingerprint="", rows=3, dims=2)
    assert say_declaration(bare, "en") == "t · 3 rows × 2 dimensions · layer: input · pooling: token · raw rows"
