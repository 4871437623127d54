"""The door of every page but home: `import embedlab.ui.start as start`, then `start.page(NAME)`.

Two first sessions at once would import the same modules from two threads and meet half-made ones
(pandas, seen). Python lets one thread import this module while the others wait, so all that pages
need is imported here, once, before any page goes on. Pages import it before anything else of ours.
"""

from __future__ import annotations

import importlib
import pkgutil

import pandas  # noqa: F401  Streamlit asks for it by looking into sys.modules
import plotly.graph_objects  # noqa: F401

from embedlab.ui import memory
from embedlab.ui.page import Context, page, stand

__all__ = ["Context", "page", "stand"]

_USED_BY_PAGES = ("embedlab.charts", "embedlab.neighbours", "embedlab.preprocessing", "embedlab.text", "embedlab.ui")


def _import_all(package: str) -> None:
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        importlib.import_module(info.name)


for _package in _USED_BY_PAGES:
    _import_all(_package)

memory.settle()
