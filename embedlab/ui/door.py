"""The door of home, which draws its picture first and lets the rest be imported after it.

Home needs no pandas and no plotly, which take a second to import. Every other page enters by `start`.
"""

from __future__ import annotations

import importlib
import sys
import threading

from embedlab.ui import page as frame
from embedlab.ui.page import Context

_START = "embedlab.ui.start"
_AFTER = 1.5  # seconds: the browser still fetches the parts that draw home, and the imports would be in their way


def page(name: str) -> Context:
    """As `embedlab.ui.page.page`; waits where another session has begun to import the rest."""
    if _START in sys.modules:
        import_rest()
    return frame.page(name)


def import_rest() -> None:
    """Import what the other pages need, once; a second caller waits."""
    importlib.import_module(_START)


def import_rest_soon() -> None:
    """The last call of home: have the rest imported when the picture stands."""
    if _START not in sys.modules:
        timer = threading.Timer(_AFTER, import_rest)
        timer.daemon = True
        timer.start()
