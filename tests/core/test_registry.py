"""Plug-ins are found by their file; a file without one, or a key twice, is a mistake of ours."""

import importlib
import sys

import pytest

from embedlab.registry import discover


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes a package of the given modules and imports it."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(modules):
        folder = tmp_path / "plugins_of_a_test"
        folder.mkdir()
        (folder / "__init__.py").touch()
        for name, text in modules.items():
            (folder / f"{name}.py").write_text("from types import SimpleNamespace as Plug\n" + text)
        importlib.invalidate_caches()
        return importlib.import_module("plugins_of_a_test")

    yield make
    for name in [name for name in sys.modules if name.startswith("plugins_of_a_test")]:
        del sys.modules[name]


def test_plugins_come_in_their_order_then_by_key(package):
    found = package(
        {
            "z": "THING = Plug(key='z', order=1)",
            "b": "THING = Plug(key='b', order=2)",
            "a": "THING = Plug(key='a', order=2)",
            "first": "THING = Plug(key='first')",
            "_helpers": "",
        }
    )
    assert list(discover(found, "THING")) == ["first", "z", "a", "b"]


def test_a_module_without_the_constant_is_a_mistake(package):
    with pytest.raises(AttributeError):
        discover(package({"a": "OTHER = 1"}), "THING")


def test_a_key_twice_is_a_mistake(package):
    with pytest.raises(ValueError, match="'same'"):
        discover(package({"a": "THING = Plug(key='same')", "b": "THING = Plug(key='same')"}), "THING")
