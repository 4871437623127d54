"""embedlab: train, look at and question an embedding table."""

from typing import Any

__version__ = "0.1.0"

_CALLS = ("judge", "open", "project", "search", "train")  # of embedlab/api.py, which is imported when one is used


def __getattr__(name: str) -> Any:
    if name not in _CALLS:
        raise AttributeError(f"module 'embedlab' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("embedlab.api"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_CALLS])
