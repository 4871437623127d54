"""Every recipe of docs/recipes is followed to the letter, in a copy of the project."""

import shutil

import pytest

from tests.readme.blocks import ROOT, commands, files, follow

RECIPES = sorted((ROOT / "docs" / "recipes").glob("*.md"))
PLUGINS = {
    "check": "distortion/checks",
    "measure": "distortion/measures",
    "method": "projection/methods",
    "metric": "neighbours/metrics",
    "objective": "training/objectives",
    "reader": "checkpoints/readers",
    "step": "preprocessing/steps",
}


def test_every_kind_of_plugin_has_a_recipe():
    assert {path.stem for path in RECIPES} == set(PLUGINS)
    for recipe in RECIPES:
        assert any(path.startswith(f"embedlab/{PLUGINS[recipe.stem]}/") for path in files(recipe)), recipe.stem


@pytest.mark.heavy
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.stem)
def test_a_recipe_works_as_written(recipe, tmp_path):
    copy, home = tmp_path / "copy", tmp_path / "home"
    home.mkdir()
    for part in ("embedlab", "tests", "tools"):
        # With what Python and numba have compiled: compiling it anew takes most of the time.
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("*.png"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    (copy / "data").symlink_to(ROOT / "data")
    follow(recipe, copy)
    steps = commands(recipe)
    assert steps
    for step in steps:
        step.run(copy, home)
