"""Finds the plug-ins of a folder: one file, one constant."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any


def discover(package: ModuleType, constant: str) -> dict[str, Any]:
    """The plug-ins of a package, by key, in the order of their `order`, then of their key.

    Every module of the package must define `constant`, an object with `key`, and no key comes twice;
    a file that does not is a mistake of ours, so it raises at once (AttributeError, ValueError).
    """
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name.startswith("_"):
            continue
        plugin = getattr(importlib.import_module(f"{package.__name__}.{info.name}"), constant)
        if plugin.key in found:
            raise ValueError(f"two plug-ins of {package.__name__} have the key {plugin.key!r}")
        found[plugin.key] = plugin
    return dict(sorted(found.items(), key=lambda item: (getattr(item[1], "order", 0), item[0])))
