"""The door of home, which draws its picture first and lets the rest be imported after it.

Home needs no pandas and no plotly, which take a second to import. Every other page enters by `start`.
"""

from __future__ import annotations

import importlib
import sys

from embedlab.ui import page as frame
from embedlab.ui.page import Context

_START = "embedlab.ui.start"


def page(name: str) -> Context:
    """As `embedlab.ui.page.page`; waits where another session has begun to import the rest."""
    if _START in sys.modules:
        import_rest()
    return frame.page(name)


def import_rest() -> None:
    """Import what the other pages need, once; a second caller waits. The last call of home."""
    importlib.import_module(_START)
